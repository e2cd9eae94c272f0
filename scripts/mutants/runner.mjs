import { TestRunner } from 'vitest'

/**
 * Vitest's runner with three additions: it runs only the requested tests, stops at the first failure, and reports
 * each test to the loop in `worker.mjs`.
 */
export default class MutantRunner extends TestRunner {
  async onBeforeRunTask(test) {
    const { only } = globalThis.$mutants
    if (only && !only.has(test.id)) test.mode = 'skip'
    await super.onBeforeRunTask(test)
    if (test.mode === 'run' || test.mode === 'queued') globalThis.$mutants.onTest(test)
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test)
    globalThis.$mutants.onTested(test)
    if (test.result?.state === 'fail' && globalThis.$mutants.bail) this.cancel()
  }

  onAfterRunFiles(files) {
    super.onAfterRunFiles(files)
    globalThis.$mutants.onFile(files[0])
  }
}
