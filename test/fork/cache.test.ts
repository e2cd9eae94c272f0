import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { toHex } from '../../src/base/bytes.js'
import { sha256 } from '../../src/crypto/hash.js'
import { FolderCache, type FolderUse } from '../../src/fork/cache/cache.js'
import { checkedLine } from '../../src/fork/cache/lines.js'
import { earlierCaches, openCache } from '../../src/fork/cache/place.js'
import type { Facts } from '../../src/fork/rows/remote-store.js'
import { asciiKey } from '../../src/store/key.js'

const root = mkdtempSync(join(tmpdir(), 'sudobox-cache-'))
afterAll(() => rmSync(root, { recursive: true }))

const ANY = { chainId: undefined, height: undefined }

let caches = 0
/** A folder for a cache, and readers of it. */
function place(): { folder: string; open: (use?: Partial<FolderUse>) => FolderCache } {
  const top = join(root, String(caches++))
  const folder = join(top, 'live-1', '7-aa')
  mkdirSync(folder, { recursive: true })
  return { folder, open: (use) => new FolderCache(top, 'live-1/7-aa', 'codes', { proven: false, ...use }) }
}

const facts = (from: string, to: string | undefined, ...keys: string[]): Facts => ({
  span: { from, to },
  rows: keys.map((key) => ({ key: asciiKey(key), value: Uint8Array.of(1) })),
})

test('rows kept by one cache object are read by the next', () => {
  const { open } = place()
  const [one, other] = [open(), open()]
  const [first, second] = [facts('', 'c', 'a', 'b'), facts('d', undefined)]
  one.keep('bank', [first])
  other.keep('bank', [second])
  one.keepDocument('height', 7)
  const wasm = Uint8Array.of(1, 2, 3)
  one.keepCode(wasm)
  const later = open()
  expect(later.facts('bank')).toEqual([first, second])
  expect(later.document('height')).toBe(7)
  expect(later.code(toHex(sha256(wasm)))).toEqual(wasm)
})

test('with verification, only rows that a verified run wrote are used', () => {
  const { open } = place()
  open().keep('bank', [facts('a', 'b', 'a')])
  open().keepDocument('no store gov', true)
  open({ proven: true }).keep('bank', [facts('c', 'd', 'c')])
  open({ proven: true }).keepDocument('commit 7', 1)
  const proven = open({ proven: true })
  expect(proven.facts('bank')).toEqual([facts('c', 'd', 'c')])
  expect([proven.document('no store gov'), proven.document('commit 7')]).toEqual([undefined, 1])
  expect(open().facts('bank')).toHaveLength(2)
})

test('broken or impossible lines are skipped', () => {
  const { folder, open } = place()
  const b64 = (text: string) => Buffer.from(text).toString('base64')
  const line = (rest: object) => ({ store: 'bank', from: b64('b'), to: b64('d'), rows: [], proven: true, ...rest })
  const row = (key: string, value: unknown = 'AA==') => [b64(key), value]
  const bad: unknown[] = [
    line({ from: b64('d'), to: b64('b') }),
    line({ from: b64('b'), to: b64('b') }),
    line({ from: 7 }),
    line({ from: '?' }),
    line({ to: undefined }),
    line({ to: 1e300 }),
    line({ rows: {} }),
    line({ rows: [row('a')] }),
    line({ rows: [row('d')] }),
    line({ rows: [row('c'), row('b')] }),
    line({ rows: [row('c'), row('c')] }),
    line({ rows: [row('c', 'A')] }),
    line({ rows: [row('c', null)] }),
    line({ rows: [['']] }),
    line({ from: '', rows: [row('')] }),
    line({ proven: 'yes' }),
    line({ store: null }),
    line({ more: 1 }),
    { document: 'height', value: 9 },
    { document: 9, value: 9, proven: true },
    [],
    null,
    1e300,
    'text',
  ]
  const good = { ...line({ rows: [row('b'), row('c')] }), store: 'good' }
  const file = join(folder, 'x.jsonl')
  writeFileSync(file, bad.map((one) => checkedLine(JSON.stringify(one))).join(''))
  appendFileSync(
    file,
    [checkedLine('{"store"'), 'no checksum\n', '\u0000\n', checkedLine(JSON.stringify(good)).slice(1)].join(''),
  )
  appendFileSync(file, `\n${checkedLine(JSON.stringify(good))}${checkedLine(JSON.stringify(good)).slice(0, -9)}`)
  const cache = open()
  expect(cache.facts('bank')).toEqual([])
  expect(cache.document('height')).toBeUndefined()
  expect(cache.facts('good')).toHaveLength(1)
})

test('links, pipes, devices, folders and endless files are not read', () => {
  const outside = join(root, 'outside.jsonl')
  writeFileSync(outside, checkedLine(JSON.stringify({ document: 'secret', value: 1, proven: true })))
  const { folder, open } = place()
  symlinkSync(outside, join(folder, 'a.jsonl'))
  symlinkSync('/dev/zero', join(folder, 'b.jsonl'))
  execFileSync('mkfifo', [join(folder, 'c.jsonl')])
  mkdirSync(join(folder, 'd.jsonl'))
  const endless = join(folder, 'e.jsonl')
  writeFileSync(endless, readFileSync(outside))
  truncateSync(endless, 2 ** 40)
  const codes = join(folder, '../../codes')
  mkdirSync(codes)
  const wasm = Uint8Array.of(1)
  writeFileSync(join(root, 'code'), wasm)
  symlinkSync(join(root, 'code'), join(codes, `${toHex(sha256(wasm))}.wasm`))
  const cache = open()
  expect(cache.document('secret')).toBeUndefined()
  expect(cache.code(toHex(sha256(wasm)))).toBeUndefined()

  // Folders that lead out.
  const top = join(root, 'linked')
  mkdirSync(join(root, 'far', '7-aa'), { recursive: true })
  writeFileSync(join(root, 'far', '7-aa', 'a.jsonl'), readFileSync(outside))
  mkdirSync(top)
  symlinkSync(join(root, 'far'), join(top, 'live-1'))
  expect(earlierCaches(top, ANY, [], { proven: false })).toEqual([])
  expect(new FolderCache(top, 'live-1/7-aa', 'codes', { proven: false }).document('secret')).toBeUndefined()
  expect(earlierCaches(outside, ANY, [], { proven: false })).toEqual([])
})

test('a cache that is only read is not changed', () => {
  const { folder, open } = place()
  const cache = open({ readOnly: true })
  cache.keepDocument('height', 7)
  cache.keep('bank', [facts('a', 'b', 'a')])
  cache.keepCode(Uint8Array.of(1))
  expect(cache.document('height')).toBe(7)
  expect(new Set(readdirSync(join(folder, '../..'), { recursive: true, encoding: 'utf8' }))).toEqual(
    new Set(['live-1', join('live-1', '7-aa')]),
  )
})

test('the id of a chain and the hash of a block cannot lead out of the folder', () => {
  const top = join(root, 'named')
  for (const chainId of ['../../x', '..', '.', '/etc', 'a\\..\\b', 'C:']) {
    openCache(top, { chainId, height: 7, hash: '../../../../up' }, false).keepDocument('height', 7)
    openCache(top, { chainId, height: 7, hash: 'aa' }, false).keepDocument('height', 7)
  }
  expect(readdirSync(root)).toContain('named')
  for (const name of readdirSync(root)) expect(name).not.toMatch(/^x$|up/)
  expect(earlierCaches(top, { chainId: undefined, height: 7 }, [], { proven: false }).length).toBeGreaterThan(6)
})

test('the error for a folder that cannot be written names it', () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  expect(() => openCache(file, { chainId: 'live-1', height: 7, hash: 'aa' }, false).keepDocument('height', 7)).toThrow(
    /cannot write the cache of the fork: .*\n.*another folder/,
  )
})
