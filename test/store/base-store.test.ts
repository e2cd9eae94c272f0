import { fc } from '../random.js'
import { expect, test } from 'vitest'
import { NotSupportedError } from '../../src/base/errors.js'
import type { BaseStore } from '../../src/store/base-store.js'
import { asciiKey, type Key } from '../../src/store/key.js'
import type { KVIterator } from '../../src/store/kv.js'
import { MultiStore } from '../../src/store/multistore.js'

const KEYS = ['a', 'b', 'ba', 'c', 'd', 'e'].map(asciiKey)
const key = fc.constantFrom(...KEYS)
const bound = fc.option(key, { nil: undefined })
const value = fc.uint8Array({ minLength: 0, maxLength: 2 })
const rowsOf = (rows: ReadonlyMap<Key, Uint8Array>, start?: Key, end?: Key) =>
  [...rows]
    .filter(([at]) => (start === undefined || at >= start) && (end === undefined || at < end))
    .sort(([a], [b]) => (a < b ? -1 : 1))

const baseOf = (rows: ReadonlyMap<Key, Uint8Array>): BaseStore => ({
  get: (at) => rows.get(at),
  first: (start, end) => rowsOf(rows, start, end).map(([key, value]) => ({ key, value }))[0],
  last: (start, end) =>
    rowsOf(rows, start, end)
      .map(([key, value]) => ({ key, value }))
      .at(-1),
})

function all(rows: KVIterator): [Key, Uint8Array][] {
  const found: [Key, Uint8Array][] = []
  for (; rows.valid; rows.next()) found.push([rows.key, rows.value])
  return found
}

const write = fc.record({ key, value: fc.option(value, { nil: undefined }) })

test('rows over a base read, iterate and commit like a store with all rows', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(key, value)),
      fc.array(fc.array(write), { maxLength: 4 }),
      bound,
      bound,
      (below, heights, start, end) => {
        const rows = new Map(below)
        const store = new MultiStore(['s'])
        store.startOn(7, () => baseOf(new Map(rows)))
        for (const [i, writes] of heights.entries()) {
          const before = new Map(rows)
          const branch = store.working.branch()
          const view = store.view(branch, 's')
          for (const one of writes) {
            if (one.value === undefined) view.delete(one.key)
            else view.set(one.key, one.value)
            if (one.value === undefined) rows.delete(one.key)
            else rows.set(one.key, one.value)
          }
          branch.write()
          const version = store.commit(8 + i)
          const touched = [...new Set(writes.map((one) => one.key))].sort()
          expect(version.changes().get('s') ?? []).toEqual(
            touched.filter((at) => rows.has(at) || before.has(at)).map((at) => [at, rows.get(at)]),
          )
        }
        const view = store.view(store.working, 's')
        for (const at of KEYS) expect(view.get(at)).toEqual(rows.get(at))
        expect(all(view.iterator(start, end))).toEqual(rowsOf(rows, start, end))
        expect(all(view.reverseIterator(start, end))).toEqual(rowsOf(rows, start, end).toReversed())
      },
    ),
  )
})

test('what was written on a base is proven, and absence where the base has nothing; a row of the base is refused', () => {
  const [old, changed, fresh, none] = ['old', 'changed', 'fresh', 'none'].map(asciiKey) as [Key, Key, Key, Key]
  const store = new MultiStore(['s'])
  const one = Uint8Array.of(1)
  store.startOn(7, () =>
    baseOf(
      new Map([
        [old, one],
        [changed, one],
      ]),
    ),
  )
  const view = store.view(store.working, 's')
  view.set(changed, Uint8Array.of(2))
  view.set(fresh, one)
  const { commitment } = store.commit(8)
  expect(commitment.query('s', changed).value).toEqual(Uint8Array.of(2))
  expect(commitment.query('s', fresh).value).toEqual(one)
  expect(commitment.query('s', none).value).toBeUndefined()
  expect(() => commitment.query('s', old)).toThrow(NotSupportedError)
})

test('snapshots, earlier heights and copies keep the base', () => {
  const at = asciiKey('a')
  const store = new MultiStore(['s'])
  store.startOn(7, () => baseOf(new Map([[at, Uint8Array.of(1)]])))
  const before = store.snapshot()
  store.view(store.working, 's').delete(at)
  store.commit(8)
  expect(store.view(store.working, 's').get(at)).toBeUndefined()
  expect(store.view(store.layerAt(7), 's').get(at)).toEqual(Uint8Array.of(1))
  store.restore(before)
  expect(store.view(store.working.copy(), 's').get(at)).toEqual(Uint8Array.of(1))
  expect(() => store.startOn(9, () => undefined)).toThrow('have a state already')
})
