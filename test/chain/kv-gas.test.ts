import { expect, test } from 'vitest'
import { FiniteGasMeter, GoPanic, InfiniteGasMeter, OutOfGasPanic } from '../../src/chain/gas.js'
import { GasStore } from '../../src/chain/kv-gas.js'
import { asciiKey, EMPTY_KEY, type Key } from '../../src/store/key.js'
import { MultiStore } from '../../src/store/multistore.js'

const [abc, abd] = [asciiKey('abc'), asciiKey('abd')]
const five = new Uint8Array(5)

function filled() {
  const stores = new MultiStore(['s'])
  const store = stores.view(stores.working, 's')
  store.set(abc, five)
  store.set(abd, new Uint8Array(0))
  return store
}

function gasOf(work: (store: GasStore) => void): number {
  const meter = new InfiniteGasMeter()
  work(new GasStore(filled(), meter))
  return meter.consumed
}

/** Prices by hand from cosmossdk.io/store v1.1.2. */
test.each([
  ['a read', (store: GasStore) => store.get(abc), 1000 + 3 * 3 + 3 * 5],
  ['a read of an empty value', (store: GasStore) => store.get(abd), 1000 + 3 * 3],
  ['a read of nothing', (store: GasStore) => store.get(asciiKey('x')), 1000 + 3],
  ['has', (store: GasStore) => store.has(abc), 1000],
  ['a write', (store: GasStore) => store.set(abc, five), 2000 + 30 * 3 + 30 * 5],
  ['a deletion, also of nothing', (store: GasStore) => store.delete(asciiKey('x')), 1000],
  ['an iterator pays its first row', (store: GasStore) => store.iterator(), 3 * 3 + 3 * 5 + 30],
  ['an iterator without rows', (store: GasStore) => store.iterator(asciiKey('x')), 30],
  ['looking at a row', (store: GasStore) => store.iterator().value, 3 * 3 + 3 * 5 + 30],
  [
    'a walk over two rows pays the first twice',
    (store: GasStore) => {
      for (const rows = store.iterator(); rows.valid; rows.next());
    },
    2 * (3 * 3 + 3 * 5 + 30) + (3 * 3 + 30),
  ],
  ['a walk backwards begins with the last', (store: GasStore) => store.reverseIterator(), 3 * 3 + 30],
])('%s', (_, work, gas) => {
  expect(gasOf(work)).toBe(gas)
})

/** Where a meter stands when it runs out, and which step it names. */
test.each([
  ['a read, at its first step', 999, (store: GasStore) => store.get(abc), 1000, 'ReadFlat'],
  ['a read, at its key', 1008, (store: GasStore) => store.get(abc), 1009, 'ReadPerByte'],
  ['a read, at its value', 1009, (store: GasStore) => store.get(abc), 1024, 'ReadPerByte'],
  ['a write, at its key', 2000, (store: GasStore) => store.set(abc, five), 2090, 'WritePerByte'],
  ['a write, at its value', 2090, (store: GasStore) => store.set(abc, five), 2240, 'WritePerByte'],
  ['a deletion', 0, (store: GasStore) => store.delete(abc), 1000, 'Delete'],
  ['has', 0, (store: GasStore) => store.has(abc), 1000, 'Has'],
  ['an iterator, at the row', 0, (store: GasStore) => store.iterator(), 9, 'ValuePerByte'],
  ['an iterator, at the step', 24, (store: GasStore) => store.iterator(), 54, 'IterNextFlat'],
] as const)('%s', (_, limit, work, consumed, descriptor) => {
  const meter = new FiniteGasMeter(limit)
  expect(() => work(new GasStore(filled(), meter))).toThrow(new OutOfGasPanic(descriptor))
  expect(meter.consumed).toBe(consumed)
})

test('a write or deletion that exceeds the gas is not made', () => {
  const store = filled()
  expect(() => new GasStore(store, new FiniteGasMeter(2239)).set(abc, new Uint8Array([1, 2, 3, 4, 5]))).toThrow()
  expect(() => new GasStore(store, new FiniteGasMeter(999)).delete(abc)).toThrow()
  expect(store.get(abc)).toEqual(five)
})

test('keys that the SDK refuses', () => {
  const store = new GasStore(filled(), new InfiniteGasMeter())
  const long = 'a'.repeat(131_072) as Key
  for (const use of [
    (key: Key) => store.get(key),
    (key: Key) => store.has(key),
    (key: Key) => store.set(key, five),
    (key: Key) => store.delete(key),
  ]) {
    expect(() => use(EMPTY_KEY)).toThrow(new GoPanic('key is nil or empty'))
    expect(() => use(long)).toThrow(new GoPanic('key is too large'))
  }
})
