import { FixtureError, fromUtf8, jsonPointer, Reach } from '../base/index.js'
import type { MessageSchema } from './node.js'
import { kindOf, SchemaReader } from './read.js'

/** The schemas of a contract's messages; undefined if it lacks the entry point. */
export interface ContractSchema {
  /** The name of its crate. */
  readonly contract: string
  readonly instantiate: MessageSchema | undefined
  readonly execute: MessageSchema | undefined
  readonly query: MessageSchema | undefined
  readonly migrate: MessageSchema | undefined
  readonly sudo: MessageSchema | undefined
  /** The responses, by the name of the query. */
  readonly answers: ReadonlyMap<string, MessageSchema>
}

export const ENTRY_POINTS = ['instantiate', 'execute', 'query', 'migrate', 'sudo'] as const

const RIGHT = 'right: the file that `write_api!` of cosmwasm-schema writes, with "instantiate", "execute", "query", …'

/**
 * Reads a document of `cosmwasm-schema` with the schemas of all messages of a contract.
 *
 * @param where the file, for errors
 * @throws FixtureError with the JSON pointer of the invalid part
 * @example
 * readContractSchema(JSON.parse(readFileSync('schema/vault.json', 'utf8')), 'schema/vault.json').execute
 */
export function readContractSchema(json: unknown, where: string): ContractSchema {
  const fail = (message: string): never => {
    throw new FixtureError({ file: where, pointer: '', message, details: [RIGHT] })
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return fail(`not the schema of a contract: expected an object, got ${kindOf(json)}`)
  const api = json as Readonly<Record<string, unknown>>
  if (ENTRY_POINTS.every((entry) => api[entry] === undefined))
    return fail(
      '$schema' in api || 'definitions' in api
        ? 'this is the schema of one message, not of a contract'
        : 'not the schema of a contract: it has none of the messages',
    )
  const reader = new SchemaReader(where)
  const read = (entry: (typeof ENTRY_POINTS)[number]): MessageSchema | undefined =>
    api[entry] === undefined || api[entry] === null ? undefined : reader.message(api[entry], `/${entry}`)
  const name = api['contract_name']
  const answers = Object.entries((api['responses'] ?? {}) as Readonly<Record<string, unknown>>)
  return {
    contract: typeof name === 'string' ? name : '',
    instantiate: read('instantiate'),
    execute: read('execute'),
    query: read('query'),
    migrate: read('migrate'),
    sudo: read('sudo'),
    answers: new Map(
      answers.map(([query, answer]) => [query, reader.message(answer, jsonPointer(['responses', query]))]),
    ),
  }
}

/**
 * {@link readContractSchema} of a file. @param reach what the file that names it at `pointer` may read; any file when left out
 * @throws FixtureError for a file that cannot or may not be read, or is not JSON
 */
export function readContractSchemaFile(given: string, reach: Reach = Reach.ofCode(), pointer = ''): ContractSchema {
  const path = reach.pathOf(given)
  let json: unknown
  try {
    json = JSON.parse(fromUtf8(reach.read(given, pointer)))
  } catch (cause) {
    if (cause instanceof FixtureError) throw cause
    const message = cause instanceof SyntaxError ? `not JSON: ${cause.message}` : 'the schema cannot be read'
    throw new FixtureError({ file: path, pointer: '', message, details: [RIGHT], cause })
  }
  return readContractSchema(json, path)
}
