import { NO_BYTES } from '../../base/index.js'
import type { Any } from '../any.js'
import { readProto, type ProtoField } from '../proto.js'
import { protoText, type TextField } from '../proto-text.js'
import { elements } from './elements.js'
import { TYPES, type Field, type Types } from './schema.js'

/**
 * A packed message as gogoproto's `CompactTextString` writes it, such as in error texts. Numbers of zero and empty texts are left out, messages that
 * cannot be absent are not.
 * @throws ProtoError for invalid bytes, SchemaError for an unknown type
 */
export const messageText = ({ typeUrl, value }: Any, types = TYPES): string =>
  protoText(fieldTexts(types, typeUrl.slice(1), value))

function fieldTexts(types: Types, type: string, bytes: Uint8Array): TextField[] {
  const entries = [...readProto(bytes)]
  return types.declaredFields(type).flatMap((field): TextField[] => {
    const found = entries.filter((entry) => entry.field === field.number)
    if (field.repeated) return elements(field, found).map((entry) => [field.name, textOf(types, field, entry)])
    const last = found.at(-1)
    if (last === undefined)
      return field.kind === 'message' && !field.optional ? [[field.name, fieldTexts(types, field.type, NO_BYTES)]] : []
    const isZero = field.kind !== 'message' && !field.optional && last.number === 0n && last.bytes.length === 0
    return isZero && field.type !== 'bytes' ? [] : [[field.name, textOf(types, field, last)]]
  })
}

function textOf(types: Types, { kind, type }: Field, { number, bytes }: ProtoField): TextField[1] {
  if (kind === 'message') return fieldTexts(types, type, bytes)
  if (kind === 'enum') {
    const int = Number(BigInt.asIntN(32, number))
    return { enum: types.enumValues(type)?.get(int) ?? String(int) }
  }
  if (type === 'string' || type === 'bytes') return bytes
  if (type === 'bool') return number !== 0n
  if (type === 'uint32') return BigInt.asUintN(32, number)
  return type === 'uint64' || type === 'fixed64' ? number : BigInt.asIntN(64, number)
}
