import { refuseUnknown } from '../base/index.js'
import { fileURLToPath } from 'node:url'
import type { ViteUserConfig } from 'vitest/config'
import type { Vitest, VitestPluginContext } from 'vitest/node'
import { resolve } from 'node:path'
import { ANNOTATIONS, type Annotated } from './annotations.js'
import { ContractCoverageReporter, COVERAGE_PARTS, partsOf, type ContractCoverageOptions } from './coverage/reporter.js'
import { callbackRuns, CallbackReporter, CALLBACK_RUNS, CALLBACKS } from './callbacks/reporter.js'
import { profileEnding } from '../profile/internal.js'
import { GAS_PARTS, GAS_PROFILE, gasParts, GasProfileReporter } from './gas-profile/reporter.js'
import { LOGS } from './logs.js'
import { mutantSettings, triesMutants } from './mutants/pool.js'
import { MutantsReporter, type MutantsOptions } from './mutants/reporter.js'
import { GasReporter } from './reporter.js'
import { buildOnChange, IGNORED, type BuildOptions } from './watch/build.js'
import { rerunOnChange } from './watch/rerun.js'

export type { Annotated, BuildOptions, ContractCoverageOptions, MutantsOptions }
export type { CoverageThresholds } from '../coverage/index.js'

/** Options of the plug-in. */
export interface SudoboxVitestOptions {
  /** Stack of each test process in KiB; contracts that recurse need more than the engine's default of 984. */
  readonly stackSize?: number
  /** Prints the gas differences that `toMatchGasSnapshot` found at the end of the run. Default: false. */
  readonly gasReport?: boolean
  /** Writes a report of the run into this file, as one HTML page with all tests, the transactions of each, and the gas (docs/reports.md). Default: none. */
  readonly html?: string
  /** Prints what contracts print with `deps.api.debug`, under their test. Default: false; `SUDOBOX_LOGS=1` in the environment turns it on for one run. */
  readonly logs?: boolean
  /**
   * Which transactions of a failed test are annotated with their call trees, for reporters and Vitest's UI: the failing ones (default), all, or none.
   * The last 20 of a test are. `SUDOBOX_ANNOTATIONS=all` in the environment does it for one run.
   */
  readonly annotate?: Annotated
  /**
   * Command that builds the contracts. In watch mode it runs when a `.rs`, `Cargo.toml` or `Cargo.lock` changes, and its errors are printed; tests
   * rerun when a `.wasm` that they stored changes. True: `sudobox build`, which also runs once before the tests. Default: nothing is built.
   */
  readonly build?: boolean | string | BuildOptions
  /**
   * Counts which lines, functions and branches of the contracts' Rust code the tests run, writes lcov and HTML, and prints a table. Needs contracts with
   * debug information, or files `contract.debug.wasm` next to them. Default: false.
   */
  readonly coverage?: boolean | ContractCoverageOptions
  /**
   * Writes where the gas of all tests went, by contract, function and line of Rust, into these files: `.html` (a page), `.speedscope.json`,
   * `.pb.gz` (pprof) or `.folded` (docs/gas.md). Default: none; `SUDOBOX_GAS_PROFILE=gas.html` in the environment writes it for one run.
   */
  readonly gasProfile?: string | readonly string[]
  /**
   * Once all tests pass, changes a contract in one place at a time, and lists the changes that no test notices (docs/guides/mutants.md). Only for `vitest run`,
   * not in watch mode. Default: nothing is changed.
   */
  readonly mutants?: MutantsOptions
  /**
   * Writes which callbacks of which contracts the tests ran, with gas, limit and outcomes, into this JSON file (docs/pull-requests.md). Counts tests of
   * `test` and `prepared`, without what a shared set-up runs. Default: none; `SUDOBOX_CALLBACKS=callbacks.json` in the environment writes it for one run.
   */
  readonly callbacks?: string
}

/** An absolute path. */
function callbacksFile({ callbacks }: SudoboxVitestOptions): string | undefined {
  const file = process.env[CALLBACKS] ?? callbacks
  return file === undefined || file === '' ? undefined : resolve(file)
}

/** Absolute paths. @throws UsageError for an ending that names no format */
function profileFiles({ gasProfile }: SudoboxVitestOptions): readonly string[] {
  const fromEnvironment = process.env[GAS_PROFILE]?.split(',').filter((file) => file !== '')
  const files = fromEnvironment ?? (typeof gasProfile === 'string' ? [gasProfile] : (gasProfile ?? []))
  for (const file of files) profileEnding(file)
  return files.map((file) => resolve(file))
}

/** Settings that test processes receive through their environment. */
function envOf(options: SudoboxVitestOptions): object {
  const { logs, annotate, coverage } = options
  const env = {
    ...(logs === true && { [LOGS]: '1' }),
    ...(annotate !== undefined && { [ANNOTATIONS]: annotate }),
    ...(coverage !== undefined && coverage !== false && { [COVERAGE_PARTS]: partsOf(coverageFolder(coverage)) }),
    ...(profileFiles(options).length > 0 && { [GAS_PARTS]: gasParts() }),
    ...(callbacksFile(options) !== undefined && { [CALLBACK_RUNS]: callbackRuns() }),
  }
  return Object.keys(env).length === 0 ? {} : { env }
}

/** Runs in the main process before the tests. */
const BUILD_FIRST = fileURLToPath(new URL('./watch/build-first.js', import.meta.url))

/** How the contracts are built; undefined: not at all. */
const buildOf = ({ build }: SudoboxVitestOptions): BuildOptions | undefined =>
  typeof build === 'string' ? { command: build } : build === true ? {} : build === false ? undefined : build

/** Set-up of the whole run, if the command is this package's. */
function firstBuild(options: SudoboxVitestOptions): object {
  const build = buildOf(options)
  if (build === undefined || build.command !== undefined) return {}
  return { globalSetup: [BUILD_FIRST], provide: { sudoboxBuild: build.folder ?? '.' } }
}

/** Half of the 8 MB stack of a main thread on common systems: V8 must reach its limit before the system's. */
const STACK_SIZE_KIB = 3900

type Plugin = NonNullable<ViteUserConfig['plugins']>[number]

/** Runs in each test process, before the tests of a file. */
const FILES_OF_TESTS = fileURLToPath(new URL('./watch/files-of-tests.js', import.meta.url))

/** Watchers that already have a listener: each project of a workspace has a plug-in, but they share one watcher. */
const watched = new WeakMap<Vitest['vite'], Set<string>>()

function watch(vitest: Vitest, build?: BuildOptions): void {
  const here = watched.get(vitest.vite)
  if (here === undefined) rerunOnChange(vitest)
  const key = JSON.stringify(build)
  if (build !== undefined && here?.has(key) !== true) buildOnChange(vitest, build)
  watched.set(vitest.vite, new Set(here).add(key))
}

/** Runs in each test process when contracts' coverage is counted. */
const COUNT = fileURLToPath(new URL('./coverage/count.js', import.meta.url))
/** Runs in each test process when gas is profiled. */
const PROFILE = fileURLToPath(new URL('./gas-profile/profile.js', import.meta.url))

/** The loop and the runner of processes that try mutants. */
const MUTANT_FILES = {
  worker: fileURLToPath(new URL('./mutants/worker.js', import.meta.url)),
  runner: fileURLToPath(new URL('./mutants/runner.js', import.meta.url)),
}

/** The command line. */
const MAIN = fileURLToPath(new URL('../cli/main.js', import.meta.url))

/** Absolute, since test processes get it too. */
const coverageFolder = (coverage: boolean | ContractCoverageOptions): string =>
  resolve((typeof coverage === 'boolean' ? undefined : coverage.folder) ?? 'coverage/contracts')

/** Adds to the user's list of reporters; without one, keeps Vitest's default reporter. */
function reporters(given: ViteUserConfig, options: SudoboxVitestOptions): object {
  const { gasReport, html, coverage, mutants } = options
  const profiles = profileFiles(options)
  const callbacks = callbacksFile(options)
  const added = [
    ...(gasReport === true || html !== undefined ? [new GasReporter({ html })] : []),
    ...(coverage === undefined || coverage === false
      ? []
      : [
          new ContractCoverageReporter(
            coverageFolder(coverage),
            typeof coverage === 'boolean' ? undefined : coverage.thresholds,
          ),
        ]),
    ...(profiles.length > 0 ? [new GasProfileReporter(profiles)] : []),
    ...(mutants === undefined ? [] : [new MutantsReporter(MAIN, mutants)]),
    ...(callbacks === undefined ? [] : [new CallbackReporter(callbacks)]),
  ]
  if (added.length === 0) return {}
  return { reporters: given.test?.reporters === undefined ? ['default', ...added] : added }
}

/** Settings of a run whose results and reports are for the user. */
const ofTests = (given: ViteUserConfig, options: SudoboxVitestOptions, execArgv: string[]): ViteUserConfig => ({
  // Vitest removes the watcher when it is not in watch mode.
  ...(given.server?.watch && { server: { watch: { ignored: IGNORED } } }),
  test: {
    pool: 'forks',
    execArgv,
    ...reporters(given, options),
    ...envOf(options),
    ...firstBuild(options),
    // Vitest runs these anew for each test file, also where files share a process, as long as they are set here.
    setupFiles: [
      ...(options.coverage !== undefined && options.coverage !== false ? [COUNT] : []),
      ...(profileFiles(options).length > 0 ? [PROFILE] : []),
    ],
  },
})

/** Settings of a run of `sudobox mutants`: nothing else is observed, and nothing is built. */
const ofMutants = async (execArgv: string[]): Promise<ViteUserConfig> => ({
  test: { ...(await mutantSettings(MUTANT_FILES)), execArgv },
})

/**
 * The Vitest plug-in: gives test processes an engine stack larger than the contract VM's own limit, and reports gas.
 * In watch mode, a changed `.wasm` reruns the tests that stored it by its path.
 *
 * ```ts
 * // vitest.config.ts
 * import { defineConfig } from 'vitest/config'
 * import { sudobox } from 'sudobox/vitest/config'
 * export default defineConfig({ plugins: [sudobox({ gasReport: true })] })
 * ```
 */
export function sudobox(options: SudoboxVitestOptions = {}): Plugin {
  refuseUnknown('sudobox', [options])
  const execArgv = [`--stack-size=${options.stackSize ?? STACK_SIZE_KIB}`]
  return {
    name: 'sudobox',
    config: (given: ViteUserConfig): ViteUserConfig | Promise<ViteUserConfig> =>
      triesMutants() ? ofMutants(execArgv) : ofTests(given, options, execArgv),
    configureVitest({ vitest, project }: VitestPluginContext): void {
      if (!vitest.config.watch) return
      project.config.setupFiles.push(FILES_OF_TESTS)
      watch(vitest, buildOf(options))
    },
  } as Plugin
}
