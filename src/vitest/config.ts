import type { ViteUserConfig } from 'vitest/config'

/** What the plug-in may be told. */
export interface SudoboxVitestOptions {
  /** Stack of each test process in KiB; contracts that recurse need more than the engine's default of 984. */
  readonly stackSize?: number
}

/** Half of the 8 MB that the main thread of a process gets on common systems: V8 must end before the system does. */
const STACK_SIZE_KIB = 3900

type Plugin = NonNullable<ViteUserConfig['plugins']>[number]

/**
 * The Vitest plug-in: test processes with an engine stack that is larger than the contract VM's own counted one.
 *
 * ```ts
 * // vitest.config.ts
 * import { defineConfig } from 'vitest/config'
 * import { sudobox } from 'sudobox/vitest/config'
 * export default defineConfig({ plugins: [sudobox()] })
 * ```
 */
export function sudobox(options: SudoboxVitestOptions = {}): Plugin {
  return {
    name: 'sudobox',
    config: (): ViteUserConfig => ({
      test: { pool: 'forks', execArgv: [`--stack-size=${options.stackSize ?? STACK_SIZE_KIB}`] },
    }),
  } as Plugin
}
