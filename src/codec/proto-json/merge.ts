import { concatBytes } from '../../base/index.js'
import { ProtoWriter, readProto } from '../proto.js'
import { TYPES } from './schema.js'

/** Two encodings one after the other as one message: decoders of generated code take the last of a field, and do not merge messages. */
export function mergedProto(type: string, bytes: Uint8Array, types = TYPES): Uint8Array {
  const twice = types.fieldsOf(type).filter(({ kind, repeated }) => kind === 'message' && !repeated)
  const found = readProto(bytes)
  const parts = twice.flatMap((field) => {
    const all = found.filter((entry) => entry.field === field.number).map((entry) => entry.bytes)
    return all.length < 2 ? [] : [[field.number, mergedProto(field.type, concatBytes(...all), types)] as const]
  })
  // The last one counts, so that of all goes to the end.
  return concatBytes(bytes, ...parts.map(([number, part]) => new ProtoWriter().message(number, part).finish()))
}
