import { fc } from '../random.js'
import { expect, test } from 'vitest'
import { keyBytes, keyOf, lengthPrefixed, prefixEnd, textKey, uint64Key, type Key } from '../../src/store/key.js'
import { MultiStore } from '../../src/store/multistore.js'
import { PrefixStore } from '../../src/store/prefix.js'

const bytes = fc
  .uint8Array({ maxLength: 3 })
  .map((array) => keyOf(array.map((byte) => (byte < 128 ? byte % 3 : 255 - (byte % 3)))))

test('a prefix store shows exactly what is below its prefix, whatever the bytes', () => {
  fc.assert(
    fc.property(
      fc.array(bytes),
      bytes,
      fc.option(bytes, { nil: undefined }),
      fc.option(bytes, { nil: undefined }),
      (keys, prefix, start, end) => {
        const stores = new MultiStore(['s'])
        const store = stores.view(stores.working, 's')
        for (const key of keys) store.set(key, keyBytes(key))
        const below = new PrefixStore(store, prefix)
        const expected = [...new Set(keys)]
          .filter((key) => key.startsWith(prefix))
          .map((key) => key.slice(prefix.length))
          .filter((key) => (start === undefined || key >= start) && (end === undefined || key < end))
          .sort()
        const found: string[] = []
        for (const rows = below.iterator(start, end); rows.valid; rows.next()) found.push(rows.key)
        const reversed: string[] = []
        for (const rows = below.reverseIterator(start, end); rows.valid; rows.next()) reversed.push(rows.key)
        expect(found).toEqual(expected)
        expect(reversed).toEqual(expected.toReversed())
      },
    ),
  )
})

test('the end of a prefix', () => {
  const end = (...numbers: number[]) => prefixEnd(keyOf(Uint8Array.from(numbers)))
  expect(end(1, 2)).toBe('\u0001\u0003')
  expect(end(1, 255)).toBe('\u0002')
  expect(end(255, 255)).toBeUndefined()
  expect(end()).toBeUndefined()
})

test('keys of texts and of addresses', () => {
  expect(textKey('a\u00e9')).toBe('a\u00c3\u00a9')
  expect(lengthPrefixed(new Uint8Array([7, 8]))).toBe('\u0002\u0007\u0008' as Key)
})

test('numbers as keys are eight bytes, so that their order is that of the numbers', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
      const key = uint64Key(value)
      expect(Buffer.from(keyBytes(key)).readBigUInt64BE()).toBe(value)
    }),
  )
})
