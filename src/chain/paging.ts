import { NO_BYTES } from '../base/index.js'
import { plainError } from '../codec/index.js'
import {
  joinKeys,
  keyBytes,
  keyOf,
  prefixEnd,
  PrefixStore,
  type Key,
  type KVIterator,
  type KVStore,
} from '../store/index.js'
import type { Context } from './context.js'
import { GoPanic } from './gas.js'

/** Source: cosmos-sdk types/query `PageRequest`, in the form of cosmjs-types. */
export interface PageRequest {
  readonly key: Uint8Array
  readonly offset: bigint
  readonly limit: bigint
  readonly countTotal: boolean
  readonly reverse: boolean
}

/** Empty `nextKey` for the last page; `total` is 0 unless it was requested. */
export interface PageResponse {
  nextKey: Uint8Array
  total: bigint
}

/** Default number of rows per page. Source: types/query `DefaultLimit`. */
export const DEFAULT_LIMIT = 100n

const MAX_UINT64 = (1n << 64n) - 1n

interface Page {
  readonly key: Key | undefined
  readonly offset: number
  readonly limit: number
  /** offset + limit, which wraps as Go's uint64 does. */
  readonly end: number
  readonly countTotal: boolean
  readonly reverse: boolean
}

/** Source: `initPageRequestDefaults`. @throws ChainError undefined/1 */
function page(request: PageRequest | undefined): Page {
  const offset = request?.offset ?? 0n
  const key = request === undefined || request.key.length === 0 ? undefined : keyOf(request.key)
  if (offset > 0n && key !== undefined) throw plainError('invalid request, either offset or key is expected, got both')
  const unlimited = request === undefined || request.limit === 0n
  const limit = unlimited ? DEFAULT_LIMIT : request.limit
  return {
    key,
    offset: Number(offset),
    limit: Number(limit),
    end: Number((offset + limit) & MAX_UINT64),
    countTotal: unlimited || request.countTotal,
    reverse: request?.reverse ?? false,
  }
}

/** Source: types/query/pagination.go `getIterator`, including its panic for a reverse page that starts at the last row. */
function pageRows(store: KVStore, { key, reverse }: Page): KVIterator {
  if (!reverse) return store.iterator(key)
  if (key === undefined) return store.reverseIterator()
  const rows = store.iterator(key)
  let end: Key | undefined
  if (rows.valid) {
    rows.next()
    if (!rows.valid) throw new GoPanic('prefixIterator invalid, cannot call Key()')
    end = rows.key
  }
  rows.close()
  return store.reverseIterator(undefined, end)
}

/**
 * One page of a store, with its gas.
 * @param store the part of a store below a prefix
 * @throws ChainError undefined/1 `invalid request, …`
 * Source: types/query/pagination.go `Paginate`.
 */
export function paginate(
  store: KVStore,
  request: PageRequest | undefined,
  onRow: (key: Key, value: Uint8Array) => void,
): PageResponse {
  return filteredPaginate(store, request, (key, value, accumulate) => {
    if (accumulate) onRow(key, value)
    return true
  })
}

/**
 * One page of the rows for which `onRow` returns true; rows are collected only when `accumulate` is true.
 * Source: types/query/filtered_pagination.go `FilteredPaginate`.
 */
export function filteredPaginate(
  store: KVStore,
  request: PageRequest | undefined,
  onRow: (key: Key, value: Uint8Array, accumulate: boolean) => boolean,
): PageResponse {
  const wanted = page(request)
  const rows = pageRows(store, wanted)
  let hits = 0
  let nextKey: Key | undefined
  if (wanted.key !== undefined) {
    for (; rows.valid; rows.next()) {
      if (hits === wanted.limit) {
        nextKey = rows.key
        break
      }
      if (onRow(rows.key, rows.value, true)) hits++
    }
    return response(nextKey, 0)
  }
  for (; rows.valid; rows.next()) {
    if (onRow(rows.key, rows.value, hits >= wanted.offset && hits < wanted.end)) hits++
    if (hits === wanted.end + 1) {
      nextKey ??= rows.key
      if (!wanted.countTotal) break
    }
  }
  return response(nextKey, wanted.countTotal ? hits : 0)
}

const response = (nextKey: Key | undefined, total: number): PageResponse => ({
  nextKey: nextKey === undefined ? NO_BYTES : keyBytes(nextKey),
  total: BigInt(total),
})

/** Which rows of a collection a page is of, and what it makes of them. */
export interface CollectionRows<T> {
  /** What the keys that are looked at begin with; `undefined` for all. The next key comes without it. */
  readonly prefix?: Key | undefined
  /** Gets the key with the prefix. */
  readonly row: (key: Key, value: Uint8Array) => T
  /** Which rows count; by default all. */
  readonly include?: (key: Key, value: Uint8Array) => boolean
}

/**
 * One page of a collection: its gas order and edge cases differ from {@link paginate}.
 * @param store the part of a store below the collection's prefix
 * Source: types/query/collections_pagination.go `CollectionFilteredPaginate`, `CollectionPaginate`.
 */
export function collectionPaginate<T>(
  { release }: Pick<Context, 'release'>,
  store: KVStore,
  request: PageRequest | undefined,
  spec: CollectionRows<T>,
): { readonly rows: T[]; readonly pagination: PageResponse } {
  const wanted = page(request)
  const rows = collectionRows(store, spec.prefix, wanted)
  const none = { rows: [], pagination: response(undefined, 0) }
  if (rows === undefined) return none
  const isFirst = wanted.key === undefined
  if (isFirst && !release.skipsIncludedRows && !skip(rows, wanted.offset)) return none
  const toSkip = release.skipsIncludedRows ? wanted.offset : 0
  const { results, nextKey, count } = isFirst
    ? collectCounting(rows, wanted, toSkip, spec)
    : collect(rows, wanted.limit, spec)
  const total = isFirst && wanted.countTotal ? count + wanted.offset : 0
  return {
    rows: results,
    pagination: response(nextKey?.slice(spec.prefix?.length ?? 0) as Key | undefined, total),
  }
}

/** @returns whether there are as many rows */
function skip(rows: KVIterator, count: number): boolean {
  for (let i = 0; i < count; i++) {
    if (!rows.valid) return false
    rows.next()
  }
  return true
}

interface Collected<T> {
  readonly results: T[]
  readonly nextKey: Key | undefined
  readonly count: number
}

/** Source: `collFilteredPaginateByKey`. */
function collect<T>(rows: KVIterator, limit: number, { row, include = () => true }: CollectionRows<T>): Collected<T> {
  const results: T[] = []
  for (; rows.valid; rows.next()) {
    if (!include(rows.key, rows.value)) continue
    if (results.length === limit) return { results, nextKey: rows.key, count: limit }
    results.push(row(rows.key, rows.value))
  }
  return { results, nextKey: undefined, count: results.length }
}

/** Source: `collFilteredPaginateNoKey`. @param toSkip how many of the included rows come before the page */
function collectCounting<T>(
  rows: KVIterator,
  { limit, countTotal }: Page,
  toSkip: number,
  { row, include = () => true }: CollectionRows<T>,
): Collected<T> {
  const results: T[] = []
  let nextKey: Key | undefined
  let count = 0
  let skipped = 0
  for (; rows.valid; rows.next()) {
    if (count === limit) {
      nextKey = rows.key
      if (!countTotal) break
    }
    if (!include(rows.key, rows.value)) continue
    if (count < limit && skipped < toSkip) {
      skipped++
      continue
    }
    if (count < limit) results.push(row(rows.key, rows.value))
    count++
  }
  return { results, nextKey, count }
}

/** Undefined for a range whose start is above its end. Source: `getCollIter`, collections `IterateRaw`. */
function collectionRows(store: KVStore, prefix: Key | undefined, { key, reverse }: Page): KVIterator | undefined {
  const at = joinKeys(...[prefix, key].filter((part) => part !== undefined))
  if (!reverse) {
    const end = prefix === undefined ? undefined : prefixEnd(prefix)
    if (end !== undefined && at > end) return undefined
    return store.iterator(at, end)
  }
  const end = prefixEnd(at)
  if (prefix !== undefined && end !== undefined && prefix > end) return undefined
  return store.reverseIterator(prefix, end)
}

/** The rows of a collection whose keys start with a prefix; keys with it. Source: collections `Map.Walk`. */
export function* walk(store: KVStore, prefix: Key | undefined): Generator<readonly [key: Key, value: Uint8Array]> {
  const rows = store.iterator(prefix, prefix === undefined ? undefined : prefixEnd(prefix))
  for (; rows.valid; rows.next()) yield [rows.key, rows.value]
}

/** The part of a store below one prefix. */
export const below = (store: KVStore, prefix: Key): KVStore => new PrefixStore(store, prefix)
