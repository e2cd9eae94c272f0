import type { ProtoWriter } from '../proto.js'
import type { Field } from './schema.js'

/** A value that is not a message. */
export type Leaf = string | boolean | bigint | Uint8Array

/** Repeated numbers are packed. */
const isPacked = ({ repeated, kind, type }: Field): boolean =>
  repeated && kind !== 'message' && type !== 'string' && type !== 'bytes'

function packed(type: string, numbers: readonly Leaf[]): Uint8Array {
  const bytes: number[] = []
  for (const leaf of numbers) {
    const number = BigInt(leaf as bigint | boolean)
    if (type.endsWith('fixed64')) for (let i = 0n; i < 64n; i += 8n) bytes.push(Number((number >> i) & 0xffn))
    else {
      let rest = BigInt.asUintN(64, type.startsWith('sint') ? zigzag(number) : number)
      for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
      bytes.push(Number(rest))
    }
  }
  return Uint8Array.from(bytes)
}

const zigzag = (value: bigint): bigint => (value << 1n) ^ (value >> 63n)

/** One value; zero and empty ones are left out unless they are items of a list. */
export function writeLeaf(writer: ProtoWriter, field: Field, value: Leaf): void {
  const { number, type } = field
  if (value instanceof Uint8Array) {
    if (field.repeated) writer.message(number, value)
    else writer.bytes(number, value)
  } else if (typeof value === 'string') {
    if (field.repeated || type === 'bytes') writer.message(number, Buffer.from(value))
    else writer.string(number, value)
  } else if (typeof value === 'boolean') writer.bool(number, value)
  else if (type.endsWith('fixed64')) writer.fixed64(number, value)
  else if (type.startsWith('sint')) writer.uint64(number, zigzag(value))
  else writer.uint64(number, value)
}

/** The values of a field. */
export function writeLeaves(writer: ProtoWriter, field: Field, values: readonly Leaf[]): void {
  if (!isPacked(field)) for (const value of values) writeLeaf(writer, field, value)
  else if (values.length > 0) writer.message(field.number, packed(field.type, values))
}
