import { fc, property, runs } from '../../random.js'
import { describe, expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import { isValidJson, jsonSyntaxError } from '../../../src/codec/go-json/index.js'

/** Texts as Go 1.24 prints them. */
const FAULTS: readonly (readonly [json: string, fault: string])[] = [
  ['', 'unexpected end of JSON input'],
  ['  ', 'unexpected end of JSON input'],
  ['notjson', "invalid character 'o' in literal null (expecting 'u')"],
  ['tru', 'unexpected end of JSON input'],
  ['falsy', "invalid character 'y' in literal false (expecting 'e')"],
  ['{', 'unexpected end of JSON input'],
  ['{a', "invalid character 'a' looking for beginning of object key string"],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['{"a":1 2}', "invalid character '2' after object key:value pair"],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['[1,]', "invalid character ']' looking for beginning of value"],
  ['[1 2]', "invalid character '2' after array element"],
  ['1 2', "invalid character '2' after top-level value"],
  ['01', "invalid character '1' after top-level value"],
  ['-x', "invalid character 'x' in numeric literal"],
  ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  ['1e', 'unexpected end of JSON input'],
  ['1ex', "invalid character 'x' in exponent of numeric literal"],
  ['"\\q"', "invalid character 'q' in string escape code"],
  ['"\\u12x4"', "invalid character 'x' in \\u hexadecimal character escape"],
  ['"a\nb"', "invalid character '\\n' in string literal"],
  ['"a\u0001"', "invalid character '\\x01' in string literal"],
  ['&', "invalid character '&' looking for beginning of value"],
  ["'", "invalid character '\\'' looking for beginning of value"],
  ['é', "invalid character 'Ã' looking for beginning of value"],
  ['['.repeat(10_001), 'exceeded max depth'],
]

describe("the error for invalid JSON is Go's", () => {
  test.each(FAULTS)('%j', (json, fault) => {
    expect(jsonSyntaxError(toUtf8(json))).toBe(fault)
  })
})

test('ten thousand levels are still JSON', () => {
  expect(isValidJson(toUtf8('['.repeat(10_000) + ']'.repeat(10_000)))).toBe(true)
})

function engineAccepts(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

property([fc.string({ unit: fc.constantFrom(...'{}[]",:truefalsn019-+.eE\\ \nu'.split('')) })], {
  numRuns: runs(2000),
})('a text is JSON exactly when the engine parses it', (text) => {
  expect(isValidJson(toUtf8(text))).toBe(engineAccepts(text))
})

property([fc.json(), fc.nat(), fc.constantFrom(...'{}[]",:x0-\\ '.split(''))])(
  'a JSON text with one character changed is JSON exactly when the engine parses it',
  (text, place, character) => {
    const at = place % (text.length + 1)
    const changed = text.slice(0, at) + character + text.slice(at + 1)
    expect(isValidJson(toUtf8(changed))).toBe(engineAccepts(changed))
  },
)
