import { Engine, type EngineSnapshot } from './engine.js'
import { Filters } from './filters.js'
import type { Hex } from './hex.js'
import { gethOrigin } from './geth-genesis.js'
import { importChain } from './import.js'
import { resolveOptions, type EvmNodeOptions } from './options.js'
import { METHODS } from './rpc/methods/index.js'
import { INVALID_REQUEST, methodNotFound, toRpcError } from './rpc/errors.js'
import { closeSession, type Session } from './rpc/session.js'
import { readArguments, type Call, type Method } from './rpc/table.js'
import { RpcError } from '../base/errors.js'

/** A request as EIP-1193 has it. */
export interface RequestArguments {
  readonly method: string
  readonly params?: unknown
}

export interface ProviderMessage {
  readonly type: 'eth_subscription'
  readonly data: { readonly subscription: Hex; readonly result: unknown }
}

/** An EIP-1193 provider. `request` rejects with an {@link RpcError}. */
export interface EvmProvider {
  request(args: RequestArguments): Promise<unknown>
  on(event: 'message', listener: (message: ProviderMessage) => void): this
  removeListener(event: 'message', listener: (message: ProviderMessage) => void): this
}

/** What stays of a node at a moment, for `restore`. */
export type EvmSnapshot = EngineSnapshot

/** An EVM chain and its JSON-RPC; see {@link createEvmNode}. */
export interface EvmNode extends EvmProvider {
  readonly chainId: bigint
  /** Name of the denomination of its balances. */
  readonly denom: string
  /** Number of the newest block. */
  readonly blockNumber: bigint
  /** Answers a request of a connection, synchronously where no EVM is needed. @throws RpcError */
  dispatch(method: string, params: unknown, session?: Session): unknown
  /** A connection is gone: its subscriptions end. */
  release(session: Session): void
  /** The row of the table for a method; undefined when the node does not have it. */
  method(name: string): Method | undefined
  /** Makes a block of what is in the pool. @param timestamp seconds since 1970, later than the newest block's. */
  mine(timestamp?: bigint): Promise<{ number: bigint; hash: Hex }>
  /**
   * Executes and appends blocks, one RLP after the other as `geth export` writes them. Returns how many.
   * @throws UsageError at the first block that does not fit; those before it stay.
   */
  importChain(rlp: Uint8Array): Promise<number>
  /** The balance of this account was moved by somebody else than the EVM: the next block takes it in. */
  balanceChanged(address: Hex): void
  /** Costs nothing that grows with the state. @throws UsageError while a block is being made. */
  snapshot(): EvmSnapshot
  /**
   * Goes to a snapshot of this node, in any order and as often as wanted. Balances of an injected source are put back with it.
   * @throws UsageError while a block is being made.
   */
  restore(snapshot: EvmSnapshot): void
  /** Ends subscriptions and filters; from then on every request is refused. */
  close(): Promise<void>
}

/**
 * A node of an EVM chain in this process, with the genesis block made. The VM itself is started by the first request that
 * needs it.
 * @throws UsageError for options that it cannot take.
 */
export function createEvmNode(options: EvmNodeOptions = {}): EvmNode {
  const origin = options.genesis === undefined ? undefined : gethOrigin(options.genesis)
  return new Node(new Engine(resolveOptions(options), origin))
}

class Node implements EvmNode {
  private readonly engine: Engine
  private readonly filters: Filters
  private readonly methods: ReadonlyMap<string, Method>
  private readonly messageListeners = new Set<(message: ProviderMessage) => void>()
  /** Sessions with subscriptions. */
  private readonly sessions = new Set<Session>()
  private readonly taken: EngineSnapshot[] = []
  private readonly own: Session
  private ids = 0
  private closed = false

  constructor(engine: Engine) {
    this.engine = engine
    this.filters = new Filters(engine)
    const there = METHODS.filter(({ namespace }) => namespace !== 'testing' || engine.options.testing)
    this.methods = new Map(there.map((method) => [method.name, method]))
    this.own = {
      subscriptions: new Map(),
      notify: (subscription, result) => {
        for (const listener of this.messageListeners)
          listener({ type: 'eth_subscription', data: { subscription, result } })
      },
    }
  }

  get chainId(): bigint {
    return this.engine.forks.chainId
  }

  get denom(): string {
    return this.engine.options.denom
  }

  get blockNumber(): bigint {
    return this.engine.chain.head.number
  }

  async request(args: RequestArguments): Promise<unknown> {
    if (typeof args !== 'object' || args === null || typeof args.method !== 'string')
      throw new RpcError({ code: INVALID_REQUEST, message: 'invalid request: want { method, params }' })
    try {
      return await this.dispatch(args.method, args.params, this.own)
    } catch (error) {
      throw toRpcError(error)
    }
  }

  dispatch(name: string, params: unknown, session?: Session): unknown {
    const method = this.closed ? undefined : this.methods.get(name)
    if (method === undefined) throw methodNotFound(name)
    if (session !== undefined) this.sessions.add(session)
    return method.handle(this.call(session), readArguments(method, params))
  }

  release(session: Session): void {
    closeSession(session)
    this.sessions.delete(session)
  }

  method(name: string): Method | undefined {
    return this.methods.get(name)
  }

  on(_: 'message', listener: (message: ProviderMessage) => void): this {
    this.messageListeners.add(listener)
    return this
  }

  removeListener(_: 'message', listener: (message: ProviderMessage) => void): this {
    this.messageListeners.delete(listener)
    return this
  }

  async mine(timestamp?: bigint): Promise<{ number: bigint; hash: Hex }> {
    const { number, hash } = await this.engine.mine(timestamp)
    return { number, hash }
  }

  importChain(rlp: Uint8Array): Promise<number> {
    return importChain(this.engine, rlp)
  }

  balanceChanged(address: Hex): void {
    this.engine.state.balanceChanged(address.toLowerCase() as Hex)
  }

  snapshot(): EvmSnapshot {
    return this.engine.snapshot()
  }

  restore(snapshot: EvmSnapshot): void {
    this.engine.restore(snapshot)
  }

  close(): Promise<void> {
    this.closed = true
    for (const session of this.sessions) closeSession(session)
    this.sessions.clear()
    return this.engine.queue.run(() => undefined)
  }

  private call(session: Session | undefined): Call {
    return {
      engine: this.engine,
      filters: this.filters,
      session,
      methods: this.methods,
      nextId: () => ++this.ids,
      snapshots: {
        take: () => this.engine.queue.run(() => BigInt(this.taken.push(this.engine.snapshotNow()))),
        revert: (id) =>
          this.engine.queue.run(() => {
            const snapshot = this.taken[Number(id) - 1]
            if (snapshot === undefined) return false
            this.engine.restoreNow(snapshot)
            // A snapshot is used up by returning to it, and so are those taken after it.
            this.taken.length = Number(id) - 1
            return true
          }),
      },
    }
  }
}
