import type { Field, PackageTable, Types } from '../../codec/proto-json/index.js'
import { ProtoWriter } from '../../codec/index.js'

/** Descriptors are of proto2: there a number counts by its presence, also when it is zero. Source: google/protobuf/descriptor.proto */

/** Numbers of google.protobuf.FieldDescriptorProto.Type. */
const TYPES: Readonly<Record<string, bigint>> = {
  int64: 3n,
  uint64: 4n,
  int32: 5n,
  fixed64: 6n,
  bool: 8n,
  string: 9n,
  bytes: 12n,
  uint32: 13n,
  sfixed64: 16n,
  sint32: 17n,
  sint64: 18n,
}
const MESSAGE = 11n
const ENUM = 14n
const OPTIONAL = 1n
const REPEATED = 3n

export const parentOf = (name: string): string => name.slice(0, Math.max(name.lastIndexOf('.'), 0))
const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** A file as `google.protobuf.FileDescriptorProto`. */
export function fileDescriptor(
  file: string,
  packageName: string,
  table: PackageTable,
  types: Types,
  dependencies: readonly string[],
): Uint8Array {
  const writer = new ProtoWriter().string(1, file).string(2, packageName).strings(3, dependencies)
  for (const name of Object.keys(table.messages))
    if (parentOf(name) === '') writer.message(4, messageDescriptor(types, packageName, table, name))
  for (const name of Object.keys(table.enums)) if (parentOf(name) === '') writer.message(5, enumDescriptor(table, name))
  for (const name of Object.keys(table.services)) writer.message(6, serviceDescriptor(types, packageName, name))
  return writer.string(12, 'proto3').finish()
}

function messageDescriptor(types: Types, packageName: string, table: PackageTable, name: string): ProtoWriter {
  const writer = new ProtoWriter().string(1, lastOf(name))
  const fields = types.declaredFields(`${packageName}.${name}`)
  const oneofs = oneofsOf(fields)
  for (const field of fields) writer.message(2, fieldDescriptor(field, oneofs))
  for (const inner of Object.keys(table.messages))
    if (parentOf(inner) === name) writer.message(3, messageDescriptor(types, packageName, table, inner))
  for (const inner of Object.keys(table.enums))
    if (parentOf(inner) === name) writer.message(4, enumDescriptor(table, inner))
  if (isMapEntry(types, packageName, name)) writer.message(7, new ProtoWriter().bool(7, true))
  for (const oneof of oneofs) writer.message(8, new ProtoWriter().string(1, oneof))
  return writer
}

function isMapEntry(types: Types, packageName: string, name: string): boolean {
  const outer = parentOf(name)
  return (
    outer !== '' &&
    types.declaredFields(`${packageName}.${outer}`).some(({ map, type }) => map && type === `${packageName}.${name}`)
  )
}

/** Whether it has the keyword `optional`: in proto3 such a field is in a `oneof` of its own. */
const hasKeyword = ({ optional, oneof, kind }: Field): boolean => optional && oneof === undefined && kind !== 'message'

const oneofOf = (field: Field): string | undefined => (hasKeyword(field) ? `_${field.name}` : field.oneof)

/** Names of the oneofs of a message; those of optional fields are the last ones. */
export function oneofsOf(fields: readonly Field[]): readonly string[] {
  const sorted = fields.toSorted((a, b) => Number(hasKeyword(a)) - Number(hasKeyword(b)))
  return [...new Set(sorted.map(oneofOf).filter((name) => name !== undefined))]
}

function fieldDescriptor(field: Field, oneofs: readonly string[]): ProtoWriter {
  const { name, number, type, kind, repeated } = field
  const writer = new ProtoWriter()
    .string(1, name)
    .uint64(3, BigInt(number))
    .uint64(4, repeated ? REPEATED : OPTIONAL)
    .uint64(5, kind === 'scalar' ? TYPES[type]! : kind === 'enum' ? ENUM : MESSAGE)
  if (kind !== 'scalar') writer.string(6, `.${type}`)
  const oneof = oneofOf(field)
  if (oneof !== undefined) writer.presentUint64(9, BigInt(oneofs.indexOf(oneof)))
  return writer.string(10, field.jsonName).bool(17, hasKeyword(field))
}

/** The values of an enum by name. */
export const valuesOf = (table: PackageTable, name: string): readonly (readonly [value: string, number: bigint])[] =>
  table.enums[name]!.split(', ').map((entry) => {
    const [value, number] = entry.split(' ') as [string, string]
    return [value, BigInt(number)]
  })

function enumDescriptor(table: PackageTable, name: string): ProtoWriter {
  const writer = new ProtoWriter().string(1, lastOf(name))
  for (const [value, number] of valuesOf(table, name))
    writer.message(2, new ProtoWriter().string(1, value).presentUint64(2, number))
  return writer
}

function serviceDescriptor(all: Types, packageName: string, name: string): ProtoWriter {
  const writer = new ProtoWriter().string(1, name)
  for (const [method, { request, response, streams = false }] of all.serviceMethods(`${packageName}.${name}`)!) {
    const types = new ProtoWriter().string(1, method).string(2, `.${request}`).string(3, `.${response}`)
    writer.message(2, types.bool(5, streams).bool(6, streams))
  }
  return writer
}
