import { version } from '../base/index.js'
import type { GasRow, ReportDocument, TestData, TestFile } from './model.js'
import { reportPage } from './page.js'
import { Runs } from './runs.js'
import { takeRun } from './test-run.js'

/** A test as the reporter knows it. */
export interface ReportedTest extends Omit<TestData, 'run'> {
  /** What was recorded of it. */
  readonly recording: string | undefined
}

export interface ReportedFile extends Omit<TestFile, 'tests'> {
  readonly tests: readonly ReportedTest[]
}

/** Characters of recordings in one page; beyond, tests that passed have none. */
const MAX = 8_000_000

/** The page of a run of tests. */
export function testsPage(title: string, files: readonly ReportedFile[], gas: readonly GasRow[]): string {
  const runs = new Runs()
  let size = 0
  const runOf = ({ recording, name, state }: ReportedTest): number | undefined => {
    if (recording === undefined || (state !== 'failed' && size > MAX)) return undefined
    const recorded = takeRun(recording)
    size += recorded.blocks.reduce((sum, block) => sum + block.length, 0)
    const verdict = { state: state === 'passed' ? 'good' : 'bad', text: state } as const
    return runs.add(recorded, { title: name.join(' › '), verdict })
  }
  // Failed tests are the first to have their transactions in the page.
  const order = files.flatMap(({ tests }) => tests).sort((a, b) => rank(a) - rank(b))
  const numbers = new Map(order.map((test) => [test, runOf(test)]))
  const document: ReportDocument = {
    format: 1,
    by: `sudobox ${version()}`,
    kind: 'tests',
    title,
    runs: runs.runs,
    tests: {
      gas,
      files: files
        .toSorted((a, b) => failures(b) - failures(a) || (a.path < b.path ? -1 : 1))
        .map(({ tests, ...file }) => ({
          ...file,
          tests: tests.map((test): TestData => {
            const { recording: _, ...rest } = test
            const run = numbers.get(test)
            return { ...rest, ...(run !== undefined && { run }) }
          }),
        })),
    },
  }
  return reportPage(document, runs.blocks)
}

const rank = ({ state }: ReportedTest): number => (state === 'failed' ? 0 : 1)
const failures = ({ tests, errors }: ReportedFile): number =>
  errors.length + tests.filter(({ state }) => state === 'failed').length
