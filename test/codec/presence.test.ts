import { fromBinary, isFieldSet } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { toUtf8 } from '../../src/base/bytes.js'
import {
  declaredFields,
  packageTables,
  parseProtoJson,
  protoOfBody,
  protoOfParams,
  type Field,
} from '../../src/codec/proto-json/index.js'
import { learnProtoFiles } from '../../src/codec/proto-file/index.js'
import { messageRegistry } from './registry.js'

// A zero, or an empty text, is left out of an encoding where its absence says the same. In a list, a `oneof` and an optional field it does not.
// Another library reads what is written.

learnProtoFiles([
  `syntax = "proto3"; package presence.v1;
  message All {
    optional uint64 a = 1; optional string b = 2; optional bool c = 3; optional fixed64 d = 4; optional sint32 e = 5; optional bytes f = 6;
    oneof one { int32 g = 7; string h = 8; bool i = 9; sfixed64 j = 10; Kind k = 11; bytes l = 12; }
    repeated fixed64 m = 13; repeated sint64 n = 14; repeated bool o = 15; repeated Kind p = 16; repeated string q = 17; repeated bytes r = 18;
    repeated sfixed64 s = 19; repeated int32 t = 20;
  }
  enum Kind { NONE = 0; SOME = 1; }`,
])

const registry = messageRegistry()

/** Texts of a zero and of another value, as in a URL; bytes are in base64. */
const zeroAndOther = ({ kind, type }: Field): readonly [zero: string, other: string] =>
  kind === 'enum'
    ? ['0', '1']
    : type === 'string'
      ? ['', 'a']
      : type === 'bytes'
        ? ['', 'YQ==']
        : type === 'bool'
          ? ['false', 'true']
          : ['0', '1']

/** The same in JSON. */
const jsonOf = ({ type, kind }: Field, text: string): unknown =>
  kind === 'enum' ? Number(text) : type === 'bool' ? text === 'true' : text

const counting = Object.entries(packageTables()).flatMap(([name, { messages }]) =>
  Object.keys(messages).flatMap((message) =>
    declaredFields(`${name}.${message}`)
      .filter(({ kind, repeated, optional }) => kind !== 'message' && (repeated || optional))
      .map((field) => [`${name}.${message}`, field] as const),
  ),
)

/** Whether each value arrived, as the other library sees it. */
function isWhole(message: string, field: Field, bytes: Uint8Array): boolean {
  const description = registry.getMessage(message)!
  const read = fromBinary(description, bytes)
  const member = description.fields.find(({ name }) => name === field.name)!
  if (!field.repeated) return isFieldSet(read, member)
  return (read as unknown as Record<string, readonly unknown[]>)[member.localName]!.length === 3
}

describe('a zero that counts is written', () => {
  test('there are many', () => {
    expect(counting.length).toBeGreaterThan(100)
  })

  test.each([
    [
      'from the parameters of a URL',
      (message: string, { name }: Field, texts: readonly string[]) => protoOfParams(message, [[name, texts]]),
    ],
    [
      'from JSON',
      (message: string, field: Field, texts: readonly string[]) => {
        const given = texts.map((text) => jsonOf(field, text))
        return parseProtoJson(message, JSON.stringify({ [field.name]: field.repeated ? given : given[0] }))
      },
    ],
    [
      'from the body of a request',
      (message: string, field: Field, texts: readonly string[]) => {
        const given = texts.map((text) => jsonOf(field, text))
        return protoOfBody(message, toUtf8(JSON.stringify({ [field.name]: field.repeated ? given : given[0] })))
      },
    ],
  ])('%s', (_, encode) => {
    const lost = counting.filter(([message, field]) => {
      const [zero, other] = zeroAndOther(field)
      return !isWhole(message, field, encode(message, field, field.repeated ? [zero, other, zero] : [zero]))
    })
    expect(lost.map(([message, { name }]) => `${message}.${name}`)).toEqual([])
  })
})
