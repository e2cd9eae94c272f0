import { fc, runs } from '../random.js'
import { expect, test } from 'vitest'
import { UsageError } from '../../src/base/errors.js'
import type { Change } from '../../src/store/change-set.js'
import { asciiKey, type Key } from '../../src/store/key.js'
import type { KVIterator } from '../../src/store/kv.js'
import type { Layer } from '../../src/store/layer.js'
import { MultiStore, type StoreSnapshot } from '../../src/store/multistore.js'

const STORES = ['acc', 'bank'] as const
type Name = (typeof STORES)[number]

const made = (n: number) => new Uint8Array(n === 0 ? [] : [n])
const SHARED = [made(0), made(1)]
/** Some values are the same object each time. */
const value = (n: number) => SHARED[n] ?? made(n)
const drain = (rows: KVIterator): [string, number[]][] => {
  const result: [string, number[]][] = []
  for (; rows.valid; rows.next()) result.push([rows.key, [...rows.value]])
  return result
}

/** One state as plain maps; values as numbers, 0 for the empty value. */
type Model = Record<Name, Map<Key, number>>
const copy = (model: Model): Model => ({ acc: new Map(model.acc), bank: new Map(model.bank) })
const rowsOf = (model: Model, name: Name): [string, number[]][] =>
  [...model[name]].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, n]) => [key, [...value(n)]])

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'].map(asciiKey)
const key = fc.constantFrom(...KEYS)
const store = fc.constantFrom(...STORES)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('set' as const), store, key, n: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), store, key }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('branch' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('write' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('discard' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('commit' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('snapshot' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), at: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const), store }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('iterate' as const), store, reverse: fc.boolean() }) },
)

/** What a height has changed, found by another way than the store's: by noting the keys that were written. */
function expectedChanges(before: Model, after: Model, touched: Record<Name, Set<Key>>, name: Name): Change[] {
  return [...touched[name]]
    .sort()
    .filter((key) => after[name].has(key) || before[name].has(key))
    .map((key) => [key, after[name].has(key) ? value(after[name].get(key)!) : undefined])
}

test('layers, heights, snapshots and open iterators behave as copies of maps would', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const stores = new MultiStore(STORES)
      const layers: { layer: Layer | undefined; model: Model; touched: Record<Name, Set<Key>> }[] = []
      const none = (): Record<Name, Set<Key>> => ({ acc: new Set(), bank: new Set() })
      let committed: Model = { acc: new Map(), bank: new Map() }
      layers.push({ layer: undefined, model: copy(committed), touched: none() })
      let height = 0
      const heights = new Map<number, Model>()
      const kept: {
        snapshot: StoreSnapshot
        model: Model
        touched: Record<Name, Set<Key>>
        committed: Model
        height: number
      }[] = []
      const open: [KVIterator, [string, number[]][]][] = []
      const seen = new Map<object, [string, number[]][]>()
      const top = () => layers.at(-1)!
      const layerOf = () => top().layer ?? stores.working
      const copyTouched = (touched: Record<Name, Set<Key>>) => ({
        acc: new Set(touched.acc),
        bank: new Set(touched.bank),
      })

      for (const step of steps) {
        const { model, touched } = top()
        switch (step.kind) {
          case 'set':
            stores.view(layerOf(), step.store).set(step.key, value(step.n))
            model[step.store].set(step.key, step.n)
            touched[step.store].add(step.key)
            break
          case 'delete':
            stores.view(layerOf(), step.store).delete(step.key)
            model[step.store].delete(step.key)
            touched[step.store].add(step.key)
            break
          case 'branch':
            layers.push({ layer: layerOf().branch(), model: copy(model), touched: copyTouched(touched) })
            break
          case 'write':
            if (layers.length === 1) break
            layers.pop()!.layer!.write()
            top().model = model
            top().touched = touched
            break
          case 'discard':
            if (layers.length > 1) layers.pop()!.layer!.discard()
            break
          case 'commit': {
            if (layers.length > 1) break
            const version = stores.commit(++height)
            for (const name of STORES)
              expect(version.changes().get(name) ?? []).toEqual(expectedChanges(committed, model, touched, name))
            committed = copy(model)
            heights.set(height, committed)
            top().touched = none()
            break
          }
          case 'snapshot':
            if (layers.length === 1)
              kept.push({
                snapshot: stores.snapshot(),
                model: copy(model),
                touched: copyTouched(touched),
                committed,
                height,
              })
            break
          case 'restore': {
            if (layers.length > 1 || kept.length === 0) break
            const saved = kept[step.at % kept.length]!
            stores.restore(saved.snapshot)
            layers[0] = { layer: undefined, model: copy(saved.model), touched: copyTouched(saved.touched) }
            committed = saved.committed
            height = saved.height
            break
          }
          case 'look': {
            const content = stores.content(layerOf(), step.store)
            const rows = rowsOf(model, step.store)
            expect(seen.get(content) ?? rows).toEqual(rows)
            seen.set(content, rows)
            break
          }
          case 'iterate': {
            const view = stores.view(layerOf(), step.store)
            const rows = rowsOf(model, step.store)
            open.push(step.reverse ? [view.reverseIterator(), rows.toReversed()] : [view.iterator(), rows])
            break
          }
        }
        // Looked at key by key: an iterator would give the layer a new token, and hide that another step forgot to.
        for (const name of STORES)
          for (const key of KEYS) {
            const n = top().model[name].get(key)
            expect(stores.view(layerOf(), name).get(key)).toEqual(n === undefined ? undefined : value(n))
          }
      }
      for (const [rows, expected] of open) expect(drain(rows)).toEqual(expected)
      while (layers.length > 1) layers.pop()!.layer!.discard()
      for (const { snapshot, model } of kept) {
        stores.restore(snapshot)
        for (const name of STORES)
          expect(drain(stores.view(stores.working, name).iterator())).toEqual(rowsOf(model, name))
      }
    }),
    { numRuns: runs(300) },
  )
})

const a = asciiKey('a')
const one = value(1)

test('writing the present value is a change, a new key that is deleted again is not', () => {
  const stores = new MultiStore(['bank'])
  const bank = () => stores.view(stores.working, 'bank')
  bank().set(a, one)
  stores.commit(1)
  bank().set(a, one)
  bank().set(asciiKey('b'), one)
  bank().delete(asciiKey('b'))
  bank().delete(asciiKey('never'))
  expect([...stores.commit(2).changes()]).toEqual([['bank', [[a, one]]]])
  expect([...stores.commit(3).changes()]).toEqual([])
})

test('an empty value exists, and is not absence', () => {
  const stores = new MultiStore(['bank'])
  const bank = stores.view(stores.working, 'bank')
  bank.set(a, new Uint8Array(0))
  expect([bank.has(a), bank.get(a)]).toEqual([true, new Uint8Array(0)])
})

test('finished heights stay readable, as many as are to be kept', () => {
  const stores = new MultiStore(['bank'], { keepHistory: 2 })
  for (let height = 1; height <= 4; height++) {
    stores.view(stores.working, 'bank').set(a, value(height))
    stores.commit(height)
  }
  expect([...stores.versionsFrom(0)].map(({ height }) => height)).toEqual([3, 4])
  expect(() => stores.version(2)).toThrow('no state is kept for height 2\n  kept: 3 to 4')
})

test('a state that was restored cannot be written by those who held it before', () => {
  const stores = new MultiStore(['bank'])
  const before = stores.snapshot()
  const stale = stores.view(stores.working, 'bank')
  stores.restore(before)
  expect(() => stale.set(a, one)).toThrow(UsageError)
})

test('a discarded layer discards the branches above it', () => {
  const stores = new MultiStore(['bank'])
  const lower = stores.working.branch()
  const upper = lower.branch()
  expect(() => lower.write()).toThrow(UsageError)
  lower.discard()
  expect(() => upper.write()).toThrow(UsageError)
  stores.view(stores.working, 'bank').set(a, one)
})

test('height does not go back, nor end while a branch is open', () => {
  const stores = new MultiStore(['bank'])
  stores.commit(5)
  expect(() => stores.commit(5)).toThrow('height 5 does not follow height 5')
  const layer = stores.working.branch()
  expect(() => stores.commit(6)).toThrow(UsageError)
  expect(() => stores.snapshot()).toThrow(UsageError)
  layer.discard()
  stores.commit(6)
})

test('an iterator that has ended is not valid', () => {
  const stores = new MultiStore(['bank'])
  const rows = stores.view(stores.working, 'bank').iterator()
  expect(rows.valid).toBe(false)
  for (const use of [() => rows.key, () => rows.value, () => rows.next()]) expect(use).toThrow(UsageError)
})

test('two stores of one name are refused', () => {
  expect(() => new MultiStore(['bank', 'bank'])).toThrow(UsageError)
})

test('a value that is written again keeps what is known of the content, and is a change of the height', () => {
  const stores = new MultiStore(STORES)
  const one = value(1)
  stores.view(stores.working, 'acc').set(asciiKey('a'), one)
  stores.commit(1)
  const before = stores.content(stores.working, 'acc')
  stores.view(stores.working, 'acc').set(asciiKey('a'), one)
  expect(stores.content(stores.working, 'acc')).toBe(before)
  expect(stores.commit(2).changes().get('acc')).toEqual([[asciiKey('a'), one]])
  stores.view(stores.working, 'acc').set(asciiKey('a'), value(2))
  expect(stores.content(stores.working, 'acc')).not.toBe(before)
})
