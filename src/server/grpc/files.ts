import { declaredFields, packageTables, serviceMethods, type PackageTable } from '../../codec/proto-json/index.js'
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

function sourceOf(file: string): Source | undefined {
  const packageName = file.slice(0, -'.proto'.length).replaceAll('/', '.')
  const isOne = Object.hasOwn(packageTables(), packageName) && fileOfPackage(packageName) === file
  return isOne ? { packageName, table: packageTables()[packageName]! } : WELL_KNOWN.get(file)
}

/** The file that a name belongs to, whether or not it has it. */
function fileFor(symbol: string): string {
  const wellKnown = /^google\.protobuf\.(\w+)/.exec(symbol)?.[1]
  if (wellKnown !== undefined) {
    const own = `google/protobuf/${wellKnown.toLowerCase()}.proto`
    return WELL_KNOWN.has(own) ? own : DESCRIPTOR_FILE
  }
  let packageName = parentOf(symbol)
  while (packageName !== '' && !Object.hasOwn(packageTables(), packageName)) packageName = parentOf(packageName)
  return fileOfPackage(packageName)
}

interface Built {
  readonly bytes: Uint8Array
  /** Its imports. */
  readonly needs: readonly string[]
  /** Names of all that it defines. */
  readonly symbols: ReadonlySet<string>
}

/** Descriptors of packages, with the table that each is made of: a package that gets more types has another table. */
const made = new Map<string, { readonly table: PackageTable; readonly built: Built }>()

function builtOf(file: string): Built | undefined {
  if (file === DESCRIPTOR_FILE) return { ...descriptorFile(), needs: [] }
  const source = sourceOf(file)
  if (source === undefined) return undefined
  const before = made.get(file)
  if (before?.table === source.table) return before.built
  const built = build(file, source)
  made.set(file, { table: source.table, built })
  return built
}

function build(file: string, { packageName, table }: Source): Built {
  const full = (name: string): string => `${packageName}.${name}`
  const fields = Object.keys(table.messages).flatMap((name) => declaredFields(full(name)))
  const methods = Object.keys(table.services).flatMap((name) => [...serviceMethods(full(name))!.values()])
  const types = [
    ...fields.filter(({ kind }) => kind !== 'scalar').map(({ type }) => type),
    ...methods.flatMap(({ request, response }) => [request, response]),
  ]
  const needs = [...new Set(types.map(fileFor))].filter((need) => need !== file).sort()
  const bytes = fileDescriptor(file, packageName, table, needs)
  return { bytes, needs, symbols: new Set(symbolsOf(full, table)) }
}

/** Types, fields, oneofs, values of enums, services, methods. Source: cosmos-sdk v0.53.6 server/grpc/gogoreflection/serverreflection.go `processFile` */
function symbolsOf(full: (name: string) => string, table: PackageTable): readonly string[] {
  const members: Readonly<Record<string, readonly string[]>> = {
    ...Object.fromEntries(
      Object.keys(table.messages).map((name) => {
        const fields = declaredFields(full(name))
        return [name, [...fields.map((field) => field.name), ...oneofsOf(fields)]]
      }),
    ),
    ...Object.fromEntries(
      Object.keys(table.enums).map((name) => [name, valuesOf(table, name).map(([value]) => value)]),
    ),
    ...Object.fromEntries(Object.keys(table.services).map((name) => [name, [...serviceMethods(full(name))!.keys()]])),
  }
  return Object.entries(members).flatMap(([name, own]) => [full(name), ...own.map((one) => full(`${name}.${one}`))])
}

/** Whether a file has that name. */
export const hasFile = (file: string): boolean => file === DESCRIPTOR_FILE || sourceOf(file) !== undefined

/** The file of a symbol; undefined for an unknown one. */
export function fileOfSymbol(symbol: string): string | undefined {
  const file = fileFor(symbol)
  return builtOf(file)?.symbols.has(symbol) === true ? file : undefined
}

/**
 * A file as `google.protobuf.FileDescriptorProto`, followed by those of its transitive imports that were not sent before.
 * Source: `fileDescWithDependencies`
 */
export function fileWithDependencies(file: string, sent: Set<string>): readonly Uint8Array[] {
  const before = new Set(sent)
  const wanted = new Set([file])
  for (const name of wanted) for (const need of builtOf(name)!.needs) wanted.add(need)
  for (const name of wanted) sent.add(name)
  return [...wanted].filter((name) => name === file || !before.has(name)).map((name) => builtOf(name)!.bytes)
}

/** The files that define types and services, with all that they import: each once, after its imports. @param symbols full names */
export function filesOf(symbols: Iterable<string>): readonly Uint8Array[] {
  const seen = new Set<string>()
  const ordered: Uint8Array[] = []
  const add = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    const { needs, bytes } = builtOf(file)!
    needs.forEach(add)
    ordered.push(bytes)
  }
  ;[...new Set([...symbols].map(fileFor))].filter(hasFile).sort().forEach(add)
  return ordered
}
