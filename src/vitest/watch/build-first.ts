// Runs once before the tests, where contracts are built by `sudobox build`.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ownCommand } from './build.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the contracts, from the root of the project. */
    sudoboxBuild?: string
  }
}

/** @throws Error that ends the run, with the messages of the build above it */
export function setup(project: TestProject): void {
  const [program, ...args] = ownCommand()
  const cwd = resolve(project.config.root, project.getProvidedContext().sudoboxBuild ?? '.')
  const { status, error } = spawnSync(program, args, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error('the contracts were not built: see above', { cause: error })
}
