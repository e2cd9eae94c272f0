import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mutantsJunit } from '../../src/cli/output/mutants-output.js'
import { changedLines } from '../../src/mutants/report/changed-lines.js'
import { totalsOf } from '../../src/mutants/report/document.js'
import { JobFolder } from '../../src/mutants/run/job.js'
import { runTests } from '../../src/mutants/run/test-runs.js'
import type { TriedMutant } from '../../src/mutants/run/run.js'

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-mutants-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const git = (folder: string, ...args: string[]): void =>
  void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder })

test('lines that differ from a revision are those that were changed or added, also in a folder of the repository', () => {
  const folder = emptyFolder()
  git(folder, 'init', '-q')
  git(folder, 'config', 'diff.noprefix', 'true')
  writeFileSync(join(folder, 'lib.rs'), 'one\ntwo\nthree\nfour\n')
  writeFileSync(join(folder, 'same.rs'), 'one\n')
  git(folder, 'add', '.')
  git(folder, 'commit', '-qm', 'first')
  writeFileSync(join(folder, 'lib.rs'), 'one\nTWO\nthree\nmore\nmore\n')
  expect(Object.fromEntries(changedLines('HEAD', folder))).toEqual({ 'lib.rs': new Set([2, 4, 5]) })
  expect(() => changedLines('no-such-revision', folder)).toThrow(/no-such-revision/)
})

test('a folder without a repository is named, with what would be right', () => {
  const folder = emptyFolder()
  expect(() => changedLines('HEAD', folder)).toThrow(`git cannot compare with HEAD: ${folder} is in no repository`)
})

/** A test process that says it begins a step, and never ends it. */
const HANGING = `
  const { appendFileSync } = require('node:fs')
  const { join } = require('node:path')
  const file = join(process.env.SUDOBOX_MUTANTS_JOB, 'notes-' + process.env.SUDOBOX_MUTANTS_SHARE + '.jsonl')
  const note = (line) => appendFileSync(file, JSON.stringify(line) + '\\n')
  note({ pid: process.pid })
  note({ begin: 1, ms: 10 })
  note({ tried: 1, differs: true })
  note({ begin: 7, ms: 10 })
  setInterval(() => {}, 1000)
`

test('a process in which a mutant takes longer than it may is ended, and the mutant is named', async () => {
  const folder = new JobFolder(emptyFolder())
  const seen: object[] = []
  const ended = await runTests([process.execPath, '-e', HANGING], { folder, share: '1' }, (note) => seen.push(note))
  expect(ended).toMatchObject({ started: true, lost: { step: 7, hung: true } })
  expect(seen).toContainEqual({ tried: 1, differs: true })
})

const mutant = (status: TriedMutant['status'], line: number): TriedMutant => ({
  mutant: {
    id: line,
    mutator: 'Boundary',
    file: 'src/lib.rs',
    line,
    column: 1,
    endColumn: 9,
    text: 'if a < b {',
    replacement: '<=',
    patches: [],
  },
  status,
  tests: ['a', 'b'],
})
const tried = [mutant('Killed', 1), mutant('Timeout', 2), mutant('Survived', 3), mutant('NoCoverage', 4)]

test('JUnit has a test for each mutant, of which those that no test noticed have failed', () => {
  const xml = mutantsJunit('lab.wasm', { tried, seconds: 2, cpuSeconds: 2, covered: new Map(), remarks: [] })
  expect(xml).toMatch(/<testsuite name="mutants of lab.wasm" tests="4" failures="2" errors="0" skipped="0"/)
  expect(xml.match(/<testcase /g)).toHaveLength(4)
  expect(xml).toMatch(/src\/lib\.rs:3 .*\n?.*2 tests reach it, and pass/s)
  expect(xml).toContain('no test reaches it')
})

test('in JUnit, a failed test says which test would catch the mutant, if one was found', () => {
  const sketch = {
    lines: ['1. alice: vault {"withdraw":{"amount":"1"}} & more'],
    what: ['message 1: only the contract refuses it'],
    file: 'fixtures/mutants/lab-3.json',
    fixture: { sudobox: 1, title: 'lab 3' } as const,
  }
  const run = { tried, seconds: 2, cpuSeconds: 2, covered: new Map(), remarks: [] }
  const xml = mutantsJunit('lab.wasm', run, new Map([[3, sketch]]))
  expect(xml).toMatch(
    new RegExp(
      [
        '<failure type="Survived" message="2 tests reach it, and pass">A test that would catch it:',
        '1\\. alice: vault \\{.*withdraw.*\\} &amp; more',
        'message 1: only the contract refuses it',
        'fixtures/mutants/lab-3\\.json</failure>',
      ].join('\n'),
    ),
  )
  expect(xml.match(/A test that would catch it/g)).toHaveLength(1)
})

test('the score counts what was noticed, by a failure or by the time limit, of all', () => {
  expect(totalsOf(tried)).toEqual({ mutants: 4, killed: 1, timeout: 1, survived: 1, noCoverage: 1, score: 50 })
  expect(totalsOf([]).score).toBe(100)
})
