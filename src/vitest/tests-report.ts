import { existsSync } from 'node:fs'
import { relative, sep } from 'node:path'
import type { TestCase, TestModule } from 'vitest/node'
import { writeAtomically } from '../base/index.js'
import { testsPage, type ReportedTest } from '../report/index.js'
import type { GasFigure } from './reporter.js'
import { errorsOf, type TestPlace } from './test-errors.js'

/** Writes the page of a run of tests. @param root to which paths in it are relative */
export function reportTests(
  file: string,
  root: string,
  modules: readonly TestModule[],
  gas: readonly GasFigure[],
): void {
  const pathOf = (path: string): string => relative(root, path).split(sep).join('/')
  const files = modules.map((module) => {
    const place = { file: module.moduleId, root }
    return {
      path: pathOf(module.moduleId),
      errors: module.errors().flatMap((error) => errorsOf(error, place)),
      tests: [...module.children.allTests()].map((test) => testOf(test, place)),
    }
  })
  const rows = gas.map(({ file: of, name, was, is, status }) => ({
    file: pathOf(of),
    name,
    ...(was !== undefined && { was }),
    ...(is !== '' && { is }),
    status,
  }))
  writeAtomically(file, testsPage('Tests', files, rows))
}

function testOf(test: TestCase, place: TestPlace): ReportedTest {
  const { state, errors = [] } = test.result()
  const { sudoboxRun } = test.meta()
  const milliseconds = test.diagnostic()?.duration
  return {
    name: namesOf(test),
    state,
    ...(milliseconds !== undefined && { milliseconds }),
    errors: errors.flatMap((error) => errorsOf(error, place)),
    recording: sudoboxRun !== undefined && existsSync(sudoboxRun) ? sudoboxRun : undefined,
  }
}

/** Its name, after those of its suites. */
function namesOf(test: TestCase): readonly string[] {
  const names = [test.name]
  for (let { parent } = test; parent.type === 'suite'; parent = parent.parent) names.unshift(parent.name)
  return names
}
