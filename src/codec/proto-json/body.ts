import { isBlank, trimSpace } from '../go-strings.js'
import { goQuote } from '../go-quote.js'
import { fromUtf8, NO_BYTES, own, toUtf8, UsageError } from '../../base/index.js'
import {
  bool,
  bytes as goBytesType,
  goText,
  GoJsonDecoder,
  GoJsonError,
  int,
  jsonSyntaxError,
  rawMap,
  rawMessage,
  slice,
  string,
  uint32,
  uint64,
  unmarshal,
  type GoType,
} from '../go-json/index.js'
import { ProtoWriter } from '../proto.js'
import { encodeDuration, encodeTimestamp, ZERO_TIME } from '../time.js'
import { bodyDecimal, bodyDuration, bodyInteger, bodyTime } from './body-forms.js'
import { writeLeaves, type Leaf } from './leaf.js'
import { DECIMALS, NUMBERS, RAW_JSON } from './rules.js'
import { entryFields, enumValues, fieldsOf, messageFields, type Field } from './schema.js'

const MAX_DEPTH = 100

const problem = (text: string): UsageError => new UsageError(text)

/** `json.Unmarshal` of one value. */
function read<T>(type: GoType<T>, raw: Uint8Array): T {
  try {
    return unmarshal(type, raw)
  } catch (error) {
    throw error instanceof GoJsonError ? problem(error.shortMessage) : error
  }
}

const MEMBERS = rawMap('json.RawMessage')
const ITEMS = slice(rawMessage)

/**
 * The message in the body of a request to the REST gateway: the first JSON value, nothing for an empty body. Unknown members are ignored,
 * names are those of the protobuf file or in camel case.
 * @throws UsageError with Go's text
 * Source: cosmos/gogogateway v1.2.0 `decodeJSONPb`; cosmos/gogoproto v1.7.2 jsonpb `UnmarshalNext`.
 */
export function protoOfBody(type: string, body: Uint8Array): Uint8Array {
  const value = firstValue(body)
  if (value === undefined || goText(value) === 'null') return NO_BYTES
  return message(type, value, 0)
}

/** Source: go1.24 encoding/json/stream.go `Decode`. */
function firstValue(body: Uint8Array): Uint8Array | undefined {
  const fault = jsonSyntaxError(body)
  if (fault === undefined) return body
  if (fault === 'unexpected end of JSON input') {
    if (isBlank(goText(body))) return undefined
    throw problem('unexpected EOF')
  }
  if (!fault.endsWith('after top-level value')) throw problem(fault)
  const decoder = new GoJsonDecoder(body)
  // A number ends where its characters do.
  if (decoder.kind() === 'number') return toUtf8(/^[-+.eE\d]*/.exec(trimSpace(goText(body)))![0])
  return decoder.raw()
}

function message(type: string, raw: Uint8Array, depth: number): Uint8Array {
  if (depth > MAX_DEPTH) throw problem('JSON is nested too deep')
  if (type === 'google.protobuf.Any') return any(raw, depth)
  if (type === 'google.protobuf.Timestamp') return encodeTimestamp(bodyTime(read(string, raw)))
  if (type === 'google.protobuf.Duration') return encodeDuration(bodyDuration(read(string, raw)))
  const members = read(MEMBERS, raw)
  const writer = new ProtoWriter()
  const fields = fieldsOf(type).toSorted((a, b) => Number(a.oneof !== undefined) - Number(b.oneof !== undefined))
  const written = fields.map((field) => [field, members.get(field.jsonName) ?? members.get(field.name)] as const)
  // The first error is that of the first field in the file, but fields are written in the order of their numbers.
  const parts = written.map(([field, given]) => [field.number, partOf(type, field, given, depth)] as const)
  for (const [, part] of parts.toSorted(([a], [b]) => a - b)) part(writer)
  return writer.finish()
}

type Part = (writer: ProtoWriter) => void
const LEFT_OUT: Part = () => undefined

function partOf(type: string, field: Field, value: Uint8Array | undefined, depth: number): Part {
  const { number, repeated, kind } = field
  const id = `${type}.${field.name}`
  if (field.map) {
    const rows = value === undefined ? [] : [...read(MEMBERS, value)].map((row) => mapRow(field.type, row, depth))
    return (writer) => rows.forEach((row) => writer.message(number, row))
  }
  if (repeated) {
    const items = value === undefined ? [] : read(ITEMS, value).map((item) => item!)
    if (kind === 'message') {
      const all = items.map((item) => message(field.type, item, depth + 1))
      return (writer) => all.forEach((one) => writer.message(number, one))
    }
    const leaves = items.map((item) => leaf(id, field, item))
    return (writer) => writeLeaves(writer, field, leaves)
  }
  const isNull = value !== undefined && goText(value) === 'null'
  if (kind === 'message') {
    if (value === undefined || (isNull && field.optional)) return field.optional ? LEFT_OUT : defaultOf(field)
    const one = message(field.type, value, depth + 1)
    return (writer) => writer.message(number, one)
  }
  if (value === undefined || (isNull && field.optional)) {
    const isNumber = (DECIMALS.has(id) || NUMBERS.has(id)) && !field.optional
    return isNumber ? (writer) => writeLeaves(writer, field, ['0']) : LEFT_OUT
  }
  const one = leaf(id, field, value)
  return (writer) => writeLeaves(writer, field, [one])
}

/** A key that is not a string is parsed from the name of the member. */
function mapRow(type: string, [name, item]: readonly [string, Uint8Array], depth: number): Uint8Array {
  const [key, value] = entryFields(type)
  const writer = new ProtoWriter()
  const raw = toUtf8(name)
  writeLeaves(writer, key, [key.type === 'string' ? name : leaf(`${type}.key`, key, raw)])
  partOf(type, value, item, depth)(writer)
  return writer.finish()
}

/** A message that cannot be absent is written empty. */
function defaultOf({ type, number }: Field): Part {
  if (type === 'google.protobuf.Timestamp') return (writer) => writer.message(number, encodeTimestamp(ZERO_TIME))
  const empty = type.startsWith('google.protobuf.') ? NO_BYTES : message(type, toUtf8('{}'), 0)
  return (writer) => writer.message(number, empty)
}

function leaf(id: string, field: Field, raw: Uint8Array): Leaf {
  const { type, kind } = field
  if (RAW_JSON.has(id)) return raw
  if (kind === 'enum') return enumOf(type, raw)
  if (DECIMALS.has(id) || NUMBERS.has(id)) {
    const text = String((DECIMALS.has(id) ? bodyDecimal : bodyInteger)(read(string, raw)))
    return type === 'bytes' ? toUtf8(text) : text
  }
  if (type === 'string') return read(string, raw)
  if (type === 'bool') return read(bool, raw)
  if (type === 'bytes') return read(goBytesType, raw) ?? NO_BYTES
  // Numbers may be texts.
  const bare = raw[0] === 0x22 ? raw.subarray(1, -1) : raw
  const is32 = type.endsWith('32')
  return read(type.startsWith('u') || type === 'fixed64' ? (is32 ? uint32 : uint64) : int(is32 ? 32 : 64), bare)
}

function enumOf(type: string, raw: Uint8Array): bigint {
  if (raw[0] !== 0x22) return read(int(32, goName(type)), raw)
  const name = fromUtf8(raw.subarray(1, -1))
  for (const [number, one] of enumValues(type) ?? []) if (one === name) return BigInt(number)
  throw problem(`unknown value ${goQuote(name)} for enum ${type}`)
}

/** Go packages of types that are not called `types`. */
const GO_PACKAGES: Readonly<Record<string, string>> = {
  'cosmos.tx.v1beta1': 'tx',
  'cosmos.tx.signing.v1beta1': 'signing',
  'cosmos.gov.v1': 'v1',
  'cosmos.gov.v1beta1': 'v1beta1',
}

function goName(type: string): string {
  const dot = type.lastIndexOf('.')
  return `${own(GO_PACKAGES, type.slice(0, dot)) ?? 'types'}.${type.slice(dot + 1)}`
}

function any(raw: Uint8Array, depth: number): Uint8Array {
  const members = new Map(read(rawMap('*json.RawMessage'), raw))
  const url = members.get('@type')
  if (url === undefined || goText(url) === 'null') throw problem("Any JSON doesn't have '@type'")
  if (url[0] !== 0x22) throw problem(`can't unmarshal Any's '@type': ${goQuote(goText(url))}`)
  const typeUrl = read(string, url)
  const type = typeUrl.slice(typeUrl.lastIndexOf('/') + 1)
  if (messageFields(type) === undefined) throw problem(`unknown message type ${goQuote(type)}`)
  try {
    return new ProtoWriter()
      .string(1, typeUrl)
      .bytes(2, message(type, raw, depth + 1))
      .finish()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw problem(`can't unmarshal Any nested proto *${goName(type)}: ${error.shortMessage}`)
  }
}
