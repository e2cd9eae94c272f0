import { fc } from '../random.js'
import { concatBytes, toUtf8 } from '../../src/base/bytes.js'
import { fieldsOf, type Field } from '../../src/codec/proto-json/schema.js'

/** What a field of a message may hold that is right at least in form. */
export interface Pool {
  readonly texts: readonly string[]
  readonly denoms: readonly string[]
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, value)
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  bytes.push(Number(rest))
  return Uint8Array.from(bytes)
}
const tag = (field: number, wire: number): Uint8Array => varint((BigInt(field) << 3n) | BigInt(wire))
const framed = (field: number, bytes: Uint8Array): Uint8Array =>
  concatBytes(tag(field, 2), varint(BigInt(bytes.length)), bytes)

const EDGES = [0n, 1n, 2n, 7n, 127n, 128n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n]
const TEXTS = [
  '',
  ' ',
  '-1',
  '0',
  '1',
  '0x10',
  '1e9',
  '9'.repeat(80),
  '\0',
  'é𝕏',
  '/',
  '..',
  '{}',
  '{"a":',
  'null',
  '[]',
]

/**
 * Messages of a type as nobody should send them: fields left out, given twice, of another kind, of absurd size, unknown ones; and
 * some that are right.
 */
export function hostileMessage(type: string, pool: Pool, depth = 0): fc.Arbitrary<Uint8Array> {
  if (type === 'google.protobuf.Any') return anything(pool, depth)
  const known = type.startsWith('google.protobuf.') ? [] : fieldsOf(type)
  return fc
    .tuple(...known.map((field) => hostileField(field, pool, depth)), strayField())
    .map((parts) => concatBytes(...parts))
}

const anything = (pool: Pool, depth: number): fc.Arbitrary<Uint8Array> => {
  const types = ['cosmos.bank.v1beta1.MsgSend', 'cosmwasm.wasm.v1.MsgExecuteContract', 'cosmos.gov.v1.MsgVote']
  const empty = fc.constant(new Uint8Array(0))
  return fc
    .constantFrom(...types)
    .chain((inner) =>
      (depth > 2 ? empty : hostileMessage(inner, pool, depth + 1)).chain((value) =>
        fc
          .constantFrom(`/${inner}`, '', inner, '/no.such.Type')
          .map((url) => concatBytes(framed(1, toUtf8(url)), framed(2, value))),
      ),
    )
}

function hostileField(field: Field, pool: Pool, depth: number): fc.Arbitrary<Uint8Array> {
  const none = fc.constant(new Uint8Array(0))
  const right = rightField(field, pool, depth)
  return fc.oneof(
    { weight: 14, arbitrary: right },
    { weight: 2, arbitrary: none },
    { weight: 1, arbitrary: fc.tuple(right, right).map((two) => concatBytes(...two)) },
    { weight: 1, arbitrary: wrongKind(field.number) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => framed(field.number, bytes)) },
    { weight: 1, arbitrary: fc.constantFrom(5_000, 200_000).map((size) => framed(field.number, huge(size))) },
  )
}

const huge = (size: number): Uint8Array => new Uint8Array(size).fill(0x61)

function rightField(field: Field, pool: Pool, depth: number): fc.Arbitrary<Uint8Array> {
  if (field.kind === 'message') {
    if (depth > 4) return fc.constant(framed(field.number, new Uint8Array(0)))
    if (field.type === 'cosmos.base.v1beta1.Coin') return coin(pool).map((bytes) => framed(field.number, bytes))
    return hostileMessage(field.type, pool, depth + 1).map((bytes) => framed(field.number, bytes))
  }
  if (field.type === 'string')
    return fc
      .oneof({ weight: 3, arbitrary: fc.constantFrom(...pool.texts) }, fc.constantFrom(...TEXTS, ...pool.denoms))
      .map((text) => framed(field.number, toUtf8(text)))
  if (field.type === 'bytes')
    return fc
      .oneof(
        fc.json({ maxDepth: 2 }).map(toUtf8),
        fc.constantFrom('{}', '{"balance":{}}', '\xff', '').map(toUtf8),
        fc.uint8Array(),
      )
      .map((bytes) => framed(field.number, bytes))
  return fc.constantFrom(...EDGES).map((number) => concatBytes(tag(field.number, 0), varint(number)))
}

const coin = (pool: Pool): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(
      fc.constantFrom(...pool.denoms, '', 'a b', 'x'.repeat(200)),
      fc.oneof(fc.constantFrom('1', '0', '-1', '1.5', '', '9'.repeat(90), '0x1', ' 1', '1 '), fc.string()),
    )
    .map(([denom, amount]) => concatBytes(framed(1, toUtf8(denom)), framed(2, toUtf8(amount))))

/** Another kind on the wire, groups and truncated lengths among them. */
const wrongKind = (field: number): fc.Arbitrary<Uint8Array> =>
  fc
    .constantFrom(0, 1, 2, 3, 4, 5, 6, 7)
    .chain((wire) => fc.uint8Array({ maxLength: 9 }).map((bytes) => concatBytes(tag(field, wire), bytes)))

const strayField = (): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(new Uint8Array(0)) },
    { weight: 1, arbitrary: fc.constantFrom(0, 99, 1024, 2 ** 29 - 1).map((field) => framed(field, huge(3))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 12 }) },
  )
