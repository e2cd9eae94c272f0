import { expect, test } from 'vitest'
import { exactNumber, exactText, isMarkedNumber, parseExact } from '../../src/pages/exact-json.js'

const LARGEST = [2n ** 64n - 1n, 2n ** 128n - 1n, -(2n ** 63n), 2n ** 53n + 1n].map(String)

test.each(LARGEST)('%s is kept exactly, as a number and as a text', (digits) => {
  for (const text of [digits, `"${digits}"`, `{"a":[${digits},{"b":"${digits}"}],"${digits}":1}`])
    expect(exactText(parseExact(text))).toBe(text)
  expect(exactText({ a: exactNumber(digits) })).toBe(`{"a":${digits}}`)
  expect(isMarkedNumber(parseExact(digits))).toBe(true)
  expect(isMarkedNumber(parseExact(`"${digits}"`))).toBe(false)
})

test('numbers that JavaScript holds exactly are numbers, and invalid JSON is refused', () => {
  expect(parseExact('[0, -1, 1.5, 9007199254740991, "1.50", "\\"18446744073709551615\\""]')).toEqual([
    0,
    -1,
    1.5,
    Number.MAX_SAFE_INTEGER,
    '1.50',
    '"18446744073709551615"',
  ])
  expect(exactText(parseExact('{"a":1.50,"b":1e400}'))).toBe('{"a":1.50,"b":1e400}')
  expect(exactText(parseExact('{"a":18446744073709551615}'), 2)).toBe('{\n  "a": 18446744073709551615\n}')
  expect(() => parseExact('{"a":18446744073709551615,}')).toThrow(SyntaxError)
})
