import type { Key, KVIterator, KVStore, Value } from '../store/index.js'
import { GoPanic, type GasMeter } from './gas.js'

/** Prices of store operations in SDK gas. Source: cosmossdk.io/store/types/gas.go `KVGasConfig`. */
export const KV_GAS = {
  has: 1000,
  delete: 1000,
  readFlat: 1000,
  readPerByte: 3,
  writeFlat: 2000,
  writePerByte: 30,
  iterNextFlat: 30,
} as const

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

  constructor(store: KVStore, meter: GasMeter) {
    this.#store = store
    this.#meter = meter
  }

  get(key: Key): Uint8Array | undefined {
    const { readFlat, readPerByte } = KV_GAS
    this.#meter.consume(readFlat, 'ReadFlat')
    assertKey(key)
    const value = this.#store.get(key)
    this.#meter.consume(readPerByte * key.length, 'ReadPerByte')
    if (value !== undefined) this.#meter.consume(readPerByte * value.length, 'ReadPerByte')
    return value
  }

  has(key: Key): boolean {
    this.#meter.consume(KV_GAS.has, 'Has')
    assertKey(key)
    return this.#store.has(key)
  }

  set(key: Key, value: Value): void {
    const { writeFlat, writePerByte } = KV_GAS
    assertKey(key)
    if (value.length > MAX_VALUE_LENGTH) throw new GoPanic('value is too large')
    this.#meter.consume(writeFlat, 'WriteFlat')
    this.#meter.consume(writePerByte * key.length, 'WritePerByte')
    this.#meter.consume(writePerByte * value.length, 'WritePerByte')
    this.#store.set(key, value)
  }

  delete(key: Key): void {
    this.#meter.consume(KV_GAS.delete, 'Delete')
    assertKey(key)
    this.#store.delete(key)
  }

  iterator(start?: Key, end?: Key): KVIterator {
    return new GasIterator(this.#store.iterator(start, end), this.#meter)
  }

  reverseIterator(start?: Key, end?: Key): KVIterator {
    return new GasIterator(this.#store.reverseIterator(start, end), this.#meter)
  }
}

/** Creating the iterator charges the first row, each step charges the row that it leaves; reading key and value is free. */
class GasIterator implements KVIterator {
  readonly #rows: KVIterator
  readonly #meter: GasMeter

  constructor(rows: KVIterator, meter: GasMeter) {
    this.#rows = rows
    this.#meter = meter
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
      this.#meter.consume(KV_GAS.readPerByte * this.#rows.key.length, 'ValuePerByte')
      this.#meter.consume(KV_GAS.readPerByte * this.#rows.value.length, 'ValuePerByte')
    }
    this.#meter.consume(KV_GAS.iterNextFlat, 'IterNextFlat')
  }
}

function assertKey(key: Key): void {
  if (key.length === 0) throw new GoPanic('key is nil or empty')
  if (key.length > MAX_KEY_LENGTH) throw new GoPanic('key is too large')
}
