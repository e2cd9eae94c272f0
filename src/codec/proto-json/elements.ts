import { ProtoError, type ProtoField } from '../proto.js'
import type { Field } from './schema.js'

const NOTHING = new Uint8Array(0)

/** Repeated numbers may be packed or not. */
export function elements(field: Field, found: readonly ProtoField[]): readonly ProtoField[] {
  if (field.kind === 'message' || field.type === 'string' || field.type === 'bytes') return found
  return found.flatMap((entry) => (entry.wire === 2 ? packed(entry.bytes) : [entry]))
}

function packed(bytes: Uint8Array): ProtoField[] {
  const numbers: ProtoField[] = []
  let number = 0n
  let shift = 0n
  for (const byte of bytes) {
    number |= BigInt(byte & 0x7f) << shift
    shift += 7n
    if (byte >= 0x80) continue
    numbers.push({ field: 0, wire: 0, number: BigInt.asUintN(64, number), bytes: NOTHING })
    number = shift = 0n
  }
  if (shift !== 0n) throw new ProtoError('unexpected EOF')
  return numbers
}
