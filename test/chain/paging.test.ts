import { fc } from '../random.js'
import { expect, test } from 'vitest'
import { GoPanic } from '../../src/chain/gas.js'
import {
  below,
  collectionPaginate,
  filteredPaginate,
  paginate,
  type PageRequest,
  type PageResponse,
} from '../../src/chain/paging.js'
import { SDK_0_53 } from '../../src/chain/release.js'
import { asciiKey, keyBytes, keyOf, type Key } from '../../src/store/key.js'
import { MultiStore } from '../../src/store/multistore.js'

const NONE = new Uint8Array(0)
const request = (parts: Partial<PageRequest> = {}): PageRequest => ({
  key: NONE,
  offset: 0n,
  limit: 0n,
  countTotal: false,
  reverse: false,
  ...parts,
})
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

/** Rows `b0` to `b9` between neighbours that must not be seen. */
function rows(count = 10) {
  const stores = new MultiStore(['s'])
  const store = stores.view(stores.working, 's')
  for (const key of ['a', 'c']) store.set(asciiKey(key), NONE)
  for (let i = 0; i < count; i++) store.set(asciiKey(`b${String(i).padStart(3, '0')}`), new Uint8Array([i]))
  return below(store, asciiKey('b'))
}

const OLD = { release: SDK_0_53 }
const NEW = { release: { ...SDK_0_53, skipsIncludedRows: true } }
const textOf = (key: Key): string => key

type Pager = (page: PageRequest | undefined) => { keys: string[]; page: PageResponse }
const pagers = (count?: number): Record<string, Pager> => ({
  paginate: (page) => {
    const keys: string[] = []
    return { page: paginate(rows(count), page, (key) => keys.push(key)), keys }
  },
  collectionPaginate: (page) => {
    const { rows: keys, pagination } = collectionPaginate(OLD, rows(count), page, { row: textOf })
    return { page: pagination, keys }
  },
})

test.each(['paginate', 'collectionPaginate'])('%s: totals, limits and the next key', (name) => {
  const pager = pagers()[name]!
  expect(pager(undefined).page.total).toBe(10n)
  expect(pager(request()).keys).toHaveLength(10)
  const first = pager(request({ limit: 4n }))
  expect(first.keys).toEqual(['000', '001', '002', '003'])
  expect([text(first.page.nextKey), first.page.total]).toEqual(['004', 0n])
  expect(pager(request({ limit: 4n, countTotal: true })).page.total).toBe(10n)
  expect(pager(request({ limit: 4n, offset: 8n, countTotal: true }))).toEqual({
    keys: ['008', '009'],
    page: { nextKey: NONE, total: 10n },
  })
  const backwards = pager(request({ limit: 3n, reverse: true }))
  expect(backwards.keys).toEqual(['009', '008', '007'])
  expect(text(backwards.page.nextKey)).toBe('006')
  expect(pager(request({ key: keyBytes(asciiKey('004')), limit: 2n, reverse: true })).keys).toEqual(['004', '003'])
  expect(pager(request({ key: keyBytes(asciiKey('004')), limit: 2n, countTotal: true })).page.total).toBe(0n)
  expect(() => pager(request({ key: NONE, offset: 1n }))).not.toThrow()
  expect(() => pager(request({ key: keyBytes(asciiKey('004')), offset: 1n }))).toThrow(
    'invalid request, either offset or key is expected, got both',
  )
})

test('without a request a page has 100 rows', () => {
  const { keys, page } = pagers(120)['paginate']!(undefined)
  expect([keys.length, text(page.nextKey), page.total]).toEqual([100, '100', 120n])
})

test('walking from page to page sees every row once, both ways', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 30 }),
      fc.bigInt({ min: 1n, max: 12n }),
      fc.boolean(),
      (count, limit, reverse) => {
        const expected = Array.from({ length: count }, (_, i) => String(i).padStart(3, '0'))
        if (reverse) expected.reverse()
        for (const pager of Object.values(pagers(count))) {
          const seen: string[] = []
          let key: Uint8Array = NONE
          do {
            const { keys, page } = pager(request({ key, limit, reverse }))
            seen.push(...keys)
            key = page.nextKey
          } while (key.length > 0)
          expect(seen).toEqual(expected)
        }
      },
    ),
  )
})

test('an offset behind the end gives nothing, and for a collection no total either', () => {
  const beyond = request({ offset: 11n, limit: 5n, countTotal: true })
  expect(pagers()['paginate']!(beyond)).toEqual({ keys: [], page: { nextKey: NONE, total: 10n } })
  expect(pagers()['collectionPaginate']!(beyond)).toEqual({ keys: [], page: { nextKey: NONE, total: 0n } })
})

test('only matching rows count', () => {
  const kept: string[] = []
  const page = filteredPaginate(
    rows(),
    request({ limit: 2n, offset: 1n, countTotal: true }),
    (key, value, accumulate) => {
      if (value[0]! % 2 !== 0) return false
      if (accumulate) kept.push(key)
      return true
    },
  )
  expect(kept).toEqual(['002', '004'])
  expect([text(page.nextKey), page.total]).toEqual(['006', 5n])
})

test('a collection page below a prefix has keys with, a next key without it', () => {
  const { rows: keys, pagination } = collectionPaginate(OLD, rows(20), request({ limit: 2n }), {
    prefix: asciiKey('01'),
    row: textOf,
  })
  expect(keys).toEqual(['010', '011'])
  expect(text(pagination.nextKey)).toBe('2')
  const second = collectionPaginate(OLD, rows(20), request({ key: pagination.nextKey, limit: 2n }), {
    prefix: asciiKey('01'),
    row: textOf,
  })
  expect(second.rows).toEqual(['012', '013'])
  const reversed = collectionPaginate(OLD, rows(20), request({ limit: 1n, reverse: true }), {
    prefix: asciiKey('01'),
    row: textOf,
  })
  expect(reversed.rows).toEqual(['019'])
})

test('an offset of a collection counts all rows, or from cosmos-sdk v0.54 on those that the query includes', () => {
  const even = (_: Key, value: Uint8Array) => value[0]! % 2 === 0
  const paged = (of: typeof OLD, offset: bigint) => {
    const page = request({ limit: 2n, offset, countTotal: true })
    const { rows: keys, pagination } = collectionPaginate(of, rows(), page, { row: textOf, include: even })
    return [keys, text(pagination.nextKey), pagination.total]
  }
  expect(paged(OLD, 3n)).toEqual([['004', '006'], '008', 6n])
  expect(paged(NEW, 3n)).toEqual([['006', '008'], '009', 5n])
  expect(paged(NEW, 11n)).toEqual([[], '', 11n])
})

test('a reverse page from the last row panics, as on the chain', () => {
  const last = keyBytes('009' as Key)
  expect(() => paginate(rows(), request({ key: last, reverse: true }), () => {})).toThrow(GoPanic)
  expect(keyOf(last)).toBe('009')
})
