import { anyText, fc, property } from '../../random.js'
import { describe, expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import {
  array,
  bytes,
  goString,
  goValue,
  pointer,
  rawMessage,
  slice,
  string,
  struct,
  uint64,
  unmarshal,
  type GoType,
} from '../../../src/codec/go-json/index.js'

const Inner = struct('Inner', { text: string, data: bytes })
const Outer = struct('Outer', {
  id: uint64,
  inner: pointer(Inner),
  list: slice(Inner),
  wrapped: array(Inner),
  raw: rawMessage,
})

const read = <T>(type: GoType<T>, json: string): T => unmarshal(type, toUtf8(json))

const fault = (json: string): string => {
  try {
    read(Outer, json)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

/** As Go 1.24 prints them for the same structs. */
const FAULTS: readonly (readonly [json: string, text: string])[] = [
  ['5', 'json: cannot unmarshal number into Go value of type types.Outer'],
  ['{"id":"7"}', 'json: cannot unmarshal string into Go struct field Outer.id of type uint64'],
  ['{"id":-1}', 'json: cannot unmarshal number -1 into Go struct field Outer.id of type uint64'],
  ['{"id":1.5}', 'json: cannot unmarshal number 1.5 into Go struct field Outer.id of type uint64'],
  [
    '{"id":18446744073709551616}',
    'json: cannot unmarshal number 18446744073709551616 into Go struct field Outer.id of type uint64',
  ],
  ['{"inner":[]}', 'json: cannot unmarshal array into Go struct field Outer.inner of type types.Inner'],
  ['{"inner":{"text":{}}}', 'json: cannot unmarshal object into Go struct field Inner.inner.text of type string'],
  ['{"list":7}', 'json: cannot unmarshal number into Go struct field Outer.list of type []types.Inner'],
  ['{"list":[{"text":true}]}', 'json: cannot unmarshal bool into Go struct field Inner.list.text of type string'],
  ['{"wrapped":7}', 'json: cannot unmarshal number into Go struct field Outer.wrapped of type []types.Inner'],
  ['{"inner":{"data":"!!"}}', 'illegal base64 data at input byte 0'],
  ['{"inner":{"data":"AAA"}}', 'illegal base64 data at input byte 0'],
  ['{"inner":{"data":"AAAA="}}', 'illegal base64 data at input byte 4'],
  ['{"inner":{"data":"AA=="},"id":"x"}', 'json: cannot unmarshal string into Go struct field Outer.id of type uint64'],
]

describe("the error for a value of the wrong type is Go's", () => {
  test.each(FAULTS)('%s', (json, text) => {
    expect(fault(json)).toBe(text)
  })
})

test('members match in any case, unknown ones are passed over, the last one counts', () => {
  expect(read(Outer, '{"ID":1,"nope":[{"}":"]"}],"iD":2}').id).toBe(2n)
})

test('a repeated struct is read over the first one', () => {
  expect(read(Outer, '{"inner":{"text":"a"},"inner":{"data":"AQ=="}}').inner).toEqual({
    text: 'a',
    data: Uint8Array.of(1),
  })
})

test('null leaves scalars as they are and empties pointers, lists and bytes', () => {
  expect(read(Outer, '{"id":null,"inner":null,"list":null,"wrapped":null}')).toEqual(Outer.zero())
})

test('bytes may be an array of numbers, and an empty text is not nil', () => {
  expect(read(Inner, '{"data":[1,255]}').data).toEqual(Uint8Array.of(1, 255))
  expect(read(Inner, '{"data":""}').data).toEqual(new Uint8Array(0))
  expect(read(Inner, '{}').data).toBeUndefined()
})

test('a raw member keeps its bytes, null and blanks included', () => {
  expect(read(Outer, '{"raw": {"b" : [1, "]"]} }').raw).toEqual(toUtf8('{"b" : [1, "]"]}'))
  expect(read(Outer, '{"raw":null}').raw).toEqual(toUtf8('null'))
})

test('each invalid byte of UTF-8 becomes a replacement character', () => {
  const json = Uint8Array.from([...toUtf8('{"text":"a'), 0xff, 0xe2, 0x82, ...toUtf8('b\\ud800c"}')])
  expect(unmarshal(Inner, json).text).toBe('a\ufffd\ufffd\ufffdb\ufffdc')
})

// What go1.26 prints of the same text, read into a `map[string]interface{}`.
test('a value of any kind is written as Go writes what it read', () => {
  const text = String.raw`{"b":1,"a":{"z":[1.50,-0,1e21,1e-7,123456789012345678901,0.000001],"Z":null},"10":true,"9":"<é\u2028>","\ue000":1,"\ud83d\ude00":2}`
  expect(goValue(JSON.parse(text))).toBe(
    '{"10":true,"9":"\\u003cé\\u2028\\u003e","a":{"Z":null,"z":[1.5,-0,1e+21,1e-7,123456789012345680000,0.000001]},"b":1,"\ue000":1,"😀":2}',
  )
})

property([anyText()])('a text that is written as Go writes it is read back', (text) => {
  const written = goString(text)
  expect(read(string, written)).toBe(text)
  expect(written).not.toMatch(/[<>&\u2028\u2029]/)
})

property([fc.uint8Array()])('bytes are read back', (data) => {
  expect(read(Inner, `{"data":"${Buffer.from(data).toString('base64')}"}`).data).toEqual(new Uint8Array(data))
})

property([fc.jsonValue()])('any JSON reads without an error of the language, whatever type is expected', (value) => {
  try {
    read(Outer, JSON.stringify({ id: value, inner: value, list: value, wrapped: value, raw: value }))
  } catch (error) {
    expect((error as Error).constructor.name).toMatch(/^(GoJsonError|TypeMismatch)$/)
  }
})
