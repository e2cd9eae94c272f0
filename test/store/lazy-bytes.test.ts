import { expect, test } from 'vitest'
import { FiniteGasMeter } from '../../src/chain/gas.js'
import { GasStore } from '../../src/chain/kv-gas.js'
import { asciiKey, type Key } from '../../src/store/key.js'
import { LazyBytes, type Value } from '../../src/store/lazy-bytes.js'
import { MultiStore } from '../../src/store/multistore.js'
import { PrefixStore } from '../../src/store/prefix.js'

const KEY = asciiKey('key')
const BYTES = Uint8Array.of(1, 2, 3)

function lazily(): { readonly value: LazyBytes; readonly made: () => number } {
  let made = 0
  const value = new LazyBytes(BYTES.length, () => {
    made++
    return BYTES
  })
  return { value, made: () => made }
}

const storesWith = (value: Value): MultiStore => {
  const stores = new MultiStore(['a', 'b'])
  stores.view(stores.working, 'a').set(KEY, value)
  stores.commit(1)
  return stores
}

test('a value is not computed by writing it, checking that it exists, ending a height or replaying others', () => {
  const { value, made } = lazily()
  const stores = storesWith(value)
  const store = stores.view(stores.working, 'a')
  expect(store.has(KEY)).toBe(true)
  stores.view(stores.working, 'b').set(KEY, BYTES)
  stores.commit(2)
  expect([...stores.latest!.changes().keys()]).toEqual(['b'])
  expect([...stores.version(1).changes().keys()]).toEqual(['a'])
  expect(made()).toBe(0)
  expect(store.get(KEY)).toEqual(BYTES)
  expect(store.get(KEY)).toEqual(BYTES)
  expect(made()).toBe(1)
})

test('it is computed for a hash, a proof and an iterator, with the same results as bytes', () => {
  const plain = storesWith(BYTES)
  const hashed = storesWith(lazily().value)
  expect(hashed.latest!.commitment.hash).toEqual(plain.latest!.commitment.hash)
  expect(storesWith(lazily().value).latest!.commitment.query('a', KEY)).toEqual(
    plain.latest!.commitment.query('a', KEY),
  )
  const stores = storesWith(lazily().value)
  expect(stores.view(stores.working, 'a').iterator().value).toEqual(BYTES)
})

test('it reads the same through a prefix, over a base, and when it replaces a row of the base', () => {
  const stores = new MultiStore(['a'])
  const row = { key: KEY, value: Uint8Array.of(9) }
  stores.startOn(5, () => ({ get: (key) => (key === KEY ? row.value : undefined), first: () => row, last: () => row }))
  new PrefixStore(stores.view(stores.working, 'a'), asciiKey('k')).set('ey' as Key, lazily().value)
  const store = stores.view(stores.working, 'a')
  expect(store.get(KEY)).toEqual(BYTES)
  expect(store.iterator(KEY, asciiKey('kez')).value).toEqual(BYTES)
})

test('writing it costs the gas of its length', () => {
  const gasOf = (value: Value): number => {
    const stores = new MultiStore(['a'])
    const meter = new FiniteGasMeter(10_000)
    new GasStore(stores.view(stores.working, 'a'), meter).set(KEY, value)
    return meter.consumed
  }
  expect(gasOf(lazily().value)).toBe(gasOf(BYTES))
})
