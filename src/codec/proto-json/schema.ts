import { SudoboxError, UsageError } from '../../base/index.js'
import { GAIA_PACKAGES } from './gaia.js'
import { NOLUS_PACKAGES } from './nolus.js'
import { REFLECTION_PACKAGES } from './reflection.js'
import { CHAIN_PACKAGES } from './schema/chains/all.js'
import { PACKAGES } from './schema/all.js'
import { WELL_KNOWN } from './well-known.js'

/**
 * A protobuf package as a table: a message is `name type number` of its fields in the order of their declaration, an enum `NAME number`,
 * a service `Method Request Response`. A type with a leading dot is in the same package; `[]` is a repeated field; `?` one that can be
 * absent, which a message with `(gogoproto.nullable) = false` cannot; `|sum` an alternative of the `oneof` sum; `{}` a map, a list of messages
 * with a `key` and a `value`; `*` a stream of requests or responses.
 */
export interface PackageTable {
  readonly messages: Readonly<Record<string, string>>
  readonly enums: Readonly<Record<string, string>>
  readonly services: Readonly<Record<string, string>>
}

export const SCALARS = [
  'string',
  'bytes',
  'bool',
  'uint32',
  'uint64',
  'int32',
  'int64',
  'fixed64',
  'sfixed64',
  'sint32',
  'sint64',
] as const
export type Scalar = (typeof SCALARS)[number]

export const isScalar = (type: string): boolean => (SCALARS as readonly string[]).includes(type)

export interface Field {
  readonly name: string
  /** Its name in protobuf's JSON. */
  readonly jsonName: string
  readonly number: number
  /** A scalar, or the full name of a message or enum. */
  readonly type: string
  readonly kind: 'scalar' | 'enum' | 'message'
  readonly repeated: boolean
  /** Whether it can be absent. */
  readonly optional: boolean
  /** Name of the `oneof` that it is an alternative of. It is left out of JSON if another one is set. */
  readonly oneof: string | undefined
  /** Whether it is a map: an object in JSON. It is repeated, too. */
  readonly map: boolean
}

export interface MethodTypes {
  readonly request: string
  readonly response: string
  /** Whether requests and responses are streams. */
  readonly streams?: true
}

/** A name in no table. */
export class SchemaError extends SudoboxError {
  readonly code = 'SCHEMA'
}

const TABLES: Record<string, PackageTable> = {
  ...PACKAGES,
  ...CHAIN_PACKAGES,
  ...NOLUS_PACKAGES,
  ...GAIA_PACKAGES,
  ...REFLECTION_PACKAGES,
}
const NO_TABLE: PackageTable = { messages: {}, enums: {}, services: {} }

const own = (rows: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(rows, name) ? rows[name] : undefined

const memories: Map<string, unknown>[] = []

const remembered = <T>(read: (name: string) => T): ((name: string) => T) => {
  const known = new Map<string, T>()
  memories.push(known)
  return (name) => {
    if (!known.has(name)) known.set(name, read(name))
    return known.get(name)!
  }
}

const entries = (text: string): readonly string[] => (text === '' ? [] : text.split(', '))

/** The name of a field in protobuf's JSON, unless its file gives it one. Source: protobuf src/google/protobuf/descriptor.cc `ToJsonName` */
const jsonNameOf = (name: string): string =>
  name.replace(/_+(.?)/g, (_, letter: string) => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter))

/** Source: cometbft v0.38.21 proto/tendermint/abci/types.proto */
const JSON_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  ['ExecTxResult', 'ResponseCheckTx'].flatMap((message) =>
    ['gas_wanted', 'gas_used'].map((name) => [`tendermint.abci.${message}.${name}`, name]),
  ),
)

/** What a release has otherwise in a package, by name; undefined for what it does not have. */
export type PackageChanges = { readonly [rows in keyof PackageTable]?: Readonly<Record<string, string | undefined>> }

/** All messages, enums and services that are known. */
export class Types {
  readonly #names: () => readonly string[]
  readonly #tableOf: (packageName: string) => PackageTable | undefined
  /** Fields of a message in the order of their declaration; undefined for a message in no table. */
  readonly messageFields: (fullName: string) => readonly Field[] | undefined
  /** Names of an enum's values by number. */
  readonly enumValues: (fullName: string) => ReadonlyMap<number, string> | undefined
  /** Methods of a service, in order. */
  readonly serviceMethods: (fullName: string) => ReadonlyMap<string, MethodTypes> | undefined

  constructor(names: () => readonly string[], tableOf: (packageName: string) => PackageTable | undefined) {
    this.#names = names
    this.#tableOf = tableOf
    this.messageFields = remembered((fullName) => this.#messageFields(fullName))
    this.enumValues = remembered((fullName) => this.#enumValues(fullName))
    this.serviceMethods = remembered((fullName) => this.#serviceMethods(fullName))
  }

  /** These types with the changes of a release, by package. */
  with(changes: Readonly<Record<string, PackageChanges>>): Types {
    const tableOf = remembered((name) => changedTable(this.#tableOf(name), changes[name]))
    return new Types(() => [...new Set([...this.#names(), ...Object.keys(changes)])], tableOf)
  }

  /** Names of all packages. */
  get packages(): readonly string[] {
    return this.#names()
  }

  readonly packageTable = (packageName: string): PackageTable | undefined => this.#tableOf(packageName)

  readonly isEnum = (fullName: string): boolean => this.enumValues(fullName) !== undefined

  /** Types of a gRPC method by its path, `/package.Service/Method`. */
  readonly methodTypes = (path: string): MethodTypes | undefined => {
    const [, service = '', method = ''] = path.split('/')
    return this.serviceMethods(service)?.get(method)
  }

  /** Whether a message has that name. */
  readonly hasMessage = (fullName: string): boolean =>
    Object.hasOwn(WELL_KNOWN, fullName) || this.messageFields(fullName) !== undefined

  /** Whether a message or an enum has that name. */
  readonly hasType = (fullName: string): boolean => this.hasMessage(fullName) || this.isEnum(fullName)

  /** @throws SchemaError for a name in no table */
  readonly fieldsOf = (fullName: string): readonly Field[] => {
    const fields = this.messageFields(fullName)
    if (fields === undefined) throw new SchemaError(`unable to resolve type URL /${fullName}`)
    return fields
  }

  /** Fields as their files declare them, also of messages with a JSON form of their own. @throws SchemaError for a name in no table */
  readonly declaredFields = (fullName: string): readonly Field[] =>
    Object.hasOwn(WELL_KNOWN, fullName) ? WELL_KNOWN[fullName]! : this.fieldsOf(fullName)

  /** The key and the value of a map's entry, which are always written. */
  readonly entryFields = (type: string): readonly [key: Field, value: Field] => {
    const [key, value] = this.fieldsOf(type) as [Field, Field]
    return [
      { ...key, optional: true },
      { ...value, optional: value.optional || value.kind !== 'message' },
    ]
  }

  /** Splits a full name into its package and the rest. */
  #located(fullName: string): readonly [table: PackageTable, packageName: string, name: string] {
    for (let dot = fullName.lastIndexOf('.'); dot > 0; dot = fullName.lastIndexOf('.', dot - 1)) {
      const packageName = fullName.slice(0, dot)
      const table = this.#tableOf(packageName)
      if (table !== undefined) return [table, packageName, fullName.slice(dot + 1)]
    }
    return [NO_TABLE, '', fullName]
  }

  #messageFields(fullName: string): readonly Field[] | undefined {
    const [table, packageName, name] = this.#located(fullName)
    const text = own(table.messages, name)
    return text === undefined ? undefined : entries(text).map((entry) => this.#field(entry, packageName, fullName))
  }

  #field(entry: string, packageName: string, message: string): Field {
    const [name, written, number] = entry.split(' ') as [string, string, string]
    const bare = written.replace(/\[\]$|\{\}$|\?$|\|.*$/, '')
    const type = bare.startsWith('.') ? packageName + bare : bare
    const kind = isScalar(type) ? 'scalar' : this.isEnum(type) ? 'enum' : 'message'
    return {
      name,
      jsonName: JSON_NAMES[`${message}.${name}`] ?? jsonNameOf(name),
      number: Number(number),
      type,
      kind,
      repeated: /(?:\[\]|\{\})$/.test(written),
      optional: /\?$|\|/.test(written),
      oneof: written.split('|')[1],
      map: written.endsWith('{}'),
    }
  }

  #enumValues(fullName: string): ReadonlyMap<number, string> | undefined {
    const [table, , name] = this.#located(fullName)
    const text = own(table.enums, name)
    if (text === undefined) return undefined
    return new Map(
      entries(text).map((entry) => {
        const [value, number] = entry.split(' ') as [string, string]
        return [Number(number), value]
      }),
    )
  }

  #serviceMethods(fullName: string): ReadonlyMap<string, MethodTypes> | undefined {
    const [table, packageName, name] = this.#located(fullName)
    const text = own(table.services, name)
    const full = (type: string) => (type.startsWith('.') ? packageName + type : type)
    return text === undefined
      ? undefined
      : new Map(
          entries(text).map((entry) => {
            const [method, request, response] = entry.split(' ') as [string, string, string]
            const [from, to] = [request.replace('*', ''), response.replace('*', '')]
            return [method, { request: full(from), response: full(to), ...(request !== from && { streams: true }) }]
          }),
        )
  }
}

function changedTable(table: PackageTable | undefined, changes: PackageChanges | undefined): PackageTable | undefined {
  if (changes === undefined) return table
  const rows = (of: keyof PackageTable): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries({ ...table?.[of], ...changes[of] }).filter((row): row is [string, string] => row[1] !== undefined),
    )
  return { messages: rows('messages'), enums: rows('enums'), services: rows('services') }
}

/** The types of all chains, in the form of their first release. */
export const TYPES = new Types(
  () => Object.keys(TABLES),
  (packageName) => (Object.hasOwn(TABLES, packageName) ? TABLES[packageName] : undefined),
)
export const { messageFields, isEnum, serviceMethods, methodTypes, hasMessage, hasType, fieldsOf, declaredFields } =
  TYPES

/**
 * Adds types that are not part of the chains, for the whole program, as Go's registry does.
 * @throws UsageError for a name that has another form already; nothing is added then
 */
export function addPackages(packages: Readonly<Record<string, PackageTable>>): void {
  const merged = Object.entries(packages).map(([name, added]) => {
    const known = Object.hasOwn(TABLES, name) ? TABLES[name]! : NO_TABLE
    const rows = (of: keyof PackageTable) => joined(name, known[of], added[of])
    return [name, { messages: rows('messages'), enums: rows('enums'), services: rows('services') }] as const
  })
  for (const [name, table] of merged) TABLES[name] = table
  for (const memory of memories) memory.clear()
}

function joined(packageName: string, known: Readonly<Record<string, string>>, added: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(added)) {
    const before = own(known, name)
    if (before !== undefined && before !== text)
      throw new UsageError(`the protobuf type ${packageName}.${name} is known already, in another form`, {
        details: ['a program has one form of each protobuf type: give one of them another package'],
      })
  }
  return { ...known, ...added }
}

/** All tables by package. */
export const packageTables = (): Readonly<Record<string, PackageTable>> => TABLES
