import type { RunnerTestCase, RunnerTestFile } from 'vitest'
import { runBaseTests } from 'vitest/worker'
import { trial } from './trial.js'

type State = Parameters<typeof runBaseTests>[1]
type Traces = Parameters<typeof runBaseTests>[2]
/** What Vitest keeps of a module that it has evaluated. */
interface EvaluatedModule {
  promise?: unknown
  exports?: unknown
  evaluated?: boolean
  readonly importers: Set<string>
  readonly meta?: object
}

/** Reports of each run to the main process: nobody reads them, and each costs a round trip. */
const REPORTS: readonly PropertyKey[] = [
  'onQueued',
  'onCollected',
  'onTaskUpdate',
  'snapshotSaved',
  'onTaskArtifactRecord',
  'onUserConsoleLog',
]

/** Calls of the main process, without reports, and with each file fetched once. */
function quiet<Rpc extends object>(rpc: Rpc): Rpc {
  const fetched = new Map<string, Promise<object>>()
  const nothing = (): Promise<void> => Promise.resolve()
  nothing.asEvent = (): void => {}
  const fetch = (id: string, importer: string, ...rest: readonly unknown[]): Promise<object> => {
    const key = `${id}\n${importer}`
    let found = fetched.get(key)
    if (found === undefined)
      fetched.set(
        key,
        (found = (Reflect.get(rpc, 'fetch') as (...args: unknown[]) => Promise<object>)(id, importer, ...rest)),
      )
    return found.then((result) => ({ ...result }))
  }
  return new Proxy(rpc, {
    get: (target, name): unknown =>
      REPORTS.includes(name) ? nothing : name === 'fetch' ? fetch : Reflect.get(target, name),
  })
}

/** The tests of a process, which can be run again and again: files are evaluated anew each time, what Node itself has loaded stays. */
export class TestProcess {
  readonly #state: State
  readonly #traces: Traces
  readonly #files: ReadonlyMap<string, State['ctx']['files'][number]>

  constructor(state: State, traces: Traces) {
    state.rpc = quiet(state.rpc)
    this.#state = state
    this.#traces = traces
    this.#files = new Map(state.ctx.files.map((file) => [file.filepath, file]))
  }

  get paths(): readonly string[] {
    return [...this.#files.keys()]
  }

  /** @param tests ids, those to run first; undefined: all @param ms how long a test may take; undefined: as configured */
  async run(
    path: string,
    tests?: readonly string[],
    ms?: number,
  ): Promise<{ readonly file: RunnerTestFile | undefined; readonly ended: readonly RunnerTestCase[] }> {
    const file = this.#files.get(path)
    if (file === undefined) return { file: undefined, ended: [] }
    this.#forget()
    this.#state.ctx.files = [file]
    if (ms !== undefined) this.#state.config.testTimeout = this.#state.ctx.config.testTimeout = ms
    trial.only = tests && new Set(tests)
    const ended: RunnerTestCase[] = []
    let result: RunnerTestFile | undefined
    const onEnd = (test: RunnerTestCase): void => void ended.push(test)
    const onFile = (one: RunnerTestFile | undefined): void => void (result = one)
    trial.on('end', onEnd).on('file', onFile)
    try {
      await runBaseTests('run', this.#state, this.#traces)
    } finally {
      trial.off('end', onEnd).off('file', onFile)
    }
    return { file: result, ended }
  }

  #forget(): void {
    const modules = this.#state.evaluatedModules.idToModuleMap as unknown as ReadonlyMap<string, EvaluatedModule>
    for (const module of modules.values()) {
      if (module.meta === undefined || 'externalize' in module.meta) continue
      module.promise = undefined
      module.exports = undefined
      module.evaluated = false
      module.importers.clear()
    }
  }
}
