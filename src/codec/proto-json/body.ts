import { isBlank, trimSpace } from '../go-strings.js'
import { goQuote } from '../go-quote.js'
import { goTypeName } from '../go-type-name.js'
import { compareBytes, NO_BYTES, textOf, toUtf8, UsageError } from '../../base/index.js'
import {
  bool,
  bytes as goBytesType,
  compactJson,
  goText,
  GoJsonDecoder,
  GoJsonError,
  int,
  jsonSyntaxError,
  rawMap,
  rawMessage,
  slice,
  string,
  textAs,
  uint32,
  uint64,
  unmarshal,
  type GoType,
} from '../go-json/index.js'
import { ProtoWriter } from '../proto.js'
import { encodeDuration, encodeTimestamp, ZERO_TIME } from '../time.js'
import { bodyDecimal, bodyDuration, bodyInteger, bodyTime } from './body-forms.js'
import { writeLeaves, type Leaf } from './leaf.js'
import { DECIMALS, goEnum, NUMBERS, POINTERS, RAW_JSON } from './rules.js'
import { TYPES, type Field, type Types } from './schema.js'

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
type Members = ReadonlyMap<string, Uint8Array>
const ITEMS = slice(rawMessage)

/** How a program sets up jsonpb. */
interface Jsonpb {
  /** What becomes of members that are not fields. */
  readonly others: 'ignored' | 'refused'
  /** What Go says of a type that is not known. */
  readonly unknownType: (typeUrl: string, type: string) => string
}

interface Rules extends Jsonpb {
  readonly types: Types
}

const GATEWAY: Jsonpb = {
  others: 'ignored',
  unknownType: (_, type) => `unknown message type ${goQuote(type)}`,
}
const CODEC: Jsonpb = {
  others: 'refused',
  unknownType: (typeUrl) => `unable to resolve type URL ${typeUrl}`,
}

/** A message packed deeper than is unpacked. */
class TooDeep extends UsageError {}

/**
 * The message in the body of a request to the REST gateway: the first JSON value, nothing for an empty body. Unknown members are ignored,
 * names are those of the protobuf file or in camel case.
 * @throws UsageError with Go's text
 * Source: cosmos/gogogateway v1.2.0 `decodeJSONPb`; cosmos/gogoproto v1.7.2 jsonpb `UnmarshalNext`.
 */
export function protoOfBody(type: string, body: Uint8Array, types = TYPES): Uint8Array {
  const value = firstValue(body)
  return value === undefined ? NO_BYTES : topMessage({ ...GATEWAY, types }, type, value)
}

/**
 * The message in a JSON text as the codec of a chain reads it: the first JSON value, whose names are those of the protobuf file or in camel case.
 * Unknown members are refused, `Any` has its type under `@type`.
 * @throws UsageError with Go's text
 * Source: cosmos-sdk v0.53.6 codec/proto_codec.go `UnmarshalJSON`; cosmos/gogoproto v1.7.2 jsonpb `Unmarshal`.
 */
export function parseProtoJson(type: string, json: string, types = TYPES): Uint8Array {
  const value = firstValue(toUtf8(json))
  if (value === undefined) throw problem('EOF')
  return topMessage({ ...CODEC, types }, type, value)
}

const isNull = (raw: Uint8Array): boolean => trimSpace(goText(raw)) === 'null'

const topMessage = (rules: Rules, type: string, value: Uint8Array): Uint8Array =>
  isNull(value) ? NO_BYTES : message(rules, type, value, 0)

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

function message(rules: Rules, type: string, raw: Uint8Array, depth: number): Uint8Array {
  if (depth > MAX_DEPTH) throw new TooDeep('max depth exceeded')
  if (type === 'google.protobuf.Any') return any(rules, raw, depth)
  if (type === 'google.protobuf.Timestamp') return encodeTimestamp(bodyTime(read(string, raw)))
  if (type === 'google.protobuf.Duration') return encodeDuration(bodyDuration(read(string, raw)))
  return ofMembers(rules, type, read(MEMBERS, raw), depth)
}

function ofMembers(rules: Rules, type: string, members: Members, depth: number): Uint8Array {
  const writer = new ProtoWriter()
  const fields = rules.types
    .fieldsOf(type)
    .toSorted((a, b) => Number(a.oneof !== undefined) - Number(b.oneof !== undefined))
  const written = fields.map((field) => [field, members.get(field.jsonName) ?? members.get(field.name)] as const)
  // The first error is that of the first field in the file, but fields are written in the order of their numbers.
  const parts = written.map(([field, given]) => [field.number, partOf(rules, type, field, given, depth)] as const)
  if (rules.others === 'refused') refuseOthers(type, fields, members)
  for (const [, part] of parts.toSorted(([a], [b]) => a - b)) part(writer)
  return writer.finish()
}

/** The first by its bytes is named. */
function refuseOthers(type: string, fields: readonly Field[], members: Members): void {
  const known = new Set(fields.flatMap(({ name, jsonName }) => [name, jsonName]))
  const others = [...members.keys()].filter((name) => !known.has(name))
  const [first] = others.sort((a, b) => compareBytes(toUtf8(a), toUtf8(b)))
  if (first !== undefined) throw problem(`unknown field ${goQuote(first)} in ${goTypeName(type)}`)
}

type Part = (writer: ProtoWriter) => void
const LEFT_OUT: Part = () => undefined

function partOf(rules: Rules, type: string, field: Field, value: Uint8Array | undefined, depth: number): Part {
  const { number, repeated, kind } = field
  const id = `${type}.${field.name}`
  if (field.map) {
    const rows =
      value === undefined ? [] : [...read(MEMBERS, value)].map((row) => mapRow(rules, field.type, row, depth))
    return (writer) => rows.forEach((row) => writer.message(number, row))
  }
  if (repeated) {
    const items = value === undefined ? [] : read(ITEMS, value).map((item) => item!)
    if (kind === 'message') {
      const all = items.map((item) => message(rules, field.type, item, depth + 1))
      return (writer) => all.forEach((one) => writer.message(number, one))
    }
    const leaves = items.map((item) => leaf(rules, id, field, item))
    return (writer) => writeLeaves(writer, field, leaves)
  }
  const absent = value === undefined || (isNull(value) && (field.optional || POINTERS.has(id)))
  if (kind === 'message') {
    if (absent) return field.optional ? LEFT_OUT : defaultOf(rules, field)
    const one = message(rules, field.type, value, depth + 1)
    return (writer) => writer.message(number, one)
  }
  if (absent) {
    const isNumber = (DECIMALS.has(id) || NUMBERS.has(id)) && !field.optional && !POINTERS.has(id)
    return isNumber ? (writer) => writeLeaves(writer, field, ['0']) : LEFT_OUT
  }
  const one = leaf(rules, id, field, value)
  return (writer) => writeLeaves(writer, field, [one])
}

/** A key that is not a string is parsed from the name of the member. */
function mapRow(rules: Rules, type: string, [name, item]: readonly [string, Uint8Array], depth: number): Uint8Array {
  const [key, value] = rules.types.entryFields(type)
  const writer = new ProtoWriter()
  const raw = toUtf8(name)
  writeLeaves(writer, key, [key.type === 'string' ? name : leaf(rules, `${type}.key`, key, raw)])
  partOf(rules, type, value, item, depth)(writer)
  return writer.finish()
}

/** A message that cannot be absent is written empty. */
function defaultOf(rules: Rules, { type, number }: Field): Part {
  if (type === 'google.protobuf.Timestamp') return (writer) => writer.message(number, encodeTimestamp(ZERO_TIME))
  const empty = type.startsWith('google.protobuf.') ? NO_BYTES : ofMembers(rules, type, new Map(), 0)
  return (writer) => writer.message(number, empty)
}

function leaf(rules: Rules, id: string, field: Field, raw: Uint8Array): Leaf {
  const { type, kind } = field
  // It is inside an Any, whose members are written again before they are read.
  if (RAW_JSON.has(id)) return toUtf8(compactJson(textOf(raw)))
  if (kind === 'enum') return enumOf(rules, type, raw)
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

function enumOf(rules: Rules, type: string, raw: Uint8Array): bigint {
  const own = goEnum(type)
  if (own !== undefined) return numberOf(own, read(textAs(`*${goTypeName(type)}`), raw)) ?? 0n
  if (raw[0] !== 0x22) return read(int(32, goTypeName(type)), raw)
  const name = textOf(raw.subarray(1, -1))
  const number = numberOf(rules.types.enumValues(type) ?? new Map(), name)
  if (number === undefined) throw problem(`unknown value ${goQuote(name)} for enum ${type}`)
  return number
}

function numberOf(names: ReadonlyMap<number, string>, name: string): bigint | undefined {
  for (const [number, one] of names) if (one === name) return BigInt(number)
  return undefined
}

function any(rules: Rules, raw: Uint8Array, depth: number): Uint8Array {
  if (rules.others === 'refused' && isNull(raw)) return NO_BYTES
  const members = new Map(read(rawMap('*json.RawMessage'), raw))
  const url = members.get('@type')
  if (url === undefined || isNull(url)) throw problem("Any JSON doesn't have '@type'")
  if (url[0] !== 0x22) throw problem(`can't unmarshal Any's '@type': ${goQuote(goText(url))}`)
  members.delete('@type')
  const typeUrl = read(string, url)
  const type = typeUrl.slice(typeUrl.lastIndexOf('/') + 1)
  if (rules.types.messageFields(type) === undefined || (rules.others === 'refused' && typeUrl !== `/${type}`))
    throw problem(rules.unknownType(typeUrl, type))
  try {
    return new ProtoWriter()
      .string(1, typeUrl)
      .bytes(2, ofMembers(rules, type, members, depth + 1))
      .finish()
  } catch (error) {
    if (!(error instanceof UsageError) || error instanceof TooDeep) throw error
    throw problem(`can't unmarshal Any nested proto *${goTypeName(type)}: ${error.shortMessage}`)
  }
}
