// Vitest's runner in a process where mutants are tried: it runs only the tests that reach the mutant, stops at the first failure, and tells of each test.
import { TestRunner, type RunnerTestCase, type RunnerTestFile } from 'vitest'
import { trial } from './trial.js'

// Vitest takes the default export of the file that is named as its runner.
// oxlint-disable-next-line import/no-default-export
export default class MutantRunner extends TestRunner {
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
