import { test as base } from 'vitest'
import { createSandbox } from '../sandbox/create-sandbox.js'
import type { SandboxOptions } from '../sandbox/options.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import './matchers.js'

export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, vi } from 'vitest'
export { replayFixtures } from './replay-fixtures.js'
export type { ExpectedFailure, ExpectedGas, SudoboxMatchers } from './matchers.js'

/** What a test of Sudobox receives. */
export interface SudoboxFixtures {
  /** Options of the sandbox; `test.extend({ sandboxOptions: { … } })` sets them for a file or a suite. */
  readonly sandboxOptions: SandboxOptions
  /** A sandbox of its own for each test. */
  readonly sandbox: Sandbox
}

/** Vitest's `test` with a fresh `sandbox` in each test. */
export const test = base.extend<SudoboxFixtures>({
  sandboxOptions: {},
  sandbox: async ({ sandboxOptions }, use) => {
    const sandbox = createSandbox(sandboxOptions)
    await use(sandbox)
    await sandbox.close()
  },
})

export const it = test
