import { protoBytes, protoString, ProtoWriter, readProto } from './proto.js'

/** A protobuf `google.protobuf.Any`. */
export interface Any {
  readonly typeUrl: string
  readonly value: Uint8Array
}

export const encodeAny = ({ typeUrl, value }: Any): Uint8Array =>
  new ProtoWriter().string(1, typeUrl).bytes(2, value).finish()

/** @throws ProtoError */
export function decodeAny(bytes: Uint8Array): Any {
  const fields = readProto(bytes)
  return { typeUrl: protoString(fields, 1), value: protoBytes(fields, 2) }
}
