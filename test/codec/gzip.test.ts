import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { fromBase64 } from '../../src/base/index.js'
import { gunzipFirst, GzipError } from '../../src/codec/index.js'

interface Archive {
  readonly name: string
  readonly archive: string
  readonly limit: number
  /** Of the unpacked bytes. */
  readonly length: number
  readonly crc32: number
  readonly error?: string
}
const url = new URL('../../fixtures/wasmd/archives.json', import.meta.url)
const { rows } = JSON.parse(readFileSync(url, 'utf8')) as { readonly rows: readonly Archive[] }

/** Go hands over what it has before an empty block, and then finds the limit reached. */
const isFlushedAtLimit = ({ name, limit }: Archive, length: number): boolean =>
  name.startsWith('flushed') && length === limit

test('archives of code are unpacked, or refused with Go’s texts', () => {
  const different: unknown[] = []
  let flushed = 0
  for (const row of rows) {
    const answer = { length: 0, crc32: 0, error: undefined as string | undefined }
    try {
      const code = gunzipFirst(fromBase64(row.archive), row.limit)
      Object.assign(answer, { length: code.length, crc32: crc32(code) })
    } catch (error) {
      if (!(error instanceof GzipError)) throw error
      answer.error = error.shortMessage
    }
    const { length, crc32: sum, error } = row
    const expected = { length, crc32: sum, error }
    if (isFlushedAtLimit(row, answer.length)) flushed++
    else if (JSON.stringify(answer) !== JSON.stringify(expected)) different.push([row, answer])
  }
  expect(different).toEqual([])
  expect([rows.length, flushed]).toEqual([427, 5])
})
