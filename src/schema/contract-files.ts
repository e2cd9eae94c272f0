import { FixtureError, fromUtf8, insteadOf, pascal, reasonOf, UsageError, type Reach } from '../base/index.js'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { ENTRY_POINTS, readContractSchema, readContractSchemaFile, type ContractSchema } from './contract-schema.js'
import { variantNames } from './variants.js'
import { SchemaReader } from './read.js'

/** Titles of the messages of each entry point; the second form is from before CosmWasm 0.14. */
const TITLES: Readonly<Record<(typeof ENTRY_POINTS)[number], RegExp>> = {
  instantiate: /^(?:Instantiate|Init)Msg(?:_|$)/,
  execute: /^(?:Execute|Handle)Msg(?:_|$)/,
  query: /^QueryMsg(?:_|$)/,
  migrate: /^MigrateMsg(?:_|$)/,
  sudo: /^SudoMsg(?:_|$)/,
}

/** Folders in which `cosmwasm-schema` writes the same schemas again. */
const REPETITIONS = new Set(['raw', 'cw_schema'])

/** The schema of a contract, and the files that it was read from. */
export interface ContractSchemaFiles extends ContractSchema {
  readonly files: readonly string[]
}

type Document = Readonly<Record<string, unknown>>

/**
 * Reads the schemas of contracts: one document per contract, as cosmwasm-schema 1 and later write them, or a folder with one file per message,
 * as before.
 *
 * @param paths files, and folders whose `.json` files are read
 * @returns the contracts, in the order of the paths @throws UsageError if there is none; FixtureError for an invalid schema
 */
export function readContractSchemas(paths: readonly string[]): readonly ContractSchemaFiles[] {
  const found: ContractSchemaFiles[] = []
  const separate = new Map<string, Map<string, Document>>()
  for (const file of new Set(paths.flatMap(filesOf))) {
    const document = readDocument(file)
    if (isWhole(document)) {
      const schema = readContractSchema(document, file)
      found.push({ ...schema, contract: schema.contract || basename(file, '.json'), files: [file] })
    } else {
      const folder = dirname(file)
      if (!separate.has(folder)) separate.set(folder, new Map())
      separate.get(folder)!.set(file, document)
    }
  }
  for (const [folder, documents] of separate) {
    const schema = joined(folder, documents)
    if (schema !== undefined) found.push(schema)
  }
  if (found.length > 0) return found
  throw new UsageError(`no schema of a contract in ${paths.join(', ') || 'no file'}`, {
    details: ['right: the files that `cargo run --bin schema` (or `cargo schema`) of the contract writes'],
  })
}

/**
 * Reads the schema that a campaign names: a document, or a folder with one file per message, as before cosmwasm-schema 1.
 *
 * @param reach what the campaign may read @param pointer where the campaign names it
 * @throws FixtureError for a file that cannot or may not be read, or is not a schema
 */
export function readNamedSchema(given: string, reach: Reach, pointer: string): ContractSchema {
  const names = reach.list(given, pointer)
  if (names === undefined) return readContractSchemaFile(given, reach, pointer)
  const path = reach.pathOf(given)
  const documents = names
    .filter((name) => name.endsWith('.json'))
    .map(
      (name) =>
        [join(path, name), documentOf(join(path, name), () => reach.read(`${given}/${name}`, pointer))] as const,
    )
  const whole = documents.find(([, document]) => isWhole(document))
  const schema = whole === undefined ? joined(path, new Map(documents)) : readContractSchema(whole[1], whole[0])
  if (schema === undefined) throw reach.refusal(pointer, `no schema of a contract in the folder ${given}`)
  return schema
}

function filesOf(path: string): readonly string[] {
  const info = statSync(path, { throwIfNoEntry: false })
  if (info === undefined) throw new UsageError(`there is no file ${path}`, { details: insteadOf(path) })
  if (!info.isDirectory()) return REPETITIONS.has(basename(dirname(resolve(path)))) ? [] : [path]
  return readdirSync(path)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(path, name))
}

const readDocument = (file: string): Document => documentOf(file, () => new Uint8Array(readFileSync(file)))

function documentOf(file: string, read: () => Uint8Array): Document {
  let document: unknown
  try {
    document = JSON.parse(fromUtf8(read()))
  } catch (cause) {
    if (cause instanceof FixtureError) throw cause
    const message = cause instanceof SyntaxError ? `not JSON: ${cause.message}` : reasonOf(cause)
    throw new FixtureError({ file, pointer: '', message, details: insteadOf(file), cause })
  }
  if (typeof document === 'object' && document !== null && !Array.isArray(document)) return document as Document
  throw new FixtureError({ file, pointer: '', message: 'not a schema: expected an object' })
}

const isWhole = (document: Document): boolean => ENTRY_POINTS.some((entry) => document[entry] !== undefined)

/** The schema of a contract from the files of its messages. A response belongs to the query whose name with `Response` is its title. */
function joined(folder: string, documents: ReadonlyMap<string, Document>): ContractSchemaFiles | undefined {
  const titles = new Map(
    [...documents].flatMap(([file, { title }]) => (typeof title === 'string' ? [[title, file] as const] : [])),
  )
  const read = (file: string) => new SchemaReader(file).message(documents.get(file), '')
  const entry = (name: (typeof ENTRY_POINTS)[number]) => {
    const title = [...titles.keys()].find((one) => TITLES[name].test(one))
    return title === undefined ? undefined : read(titles.get(title)!)
  }
  const [instantiate, execute, query, migrate, sudo] = ENTRY_POINTS.map(entry)
  if (instantiate === undefined && execute === undefined && query === undefined) return undefined
  const answers = (query === undefined ? [] : variantNames(query)).flatMap((name) => {
    const file = titles.get(`${pascal(name)}Response`)
    return file === undefined ? [] : [[name, read(file)] as const]
  })
  return {
    contract: contractOf(folder),
    instantiate,
    execute,
    query,
    migrate,
    sudo,
    answers: new Map(answers),
    files: [...documents.keys()],
  }
}

/** The contract's name from its folder: `cw20-base` for `contracts/cw20-base/schema`. */
function contractOf(folder: string): string {
  const path = resolve(folder)
  return basename(basename(path) === 'schema' ? dirname(path) : path)
}
