import { addressText, OutOfGasPanic, Panic, parseAccAddress, rethrowing, type Context } from '../../../chain/index.js'
import { EMPTY_KEY, joinKeys, prefixEnd, type Key, type KVIterator, type KVStore } from '../../../store/index.js'
import {
  BackendError,
  type Api,
  type Backend,
  type GasReport,
  type Order,
  type Querier,
  type Storage,
} from '../../../vm/internal.js'
import { CANONICALIZE_COST, HUMANIZE_COST, toVmGas, VALIDATE_COST } from './gas-register.js'
import { contractStoreKey, STORE } from '../keys.js'
import { typedEngineStack } from './engine-stack.js'
import { OBSERVER, type Observer, type StorageOperation } from './observer.js'

/** Maximum number of iterators in one call. Source: wasmvm internal/api/callbacks.go `frameLenLimit`. */
const MAX_ITERATORS = 32_768

/** Answers a contract's query with the bytes that the VM hands on. */
export type QueryFunction = (request: Uint8Array, vmGasLimit: bigint) => Uint8Array

/**
 * The chain's side of one contract call. Chain panics become what wasmvm makes of Go panics in callbacks;
 * any other error that is not a chain error is kept in `escaped`, to be rethrown when the VM has returned.
 * Source: wasmvm internal/api/callbacks.go, wasmd x/wasm/keeper/api.go.
 */
export class ContractBackend implements Backend {
  readonly storage: Storage
  readonly api: Api
  readonly querier: Querier
  escaped: { readonly error: unknown } | undefined

  constructor(ctx: Context, contract: Uint8Array, query: QueryFunction) {
    const guard: Guard = (gas, run) => {
      const before = ctx.gasMeter.consumed
      try {
        const value = run()
        gas.external = toVmGas(ctx.gasMeter.consumed - before)
        return value
      } catch (error) {
        throw this.#translate(error)
      }
    }
    this.storage = new ContractStorage(ctx, contract, guard)
    this.api = new AddressApi(ctx.prefix)
    this.querier = { query: (request, gasLimit, gas) => guard(gas, () => query(request, gasLimit)) }
  }

  #translate(error: unknown): BackendError {
    if (error instanceof BackendError) return error
    if (error instanceof OutOfGasPanic) return new BackendError('outOfGas', error.message, error)
    if (!(error instanceof Panic)) this.escaped ??= { error: typedEngineStack(error) }
    return new BackendError('foreignPanic', 'Panic in FFI call', error)
  }
}

/** Runs one callback; the gas that it consumes on the chain's meter is reported to the VM as externally used. */
type Guard = <T>(gas: GasReport, run: () => T) => T

class ContractStorage implements Storage {
  readonly #store: KVStore
  readonly #prefix: Key
  readonly #guard: Guard
  readonly #observer: Observer | undefined
  readonly #meter: Context['gasMeter']
  readonly #iterators: KVIterator[] = []

  constructor(ctx: Context, contract: Uint8Array, guard: Guard) {
    this.#store = ctx.store(STORE)
    this.#prefix = contractStoreKey(contract)
    this.#guard = guard
    this.#observer = ctx.value(OBSERVER)
    this.#meter = ctx.gasMeter
  }

  get(key: Key, gas: GasReport): Uint8Array | undefined {
    return this.#report('read', key, gas, () => this.#store.get(joinKeys(this.#prefix, key)))
  }

  set(key: Key, value: Uint8Array, gas: GasReport): void {
    this.#report('write', key, gas, () => {
      if (key === EMPTY_KEY) throw new EmptyKeyPanic()
      this.#store.set(joinKeys(this.#prefix, key), value)
    })
  }

  remove(key: Key, gas: GasReport): void {
    this.#report('remove', key, gas, () => this.#store.delete(joinKeys(this.#prefix, key)))
  }

  scan(start: Key | undefined, end: Key | undefined, order: Order, gas: GasReport): number {
    const from = start === undefined ? this.#prefix : joinKeys(this.#prefix, start)
    const to = end === undefined ? prefixEnd(this.#prefix) : joinKeys(this.#prefix, end)
    const iterator = this.#report('scan', start, gas, () =>
      order === 'ascending' ? this.#store.iterator(from, to) : this.#store.reverseIterator(from, to),
    )
    if (this.#iterators.length >= MAX_ITERATORS) {
      iterator.close()
      throw new BackendError('user', `reached iterator limit (${MAX_ITERATORS})`)
    }
    return this.#iterators.push(iterator) - 1
  }

  next(iterator: number, gas: GasReport): { readonly key: Key; readonly value: Uint8Array } | undefined {
    return this.#step(iterator, gas)
  }

  nextKey(iterator: number, gas: GasReport): Key | undefined {
    return this.#step(iterator, gas)?.key
  }

  nextValue(iterator: number, gas: GasReport): Uint8Array | undefined {
    return this.#step(iterator, gas)?.value
  }

  #step(id: number, gas: GasReport): { readonly key: Key; readonly value: Uint8Array } | undefined {
    const iterator = this.#iterators[id]
    if (iterator === undefined) throw new BackendError('iteratorDoesNotExist', `Iterator with ID ${id} does not exist`)
    const key = this.#observer?.storage && iterator.valid ? this.#keyAt(iterator) : undefined
    return this.#report('next', key, gas, () => {
      if (!iterator.valid) return undefined
      const row = { key: key ?? this.#keyAt(iterator), value: iterator.value }
      iterator.next()
      return row
    })
  }

  #keyAt(iterator: KVIterator): Key {
    return iterator.key.slice(this.#prefix.length) as Key
  }

  /** Runs an operation and reports it to the observer, also when it fails. */
  #report<T>(kind: StorageOperation['kind'], key: Key | undefined, gas: GasReport, run: () => T): T {
    if (this.#observer?.storage === undefined) return this.#guard(gas, run)
    const before = this.#meter.consumed
    try {
      return this.#guard(gas, run)
    } finally {
      this.#observer.storage({ kind, key, gas: this.#meter.consumed - before })
    }
  }
}

/** Source: store/types `AssertValidKey`, which the prefix store calls before it adds the prefix. */
class EmptyKeyPanic extends Panic {
  constructor() {
    super('key is nil or empty')
  }
}

class AddressApi implements Api {
  readonly #prefix: string

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  validate(human: string, gas: GasReport): void {
    gas.cost = toVmGas(CANONICALIZE_COST)
    const canonical = this.#parse(human)
    gas.cost = toVmGas(VALIDATE_COST)
    if (addressText(this.#prefix, canonical) !== human) throw new BackendError('user', 'address not normalized')
  }

  canonicalize(human: string, gas: GasReport): Uint8Array {
    gas.cost = toVmGas(CANONICALIZE_COST)
    return this.#parse(human)
  }

  humanize(canonical: Uint8Array, gas: GasReport): string {
    gas.cost = toVmGas(HUMANIZE_COST)
    if (canonical.length === 0) throw new BackendError('user', 'addresses cannot be empty: unknown address')
    if (canonical.length > 255)
      throw new BackendError('user', `address max length is 255, got ${canonical.length}: unknown address`)
    return addressText(this.#prefix, canonical)
  }

  #parse(human: string): Uint8Array {
    return rethrowing(
      (error) => new BackendError('user', error.log, error),
      () => parseAccAddress(this.#prefix, human),
    )
  }
}
