import type { Json } from '../../base/json-value.js'
import { fromUtf8, NO_BYTES, own, textOf, toBase64 } from '../../base/index.js'
import { decodeAny, type Any } from '../any.js'
import { decimalText } from '../decimals.js'
import { plainError } from '../plain-error.js'
import { fieldElements, fieldsOf, type Field } from '../proto-json/index.js'
import { readProto, type ProtoField } from '../proto.js'
import { decodeTime, rfc3339Nano } from '../time.js'
import { aminoName, PUBLIC_KEYS, ruleOf, type FieldRule } from './rules.js'

/** Writes a message that is packed in another one. */
type Packed = (message: Any) => { readonly type: string; readonly value: Json }

/**
 * A message by the amino encoder's general rules: fields that are set, 64-bit numbers as strings, enums as numbers.
 * @param packed for the messages in it
 * @throws SchemaError for a type in no table, ProtoError, ChainError undefined/1
 * Source: cosmossdk.io/x/tx v0.14.0 signing/aminojson/json_marshal.go, encoder.go, time.go.
 */
export function plainMessage({ typeUrl, value }: Any, packed: Packed): { readonly type: string; readonly value: Json } {
  const key = own(PUBLIC_KEYS, typeUrl)
  if (key !== undefined) return { type: key, value: toBase64(readProto(value).at(-1)?.bytes ?? NO_BYTES) }
  return { type: aminoName(typeUrl), value: members(typeUrl.slice(1), value, packed) }
}

const ABSENT: ProtoField = { field: 0, wire: 0, number: 0n, bytes: NO_BYTES }

function members(type: string, bytes: Uint8Array, packed: Packed): Record<string, Json> {
  const found = readProto(bytes)
  const object: Record<string, Json> = {}
  for (const field of fieldsOf(type)) {
    const rule = ruleOf(type, field.name)
    const name = rule.as ?? field.name
    const entries = elements(field, found)
    if (field.map && entries.length > 0) throw plainError('maps are not supported')
    if (rule.oneof !== undefined) {
      const { name: wrapper, type: alternative } = rule.oneof
      if (alternative === undefined)
        throw plainError(`field ${field.name} within a oneof must have the amino.oneof_type_name option set`)
      if (entries.length > 0)
        object[wrapper] = { type: alternative, value: { [name]: valueOf(field, rule, entries.at(-1)!, packed) } }
      else object[wrapper] ??= null
    } else if (entries.length > 0)
      object[name] = field.repeated
        ? entries.map((entry) => valueOf(field, rule, entry, packed))
        : valueOf(field, rule, entries.at(-1)!, packed)
    else if (rule.always !== undefined) object[name] = emptyValue(field, rule, packed)
  }
  return object
}

/** The values of a field that count as present: a proto3 scalar outside of a oneof that is not optional has no presence. */
function elements(field: Field, found: readonly ProtoField[]): readonly ProtoField[] {
  const own = found.filter(({ field: number }) => number === field.number)
  if (field.repeated) return fieldElements(field, own)
  const last = own.at(-1)
  const isEmpty =
    last !== undefined && field.kind !== 'message' && !field.optional && last.number === 0n && last.bytes.length === 0
  return isEmpty ? [] : own
}

function emptyValue(field: Field, rule: FieldRule, packed: Packed): Json {
  if (field.repeated) return rule.always === 'null' ? null : []
  if (field.kind === 'message')
    throw plainError(`not supported: dont_omit_empty=true on invalid (nil?) message field: ${rule.as ?? field.name}`)
  if (rule.number !== undefined) return '0'
  return field.type === 'bytes' ? null : valueOf(field, rule, ABSENT, packed)
}

function valueOf({ type, kind }: Field, rule: FieldRule, { number, bytes }: ProtoField, packed: Packed): Json {
  if (kind === 'message') {
    if (type === 'google.protobuf.Any') return packed(decodeAny(bytes))
    if (type === 'google.protobuf.Timestamp') return rfc3339Nano(decodeTime(bytes))
    if (type === 'google.protobuf.Duration') return String(decodeTime(bytes))
    return members(type, bytes, packed)
  }
  if (kind === 'enum') return Number(BigInt.asIntN(32, number))
  switch (type) {
    case 'string':
      return numberText(rule, textOf(bytes))
    case 'bytes':
      if (rule.inline) return inlined(bytes)
      return rule.number === undefined ? toBase64(bytes) : numberText(rule, textOf(bytes))
    case 'bool':
      return number !== 0n
    case 'uint32':
      return Number(BigInt.asUintN(32, number))
    case 'int32':
      return Number(BigInt.asIntN(32, number))
    case 'sint32':
      return Number(zigzag(number))
    case 'int64':
    case 'sfixed64':
      return String(BigInt.asIntN(64, number))
    case 'sint64':
      return String(zigzag(number))
    default:
      return String(number)
  }
}

const zigzag = (number: bigint): bigint => (number >> 1n) ^ -(number & 1n)

/** Decimals are whole numbers of 10^-18 on the wire. */
function numberText({ number }: FieldRule, text: string): string {
  if (number === undefined) return text
  if (text === '') return '0'
  return number === 'dec' && /^-?[0-9]+$/.test(text) ? decimalText(BigInt(text)) : text
}

function inlined(bytes: Uint8Array): Json {
  try {
    return JSON.parse(fromUtf8(bytes)) as Json
  } catch {
    throw plainError('could not normalize JSON: invalid JSON bytes')
  }
}
