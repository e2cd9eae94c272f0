import { RpcError } from '../../base/index.js'
import type { NodeChain } from '../chain/node-chain.js'
import { AUTHENTICATION_REQUIRED, INVALID_REQUEST, methodNotFound, toRpcError } from '../errors.js'
import type { ServedNode } from '../options/serve.js'
import { closeSession, type Session } from '../requests/session.js'
import { takeTurn } from '../requests/turns.js'
import { Filters } from '../rpc/filters.js'
import { methodsOf } from '../rpc/profiles/profiles.js'
import type { Runner } from '../rpc/runner.js'
import { onAnyChain, readArguments, type ChainCall, type Method } from '../rpc/table.js'
import type { EvmProvider, ProviderEvents, ProviderMessage, RequestArguments } from './node.js'

/** What is behind a {@link ChainNode}. */
export interface ChainParts {
  readonly chain: NodeChain
  readonly runner: Runner
  /** Learns of the blocks that the chain made since. */
  readonly catchUp: () => void
  /** Listens to the chain's blocks. @returns a function that ends that */
  readonly listen: (listener: () => void) => () => void
}

/** The JSON-RPC of a chain that has the EVM inside: the methods of the profile `cosmos-evm`, over that chain's own blocks. */
export class ChainNode implements EvmProvider, ServedNode {
  readonly profile = 'cosmos-evm'
  readonly #parts: ChainParts
  readonly #filters: Filters
  readonly #methods: ReadonlyMap<string, Method<ChainCall>>
  readonly #sessions = new Set<Session>()
  readonly #listeners = new Set<(message: ProviderMessage) => void>()
  readonly #own: Session
  #ids = 0
  #closed = false
  /** Ends listening to the chain. */
  readonly #stop: () => void

  constructor(parts: ChainParts) {
    const { chain } = parts
    this.#parts = parts
    this.#filters = new Filters(chain)
    this.#methods = new Map(onAnyChain(methodsOf(chain.options)).map((method) => [method.name, method]))
    this.#own = {
      subscriptions: new Map(),
      notify: (subscription, result) => {
        for (const listener of this.#listeners) listener({ type: 'eth_subscription', data: { subscription, result } })
      },
    }
    // A listener may not use the chain.
    this.#stop = parts.listen(() => {
      if (this.isWatched) queueMicrotask(parts.catchUp)
    })
  }

  get chainId(): bigint {
    return this.#parts.chain.forks.chainId
  }

  /** Whether somebody waits for blocks. */
  get isWatched(): boolean {
    return [...this.#sessions].some(({ subscriptions }) => subscriptions.size > 0)
  }

  async request(args: RequestArguments): Promise<unknown> {
    try {
      if (typeof args !== 'object' || args === null || typeof args.method !== 'string')
        throw new RpcError({ code: INVALID_REQUEST, message: 'invalid request: want { method, params }' })
      return await this.dispatch(args.method, args.params, this.#own)
    } catch (error) {
      throw toRpcError(error)
    }
  }

  dispatch(name: string, params: unknown, session?: Session, trusted = true): unknown {
    const method = this.#closed ? undefined : this.#methods.get(name)
    if (method === undefined) throw methodNotFound(name)
    if (!trusted && method.access === 'private')
      throw new RpcError({ code: AUTHENTICATION_REQUIRED, message: 'authentication required' })
    if (session !== undefined) this.#sessions.add(session)
    const args = readArguments(method, params)
    const { chain, runner, catchUp } = this.#parts
    const call = {
      chain,
      runner,
      filters: this.#filters,
      session,
      methods: this.#methods,
      nextId: () => ++this.#ids,
    }
    catchUp()
    if (!method.changes) return method.handle(call, args)
    return takeTurn(chain.options, { method: name, params: params ?? [] }, session, async (turn) =>
      method.handle({ ...call, turn }, args),
    )
  }

  release(session: Session): void {
    closeSession(session)
    this.#sessions.delete(session)
  }

  on<Event extends keyof ProviderEvents>(event: Event, listener: (value: ProviderEvents[Event]) => void): this {
    if (event === 'message') this.#listeners.add(listener as (message: ProviderMessage) => void)
    return this
  }

  removeListener<Event extends keyof ProviderEvents>(
    event: Event,
    listener: (value: ProviderEvents[Event]) => void,
  ): this {
    if (event === 'message') this.#listeners.delete(listener as (message: ProviderMessage) => void)
    return this
  }

  /** Undefined when no request that changes something is running; otherwise fulfilled when those that are running end. */
  idle(): Promise<unknown> | undefined {
    return this.#parts.chain.options.turns.idle()
  }

  /** Ends subscriptions and filters; from then on every request is refused. */
  async close(): Promise<void> {
    this.#closed = true
    this.#stop()
    for (const session of this.#sessions) closeSession(session)
    this.#sessions.clear()
    await this.idle()
  }
}
