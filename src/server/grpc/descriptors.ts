import { fieldsOf, packageTables, serviceMethods, type Field, type PackageTable } from '../../codec/proto-json/index.js'
import { ProtoWriter } from '../../codec/proto.js'

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

const bytes = (...parts: readonly ((writer: ProtoWriter) => ProtoWriter)[]): Uint8Array =>
  parts.reduce((writer, part) => part(writer), new ProtoWriter()).finish()

/** Files of the well-known types, under their usual import paths. */
const WELL_KNOWN: Readonly<Record<string, Uint8Array>> = Object.fromEntries(
  Object.entries({
    Any: { type_url: 'string', value: 'bytes' },
    Timestamp: { seconds: 'int64', nanos: 'int32' },
    Duration: { seconds: 'int64', nanos: 'int32' },
  }).map(([name, fields]) => {
    const message = new ProtoWriter().string(1, name)
    for (const [i, [field, type]] of Object.entries(fields).entries())
      message.message(
        2,
        fieldDescriptor({
          name: field,
          number: i + 1,
          type,
          kind: 'scalar',
          repeated: false,
          optional: false,
          alternative: false,
          map: false,
        }),
      )
    const file = `google/protobuf/${name.toLowerCase()}.proto`
    return [file, fileDescriptor(file, 'google.protobuf', [], (writer) => writer.message(4, message.finish()))]
  }),
)

function fileDescriptor(
  name: string,
  packageName: string,
  dependencies: readonly string[],
  content: (writer: ProtoWriter) => ProtoWriter,
): Uint8Array {
  return bytes(
    (writer) => writer.string(1, name).string(2, packageName),
    (writer) => dependencies.reduce((into, file) => into.string(3, file), writer),
    content,
    (writer) => writer.string(12, 'proto3'),
  )
}

function fieldDescriptor({ name, number, type, kind, repeated }: Field): Uint8Array {
  const writer = new ProtoWriter()
    .string(1, name)
    .uint64(3, BigInt(number))
    .uint64(4, repeated ? REPEATED : OPTIONAL)
  if (kind === 'scalar') return writer.uint64(5, TYPES[type]!).finish()
  return writer
    .uint64(5, kind === 'enum' ? ENUM : MESSAGE)
    .string(6, `.${type}`)
    .finish()
}

const parentOf = (name: string): string => name.slice(0, Math.max(name.lastIndexOf('.'), 0))
const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

function messageDescriptor(packageName: string, table: PackageTable, name: string): Uint8Array {
  const writer = new ProtoWriter().string(1, lastOf(name))
  const outer = parentOf(name)
  const isMapEntry =
    outer !== '' &&
    fieldsOf(`${packageName}.${outer}`).some(({ map, type }) => map && type === `${packageName}.${name}`)
  for (const field of fieldsOf(`${packageName}.${name}`)) writer.message(2, fieldDescriptor(field))
  for (const inner of Object.keys(table.messages))
    if (parentOf(inner) === name) writer.message(3, messageDescriptor(packageName, table, inner))
  for (const [inner, values] of Object.entries(table.enums))
    if (parentOf(inner) === name) writer.message(4, enumDescriptor(inner, values))
  if (isMapEntry) writer.message(7, new ProtoWriter().bool(7, true))
  return writer.finish()
}

function enumDescriptor(name: string, values: string): Uint8Array {
  const writer = new ProtoWriter().string(1, lastOf(name))
  for (const value of values.split(', ')) {
    const [text, number] = value.split(' ') as [string, string]
    writer.message(2, new ProtoWriter().string(1, text).uint64(2, BigInt(number)).finish())
  }
  return writer.finish()
}

function serviceDescriptor(packageName: string, name: string): Uint8Array {
  const writer = new ProtoWriter().string(1, name)
  for (const [method, { request, response }] of serviceMethods(`${packageName}.${name}`) ?? [])
    writer.message(2, new ProtoWriter().string(1, method).string(2, `.${request}`).string(3, `.${response}`).finish())
  return writer.finish()
}

const fileOfPackage = (packageName: string): string => `${packageName.replaceAll('.', '/')}.proto`

/** The file that defines a type. */
function fileOfType(type: string): string {
  if (type.startsWith('google.protobuf.')) return `google/protobuf/${lastOf(type).toLowerCase()}.proto`
  return fileOfPackage(packageOf(type) ?? '')
}

/** The package of a message, enum, service or method; undefined for an unknown name. */
function packageOf(symbol: string): string | undefined {
  for (let name = symbol; name !== ''; name = parentOf(name)) {
    const table = Object.hasOwn(packageTables(), name) ? packageTables()[name] : undefined
    if (table === undefined) continue
    const [first = '', second] = symbol.slice(name.length + 1).split('.')
    const known = [table.messages, table.enums, table.services].some((rows) => Object.hasOwn(rows, first))
    const method = Object.hasOwn(table.services, first) && second !== undefined
    return known && (!method || serviceMethods(`${name}.${first}`)!.has(second)) ? name : undefined
  }
  return undefined
}

interface Built {
  readonly bytes: Uint8Array
  /** Its imports. */
  readonly needs: readonly string[]
}

const wellKnown = new Map<string, Built>(
  Object.entries(WELL_KNOWN).map(([file, bytes]) => [file, { bytes, needs: [] }]),
)
/** By package, with the table that each is made of: a package that gets more types has another one. */
const files = new Map<string, { readonly table: PackageTable; readonly made: Built }>()

/** The imports of a package. */
function dependenciesOf(packageName: string): readonly string[] {
  const own = fileOfPackage(packageName)
  const table = packageTables()[packageName]!
  const found = new Set<string>()
  for (const name of Object.keys(table.messages))
    for (const { kind, type } of fieldsOf(`${packageName}.${name}`)) if (kind !== 'scalar') found.add(fileOfType(type))
  for (const name of Object.keys(table.services))
    for (const { request, response } of serviceMethods(`${packageName}.${name}`)!.values())
      found.add(fileOfType(request)).add(fileOfType(response))
  found.delete(own)
  return [...found].sort()
}

function built(file: string): Built {
  const known = wellKnown.get(file)
  if (known !== undefined) return known
  const packageName = file.slice(0, -'.proto'.length).replaceAll('/', '.')
  const table = packageTables()[packageName]!
  const before = files.get(packageName)
  if (before?.table === table) return before.made
  const made = build(file, packageName, table)
  files.set(packageName, { table, made })
  return made
}

function build(file: string, packageName: string, table: PackageTable): Built {
  const needs = dependenciesOf(packageName)
  const bytes = fileDescriptor(file, packageName, needs, (writer) => {
    for (const name of Object.keys(table.messages))
      if (parentOf(name) === '') writer.message(4, messageDescriptor(packageName, table, name))
    for (const [name, values] of Object.entries(table.enums))
      if (parentOf(name) === '') writer.message(5, enumDescriptor(name, values))
    for (const name of Object.keys(table.services)) writer.message(6, serviceDescriptor(packageName, name))
    return writer
  })
  return { bytes, needs }
}

/** Whether a file has that name. */
export const hasFile = (file: string): boolean =>
  Object.hasOwn(WELL_KNOWN, file) ||
  (file.endsWith('.proto') && Object.hasOwn(packageTables(), file.slice(0, -'.proto'.length).replaceAll('/', '.')))

/** A file as `google.protobuf.FileDescriptorProto`, followed by all its transitive imports. */
export function fileWithDependencies(file: string): readonly Uint8Array[] {
  const wanted = new Set([file])
  for (const name of wanted) for (const need of built(name).needs) wanted.add(need)
  return [...wanted].map((name) => built(name).bytes)
}

/** The file of a symbol; undefined for an unknown one. */
export function fileOfSymbol(symbol: string): string | undefined {
  if (/^google\.protobuf\.(?:Any|Timestamp|Duration)$/.test(symbol)) return fileOfType(symbol)
  const packageName = packageOf(symbol)
  return packageName === undefined ? undefined : fileOfPackage(packageName)
}
