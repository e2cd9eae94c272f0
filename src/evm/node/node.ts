import { atCallersLine, errorsAtCallersLine, strict, UsageError } from '../../base/index.js'
import { readGenesisFile } from '../chain/genesis/file.js'
import { quantity, type Hex } from '../hex.js'
import { resolveOptions, type EvmNodeOptions, type Profile, type ResolvedOptions } from '../options/options.js'
import type { ServedNode } from '../options/serve.js'
import type { RunningNode, RunningSnapshot } from './running-node.js'
import { methodNotFound, toRpcError } from '../errors.js'
import type { Session } from '../requests/session.js'
import { takeTurn } from '../requests/turns.js'

/** A request as EIP-1193 has it. */
export interface RequestArguments {
  readonly method: string
  readonly params?: unknown
}

/** A message that a provider emits (EIP-1193): of a subscription. */
export interface ProviderMessage {
  readonly type: 'eth_subscription'
  readonly data: { readonly subscription: Hex; readonly result: unknown }
}

/** The events of EIP-1193, with what their listeners are given. */
export interface ProviderEvents {
  readonly message: ProviderMessage
  readonly connect: { readonly chainId: string }
  readonly disconnect: Error
  readonly chainChanged: string
  readonly accountsChanged: string[]
}

type MessageListener = (message: ProviderMessage) => void

/**
 * An EIP-1193 provider. `request` rejects with an {@link RpcError}. Of the events it emits `message` alone: listeners to others, such as
 * `chainChanged`, are accepted and never called. An account that is added is in `eth_accounts` without an event.
 */
export interface EvmProvider {
  request(args: RequestArguments): Promise<unknown>
  on<Event extends keyof ProviderEvents>(event: Event, listener: (value: ProviderEvents[Event]) => void): this
  removeListener<Event extends keyof ProviderEvents>(
    event: Event,
    listener: (value: ProviderEvents[Event]) => void,
  ): this
}

/** A snapshot of a node, for `restore`. */
export interface EvmSnapshot {
  /**
   * Undefined: the node had not started.
   * @internal
   */
  readonly running: RunningNode | undefined
  /** @internal */
  readonly state: RunningSnapshot | undefined
}

/** An EVM chain and its JSON-RPC; see {@link createEvmNode}. */
export interface EvmNode extends EvmProvider, ServedNode {
  readonly chainId: bigint
  /** Name of the denomination of its balances. */
  readonly denom: string
  /** Number of the newest block. */
  readonly blockNumber: bigint
  /**
   * Loads the VM and makes the genesis block, as the first request would.
   * @throws UsageError for an invalid genesis.
   */
  start(): Promise<void>
  /** Makes a block of what is in the pool. @param timestamp seconds since 1970, later than the newest block's. */
  mine(timestamp?: bigint): Promise<{ number: bigint; hash: Hex }>
  /**
   * Executes and appends blocks, one RLP after the other as `geth export` writes them. Returns how many.
   * @throws UsageError at the first invalid block; those before it are kept.
   */
  importChain(rlp: Uint8Array): Promise<number>
  /** The balance of this account was changed outside of the EVM: the next block includes the change. */
  balanceChanged(address: Hex): void
  /** Undefined when the node is idle; otherwise fulfilled when it is, and has followed the chain alongside it. */
  settled(): Promise<void> | undefined
  /** Undefined when no request is running; otherwise fulfilled when those that are running end. The EVM need not have followed the chain alongside it. */
  idle(): Promise<unknown> | undefined
  /** The cost does not grow with the state. @throws UsageError while a block is being made. */
  snapshot(): EvmSnapshot
  /**
   * Goes to a snapshot of this node, in any order and any number of times. Balances of an injected source are restored with it.
   * Alongside a chain, the chain has to be restored next; a node that had not started starts again with the next request.
   * @throws UsageError while a block is being made.
   */
  restore(snapshot: EvmSnapshot): void
  /** Ends subscriptions and filters; from then on every request is refused. */
  close(): Promise<void>
}

/**
 * A node of an EVM chain in this process. The first request loads the VM and makes the genesis block: an unused node
 * costs nothing.
 * @example
 * const node = createEvmNode()
 * await node.request({ method: 'eth_chainId' })
 * @throws UsageError for invalid options.
 */
export const createEvmNode = atCallersLine(strict('createEvmNode', create))

function create(options: EvmNodeOptions = {}): EvmNode {
  const genesis = options.genesis === undefined ? undefined : readGenesisFile(options.genesis)
  return new LazyNode(resolveOptions(options), options.genesis, genesis?.config.chainId)
}

class LazyNode implements EvmNode {
  static {
    errorsAtCallersLine(this)
  }

  readonly chainId: bigint
  readonly profile: Profile
  readonly denom: string
  readonly #options: ResolvedOptions
  readonly #genesis: unknown
  readonly #messageListeners = new Set<MessageListener>()
  #running: RunningNode | undefined
  #starting: Promise<RunningNode> | undefined
  #closed = false

  constructor(options: ResolvedOptions, genesis: unknown, chainId = options.chainId) {
    this.#options = options
    this.#genesis = genesis
    this.chainId = chainId
    this.denom = options.denom
    this.profile = options.profile
    options.host?.onBlock(() => this.#running?.chainMoved())
  }

  get blockNumber(): bigint {
    return this.#running?.blockNumber ?? 0n
  }

  async start(): Promise<void> {
    await this.#started()
  }

  // Clients pass more: web3 its options, viem a signal.
  async request(args: RequestArguments): Promise<unknown> {
    try {
      const running = this.#running ?? (await this.#started())
      return await running.request(args)
    } catch (error) {
      throw toRpcError(error)
    }
  }

  dispatch(method: string, params: unknown, session?: Session, trusted = true): unknown {
    if (this.#closed) throw methodNotFound(method)
    if (this.#running !== undefined) return this.#running.dispatch(method, params, session, trusted)
    return this.#started(session).then((running) => running.dispatch(method, params, session, trusted))
  }

  release(session: Session): void {
    // The node may close before its first request has begun.
    if (this.#running !== undefined) this.#running.release(session)
    else void this.#starting?.then((running) => running.release(session)).catch(() => undefined)
  }

  on(event: keyof ProviderEvents, listener: (value: never) => void): this {
    if (event === 'message') this.#messageListeners.add(listener as MessageListener)
    return this
  }

  removeListener(event: keyof ProviderEvents, listener: (value: never) => void): this {
    if (event === 'message') this.#messageListeners.delete(listener as MessageListener)
    return this
  }

  async mine(timestamp?: bigint): Promise<{ number: bigint; hash: Hex }> {
    return (await this.#started()).mine(timestamp)
  }

  async importChain(rlp: Uint8Array): Promise<number> {
    return (await this.#started()).importChain(rlp)
  }

  balanceChanged(address: Hex): void {
    this.#running?.balanceChanged(address)
  }

  snapshot(): EvmSnapshot {
    this.#mustRest('snapshot()')
    return { running: this.#running, state: this.#running?.snapshot() }
  }

  restore(snapshot: EvmSnapshot): void {
    this.#mustRest('restore()')
    const { host } = this.#options
    if (host !== undefined && snapshot.running !== this.#running) {
      // A successor goes on from the balances that it leaves.
      this.#running?.leave(host.moment())
      host.show(snapshot.running?.left)
      this.#running = snapshot.running
      this.#starting = snapshot.running && Promise.resolve(snapshot.running)
    }
    this.#running?.restore(snapshot.state)
  }

  settled(): Promise<void> | undefined {
    const { turns } = this.#options
    return turns.busy ? turns.run(() => undefined).then(() => this.settled()) : this.#running?.settled()
  }

  idle(): Promise<unknown> | undefined {
    return this.#options.turns.idle()
  }

  async close(): Promise<void> {
    this.#closed = true
    const running = await this.#starting?.catch(() => undefined)
    await running?.close()
  }

  async #started(session?: Session): Promise<RunningNode> {
    if (this.#closed && this.#starting === undefined)
      throw new UsageError('the node is closed', { details: ['it had not been used before'] })
    return (this.#starting ??= this.#begin(session))
  }

  async #begin(session: Session | undefined): Promise<RunningNode> {
    await takeTurn(this.#options, { method: 'eth_chainId', params: [] }, session, async (turn) => {
      const { RunningNode } = await import('./running-node.js')
      const { loadKeccak } = await import('../crypto/hash.js')
      await loadKeccak()
      this.#running = RunningNode.create(this.#options, this.#genesis, (message) => {
        for (const listener of this.#messageListeners) listener(message)
      })
      turn.place()
      return quantity(this.#running.chainId)
    })
    return this.#running!
  }

  #mustRest(what: string): void {
    if (this.#options.turns.busy)
      throw new UsageError(`${what} while a block is being made`, {
        details: ['await the requests that are still running'],
      })
  }
}
