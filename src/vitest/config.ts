import { fileURLToPath } from 'node:url'
import type { ViteUserConfig } from 'vitest/config'
import type { Vitest, VitestPluginContext } from 'vitest/node'
import { LOGS } from './logs.js'
import { GasReporter } from './reporter.js'
import { buildOnChange, IGNORED, type BuildOptions } from './watch/build.js'
import { rerunOnChange } from './watch/rerun.js'

export type { BuildOptions }

/** What the plug-in may be told. */
export interface SudoboxVitestOptions {
  /** Stack of each test process in KiB; contracts that recurse need more than the engine's default of 984. */
  readonly stackSize?: number
  /** Prints at the end of the run what `toMatchGasSnapshot` found to differ. Default: no. */
  readonly gasReport?: boolean
  /** Prints what contracts print with `deps.api.debug`, under the test that made them. Default: no; `SUDOBOX_LOGS=1` in the environment does it for one run. */
  readonly logs?: boolean
  /**
   * Command that builds the contracts. In watch mode, a changed `.rs`, `Cargo.toml` or `Cargo.lock` runs it, and its errors are printed; tests
   * run again when a `.wasm` that they stored is written. Default: nothing is built.
   */
  readonly build?: string | BuildOptions
}

/** Half of the 8 MB that the main thread of a process gets on common systems: V8 must end before the system does. */
const STACK_SIZE_KIB = 3900

type Plugin = NonNullable<ViteUserConfig['plugins']>[number]

/** Runs in each test process, before the tests of a file. */
const FILES_OF_TESTS = fileURLToPath(new URL('./watch/files-of-tests.js', import.meta.url))

/** What is watched already: the projects of a workspace have a plug-in each, and one watcher. */
const watched = new WeakMap<Vitest['vite'], Set<string>>()

function watch(vitest: Vitest, build?: BuildOptions): void {
  const here = watched.get(vitest.vite)
  if (here === undefined) rerunOnChange(vitest)
  const key = JSON.stringify(build)
  if (build !== undefined && here?.has(key) !== true) buildOnChange(vitest, build)
  watched.set(vitest.vite, new Set(here).add(key))
}

/** A list of the user is added to; without one, Vitest's own reporter stays. */
const reporters = (given: ViteUserConfig): object => ({
  reporters: given.test?.reporters === undefined ? ['default', new GasReporter()] : [new GasReporter()],
})

/**
 * The Vitest plug-in: test processes with an engine stack that is larger than the contract VM's own counted one, and the report of gas.
 * In watch mode, a changed `.wasm` has the tests run again that stored it by its path.
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
      // Vitest takes the watcher away where it does not watch.
      ...(given.server?.watch && { server: { watch: { ignored: IGNORED } } }),
      test: {
        pool: 'forks',
        execArgv: [`--stack-size=${options.stackSize ?? STACK_SIZE_KIB}`],
        ...(options.gasReport === true && reporters(given)),
        ...(options.logs === true && { env: { [LOGS]: '1' } }),
      },
    }),
    configureVitest({ vitest, project }: VitestPluginContext): void {
      if (!vitest.config.watch) return
      project.config.setupFiles.push(FILES_OF_TESTS)
      watch(vitest, typeof options.build === 'string' ? { command: options.build } : options.build)
    },
  } as Plugin
}
