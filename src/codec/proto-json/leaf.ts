import { toUtf8 } from '../../base/index.js'
import type { ProtoWriter } from '../proto.js'
import type { Field } from './schema.js'

/** A value that is not a message. */
export type Leaf = string | boolean | bigint | Uint8Array

/** Repeated numbers are packed. */
const isPacked = ({ repeated, kind, type }: Field): boolean =>
  repeated && kind !== 'message' && type !== 'string' && type !== 'bytes'

const isFixed = (type: string): boolean => type.endsWith('fixed64')

/** The number that is written for one. */
function onTheWire(type: string, value: bigint | boolean): bigint {
  const number = BigInt(value)
  return BigInt.asUintN(64, type.startsWith('sint') ? (number << 1n) ^ (number >> 63n) : number)
}

function packed(type: string, numbers: readonly Leaf[]): Uint8Array {
  const bytes: number[] = []
  for (const leaf of numbers) {
    let rest = onTheWire(type, leaf as bigint | boolean)
    if (isFixed(type)) for (let i = 0; i < 8; i++, rest >>= 8n) bytes.push(Number(rest & 0xffn))
    else {
      for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
      bytes.push(Number(rest))
    }
  }
  return Uint8Array.from(bytes)
}

/** One value; zero and empty ones are left out, unless it counts that there is one: in a list, in a `oneof`, in an optional field. */
function writeLeaf(writer: ProtoWriter, { number, type, repeated, optional }: Field, value: Leaf): void {
  const counts = repeated || optional
  if (typeof value === 'string' || value instanceof Uint8Array) {
    if (counts || value.length > 0) writer.message(number, typeof value === 'string' ? toUtf8(value) : value)
    return
  }
  const wire = onTheWire(type, value)
  if (wire === 0n && !counts) return
  if (isFixed(type)) writer.presentFixed64(number, wire)
  else writer.presentUint64(number, wire)
}

/** The values of a field: all of a list, or one. */
export function writeLeaves(writer: ProtoWriter, field: Field, values: readonly Leaf[]): void {
  if (!isPacked(field)) for (const value of values) writeLeaf(writer, field, value)
  else if (values.length > 0) writer.message(field.number, packed(field.type, values))
}
