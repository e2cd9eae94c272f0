import { compareBytes, NO_BYTES, textOf, toUtf8 } from '../../base/index.js'
import { decimalText } from '../decimals.js'
import { goBytes, goString } from '../go-json/index.js'
import { ProtoError, readProto, type ProtoField } from '../proto.js'
import { decodeTime, durationText, rfc3339Nano, ZERO_TIME } from '../time.js'
import { elements } from './elements.js'
import { DECIMALS, goEnum, HEX, NUMBERS, POINTERS, RAW_JSON } from './rules.js'
import { TYPES, type Field, type Types } from './schema.js'

/** Maximum nesting of messages. */
const MAX_DEPTH = 100

/**
 * A message in JSON as gogoproto's jsonpb prints it with the settings of the SDK's gateway: names of the fields as in the protobuf file and
 * in its order, defaults printed, 64-bit numbers as strings, enums by name, absent messages and empty bytes as `null`, `Any` opened under `@type`.
 * @param type full name: `cosmos.bank.v1beta1.QueryBalanceResponse` @param types those of the chain
 * @throws ProtoError for invalid bytes, SchemaError for an unknown type (also inside an `Any`)
 * Source: github.com/cosmos/gogoproto jsonpb, cosmos-sdk server/api/server.go.
 */
export function protoJson(type: string, bytes: Uint8Array, types = TYPES): string {
  return object({ types, depth: 0 }, type, bytes)
}

/** Where the printer is. */
interface At {
  readonly types: Types
  /** How many messages it is inside of. */
  readonly depth: number
}

const inside = ({ types, depth }: At): At => ({ types, depth: depth + 1 })

function object(at: At, type: string, bytes: Uint8Array): string {
  if (at.depth > MAX_DEPTH) throw new ProtoError('proto: messages are nested too deep')
  if (type === 'google.protobuf.Any') return any(at, bytes)
  if (type === 'google.protobuf.Timestamp') return timestampText(decodeTime(bytes))
  if (type === 'google.protobuf.Duration') return `"${durationText(decodeTime(bytes))}"`
  return `{${members(at, type, bytes).join(',')}}`
}

/** The fraction has three, six or nine digits. */
const timestampText = (time: bigint): string =>
  `"${rfc3339Nano(time).replace(
    /\.(\d+)Z$/,
    (_, digits: string) => `.${digits.padEnd(Math.ceil(digits.length / 3) * 3, '0')}Z`,
  )}"`

function members(at: At, type: string, bytes: Uint8Array): string[] {
  const byNumber = new Map<number, ProtoField[]>()
  for (const entry of readProto(bytes)) {
    const same = byNumber.get(entry.field)
    if (same === undefined) byNumber.set(entry.field, [entry])
    else same.push(entry)
  }
  const printed: string[] = []
  for (const field of at.types.fieldsOf(type)) {
    const found = byNumber.get(field.number) ?? []
    if (isLeftOut(field, found)) continue
    printed.push(`${goString(field.name)}:${fieldJson(at, type, field, found)}`)
  }
  return printed
}

const isLeftOut = ({ optional, kind, oneof }: Field, found: readonly ProtoField[]): boolean =>
  found.length === 0 && optional && (kind !== 'message' || oneof !== undefined)

function fieldJson(at: At, type: string, field: Field, found: readonly ProtoField[]): string {
  const id = `${type}.${field.name}`
  if (field.map) return mapJson(at, field, found)
  if (field.repeated)
    return `[${elements(field, found)
      .map((entry) => value(at, id, field, entry))
      .join(',')}]`
  const last = found.at(-1)
  if (last !== undefined) return value(at, id, field, last)
  if (field.kind !== 'message') return POINTERS.has(id) ? 'null' : value(at, id, field, ABSENT)
  if (field.optional || field.type === 'google.protobuf.Any') return 'null'
  return field.type === 'google.protobuf.Timestamp'
    ? timestampText(ZERO_TIME)
    : object(inside(at), field.type, NO_BYTES)
}

/** Sorted by keys, which are texts; the last entry of a key counts. Source: jsonpb `marshalValue`, `mapKeys` */
function mapJson(at: At, { type }: Field, found: readonly ProtoField[]): string {
  const [key, item] = at.types.fieldsOf(type) as [Field, Field]
  const rows = new Map(
    found.map((entry) => {
      const parts = readProto(entry.bytes)
      const partOf = (field: Field) =>
        fieldJson(
          at,
          type,
          field,
          parts.filter((part) => part.field === field.number),
        )
      const name = partOf(key)
      return [name.startsWith('"') ? (JSON.parse(name) as string) : name, partOf(item)] as const
    }),
  )
  const isNumber = /int|fixed/.test(key.type)
  const sorted = [...rows].toSorted(([a], [b]) =>
    isNumber ? Number(BigInt(a) - BigInt(b)) : compareBytes(toUtf8(a), toUtf8(b)),
  )
  return `{${sorted.map(([name, json]) => `${goString(name)}:${json}`).join(',')}}`
}

const ABSENT: ProtoField = { field: 0, wire: 0, number: 0n, bytes: NO_BYTES }

function value(at: At, id: string, { kind, type }: Field, entry: ProtoField): string {
  const { number, bytes } = entry
  if (kind === 'message') return object(inside(at), type, bytes)
  if (kind === 'enum') {
    const int = Number(BigInt.asIntN(32, number))
    const own = goEnum(type)
    const name = own === undefined ? at.types.enumValues(type)?.get(int) : (own.get(int) ?? own.get(0))
    return name === undefined ? String(int) : goString(name)
  }
  switch (type) {
    case 'string':
      return text(id, bytes)
    case 'bytes':
      return bytesJson(id, bytes, entry !== ABSENT)
    case 'bool':
      return String(number !== 0n)
    case 'uint32':
      return String(BigInt.asUintN(32, number))
    case 'int32':
      return String(BigInt.asIntN(32, number))
    case 'int64':
    case 'sfixed64':
      return `"${BigInt.asIntN(64, number)}"`
    case 'sint32':
      return String(zigzag(number))
    case 'sint64':
      return `"${zigzag(number)}"`
    default:
      return `"${number}"`
  }
}

const zigzag = (number: bigint): bigint => (number >> 1n) ^ -(number & 1n)

function text(id: string, bytes: Uint8Array): string {
  const decoded = textOf(bytes)
  if (!DECIMALS.has(id)) return goString(decoded)
  return /^-?[0-9]+$/.test(decoded)
    ? `"${decimalText(BigInt(decoded))}"`
    : goString(decoded === '' ? '0.000000000000000000' : decoded)
}

/** @throws ProtoError for a text that is no number */
function decimalOf(digits: string): bigint {
  if (!/^-?[0-9]*$/.test(digits) || digits === '-') throw new ProtoError(`decimal string ${digits} is not a number`)
  return BigInt(digits)
}

/** Bytes absent from the encoding are nil in Go. */
function bytesJson(id: string, bytes: Uint8Array, present: boolean): string {
  if (RAW_JSON.has(id)) return bytes.length === 0 ? 'null' : new TextDecoder().decode(bytes)
  if (DECIMALS.has(id)) return `"${decimalText(decimalOf(Buffer.from(bytes).toString()))}"`
  if (NUMBERS.has(id)) return `"${Buffer.from(bytes).toString()}"`
  if (HEX.has(id)) return `"${Buffer.from(bytes).toString('hex').toUpperCase()}"`
  return goBytes(present ? bytes : undefined)
}

/** `{"@type":"/x.Y",…}`. Source: jsonpb `marshalAny` */
function any(at: At, bytes: Uint8Array): string {
  let typeUrl = ''
  let inner: Uint8Array = NO_BYTES
  for (const entry of readProto(bytes)) {
    if (entry.field === 1) typeUrl = textOf(entry.bytes)
    if (entry.field === 2) inner = entry.bytes
  }
  if (typeUrl === '') return 'null'
  const type = typeUrl.slice(typeUrl.lastIndexOf('/') + 1)
  return `{${[`"@type":${goString(typeUrl)}`, ...members(inside(at), type, inner)].join(',')}}`
}
