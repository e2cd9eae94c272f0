import { RpcError } from '../../base/index.js'
import { EvmChain, type ChainSnapshot } from '../chain/evm-chain.js'
import { Files } from '../machine/files.js'
import { Filters } from '../rpc/filters.js'
import { GarbageCollector } from '../machine/garbage-collector.js'
import { gethOrigin } from '../chain/genesis/geth.js'
import { quantity, type Hex } from '../hex.js'
import type { HostMoment } from '../host/host.js'
import { runWhole } from '../chain/whole-request.js'
import { importChain } from '../chain/import/import.js'
import { Interval } from '../machine/interval.js'
import type { KeystoreSnapshot } from '../accounts/keystore.js'
import type { ProviderMessage, RequestArguments } from './node.js'
import type { Profile, ResolvedOptions } from '../options/options.js'
import { ProcessProfiler } from '../machine/process-profiler.js'
import { runnerOf, type Runner } from '../rpc/runner.js'
import { methodsOf } from '../rpc/profiles/profiles.js'
import { AUTHENTICATION_REQUIRED, INVALID_REQUEST, methodNotFound } from '../errors.js'
import { closeSession, type Session } from '../requests/session.js'
import { readArguments, type HostCall, type Method } from '../rpc/table.js'
import { Servers } from '../machine/servers.js'
import { takeTurn, type ChangingRequest, type Turn } from '../requests/turns.js'

/** A snapshot of a node that has started. */
export interface RunningSnapshot {
  readonly chain: ChainSnapshot
  readonly keys: KeystoreSnapshot
  /** Those of `evm_snapshot`. */
  readonly taken: readonly ChainSnapshot[]
  /** Milliseconds between blocks of interval mining. */
  readonly pace: number | undefined
}

/** A node that has started: its chain, and the table of methods over it. */
export class RunningNode {
  readonly #chain: EvmChain
  readonly #runner: Runner
  readonly #filters: Filters
  readonly #files: Files
  readonly #profiler: ProcessProfiler
  readonly #collector = new GarbageCollector()
  readonly #servers: Servers
  readonly #interval: Interval
  readonly #methods: ReadonlyMap<string, Method>
  /** Sessions with subscriptions. */
  readonly #sessions = new Set<Session>()
  readonly #taken: ChainSnapshot[] = []
  readonly #own: Session
  /** The state of the chain alongside it that it saw when another node took its place. */
  left: HostMoment | undefined
  readonly #first: RunningSnapshot
  #ids = 0
  #closed = false

  /** @throws UsageError for an invalid genesis. */
  static create(options: ResolvedOptions, genesis: unknown, notify: (message: ProviderMessage) => void): RunningNode {
    return new RunningNode(new EvmChain(options, genesis === undefined ? undefined : gethOrigin(genesis)), notify)
  }

  private constructor(chain: EvmChain, notify: (message: ProviderMessage) => void) {
    this.#chain = chain
    this.#runner = runnerOf(chain)
    this.#filters = new Filters(chain)
    this.#files = new Files(chain.options.dataDir)
    this.#profiler = new ProcessProfiler(this.#files)
    this.#servers = new Servers(this, chain.options.serve)
    this.#interval = new Interval(() => this.mine())
    this.#methods = new Map(methodsOf(chain.options).map((method) => [method.name, method]))
    this.#own = {
      subscriptions: new Map(),
      notify: (subscription, result) => notify({ type: 'eth_subscription', data: { subscription, result } }),
    }
    this.#first = this.snapshot()
  }

  get chainId(): bigint {
    return this.#chain.forks.chainId
  }

  get profile(): Profile {
    return this.#chain.options.profile
  }

  get blockNumber(): bigint {
    return this.#chain.blocks.head.number
  }

  /** A request of the process itself. @throws RpcError */
  request(args: RequestArguments): unknown {
    if (typeof args !== 'object' || args === null || typeof args.method !== 'string')
      throw new RpcError({ code: INVALID_REQUEST, message: 'invalid request: want { method, params }' })
    return this.dispatch(args.method, args.params, this.#own)
  }

  dispatch(name: string, params: unknown, session?: Session, trusted = true): unknown {
    const method = this.#closed ? undefined : this.#methods.get(name)
    if (method === undefined) throw methodNotFound(name)
    if (!trusted && method.access === 'private')
      throw new RpcError({ code: AUTHENTICATION_REQUIRED, message: 'authentication required' })
    if (session !== undefined) this.#sessions.add(session)
    const args = readArguments(method, params)
    const call = this.#call(session)
    if (method.changes)
      return this.#change({ method: name, params: params ?? [] }, session, (turn) =>
        method.handle({ ...call, turn }, args),
      )
    const handle = (): unknown => method.handle(call, args)
    return this.settled()?.then(handle) ?? handle()
  }

  /** Fulfilled when the EVM has followed the chain alongside it; undefined when it has. */
  settled(): Promise<void> | undefined {
    const chain = this.#chain
    return chain.isBehind ? chain.options.turns.run(() => chain.catchUp()) : undefined
  }

  /** The chain alongside it made a block. Requests see its effects by themselves; subscriptions have to be notified. */
  chainMoved(): void {
    if ([...this.#sessions].some(({ subscriptions }) => subscriptions.size > 0))
      void this.settled()?.catch(() => undefined)
  }

  /** Runs what changes the EVM when its turn has come. */
  #change<T>(request: ChangingRequest, session: Session | undefined, job: (turn: Turn) => T | Promise<T>): Promise<T> {
    const chain = this.#chain
    return takeTurn(chain.options, request, session, async (turn) =>
      chain.host === undefined ? job(turn) : runWhole(chain, turn, () => job(turn)),
    )
  }

  release(session: Session): void {
    closeSession(session)
    this.#sessions.delete(session)
  }

  async mine(timestamp?: bigint): Promise<{ number: bigint; hash: Hex }> {
    const params = timestamp === undefined ? [] : [quantity(timestamp)]
    await this.#change({ method: 'evm_mine', params }, undefined, async (turn) => {
      await this.#chain.mineOne(turn, timestamp)
      return '0x0'
    })
    const { number, hash } = this.#chain.blocks.head
    return { number, hash }
  }

  importChain(rlp: Uint8Array): Promise<number> {
    return this.#chain.options.turns.run(() => importChain(this.#chain, rlp))
  }

  balanceChanged(address: Hex): void {
    this.#chain.state.balanceChanged(address.toLowerCase() as Hex)
  }

  snapshot(): RunningSnapshot {
    return {
      chain: this.#chain.snapshot(),
      keys: this.#chain.keystore.snapshot(),
      taken: [...this.#taken],
      pace: this.#interval.milliseconds,
    }
  }

  /** @param snapshot undefined: to the genesis */
  restore(snapshot: RunningSnapshot = this.#first): void {
    this.#chain.restore(snapshot.chain)
    this.#chain.keystore.restore(snapshot.keys)
    this.#taken.splice(0, Infinity, ...snapshot.taken)
    if (this.#interval.milliseconds !== snapshot.pace) this.#interval.set(snapshot.pace ?? 0)
  }

  /** Another node takes its place alongside the chain from now on. */
  leave(moment: HostMoment): void {
    this.left = moment
    this.#interval.set(0)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#interval.set(0)
    this.#profiler.close()
    this.#collector.close()
    await this.#servers.close()
    for (const session of this.#sessions) closeSession(session)
    this.#sessions.clear()
    await this.#chain.options.turns.idle()
  }

  #call(session: Session | undefined): HostCall {
    return {
      chain: this.#chain,
      runner: this.#runner,
      filters: this.#filters,
      files: this.#files,
      servers: this.#servers,
      profiler: this.#profiler,
      collector: this.#collector,
      interval: this.#interval,
      session,
      methods: this.#methods,
      nextId: () => ++this.#ids,
      snapshots: {
        take: (turn) => this.#chain.apply(turn, () => BigInt(this.#taken.push(this.#chain.snapshot()))),
        revert: (turn, id) =>
          this.#chain.apply(turn, () => {
            const snapshot = this.#taken[Number(id) - 1]
            if (snapshot === undefined) return false
            this.#chain.revert(snapshot)
            // A snapshot is used up by returning to it, and so are those taken after it.
            this.#taken.length = Number(id) - 1
            return true
          }),
      },
    }
  }
}
