import { TYPES, type PackageTable, type Types } from '../../codec/proto-json/index.js'
import { DESCRIPTOR_FILE, descriptorFile } from './descriptor-file.js'
import { fileDescriptor, oneofsOf, parentOf, valuesOf } from './descriptors.js'

/** The files that reflection has: one for each package, and the usual ones of Google's types. */

interface Source {
  readonly packageName: string
  readonly table: PackageTable
}

const GOOGLE = 'google.protobuf'
const WELL_KNOWN: ReadonlyMap<string, Source> = new Map(
  ['Any', 'Timestamp', 'Duration'].map((name) => [
    `google/protobuf/${name.toLowerCase()}.proto`,
    { packageName: GOOGLE, table: { messages: { [name]: '' }, enums: {}, services: {} } },
  ]),
)

const fileOfPackage = (packageName: string): string => `${packageName.replaceAll('.', '/')}.proto`

function sourceOf(types: Types, file: string): Source | undefined {
  const packageName = file.slice(0, -'.proto'.length).replaceAll('/', '.')
  const table = types.packageTable(packageName)
  const isOne = table !== undefined && fileOfPackage(packageName) === file
  return isOne ? { packageName, table } : WELL_KNOWN.get(file)
}

/** The file that a name belongs to, whether or not it has it. */
function fileFor(types: Types, symbol: string): string {
  const wellKnown = /^google\.protobuf\.(\w+)/.exec(symbol)?.[1]
  if (wellKnown !== undefined) {
    const own = `google/protobuf/${wellKnown.toLowerCase()}.proto`
    return WELL_KNOWN.has(own) ? own : DESCRIPTOR_FILE
  }
  let packageName = parentOf(symbol)
  while (packageName !== '' && types.packageTable(packageName) === undefined) packageName = parentOf(packageName)
  return fileOfPackage(packageName)
}

interface Built {
  readonly bytes: Uint8Array
  /** Its imports. */
  readonly needs: readonly string[]
  /** Names of all that it defines. */
  readonly symbols: ReadonlySet<string>
}

/** Descriptors of files, by the table that each is made of: a package that gets more types has another table, and two can have one. */
const made = new WeakMap<PackageTable, Map<string, Built>>()

function builtOf(types: Types, file: string): Built | undefined {
  if (file === DESCRIPTOR_FILE) return { ...descriptorFile(), needs: [] }
  const source = sourceOf(types, file)
  if (source === undefined) return undefined
  const ofTable = made.get(source.table) ?? new Map<string, Built>()
  made.set(source.table, ofTable)
  const built = ofTable.get(file) ?? build(types, file, source)
  ofTable.set(file, built)
  return built
}

function build(types: Types, file: string, { packageName, table }: Source): Built {
  const full = (name: string): string => `${packageName}.${name}`
  const fields = Object.keys(table.messages).flatMap((name) => types.declaredFields(full(name)))
  const methods = Object.keys(table.services).flatMap((name) => [...types.serviceMethods(full(name))!.values()])
  const named = [
    ...fields.filter(({ kind }) => kind !== 'scalar').map(({ type }) => type),
    ...methods.flatMap(({ request, response }) => [request, response]),
  ]
  const needs = [...new Set(named.map((name) => fileFor(types, name)))].filter((need) => need !== file).sort()
  const bytes = fileDescriptor(file, packageName, table, types, needs)
  return { bytes, needs, symbols: new Set(symbolsOf(types, full, table)) }
}

/** Types, fields, oneofs, values of enums, services, methods. Source: cosmos-sdk v0.53.6 server/grpc/gogoreflection/serverreflection.go `processFile` */
function symbolsOf(types: Types, full: (name: string) => string, table: PackageTable): readonly string[] {
  const members: Readonly<Record<string, readonly string[]>> = {
    ...Object.fromEntries(
      Object.keys(table.messages).map((name) => {
        const fields = types.declaredFields(full(name))
        return [name, [...fields.map((field) => field.name), ...oneofsOf(fields)]]
      }),
    ),
    ...Object.fromEntries(
      Object.keys(table.enums).map((name) => [name, valuesOf(table, name).map(([value]) => value)]),
    ),
    ...Object.fromEntries(
      Object.keys(table.services).map((name) => [name, [...types.serviceMethods(full(name))!.keys()]]),
    ),
  }
  return Object.entries(members).flatMap(([name, own]) => [full(name), ...own.map((one) => full(`${name}.${one}`))])
}

/** Whether a file has that name. */
export const hasFile = (types: Types, file: string): boolean =>
  file === DESCRIPTOR_FILE || sourceOf(types, file) !== undefined

/** The file of a symbol; undefined for an unknown one. */
export function fileOfSymbol(types: Types, symbol: string): string | undefined {
  const file = fileFor(types, symbol)
  return builtOf(types, file)?.symbols.has(symbol) === true ? file : undefined
}

/**
 * A file as `google.protobuf.FileDescriptorProto`, followed by those of its transitive imports that were not sent before.
 * Source: `fileDescWithDependencies`
 */
export function fileWithDependencies(file: string, sent: Set<string>, types = TYPES): readonly Uint8Array[] {
  const before = new Set(sent)
  const wanted = new Set([file])
  for (const name of wanted) for (const need of builtOf(types, name)!.needs) wanted.add(need)
  for (const name of wanted) sent.add(name)
  return [...wanted].filter((name) => name === file || !before.has(name)).map((name) => builtOf(types, name)!.bytes)
}

/** The files that define types and services, with all that they import: each once, after its imports. @param symbols full names */
export function filesOf(types: Types, symbols: Iterable<string>): readonly Uint8Array[] {
  const seen = new Set<string>()
  const ordered: Uint8Array[] = []
  const add = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    const { needs, bytes } = builtOf(types, file)!
    needs.forEach(add)
    ordered.push(bytes)
  }
  ;[...new Set([...symbols].map((symbol) => fileFor(types, symbol)))]
    .filter((file) => hasFile(types, file))
    .sort()
    .forEach(add)
  return ordered
}
