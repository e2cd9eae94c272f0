import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toUtf8 } from '../../src/base/bytes.js'
import { hexProblem } from '../../src/codec/go-hex.js'
import { anyValue, int64, struct, unmarshal } from '../../src/codec/go-json/index.js'
import { goQuote } from '../../src/codec/go-quote.js'
import { equalFold, isBlank, toUpper, trimSpace } from '../../src/codec/go-strings.js'
import { goValueText } from '../../src/codec/go-value.js'

interface Row {
  readonly text: string
  readonly value?: string
  readonly error?: string
}

const golden = JSON.parse(
  readFileSync(new URL('../../fixtures/server/texts/strings.json', import.meta.url), 'utf8'),
) as Readonly<Record<'quotes' | 'hex' | 'names' | 'values', readonly Row[]>> & {
  readonly folds: readonly { readonly a: string; readonly b: string; readonly equal: boolean }[]
  readonly space: readonly number[]
  readonly upper: Readonly<Record<string, string>>
}

const bytesOf = ({ text }: Row): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))
const textOf = (row: Row): string => Buffer.from(bytesOf(row)).toString()
/** Texts that JavaScript can hold. */
const isUtf8 = (row: Row): boolean => !textOf(row).includes('\ufffd') || Buffer.from(textOf(row)).equals(bytesOf(row))

test('white space is what Go trims', () => {
  const found = Array.from({ length: 0x10000 }, (_, point) => point).filter((point) =>
    isBlank(String.fromCharCode(point)),
  )
  expect(found).toEqual(golden.space)
  expect(trimSpace('\u0085 a b\u3000\n')).toBe('a b')
  expect(trimSpace('\ufeffa\u200b')).toBe('\ufeffa\u200b')
})

test('letters become upper-case one by one', () => {
  // Some letters have a capital since Unicode 16, which Go does not know.
  for (let point = 0; point < 0x180; point++) {
    const letter = String.fromCharCode(point)
    expect(toUpper(letter), point.toString(16)).toBe(golden.upper[point] ?? letter)
  }
})

test.each(golden.folds)('$a and $b are equal but for their case: $equal', ({ a, b, equal }) => {
  expect(equalFold(a, b)).toBe(equal)
})

test.each(golden.quotes.filter(isUtf8))('a text is quoted as %q does: $value', (row) => {
  expect(goQuote(textOf(row))).toBe(row.value)
})

test.each(golden.hex)('hex is refused with its text: $error', (row) => {
  expect(hexProblem(textOf(row))).toBe(row.error)
})

test.each(golden.names)('members are found in any case: $value', (row) => {
  const read = unmarshal(struct('T', { send: int64, key: int64 }), bytesOf(row))
  expect(`${read.send} ${read.key}`).toBe(row.value)
})

test.each(golden.values)('a value is printed as %v does: $value', (row) => {
  expect(goValueText(unmarshal(anyValue, toUtf8(textOf(row))))).toBe(row.value)
})
