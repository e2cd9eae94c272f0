import { NO_BYTES, toUtf8 } from '../base/index.js'
import type { Codec } from './message.js'
import { protoBool, protoMessages, protoString, protoUint64, ProtoWriter, readProto, type ProtoField } from './proto.js'

/** The key or the value of a map's entries. Go writes both even when they are defaults. Source: gogoproto v1.7.2 plugin/marshalto `mapField`. */
interface Part<T> {
  readonly write: (writer: ProtoWriter, field: number, value: T) => ProtoWriter
  readonly read: (fields: readonly ProtoField[], field: number) => T
}

export const stringPart: Part<string> = {
  write: (writer, field, value) => writer.message(field, toUtf8(value)),
  read: protoString,
}
export const uint64Part: Part<bigint> = {
  write: (writer, field, value) => writer.presentUint64(field, value),
  read: protoUint64,
}
export const boolPart: Part<boolean> = {
  write: (writer, field, value) => writer.presentUint64(field, value ? 1n : 0n),
  read: protoBool,
}
export const messagePart = <T>({ encode, decode }: Pick<Codec<T>, 'encode' | 'decode'>): Part<T> => ({
  write: (writer, field, value) => writer.message(field, encode(value)),
  read: (fields, field) => decode(protoMessages(fields, field).at(-1) ?? NO_BYTES),
})

/** A field that is a map. Its entries are written in the order of the map, where Go has none; the last entry of a key counts. */
export const mapField = <K, V>(key: Part<K>, value: Part<V>) => ({
  write: (writer: ProtoWriter, field: number, map: ReadonlyMap<K, V>): void => {
    for (const [k, v] of map) writer.message(field, value.write(key.write(new ProtoWriter(), 1, k), 2, v))
  },
  read: (fields: readonly ProtoField[], field: number): ReadonlyMap<K, V> =>
    new Map(
      protoMessages(fields, field).map((bytes) => {
        const entry = readProto(bytes)
        return [key.read(entry, 1), value.read(entry, 2)]
      }),
    ),
})
