import { protoMessages, ProtoWriter, readProto, type ProtoField } from '../../proto.js'

export const SERVICE = 'neutron.interchainqueries'

export type Fields = readonly ProtoField[]

export const last = (fields: Fields, field: number): Uint8Array | undefined => protoMessages(fields, field).at(-1)
export const optional = <T>(fields: Fields, field: number, decode: (bytes: Uint8Array) => T): T | undefined => {
  const bytes = last(fields, field)
  return bytes && decode(bytes)
}
/** A codec of one message, in the form that generated types have. */
export interface Codec<T> {
  readonly typeUrl: string
  encode(message: T): { finish(): Uint8Array }
  decode(bytes: Uint8Array): T
}
export const codec = <T>(
  name: string,
  write: (writer: ProtoWriter, message: T) => ProtoWriter,
  decode: (fields: Fields) => T,
): Codec<T> => ({
  typeUrl: `/${SERVICE}.${name}`,
  encode: (message) => write(new ProtoWriter(), message),
  decode: (bytes) => decode(readProto(bytes)),
})
export const empty = (name: string): Codec<object> =>
  codec(
    name,
    (writer) => writer,
    () => ({}),
  )
