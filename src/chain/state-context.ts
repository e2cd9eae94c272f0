import { UsageError } from '../base/errors.js'
import type { KVStore } from '../store/kv.js'
import type { Layer } from '../store/layer.js'
import type { MultiStore } from '../store/multistore.js'
import type { BlockInfo, Context, ContextKey } from './context.js'
import { EventManager } from './events.js'
import { InfiniteGasMeter, type GasMeter } from './gas.js'
import { GasStore } from './kv-gas.js'

interface Parts {
  readonly stores: MultiStore
  readonly layer: Layer
  readonly block: BlockInfo
  readonly prefix: string
  readonly gasMeter: GasMeter
  readonly events: EventManager
  readonly txIndex: number | undefined
  readonly txBytes: Uint8Array
  readonly values: ReadonlyMap<ContextKey<unknown>, unknown>
}

/** What a context starts with; what is absent is a fresh infinite meter, a fresh event manager, no transaction. */
export interface ContextStart {
  readonly block: BlockInfo
  readonly prefix: string
  readonly gasMeter?: GasMeter
  readonly events?: EventManager
  readonly txIndex?: number | undefined
  readonly txBytes?: Uint8Array
}

const NOTHING = new Uint8Array(0)

/** A context over one layer of a chain's state: `newContext(stores, stores.working, { block, prefix: 'neutron' })`. */
export function newContext(stores: MultiStore, layer: Layer, start: ContextStart): Context {
  return new StateContext({
    stores,
    layer,
    block: start.block,
    prefix: start.prefix,
    gasMeter: start.gasMeter ?? new InfiniteGasMeter(),
    events: start.events ?? new EventManager(),
    txIndex: start.txIndex,
    txBytes: start.txBytes ?? NOTHING,
    values: new Map(),
  })
}

class StateContext implements Context {
  readonly #parts: Parts
  readonly #charged = new Map<string, KVStore>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get block(): BlockInfo {
    return this.#parts.block
  }
  get gasMeter(): GasMeter {
    return this.#parts.gasMeter
  }
  get events(): EventManager {
    return this.#parts.events
  }
  get txIndex(): number | undefined {
    return this.#parts.txIndex
  }
  get txBytes(): Uint8Array {
    return this.#parts.txBytes
  }
  get prefix(): string {
    return this.#parts.prefix
  }

  store(name: string): KVStore {
    let store = this.#charged.get(name)
    if (store === undefined) {
      store = new GasStore(this.rawStore(name), this.#parts.gasMeter)
      this.#charged.set(name, store)
    }
    return store
  }
  rawStore(name: string): KVStore {
    return this.#parts.stores.view(this.#parts.layer, name)
  }

  withGasMeter(gasMeter: GasMeter): Context {
    return this.#with({ gasMeter })
  }
  withEvents(events: EventManager): Context {
    return this.#with({ events })
  }
  withBlock(block: BlockInfo): Context {
    return this.#with({ block })
  }
  onStateOf(other: Context): Context {
    if (!(other instanceof StateContext)) throw new UsageError('both contexts must be of one chain')
    return this.#with({ layer: other.#parts.layer })
  }

  branch(): { readonly ctx: Context; write(): void; discard(): void } {
    const layer = this.#parts.layer.branch()
    const events = new EventManager()
    return {
      ctx: this.#with({ layer, events }),
      write: () => {
        layer.write()
        for (const one of events.events) this.#parts.events.emit(one)
      },
      discard: () => layer.discard(),
    }
  }

  value<T>(key: ContextKey<T>): T | undefined {
    return this.#parts.values.get(key) as T | undefined
  }
  withValue<T>(key: ContextKey<T>, value: T): Context {
    return this.#with({ values: new Map(this.#parts.values).set(key, value) })
  }

  #with(changes: Partial<Parts>): Context {
    return new StateContext({ ...this.#parts, ...changes })
  }
}
