import { patchWriter } from './cosmjs-writer.js'
import { protoBytes, protoString, ProtoWriter, readProto } from './proto.js'

patchWriter()

/** A protobuf `google.protobuf.Any`. */
export interface Any {
  readonly typeUrl: string
  readonly value: Uint8Array
}

/** An `Any` as a field of another message. */
export const anyWriter = ({ typeUrl, value }: Any): ProtoWriter => new ProtoWriter().string(1, typeUrl).bytes(2, value)

export const encodeAny = (any: Any): Uint8Array => anyWriter(any).finish()

/** @throws ProtoError */
export function decodeAny(bytes: Uint8Array): Any {
  const fields = readProto(bytes)
  return { typeUrl: protoString(fields, 1), value: protoBytes(fields, 2) }
}
