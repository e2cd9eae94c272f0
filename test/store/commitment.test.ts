import { fc, runs } from '../random.js'
import { expect, test } from 'vitest'
import { concatBytes, toHex } from '../../src/base/bytes.js'
import { sha256 } from '../../src/crypto/hash.js'
import { keyOf, type Key } from '../../src/store/key.js'
import { KEPT_TREES } from '../../src/store/commitment.js'
import { MultiStore, type MultiStoreOptions, type StoreSnapshot } from '../../src/store/multistore.js'
import { keyOfHex, reference, tellReference } from './reference.js'

const appHash = (stores: MultiStore, height: number): string => toHex(stores.version(height).commitment.hash)
const heights = Array.from({ length: reference.heights }, (_, i) => i + 1)

test('app hashes equal those of the reference chain, whenever they are computed', () => {
  const eager = tellReference({ commitment: 'eager' })
  const lazy = tellReference()
  expect(heights.map((height) => appHash(eager, height))).toEqual(reference.hashes)
  expect(heights.toReversed().map((height) => appHash(lazy, height))).toEqual(reference.hashes.toReversed())
})

test('proofs of present and absent keys equal those of the reference chain byte for byte', () => {
  const stores = tellReference()
  const proofs = reference.proofs.map(({ height, store, key }) => {
    const { ops } = stores.version(height).commitment.query(store, keyOfHex(key))
    return toHex(sha256(concatBytes(...ops.map(({ data }) => data))))
  })
  expect(proofs).toEqual(reference.proofs.map(({ ops }) => ops))
})

test('a chain that keeps few heights has the same hashes', () => {
  for (const keepHistory of [1, 2, 5]) {
    const stores = tellReference({ keepHistory })
    expect(appHash(stores, reference.heights)).toBe(reference.hashes.at(-1))
    expect(stores.version(reference.heights).commitment.pending).toBe(0)
    expect(() => stores.version(reference.heights - keepHistory)).toThrow('no state is kept')
  }
})

test('a long replay keeps few trees, and every height still has its hash', () => {
  const count = 2 * KEPT_TREES + 100
  const all = Array.from({ length: count }, (_, i) => i + 1)
  const long = (options: MultiStoreOptions): MultiStore => {
    const stores = new MultiStore(['bank', 'wasm'], options)
    for (const height of all) {
      stores
        .view(stores.working, height % 3 === 0 ? 'wasm' : 'bank')
        .set(`${height % 50}` as Key, Uint8Array.of(height % 7))
      if (height % 5 === 0) stores.view(stores.working, 'bank').delete(`${(height * 7) % 50}` as Key)
      stores.commit(height)
    }
    return stores
  }
  const eager = long({ commitment: 'eager' })
  const expected = all.map((height) => appHash(eager, height))
  const lazy = long({})
  expect(appHash(lazy, count)).toBe(expected[count - 1])
  const trees = all.filter((height) => lazy.version(height).commitment.pending === 0)
  expect(trees).toEqual([count - 2 * KEPT_TREES, ...all.slice(-KEPT_TREES - 1)])
  // One in the middle, those before it, and all from the last to the first.
  for (const height of [1500, 1499, 3, ...all.toReversed()]) expect(appHash(lazy, height)).toBe(expected[height - 1])
})

test('heights that wait to be replayed are bounded by what is kept', () => {
  const pending = heights.map((height) => tellReference({ keepHistory: 3 }, height).latest!.commitment.pending)
  expect(Math.max(...pending)).toBe(3)
})

test('a query gives value and proof ops, and names the stores when there is no such store', () => {
  const { commitment } = tellReference().latest!
  const { height, store, key } = reference.proofs.at(-1)!
  expect(height).toBe(reference.heights)
  const { ops } = commitment.query(store, keyOfHex(key))
  expect(ops.map(({ type, key }) => [type, Buffer.from(key).toString('hex')])).toEqual([
    ['ics23:iavl', key],
    ['ics23:simple', Buffer.from(store).toString('hex')],
  ])
  expect(() => commitment.query('gov', 'a' as Key)).toThrow(
    'there is no store "gov"\n  stores: acc, bank, empty, ibc, wasm',
  )
})

test('the hash of nothing stands for an empty store', () => {
  expect(toHex(tellReference().latest!.commitment.storeHash('empty'))).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
})

test('writing the value that is there makes a new version of it, and so another hash', () => {
  const stores = new MultiStore(['bank'])
  const bank = () => stores.view(stores.working, 'bank')
  const hashes = [1, 2, 3].map((height) => {
    if (height !== 2) bank().set('a' as Key, Uint8Array.of(1))
    return toHex(stores.commit(height).commitment.hash)
  })
  expect(hashes[1]).toBe(hashes[0])
  expect(hashes[2]).not.toBe(hashes[0])
})

const key = fc.uint8Array({ minLength: 1, maxLength: 2, max: 5 }).map(keyOf)
const store = fc.constantFrom('bank', 'wasm')
const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ kind: fc.constant('set' as const), store, key, value: fc.uint8Array({ maxLength: 3 }) }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('delete' as const), store, key }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('commit' as const), skip: fc.constantFrom(1, 1, 1, 7) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('ask' as const), back: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('snapshot' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), at: fc.nat() }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Runs the steps; gives the hashes of all heights that are there at the end, and those that were asked for on the way. */
function run(steps: readonly Step[], options: MultiStoreOptions): { end: string[]; asked: string[] } {
  const stores = new MultiStore(['bank', 'wasm'], options)
  const snapshots: StoreSnapshot[] = []
  const asked: string[] = []
  for (const step of steps) {
    if (step.kind === 'set') stores.view(stores.working, step.store).set(step.key, step.value)
    else if (step.kind === 'delete') stores.view(stores.working, step.store).delete(step.key)
    else if (step.kind === 'commit') stores.commit((stores.latest?.height ?? 0) + step.skip)
    else if (step.kind === 'snapshot') snapshots.push(stores.snapshot())
    else if (step.kind === 'restore' && snapshots.length > 0) stores.restore(snapshots[step.at % snapshots.length]!)
    else if (step.kind === 'ask') {
      const version = [...stores.versionsFrom(0)].at(-1 - step.back)
      if (version !== undefined) asked.push(`${version.height} ${toHex(version.commitment.hash)}`)
    }
  }
  return { end: [...stores.versionsFrom(0)].map(({ height }) => `${height} ${appHash(stores, height)}`), asked }
}

test('lazily and eagerly committed chains have equal hashes at every height, over snapshots and restores', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 250, size: 'max' }), (steps) => {
      const eager = run(steps, { commitment: 'eager' })
      expect(run(steps, {})).toEqual(eager)
      const few = run(steps, { keepHistory: 3 }).end
      expect(eager.end.slice(eager.end.length - few.length)).toEqual(few)
    }),
    { numRuns: runs(300) },
  )
})
