import { fc, runs } from '../random.js'
import { expect, test } from 'vitest'
import { Cursor, emptyRoot, get, newOwner, remove, set, type Root } from '../../src/store/ordered-map.js'

/** Few different bytes and lengths, so that keys meet again, are prefixes of each other and hold 00 and FF. */
const key = fc.string({ unit: fc.constantFrom('\u0000', 'a', 'b', 'z', '\u007f', '\u0080', '\u00ff'), maxLength: 4 })
const bound = fc.option(key, { nil: undefined })

function rows(root: Root<number>, start?: string, end?: string, reverse = false): [string, number][] {
  const result: [string, number][] = []
  for (const cursor = new Cursor(root, start, end, reverse); cursor.valid; cursor.next())
    result.push([cursor.key!, cursor.value!])
  return result
}

function modelRows(
  model: ReadonlyMap<string, number>,
  start?: string,
  end?: string,
  reverse = false,
): [string, number][] {
  const all = [...model]
    .filter(([key]) => (start === undefined || key >= start) && (end === undefined || key < end))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return reverse ? all.toReversed() : all
}

const operation = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('set' as const), key, value: fc.nat() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('remove' as const), key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('snapshot' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), at: fc.nat() }) },
)

test('holds what a map holds, and every root that was handed out stays as it was', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 600 }), bound, bound, (operations, start, end) => {
      let root = emptyRoot<number>()
      let owner = newOwner()
      let model = new Map<string, number>()
      const kept: [Root<number>, Map<string, number>][] = []
      for (const step of operations) {
        if (step.kind === 'set') {
          root = set(root, step.key, step.value, owner)
          model.set(step.key, step.value)
        } else if (step.kind === 'remove') {
          root = remove(root, step.key, owner)
          model.delete(step.key)
        } else if (step.kind === 'snapshot') {
          kept.push([root, new Map(model)])
          owner = newOwner()
        } else if (kept.length > 0) {
          const [old, oldModel] = kept[step.at % kept.length]!
          root = old
          model = new Map(oldModel)
          owner = newOwner()
        }
      }
      for (const [root_, model_] of [...kept, [root, model] as const]) {
        expect(rows(root_)).toEqual(modelRows(model_))
        expect(rows(root_, start, end)).toEqual(modelRows(model_, start, end))
        expect(rows(root_, start, end, true)).toEqual(modelRows(model_, start, end, true))
        for (const [key, value] of model_) expect(get(root_, key)).toBe(value)
      }
    }),
    { numRuns: runs(150) },
  )
})

test('many keys in any order, then all of them removed again', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...Array(3000).keys()], { minLength: 2000 }), fc.boolean(), (numbers, ordered) => {
      const keys = numbers.map((n) => String(n).padStart(5, '0'))
      if (ordered) keys.sort()
      const owner = newOwner()
      let root = emptyRoot<number>()
      keys.forEach((key, i) => (root = set(root, key, i, owner)))
      expect(rows(root).map(([key]) => key)).toEqual(keys.toSorted())
      expect(rows(root, undefined, undefined, true).map(([key]) => key)).toEqual(keys.toSorted().toReversed())
      const gone = keys.filter((_, i) => i % 3 !== 0)
      for (const key of gone) root = remove(root, key, owner)
      expect(rows(root).map(([key]) => key)).toEqual(keys.filter((_, i) => i % 3 === 0).sort())
      for (const key of keys) root = remove(root, key, owner)
      expect(rows(root)).toEqual([])
      expect(root).toEqual({ owner: root.owner, keys: [], values: [], children: undefined })
    }),
    { numRuns: runs(20) },
  )
})

test('a branch with a single child, as ascending keys leave it, can be emptied', () => {
  const name = (number: number): string => String(number).padStart(6, '0')
  // With 32 entries a node, the 1,057th ascending key splits a branch at its end.
  for (const count of [1057, 1058, 1088, 1089, 2113]) {
    const owner = newOwner()
    let root = emptyRoot<number>()
    for (let number = 0; number < count; number++) root = set(root, name(number), number, owner)
    for (let number = count - 1; number >= 0; number--) {
      root = remove(root, name(number), owner)
      expect(get(root, name(number))).toBeUndefined()
      if (number > 0) expect(get(root, name(number - 1))).toBe(number - 1)
      // A key above all others goes where the removed ones were.
      expect(get(set(root, 'above', -1, newOwner()), 'above')).toBe(-1)
    }
    expect(rows(root)).toEqual([])
  }
})

test('removing a missing key gives the same root', () => {
  const root = set(emptyRoot<number>(), 'a', 1, newOwner())
  expect(remove(root, 'b', newOwner())).toBe(root)
})

test('a closed cursor is not valid', () => {
  const root = set(emptyRoot<number>(), 'a', 1, newOwner())
  const cursor = new Cursor(root, undefined, undefined, false)
  cursor.close()
  expect([cursor.valid, cursor.key, cursor.value]).toEqual([false, undefined, undefined])
})
