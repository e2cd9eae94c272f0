import type { ViteUserConfig } from 'vitest/config'
import type { PoolOptions } from 'vitest/node'
import { MUTANTS_JOB } from '../../mutants/job.js'

/** Whether this run tries mutants. */
export const triesMutants = (): boolean => process.env[MUTANTS_JOB] !== undefined

/**
 * Settings of a run that tries mutants: one process that stays, whose loop and runner are these files.
 * @param files absolute paths
 */
export async function mutantSettings(files: {
  readonly worker: string
  readonly runner: string
}): Promise<NonNullable<ViteUserConfig['test']>> {
  // The plug-in is also loaded where Vitest is not.
  const { ForksPoolWorker } = await import('vitest/node')
  class MutantPoolWorker extends ForksPoolWorker {
    override readonly name = 'mutants'
    override readonly entrypoint = files.worker
  }
  return {
    pool: { name: 'mutants', createPoolWorker: (options: PoolOptions) => new MutantPoolWorker(options) },
    runner: files.runner,
    isolate: false,
    fileParallelism: false,
    maxWorkers: 1,
    reporters: [{}],
    watch: false,
    // The worker limits tests by what they take without a mutant, and the command the process.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    onConsoleLog: () => false,
  }
}
