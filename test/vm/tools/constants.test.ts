import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { constantsOf } from '../../../src/vm/tools/constants.js'

const read = (name: string) => constantsOf(readFileSync(`contracts/artifacts/${name}.wasm`))

test('names are the strings of the code and of its tables, whole', () => {
  const { texts } = read('remote_vault')
  for (const name of ['deposit_parts', 'collect', 'kv_query_result', 'interchain_account_id', 'undelegate'])
    expect(texts).toContain(name)
  // What stands side by side in memory is not run together, and text for people is no name.
  expect(texts.filter((text) => text.length > 30)).toEqual([])
  expect(texts.filter((text) => /\s/.test(text))).toEqual([])
})

test('numbers are those that the code compares with, without masks, small ones and text', () => {
  const { numbers } = read('remote_vault')
  expect(numbers).toContain(100_000n)
  expect(numbers.length).toBeLessThan(100)
  for (const none of [255n, 256n, 65_535n, 2n ** 31n, 2n ** 32n - 1n]) expect(numbers).not.toContain(none)
  expect([...numbers].sort((a, b) => Number(a - b))).toEqual(numbers)
})

/** `(func (param i64) (i64.const 123456789) (local.get 0) drop (i64.const 987654321) i64.eq drop)` */
test('a constant that is not compared with anything is not listed', () => {
  const body = [
    0x00, 0x20, 0x00, 0x42, 0xb1, 0xd1, 0xf9, 0xd6, 0x03, 0x51, 0x1a, 0x42, 0x95, 0x9a, 0xef, 0x3a, 0x1a, 0x0b,
  ]
  const section = (id: number, ...content: number[]): number[] => [id, content.length, ...content]
  const wasm = Uint8Array.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    0x01,
    0x00,
    0x00,
    0x00,
    ...section(1, 1, 0x60, 1, 0x7e, 0),
    ...section(3, 1, 0),
    ...section(10, 1, body.length, ...body),
  ])
  expect(constantsOf(wasm)).toEqual({ numbers: [987_654_321n], texts: [] })
})
