import type { ViteUserConfig } from 'vitest/config'
import { GasReporter } from './reporter.js'

/** What the plug-in may be told. */
export interface SudoboxVitestOptions {
  /** Stack of each test process in KiB; contracts that recurse need more than the engine's default of 984. */
  readonly stackSize?: number
  /** Prints at the end of the run what `toMatchGasSnapshot` found to differ. Default: no. */
  readonly gasReport?: boolean
}

/** Half of the 8 MB that the main thread of a process gets on common systems: V8 must end before the system does. */
const STACK_SIZE_KIB = 3900

type Plugin = NonNullable<ViteUserConfig['plugins']>[number]

/** A list of the user is added to; without one, Vitest's own reporter stays. */
const reporters = (given: ViteUserConfig): object => ({
  reporters: given.test?.reporters === undefined ? ['default', new GasReporter()] : [new GasReporter()],
})

/**
 * The Vitest plug-in: test processes with an engine stack that is larger than the contract VM's own counted one, and the report of gas.
 *
 * ```ts
 * // vitest.config.ts
 * import { defineConfig } from 'vitest/config'
 * import { sudobox } from 'sudobox/vitest/config'
 * export default defineConfig({ plugins: [sudobox({ gasReport: true })] })
 * ```
 */
export function sudobox(options: SudoboxVitestOptions = {}): Plugin {
  return {
    name: 'sudobox',
    config: (given: ViteUserConfig): ViteUserConfig => ({
      test: {
        pool: 'forks',
        execArgv: [`--stack-size=${options.stackSize ?? STACK_SIZE_KIB}`],
        ...(options.gasReport === true && reporters(given)),
      },
    }),
  } as Plugin
}
