import { NO_BYTES } from '../../base/index.js'
import { ProtoError, type ProtoField } from '../proto.js'
import type { Field } from './schema.js'

/** Repeated numbers may be packed or not. */
export function elements(field: Field, found: readonly ProtoField[]): readonly ProtoField[] {
  if (field.kind === 'message' || field.type === 'string' || field.type === 'bytes') return found
  const unpacked = field.type.endsWith('fixed64') ? packedFixed : packed
  return found.flatMap((entry) => (entry.wire === 2 ? unpacked(entry.bytes) : [entry]))
}

const element = (number: bigint): ProtoField => ({ field: 0, wire: 0, number, bytes: NO_BYTES })

function packedFixed(bytes: Uint8Array): ProtoField[] {
  if (bytes.length % 8 !== 0) throw new ProtoError('unexpected EOF')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return Array.from({ length: bytes.length / 8 }, (_, i) => element(view.getBigUint64(i * 8, true)))
}

function packed(bytes: Uint8Array): ProtoField[] {
  const numbers: ProtoField[] = []
  let number = 0n
  let shift = 0n
  for (const byte of bytes) {
    number |= BigInt(byte & 0x7f) << shift
    shift += 7n
    if (byte >= 0x80) continue
    numbers.push(element(BigInt.asUintN(64, number)))
    number = shift = 0n
  }
  if (shift !== 0n) throw new ProtoError('unexpected EOF')
  return numbers
}
