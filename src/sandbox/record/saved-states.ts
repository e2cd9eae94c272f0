import { isDeepStrictEqual } from 'node:util'
import { SudoboxError, UsageError } from '../../base/index.js'
import { GraphReader, GraphWriter, type GraphScope } from '../../base/object-graph/index.js'
import type { IbcApp } from '../../app/index.js'
import { CHAIN_CLASSES, DELETED_ROW } from '../../chain/index.js'
import { codeChecksums } from '../../modules/wasm/index.js'
import type { Trees } from '../../store/index.js'
import type { Action } from '../actions/schema.js'
import type { ActionLog, LogEntry } from '../actions/log.js'
import type { World } from '../actions/perform.js'
import { restoreHost, snapshotOf, type ChainHostSnapshot } from '../host/snapshot.js'
import type { ChainHost } from '../host/chain-host.js'
import type { WasmFiles } from '../host/wasm-files.js'
import type { QueryRelayerSnapshot } from '../query-relayer/query-relayer-host.js'
import { viewOf } from './recording.js'
import { filesOf, withFiles } from './written.js'
import type { RelayerSnapshot } from '../relayer/relayer-host.js'
import { SAVED_CALL } from '../trace/recorder.js'
import type { Json } from '../values/values.js'

/** An action of the log, with what a fixture expects of it, after those before it. */
interface SavedEntry {
  readonly action: Action
  readonly view: Json | undefined
  readonly before: SavedEntry | undefined
}

interface SavedHost extends Omit<ChainHostSnapshot, 'evm' | 'doubles'> {
  readonly trees: Trees
  /** By checksum. */
  readonly codes: ReadonlyMap<string, Uint8Array>
}

interface SavedState {
  readonly log: SavedEntry | undefined
  readonly hosts: ReadonlyMap<string, SavedHost>
  readonly relayer: RelayerSnapshot
  readonly queryRelayer: QueryRelayerSnapshot
}

/** The parts of a sandbox that a state consists of. */
export interface StateParts extends Pick<World, 'hosts' | 'files' | 'relayer' | 'queryRelayer'> {
  readonly log: ActionLog
}

/**
 * The state of a sandbox at several times, as pieces of bytes of which each has only what is new since the piece before. Another sandbox with equal
 * options resumes at the last piece, and goes on as this one would.
 */
export class SavedStates {
  readonly #parts: StateParts
  readonly #file: string
  readonly #scope: GraphScope
  readonly #writer: GraphWriter
  readonly #entries = new WeakMap<LogEntry, SavedEntry>()
  readonly #codes = new Map<string, Uint8Array>()

  /** @param file in whose folder a sandbox that resumes looks up the contracts that actions name by path */
  constructor(parts: StateParts, file: string) {
    this.#parts = parts
    this.#file = file
    this.#scope = {
      classes: [...CHAIN_CLASSES, SAVED_CALL],
      known: new Map([
        DELETED_ROW,
        ...[...parts.hosts].map(([key, { app }]) => [`stores of ${key}`, app.baseApp.stores.names] as const),
      ]),
    }
    this.#writer = new GraphWriter(this.#scope)
  }

  /**
   * The next piece. After an error no further one can be made.
   * @throws UsageError for a sandbox whose state cannot be saved: an EVM has started, a chain is forked or forgets heights, or a test has doubles
   */
  save(): Uint8Array {
    const { hosts, relayer, queryRelayer, log } = this.#parts
    const state: SavedState = {
      log: this.#savedLog(log.snapshot()),
      hosts: new Map([...hosts].map(([key, host]) => [key, this.#savedHost(host)])),
      relayer: relayer.snapshot(),
      queryRelayer: queryRelayer.snapshot(),
    }
    return this.#writer.write(state)
  }

  /**
   * Goes to the state of the last of all pieces so far; what is saved from now on follows it.
   * @throws UsageError for bytes that are no pieces, or pieces of a sandbox with other chains; the sandbox is then as before
   */
  resume(pieces: readonly Uint8Array[]): void {
    const { hosts, relayer, queryRelayer, log, files } = this.#parts
    const reader = new GraphReader(this.#scope)
    const state = pieces.map((piece) => reader.read(piece)).at(-1) as SavedState
    for (const [key, host] of hosts) assertSame(key, host.app, state.hosts.get(key))
    for (const [key, host] of hosts) this.#resumeHost(host, state.hosts.get(key)!)
    relayer.restore(state.relayer)
    queryRelayer.restore(state.queryRelayer)
    log.restore(this.#logOf(state.log, files))
    this.#writer.continue(reader)
  }

  #savedHost(host: ChainHost): SavedHost {
    const { evm, doubles, ...rest } = snapshotOf(host)
    if (evm?.node.running !== undefined)
      throw new UsageError(`the EVM of ${host.key} has started, whose state cannot be saved`)
    if (doubles !== undefined && doubles.size > 0)
      throw new UsageError(`${host.key} has doubles, which are code and cannot be saved`)
    const { app } = host
    const checksums = app.runsWasm ? [...codeChecksums(app.context)] : []
    const codes = new Map(checksums.map((checksum) => [checksum, this.#code(app, checksum)]))
    return { ...rest, trees: app.baseApp.stores.newestTrees, codes }
  }

  #code({ vm }: IbcApp, checksum: string): Uint8Array {
    let code = this.#codes.get(checksum)
    if (code === undefined) this.#codes.set(checksum, (code = vm.wasm(checksum)))
    return code
  }

  #resumeHost(host: ChainHost, { trees, codes, ...snapshot }: SavedHost): void {
    const { app } = host
    for (const [checksum, code] of codes) {
      app.vm.store(code)
      this.#codes.set(checksum, code)
    }
    app.baseApp.restore(snapshot.app, trees)
    restoreHost(host, { ...snapshot, evm: undefined, doubles: host.app.knownDoubles })
  }

  #savedLog(last: LogEntry | undefined): SavedEntry | undefined {
    const fresh: LogEntry[] = []
    let entry = last
    for (; entry !== undefined && !this.#entries.has(entry); entry = entry.before) fresh.push(entry)
    let saved = entry && this.#entries.get(entry)
    for (const one of fresh.reverse()) {
      const { action, ended } = one
      saved = {
        action: withFiles(action, this.#parts.files, this.#file),
        view: ended && viewOf(ended),
        before: saved,
      }
      this.#entries.set(one, saved)
    }
    return saved
  }

  #logOf(last: SavedEntry | undefined, files: WasmFiles): LogEntry | undefined {
    const all: SavedEntry[] = []
    for (let entry = last; entry !== undefined; entry = entry.before) all.push(entry)
    let entry: LogEntry | undefined
    for (const saved of all.reverse()) {
      const { action, view } = saved
      entry = { action, before: entry, ended: { view } }
      this.#entries.set(entry, saved)
      for (const file of filesOf(action)) lookUp(files, file)
    }
    return entry
  }
}

/** Finds again what helps to show the contract: its debug twin. The code itself is part of the state. */
function lookUp(files: WasmFiles, file: Parameters<WasmFiles['read']>[0]): void {
  try {
    files.read(file, '')
  } catch (error) {
    if (!(error instanceof SudoboxError)) throw error
  }
}

/** @throws UsageError if the state is that of another chain */
function assertSame(key: string, { baseApp }: IbcApp, saved: SavedHost | undefined): void {
  if (!isDeepStrictEqual(baseApp.genesis, saved?.app.genesis))
    throw new UsageError(`the saved state of ${key} is that of another chain`)
}
