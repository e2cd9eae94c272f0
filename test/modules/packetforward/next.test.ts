import { expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import { asFormat } from '../../../src/modules/packetforward/format.js'
import { memoOf, readNext } from '../../../src/modules/packetforward/next.js'

const written = (json: string): string => {
  try {
    return memoOf(readNext(toUtf8(json)))
  } catch (error) {
    return (error as { readonly log: string }).log.replace(/^(.*): failed to marshal JSON bytes$/, 'ERR $1')
  }
}

/** Printed by go1.26.8 for packet-forward-middleware v10.1.0 `JSONObject`: read by `json.Unmarshal`, written by `json.Marshal`. */
test.each([
  ['{"b":1,"a":2}', '{"b":1,"a":2}'],
  ['{"10":1,"9":2,"a":{"z":1,"y":[{"d":1,"c":2}]}}', '{"10":1,"9":2,"a":{"z":1,"y":[{"d":1,"c":2}]}}'],
  ['{"a":1,"b":2,"a":3}', '{"b":2,"a":3}'],
  ['{"a":{"x":1},"b":0,"a":{"y":2,"x":3}}', '{"b":0,"a":{"y":2,"x":3}}'],
  ['{"a":[{"x":1},{"q":1}],"a":[{"y":1}]}', '{"a":[{"y":1}]}'],
  ['{"a":{"x":1},"a":5}', '{"a":5}'],
  ['{"a":5,"a":{"x":1,"w":2}}', '{"a":{"x":1,"w":2}}'],
  [
    '{"n":1.0,"e":1e21,"s":1e-7,"l":123456789012345678901234567890,"z":-0,"f":0.1}',
    '{"n":1,"e":1e+21,"s":1e-7,"l":1.2345678901234568e+29,"z":-0,"f":0.1}',
  ],
  [
    '{"h":"<a>&b","u":"é\\u2028\\u0000\\ud800","k<":1,"q":"\\"\\\\\\/\\b\\f"}',
    '{"h":"\\u003ca\\u003e\\u0026b","u":"é\\u2028\\u0000�","k\\u003c":1,"q":"\\"\\\\/\\b\\f"}',
  ],
  ['{"h":1e400}', '{"h":1e400}'],
  ['[ {"b":1, "a":2} , 3 ]', '[{"b":1,"a":2},3]'],
  ['"{\\"b\\": 1 , \\"a\\":\\"<\\"}"', '{"b":1,"a":"\\u003c"}'],
  [
    '"hello"',
    "ERR json: error calling MarshalJSON for type *types.JSONObject: invalid character 'h' looking for beginning of value",
  ],
  ['""', 'ERR json: error calling MarshalJSON for type *types.JSONObject: unexpected end of JSON input'],
  ['"null"', 'null'],
  ['5.00', '5.00'],
  ['true', 'true'],
  ['{}', '{}'],
  ['{"a":[]  ,"b":[[],[[1]]],"c":null,"d":true}', '{"a":[],"b":[[],[[1]]],"c":null,"d":true}'],
  ['{"\\ud800":1,"\\ufffd":2}', '{"�":2}'],
  ['"{\\"a\\":1,\\"a\\":2,\\"x\\":1e400}"', '{"a":1,"a":2,"x":1e400}'],
])('the next memo %s is sent as %s', (json, memo) => {
  expect(written(json)).toBe(memo)
})

test("a memo may nest as deep as Go's decoder allows", () => {
  const deep = `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`
  expect(written(deep)).toBe(deep)
})

/** Printed by go1.26.8 for `fmt.Sprintf` without arguments. */
test.each([
  ["invalid character '%' looking", "invalid character '%!'(MISSING) looking"],
  ['100%', '100%!(NOVERB)'],
  ['%%', '%'],
  ['a %5.2f b', 'a %!f(MISSING) b'],
  ['% x', '%!x(MISSING)'],
  ['%é', '%!é(MISSING)'],
])('%s as a format prints %s', (text, printed) => {
  expect(asFormat(text)).toBe(printed)
})

test('a byte that is not UTF-8 becomes U+FFFD, as in Go', () => {
  expect(memoOf(readNext(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)))).toBe('{"\ufffd":1}')
})
