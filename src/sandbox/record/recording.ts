import { extname, resolve } from 'node:path'
import { stringify } from 'yaml'
import { errorsAtCallersLine } from '../../base/callers-line.js'
import { SudoboxError } from '../../base/errors.js'
import { writeAtomically } from '../../base/files.js'
import { version } from '../../base/version.js'
import { ACTION_VERSION, type Action } from '../actions/schema.js'
import type { Ended, LogEntry } from '../actions/log.js'
import type { Json } from '../values/values.js'
import type { WasmFiles } from '../host/wasm-files.js'
import { expectationOf, type Exactness } from './expectation.js'
import { errorView, outcomeView, refusalView } from './view.js'
import { quotedJson, writtenAction, writtenFiles } from './written.js'

/** Options of a recording. */
export interface RecordOptions {
  /** What the fixture expects of each step: `exact` when left out. */
  readonly expect?: Exactness
  /** The folder for a recording that is given by name, not by path; `fixtures` in the working directory when left out. */
  readonly folder?: string
  /** The first line of the fixture; the fixture's name when left out. */
  readonly title?: string
  readonly description?: string
}

/** A fixture as it is written; `sudobox/replay` has its schema. */
export interface RecordedFixture {
  readonly sudobox: number
  readonly by: string
  readonly title: string
  readonly description?: string
  readonly plugins?: { readonly [chain: string]: readonly string[] }
  readonly options?: Json
  readonly steps: readonly { readonly do: Json; readonly expect?: Json }[]
}

/** What a recording needs of its sandbox. */
export interface Recorded {
  /** The options of the sandbox, in JSON. */
  options(): Json
  /** Names of its plug-ins, by chain. */
  readonly plugins: { readonly [chain: string]: readonly string[] }
  readonly files: WasmFiles
  entries(): readonly LogEntry[]
  /** The outcomes of the actions in a sandbox that is made like this one. */
  rehearse(actions: readonly Action[]): Promise<readonly Ended[]>
  /** Reading actions for the final state of the chains. */
  heads(): readonly Action[]
  perform(action: Action): Promise<Ended>
  /** Waits until the EVMs are idle. */
  settled(): Promise<void>
}

/**
 * Everything that is done to a sandbox since its creation, as a fixture that replays it: each action with what came out, and in the end the hashes of
 * the chains' states. It has exactly the actions that led to the current state: after `restore()`, those that were undone are not in it.
 */
export class Recording {
  static {
    errorsAtCallersLine(this)
  }

  /** Where {@link save} writes it. */
  readonly file: string
  readonly #recorded: Recorded
  readonly #options: RecordOptions & { readonly title: string }

  /** @param name a path that ends in `.json`, `.yaml` or `.yml`; or a name, for `<folder>/<name>.json` */
  constructor(recorded: Recorded, name: string, options: RecordOptions) {
    this.#recorded = recorded
    this.file = resolve(FORMATS.has(extname(name)) ? name : `${options.folder ?? 'fixtures'}/${name}.json`)
    this.#options = { ...options, title: options.title ?? name }
  }

  /** The fixture up to now. Actions from before the recording began are run once more, to learn their outcomes. */
  async fixture(): Promise<RecordedFixture> {
    const recorded = this.#recorded
    const { expect = 'exact', title, description } = this.#options
    await recorded.settled()
    const entries = recorded.entries()
    const options = writtenFiles(recorded.options(), recorded.files, this.file)
    const unknown = entries.findLastIndex(({ ended }) => ended === undefined) + 1
    const before = await recorded.rehearse(entries.slice(0, unknown).map(({ action }) => action))
    const steps = entries.map(({ action, ended }, index) => this.#step(action, before[index] ?? ended!, expect))
    if (expect === 'exact')
      for (const action of recorded.heads()) steps.push(this.#step(action, await recorded.perform(action), expect))
    return {
      sudobox: ACTION_VERSION,
      by: `sudobox ${version()}`,
      title,
      ...(description !== undefined && { description }),
      ...(Object.values(recorded.plugins).some((names) => names.length > 0) && { plugins: recorded.plugins }),
      ...(Object.keys(options as object).length > 0 && { options }),
      steps,
    }
  }

  /** Writes the fixture, whole or not at all. @returns its file @throws UsageError when it cannot be written, or nothing was done yet */
  async save(): Promise<string> {
    const fixture = await this.fixture()
    writeAtomically(this.file, FORMATS.get(extname(this.file))!(fixture))
    return this.file
  }

  #step(action: Action, ended: Ended, exactness: Exactness): { do: Json; expect?: Json } {
    const written = writtenAction(action, this.#recorded.files, this.file)
    const view = viewOf(ended)
    return view === undefined ? { do: written } : { do: written, expect: quotedJson(expectationOf(view, exactness)) }
  }
}

const FORMATS: ReadonlyMap<string, (fixture: RecordedFixture) => string> = new Map([
  ['.json', (fixture: RecordedFixture) => `${JSON.stringify(fixture, undefined, 2)}\n`],
  ['.yaml', (fixture: RecordedFixture) => stringify(fixture, { lineWidth: 0, aliasDuplicateObjects: false })],
  ['.yml', (fixture: RecordedFixture) => stringify(fixture, { lineWidth: 0, aliasDuplicateObjects: false })],
])

/** Undefined for a bug of Sudobox itself, which no step can expect. */
function viewOf(ended: Ended): Json | undefined {
  if ('outcome' in ended) return outcomeView(ended.outcome)
  const { error } = ended
  return errorView(error) ?? (error instanceof SudoboxError ? refusalView(error) : undefined)
}
