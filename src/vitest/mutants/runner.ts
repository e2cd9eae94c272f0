// Vitest's runner in a process where mutants are tried: it runs only the tests that reach the mutant, stops at the first failure, and tells of each test.
import { TestRunner, type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite } from 'vitest'
import { trial } from './trial.js'

// Vitest takes the default export of the file that is named as its runner.
// oxlint-disable-next-line import/no-default-export
export default class MutantRunner extends TestRunner {
  onCollected(files: RunnerTestFile[] = []): void {
    if (trial.only === undefined) return
    const ranks = new Map([...trial.only].map((id, rank) => [id, rank]))
    for (const file of files) sort(file, ranks)
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    if (trial.only !== undefined && !trial.only.has(test.id)) test.mode = 'skip'
    await super.onBeforeRunTask(test)
    if (test.mode === 'run' || test.mode === 'queued') trial.emit('begin', test)
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test)
    if (test.mode !== 'skip' && test.result !== undefined) trial.emit('end', test)
    if (test.result?.state === 'fail' && trial.bails) this.cancel('test-failure')
  }

  override onAfterRunFiles(files: RunnerTestFile[] = []): void {
    super.onAfterRunFiles()
    trial.emit('file', files[0])
  }
}

/** Sorts the tests of a file or a suite. @returns the rank of the first one */
function sort(suite: RunnerTestSuite, ranks: ReadonlyMap<string, number>): number {
  const rank = new Map(
    suite.tasks.map((task) => [task, task.type === 'suite' ? sort(task, ranks) : (ranks.get(task.id) ?? ranks.size)]),
  )
  suite.tasks.sort((a, b) => rank.get(a)! - rank.get(b)!)
  return Math.min(ranks.size, ...rank.values())
}
