import { NO_BYTES, UsageError } from '../base/index.js'
import type { KVStore, Layer, MultiStore } from '../store/index.js'
import { consensusParams, type ConsensusParams } from './block/consensus.js'
import type { BlockInfo, Context, ContextKey } from './context.js'
import { EventManager } from './events.js'
import { FiniteGasMeter, InfiniteGasMeter, type GasMeter, type GasTap } from './gas.js'
import { GAS_TAP } from './gas-tap.js'
import { GasStore } from './kv-gas.js'
import { SDK_0_53, type Release } from './release.js'

interface Parts {
  readonly stores: MultiStore
  readonly layer: Layer
  readonly block: BlockInfo
  readonly prefix: string
  readonly release: Release
  readonly consensus: ConsensusParams
  readonly gasMeter: GasMeter
  readonly events: EventManager
  readonly txIndex: number | undefined
  readonly txBytes: Uint8Array
  readonly values: Values | undefined
}

/** The values of a context, newest first: few, and added for each transaction and call, so a list is cheaper than copies of a map. */
interface Values {
  readonly key: ContextKey<unknown>
  readonly value: unknown
  readonly before: Values | undefined
}

/** Initial values of a context; defaults are a new infinite meter, a new event manager and no transaction. */
export interface ContextStart {
  readonly block: BlockInfo
  readonly prefix: string
  /** Default: {@link SDK_0_53}. */
  readonly release?: Release | undefined
  /** Default: those of a chain whose genesis has none, without a limit on gas. */
  readonly consensus?: ConsensusParams
  readonly gasMeter?: GasMeter
  readonly events?: EventManager
  readonly txIndex?: number | undefined
  readonly txBytes?: Uint8Array
  readonly gasTap?: GasTap | undefined
}

/** What is known of the content of stores. A cache: results do not depend on it. */
const known = new WeakMap<object, Map<ContextKey<unknown>, unknown>>()

const NO_LIMIT = consensusParams(0)

/** A context over one layer of a chain's state: `newContext(stores, stores.working, { block, prefix: 'neutron' })`. */
export function newContext(stores: MultiStore, layer: Layer, start: ContextStart): Context {
  return new StateContext(
    {
      stores,
      layer,
      block: start.block,
      prefix: start.prefix,
      release: start.release ?? SDK_0_53,
      consensus: start.consensus ?? NO_LIMIT,
      gasMeter: start.gasMeter ?? new InfiniteGasMeter(),
      events: start.events ?? new EventManager(),
      txIndex: start.txIndex,
      txBytes: start.txBytes ?? NO_BYTES,
      values: start.gasTap && { key: GAS_TAP, value: start.gasTap, before: undefined },
    },
    new Map(),
  )
}

class StateContext implements Context {
  readonly block: BlockInfo
  readonly prefix: string
  readonly release: Release
  readonly consensus: ConsensusParams
  readonly gasMeter: GasMeter
  readonly events: EventManager
  readonly txIndex: number | undefined
  readonly txBytes: Uint8Array
  readonly #parts: Parts
  /** Shared with contexts over the same layer and meter. */
  readonly #charged: Map<string, KVStore>

  constructor(parts: Parts, charged: Map<string, KVStore>) {
    this.block = parts.block
    this.prefix = parts.prefix
    this.release = parts.release
    this.consensus = parts.consensus
    this.gasMeter = parts.gasMeter
    this.events = parts.events
    this.txIndex = parts.txIndex
    this.txBytes = parts.txBytes
    this.#parts = parts
    this.#charged = charged
  }

  store(name: string): KVStore {
    let store = this.#charged.get(name)
    if (store === undefined) {
      store = new GasStore(this.rawStore(name), this.gasMeter)
      this.#charged.set(name, store)
    }
    return store
  }
  rawStore(name: string): KVStore {
    return this.#parts.stores.view(this.#parts.layer, name)
  }

  fromStore<T>(store: string, what: ContextKey<T>, compute: (ctx: Context) => T): T {
    const content = this.#parts.stores.content(this.#parts.layer, store)
    let facts = known.get(content)
    if (facts === undefined) known.set(content, (facts = new Map()))
    if (!facts.has(what)) facts.set(what, compute(this.withGasMeter(new InfiniteGasMeter())))
    return facts.get(what) as T
  }

  withGasMeter(gasMeter: GasMeter): Context {
    const tap = this.value(GAS_TAP)
    if (tap !== undefined && gasMeter instanceof FiniteGasMeter)
      gasMeter.tap(tap, this.gasMeter instanceof FiniteGasMeter && this.gasMeter.isTapped)
    return new StateContext({ ...this.#parts, gasMeter }, new Map())
  }
  withEvents(events: EventManager): Context {
    return new StateContext({ ...this.#parts, events }, this.#charged)
  }
  withBlock(block: BlockInfo): Context {
    return new StateContext({ ...this.#parts, block }, this.#charged)
  }
  onStateOf(other: Context): Context {
    if (!(other instanceof StateContext)) throw new UsageError('both contexts must be of one chain')
    return new StateContext({ ...this.#parts, layer: other.#parts.layer }, new Map())
  }

  branch(): { readonly ctx: Context; write(): void; discard(): void } {
    const layer = this.#parts.layer.branch()
    const events = new EventManager()
    return {
      ctx: new StateContext({ ...this.#parts, layer, events }, new Map()),
      write: () => {
        layer.write()
        for (const one of events.events) this.events.emit(one)
      },
      discard: () => layer.discard(),
    }
  }

  value<T>(key: ContextKey<T>): T | undefined {
    for (let one = this.#parts.values; one !== undefined; one = one.before)
      if (one.key === key) return one.value as T | undefined
    return undefined
  }
  withValue<T>(key: ContextKey<T>, value: T): Context {
    return new StateContext({ ...this.#parts, values: { key, value, before: this.#parts.values } }, this.#charged)
  }
}
