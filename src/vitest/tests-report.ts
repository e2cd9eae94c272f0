import { existsSync } from 'node:fs'
import { relative, sep } from 'node:path'
import type { TestCase, TestModule } from 'vitest/node'
import { writeAtomically } from '../base/index.js'
import { testsPage, type ReportedTest } from '../report/index.js'
import type { GasFigure } from './reporter.js'

/** Writes the page of a run of tests. @param root to which paths in it are relative */
export function reportTests(
  file: string,
  root: string,
  modules: readonly TestModule[],
  gas: readonly GasFigure[],
): void {
  const pathOf = (path: string): string => relative(root, path).split(sep).join('/')
  const files = modules.map((module) => ({
    path: pathOf(module.moduleId),
    errors: module.errors().map(errorText),
    tests: [...module.children.allTests()].map(testOf),
  }))
  const rows = gas.map(({ file: of, name, was, is, status }) => ({
    file: pathOf(of),
    name,
    ...(was !== undefined && { was }),
    ...(is !== '' && { is }),
    status,
  }))
  writeAtomically(file, testsPage('Tests', files, rows))
}

function testOf(test: TestCase): ReportedTest {
  const { state, errors = [] } = test.result()
  const { sudoboxRun } = test.meta()
  const milliseconds = test.diagnostic()?.duration
  return {
    name: namesOf(test),
    state,
    ...(milliseconds !== undefined && { milliseconds }),
    errors: errors.map(errorText),
    recording: sudoboxRun !== undefined && existsSync(sudoboxRun) ? sudoboxRun : undefined,
  }
}

/** Its name, after those of its suites. */
function namesOf(test: TestCase): readonly string[] {
  const names = [test.name]
  for (let { parent } = test; parent.type === 'suite'; parent = parent.parent) names.unshift(parent.name)
  return names
}

// oxlint-disable-next-line no-control-regex -- colours of the terminal
const COLOURS = /\u001b\[[\d;]*m/g

const errorText = ({ message, stack }: { readonly message: string; readonly stack?: string | undefined }): string => {
  const frames = (stack ?? '').split('\n').filter((line) => /^\s*at /.test(line))
  return [message, ...frames.slice(0, 6)].join('\n').replaceAll(COLOURS, '')
}
