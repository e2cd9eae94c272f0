import { refuseUnknown, UsageError } from '../base/index.js'
import {
  ErrInvalidRequest,
  ErrOutOfGas,
  ErrPanic,
  ErrUnknownRequest,
  FiniteGasMeter,
  OutOfGasPanic,
  Panic,
  txHash,
  type App,
  type Context,
  type TxOutcome,
  type TxResult,
} from '../chain/index.js'
import type { HttpRoute } from '../codec/proto-file/index.js'
import type { ChainLimits } from './limits.js'
import type { Mempool } from './mempool.js'
import type { ServerObserver } from './observer.js'
import { servicesOf, type Services } from './services/all.js'

/** The result of a delivered transaction, as broadcast responses report it. */
export type DeliveredTx = Omit<TxResult, 'index' | 'bytes' | 'error' | 'msgResponses'>

/** A chain as servers need it. */
export interface ServedChain {
  readonly baseApp: App
  /** The chain-name segment of REST paths. */
  readonly name: string
  /** The fee coin. */
  readonly denom: string
  /** REST paths besides those of all chains. */
  readonly routes?: readonly HttpRoute[]
  /** Names of gRPC services that its app registers besides those of all nodes. */
  readonly nodeServices?: readonly string[]
  /**
   * Delivers a checked transaction once, and returns its result, failed or not; by default
   * to the chain, with signature checks.
   */
  deliverTx?(bytes: Uint8Array): DeliveredTx
  /** Where transactions wait for a block; without it, each is delivered at once. */
  readonly mempool?: Mempool
  /** Simulates a transaction after those in the mempool, if there is one; by default the chain does. */
  simulateTx?(bytes: Uint8Array, mempool?: Mempool): TxOutcome
  /** The state that queries read; by default that of a finished height, the latest if none is given. */
  stateAt?(height: number | undefined): Context
}

/** What all servers of one chain share: transactions and queries, within the limits. */
export class ChainNode {
  readonly chain: ServedChain
  readonly limits: ChainLimits
  readonly observer: ServerObserver
  readonly #services: Services

  constructor(chain: ServedChain, limits: ChainLimits, observer: ServerObserver = {}) {
    refuseUnknown('new ChainNode', [chain, limits, observer])
    this.chain = chain
    this.observer = observer
    this.#services = servicesOf(chain.nodeServices ?? [])
    this.limits = limits
  }

  get app(): App {
    return this.chain.baseApp
  }

  /** Simulates a transaction after those that wait for a block. Source: cosmos-sdk baseapp `getContextForTx`: the state of checks. */
  simulate(bytes: Uint8Array): TxOutcome {
    const { mempool } = this.chain
    return this.chain.simulateTx?.(bytes, mempool) ?? this.app.simulate(bytes, mempool?.checkState)
  }

  /** Height of the oldest block that is not pruned. */
  get base(): number {
    for (const { height } of this.app.blocks()) return height
    return 0
  }

  /** Whether a transaction has already succeeded, or waits for a block: it is then refused without a check. */
  alreadyIn(bytes: Uint8Array): boolean {
    return this.app.tx(txHash(bytes))?.code === 0 || this.chain.mempool?.has(bytes) === true
  }

  deliver(bytes: Uint8Array): DeliveredTx {
    return this.chain.deliverTx === undefined ? this.app.deliver(bytes) : this.chain.deliverTx(bytes)
  }

  /** A method of the node itself, if the release that runs has it. */
  #service(path: string): Services[string] | undefined {
    if (!Object.hasOwn(this.#services, path) || this.app.types.methodTypes(path) === undefined) return undefined
    return this.#services[path]
  }

  /** Whether a gRPC method has that path. */
  answers(path: string): boolean {
    return this.#service(path) !== undefined || this.app.queries.handler(path) !== undefined
  }

  /** All gRPC methods of the modules and the node, sorted. */
  get paths(): readonly string[] {
    return [...this.app.queries.paths, ...Object.keys(this.#services).filter((path) => this.#service(path))].sort()
  }

  /**
   * Answers a gRPC query.
   * @param height 0 for the latest
   * @throws ChainError
   */
  query(path: string, request: Uint8Array, height = 0): Uint8Array {
    const service = this.#service(path)
    if (service !== undefined) return service(this, request, height)
    const handler = this.app.queries.handler(path)
    if (handler === undefined) throw ErrUnknownRequest.error('unknown query path')
    const meter = this.limits.queryGasLimit > 0 ? new FiniteGasMeter(this.limits.queryGasLimit) : undefined
    try {
      const ctx = this.#context(height)
      return handler(meter === undefined ? ctx : ctx.withGasMeter(meter), request)
    } catch (error) {
      if (error instanceof OutOfGasPanic)
        throw ErrOutOfGas.error(`out of gas in location: ${error.descriptor}; gasWanted: ${meter?.limit ?? 0}`)
      throw error instanceof Panic ? ErrPanic.error(error.message) : error
    }
  }

  /** @throws ChainError sdk/18 or sdk/26 for a height that cannot be queried. Source: `CreateQueryContext` */
  assertHeight(height: number): void {
    this.#context(height)
  }

  #context(height: number): Context {
    if (height < 0) throw ErrInvalidRequest.error('cannot query with height < 0; please provide a valid height')
    try {
      const wanted = height === 0 ? undefined : height
      return this.chain.stateAt?.(wanted) ?? this.app.queryContext(wanted)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      throw ErrInvalidRequest.error(
        `failed to load state at height ${height}; version does not exist (latest height: ${this.app.last.height})`,
      )
    }
  }
}
