import type { Key, KVIterator, KVStore, Value } from '../store/index.js'
import { GoPanic, type GasMeter } from './gas.js'

/** Prices of store operations in SDK gas. Source: cosmossdk.io/store/types/gas.go. */
export interface KVGasPrices {
  readonly has: number
  readonly delete: number
  readonly readFlat: number
  readonly readPerByte: number
  readonly writeFlat: number
  readonly writePerByte: number
  readonly iterNextFlat: number
}

/** Source: `KVGasConfig`. */
export const KV_GAS: KVGasPrices = {
  has: 1000,
  delete: 1000,
  readFlat: 1000,
  readPerByte: 3,
  writeFlat: 2000,
  writePerByte: 30,
  iterNextFlat: 30,
}

/** Source: `TransientGasConfig`. */
export const TRANSIENT_GAS: KVGasPrices = {
  has: 100,
  delete: 100,
  readFlat: 100,
  readPerByte: 0,
  writeFlat: 200,
  writePerByte: 3,
  iterNextFlat: 3,
}

/** Longest key in bytes. Source: store/types `MaxKeyLength`. */
const MAX_KEY_LENGTH = (1 << 17) - 1
/** Longest value in bytes. Source: store/types `MaxValueLength`. */
const MAX_VALUE_LENGTH = 2 ** 31 - 1

/**
 * A store whose every operation is charged to a meter, step by step in the SDK's order, so a meter that runs out stops at the same gas as the SDK's.
 * Source: cosmossdk.io/store/gaskv.
 */
export class GasStore implements KVStore {
  readonly #store: KVStore
  readonly #meter: GasMeter
  readonly #prices: KVGasPrices

  constructor(store: KVStore, meter: GasMeter, prices: KVGasPrices = KV_GAS) {
    this.#store = store
    this.#meter = meter
    this.#prices = prices
  }

  get(key: Key): Uint8Array | undefined {
    const { readFlat, readPerByte } = this.#prices
    this.#meter.consume(readFlat, 'ReadFlat')
    assertKey(key)
    const value = this.#store.get(key)
    this.#meter.consume(readPerByte * key.length, 'ReadPerByte')
    if (value !== undefined) this.#meter.consume(readPerByte * value.length, 'ReadPerByte')
    return value
  }

  has(key: Key): boolean {
    this.#meter.consume(this.#prices.has, 'Has')
    assertKey(key)
    return this.#store.has(key)
  }

  set(key: Key, value: Value): void {
    const { writeFlat, writePerByte } = this.#prices
    assertKey(key)
    if (value.length > MAX_VALUE_LENGTH) throw new GoPanic('value is too large')
    this.#meter.consume(writeFlat, 'WriteFlat')
    this.#meter.consume(writePerByte * key.length, 'WritePerByte')
    this.#meter.consume(writePerByte * value.length, 'WritePerByte')
    this.#store.set(key, value)
  }

  delete(key: Key): void {
    this.#meter.consume(this.#prices.delete, 'Delete')
    assertKey(key)
    this.#store.delete(key)
  }

  iterator(start?: Key, end?: Key): KVIterator {
    return new GasIterator(this.#store.iterator(start, end), this.#meter, this.#prices)
  }

  reverseIterator(start?: Key, end?: Key): KVIterator {
    return new GasIterator(this.#store.reverseIterator(start, end), this.#meter, this.#prices)
  }
}

/** Creating the iterator charges the first row, each step charges the row that it leaves; reading key and value is free. */
class GasIterator implements KVIterator {
  readonly #rows: KVIterator
  readonly #meter: GasMeter
  readonly #prices: KVGasPrices

  constructor(rows: KVIterator, meter: GasMeter, prices: KVGasPrices) {
    this.#rows = rows
    this.#meter = meter
    this.#prices = prices
    this.#charge()
  }
  get valid(): boolean {
    return this.#rows.valid
  }
  get key(): Key {
    return this.#rows.key
  }
  get value(): Uint8Array {
    return this.#rows.value
  }
  next(): void {
    this.#charge()
    this.#rows.next()
  }
  close(): void {
    this.#rows.close()
  }

  #charge(): void {
    if (this.#rows.valid) {
      this.#meter.consume(this.#prices.readPerByte * this.#rows.key.length, 'ValuePerByte')
      this.#meter.consume(this.#prices.readPerByte * this.#rows.value.length, 'ValuePerByte')
    }
    this.#meter.consume(this.#prices.iterNextFlat, 'IterNextFlat')
  }
}

function assertKey(key: Key): void {
  if (key.length === 0) throw new GoPanic('key is nil or empty')
  if (key.length > MAX_KEY_LENGTH) throw new GoPanic('key is too large')
}
