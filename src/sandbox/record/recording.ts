import { rmSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { stringify } from 'yaml'
import { errorsAtCallersLine, SudoboxError, UsageError, version, writeAtomically } from '../../base/index.js'
import { ACTION_VERSION, type Action } from '../actions/schema.js'
import type { Ended, LogEntry } from '../actions/log.js'
import type { Json } from '../values/values.js'
import type { WasmFiles } from '../host/wasm-files.js'
import { LiveFile, lines, type FilePrefix } from './live-file.js'
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
  /** Whether the last steps expect the hashes of the chains' states; when left out, only where `expect` is `exact`. */
  readonly heads?: boolean
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

/** The parts of a sandbox that a recording needs. */
export interface Recorded {
  /** The options of the sandbox, in JSON. */
  options(): Json
  /** Names of its plug-ins, by chain. */
  readonly plugins: { readonly [chain: string]: readonly string[] }
  /** From now on keeps in a folder what forked chains read. */
  keepForks(folder: string): void
  readonly files: WasmFiles
  entries(): readonly LogEntry[]
  /** The last of them. */
  last(): LogEntry | undefined
  /** Calls the listener whenever an action has ended, or a snapshot was restored. @returns a function that ends that */
  onChange(listener: () => void): () => void
  /** The outcomes of the actions in a sandbox that is made like this one. */
  rehearse(actions: readonly Action[]): Promise<readonly Ended[]>
  /** Reading actions for the final state of the chains. */
  heads(): readonly Action[]
  perform(action: Action): Promise<Ended>
  /** Waits until the EVMs are idle. */
  settled(): Promise<void>
}

/**
 * Everything that is done to a sandbox since its creation, as a fixture that replays it: each action with its outcome, and at the end the hashes of
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
  #live: { readonly file: LiveFile; readonly end: () => void } | undefined
  /** The last entry that the live file has. */
  #written: LogEntry | undefined

  /** @param name a path that ends in `.json`, `.yaml` or `.yml`; or a name, for `<folder>/<name>.json` */
  constructor(recorded: Recorded, name: string, options: RecordOptions) {
    this.#recorded = recorded
    this.file = resolve(FORMATS.has(extname(name)) ? name : `${options.folder ?? 'fixtures'}/${name}.json`)
    this.#options = { ...options, title: options.title ?? name }
  }

  /** The fixture up to now. Actions from before the recording began are run once more, to learn their outcomes. */
  async fixture(): Promise<RecordedFixture> {
    const recorded = this.#recorded
    const { expect = 'exact', heads = expect === 'exact' } = this.#options
    await recorded.settled()
    const entries = recorded.entries()
    const head = this.#head()
    const unknown = entries.findLastIndex(({ ended }) => ended === undefined) + 1
    const before = await recorded.rehearse(entries.slice(0, unknown).map(({ action }) => action))
    const steps = entries.map(({ action, ended }, index) => this.#step(action, before[index] ?? ended!, expect))
    if (heads)
      for (const action of recorded.heads()) steps.push(this.#step(action, await recorded.perform(action), 'exact'))
    return { ...head, steps }
  }

  /**
   * Writes what was recorded so far, and from now on each step as soon as it has ended, so that a process that is killed loses at most the step that it
   * was writing. The file is whole at every moment. A file that ends in `.json` is written by {@link save}, and until then the steps are in a YAML file
   * next to it, `FILE.partial.yaml`.
   * @throws UsageError when it cannot be written, or when actions had ended before the recording began
   */
  follow(): void {
    if (this.#live !== undefined) return
    if (this.#recorded.entries().some(({ ended }) => ended === undefined))
      throw new UsageError('a recording that is written step by step begins before the first action')
    this.#recorded.keepForks(this.#forks)
    const file = new LiveFile(this.#isYaml ? this.file : `${this.file}.partial.yaml`)
    this.#live = { file, end: this.#recorded.onChange(() => this.#grow()) }
    this.#rewrite(file)
  }

  /** Writes the fixture, whole or not at all. @returns its file @throws UsageError when it cannot be written */
  async save(): Promise<string> {
    this.#recorded.keepForks(this.#forks)
    const fixture = await this.fixture()
    const live = this.#live
    this.#live = undefined
    live?.end()
    live?.file.close()
    const { steps, ...head } = fixture
    const text = live !== undefined && this.#isYaml ? lines(head, steps) : FORMATS.get(extname(this.file))!(fixture)
    writeAtomically(this.file, text)
    if (live !== undefined && live.file.file !== this.file) rmSync(live.file.file, { force: true })
    return this.file
  }

  /** The folder for what forked chains read, without which the fixture would have to connect to them. */
  get #forks(): string {
    return `${this.file}.forks`
  }

  /** What the file holds that is written step by step: how many bytes, and their SHA-256. @internal */
  get written(): FilePrefix | undefined {
    return this.#live?.file.written
  }

  get #isYaml(): boolean {
    return extname(this.file) !== '.json'
  }

  #head(): Omit<RecordedFixture, 'steps'> {
    const { title, description } = this.#options
    const { files, plugins } = this.#recorded
    const options = writtenFiles(this.#recorded.options(), files, this.file, this.#forks)
    return {
      sudobox: ACTION_VERSION,
      by: `sudobox ${version()}`,
      title,
      ...(description !== undefined && { description }),
      ...(Object.values(plugins).some((names) => names.length > 0) && { plugins }),
      ...(Object.keys(options as object).length > 0 && { options }),
    }
  }

  /** Adds to the live file the actions that have ended since. */
  #grow(): void {
    const { file } = this.#live!
    const fresh = this.#since(this.#written)
    if (fresh === undefined || file.isGone) return this.#rewrite(file)
    for (const entry of fresh) {
      if (entry.ended === undefined) return
      file.append(this.#step(entry.action, entry.ended, this.#options.expect ?? 'exact'))
      this.#written = entry
    }
  }

  /** Rewrites the live file: after `restore()` it has steps that were undone; and somebody may have deleted it. */
  #rewrite(file: LiveFile): void {
    const entries = this.#since(undefined)!
    const end = entries.findIndex(({ ended }) => ended === undefined)
    const done = end < 0 ? entries : entries.slice(0, end)
    file.write(
      this.#head(),
      done.map(({ action, ended }) => this.#step(action, ended!, this.#options.expect ?? 'exact')),
    )
    this.#written = done.at(-1)
  }

  /** The entries after one of them; undefined if it was undone. */
  #since(entry: LogEntry | undefined): readonly LogEntry[] | undefined {
    const fresh: LogEntry[] = []
    let at = this.#recorded.last()
    for (; at !== undefined && at !== entry; at = at.before) fresh.push(at)
    return at === entry ? fresh.reverse() : undefined
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
export function viewOf(ended: Ended): Json | undefined {
  if ('view' in ended) return ended.view
  if ('outcome' in ended) return outcomeView(ended.outcome)
  const { error } = ended
  return errorView(error) ?? (error instanceof SudoboxError ? refusalView(error) : undefined)
}
