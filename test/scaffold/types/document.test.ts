import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readContractSchemas } from '../../../src/schema/index.js'
import { typesDocument } from '../../../src/scaffold/types/index.js'

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-types-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

const whole = (query: object, more: object = {}) => ({
  contract_name: 'some-contract',
  instantiate: { title: 'InstantiateMsg', type: 'object' },
  query: { title: 'QueryMsg', ...query },
  ...more,
})

const typesOf = (...paths: string[]): string => typesDocument(readContractSchemas(paths))
const ofQuery = (query: object, more?: object): string => typesOf(folderOf({ 'x.json': whole(query, more) }))

test('the types of the contracts of the tests are up to date', () => {
  const committed = readFileSync(join(import.meta.dirname, 'contracts.ts'), 'utf8')
  expect(typesOf('contracts/artifacts/schema')).toBe(committed)
})

test('separate files of an older contract make one contract, named after its folder', () => {
  const variant = (name: string, payload: object) => ({
    type: 'object',
    required: [name],
    properties: { [name]: payload },
  })
  const folder = folderOf({
    'cw-old/schema/init_msg.json': {
      title: 'InitMsg',
      type: 'object',
      required: ['owner'],
      properties: { owner: { type: 'string' } },
    },
    'cw-old/schema/handle_msg.json': { title: 'HandleMsg', anyOf: [variant('claim', { type: 'object' })] },
    'cw-old/schema/query_msg.json': {
      title: 'QueryMsg',
      anyOf: [variant('all_claims', { type: 'object' }), variant('other', { type: 'object' })],
    },
    'cw-old/schema/all_claims_response.json': {
      title: 'AllClaimsResponse',
      type: 'object',
      properties: { claims: { type: 'array', items: { type: 'integer' } } },
    },
    'cw-old/schema/state.json': { title: 'State', type: 'object' },
  })
  const text = typesOf(join(folder, 'cw-old/schema'))
  expect(text).toContain('export interface CwOld {\n  instantiate: CwOld.InstantiateMsg\n  execute: CwOld.ExecuteMsg')
  expect(text).toContain('  migrate: never')
  expect(text).toContain('  answers: {\n    all_claims: CwOld.AllClaimsResponse\n  }')
  expect(text).toContain('claims?: number[]')
  expect(text).not.toContain('State')
})

test('schemas that cosmwasm-schema writes twice are read once', () => {
  const document = whole({ type: 'string', enum: ['a'] })
  const folder = folderOf({ 's/x.json': document, 's/raw/query.json': document.query, 's/cw_schema/query.json': {} })
  expect(readContractSchemas([join(folder, 's')])).toHaveLength(1)
  expect(readContractSchemas(['s/x.json', 's/raw/query.json'].map((path) => join(folder, path)))).toHaveLength(1)
})

describe('a type of each form of schema', () => {
  test.each<[string, object, string]>([
    ['nothing said', {}, 'unknown'],
    ['integer or null', { type: ['integer', 'null'] }, 'number | null'],
    ['a list of choices', { type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
    [
      'a pair',
      { type: 'array', items: [{ type: 'string' }, { type: 'boolean' }], minItems: 2, maxItems: 2 },
      '[string, boolean]',
    ],
    ['a pair of equals', { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 }, '[string, string]'],
    ['a map', { type: 'object', additionalProperties: { type: 'integer' } }, 'Record<string, number>'],
    ['an empty object', { type: 'object', additionalProperties: false }, 'Record<string, never>'],
    ['a definition or null', { anyOf: [{ $ref: '#/definitions/A' }, { type: 'null' }] }, 'A | null'],
    [
      'both of two',
      { allOf: [{ $ref: '#/definitions/A' }, { oneOf: [{ type: 'string' }, { type: 'null' }] }] },
      'A & (string | null)',
    ],
    ['itself', { type: 'array', items: { $ref: '#' } }, 'QueryMsg[]'],
    ['nothing fits', { not: {} }, 'never'],
    [
      'a name with signs',
      { type: 'object', required: ['a-b'], properties: { 'a-b': { type: 'string' } } },
      '{\n    "a-b": string\n  }',
    ],
  ])('%s', (_, query, type) => {
    const text = ofQuery({ ...query, definitions: { A: { type: 'string' } } })
    expect(text).toContain(`  export type QueryMsg = ${type}\n`)
  })

  test('different definitions with one name get two names', () => {
    const text = ofQuery(
      { $ref: '#/definitions/A', definitions: { A: { type: 'string' }, Record: { type: 'string' } } },
      {
        execute: {
          title: 'ExecuteMsg',
          $ref: '#/definitions/A',
          definitions: { A: { $ref: '#/definitions/B' }, B: { type: 'integer' } },
        },
      },
    )
    expect(text).toContain('export type ExecuteMsg = A\n')
    expect(text).toContain('export type A = B\n')
    expect(text).toContain('export type QueryMsg = QueryMsgA\n')
    expect(text).toContain('export type QueryMsgA = string\n')
    // TypeScript's own stays what it is.
    expect(text).toContain('export type QueryMsgRecord = string\n')
  })
})

test('a schema cannot put code into the file', () => {
  const evil = '*/ process.exit(1) /*'
  const name = 'a: never } }\nprocess.exit(1)\nnamespace X { type Y = {'
  const text = ofQuery(
    {
      description: `one\u2028${evil}`,
      type: 'object',
      required: [name],
      properties: { [name]: { description: evil, enum: ['"; process.exit(1); "'] } },
      definitions: { [name]: { type: 'string' } },
    },
    { contract_name: name, responses: { [name]: { title: name, type: 'string' } } },
  )
  // What is left beside comments and texts are the words of declarations.
  const code = text.replaceAll(/"(?:\\.|[^"\\\n])*"/g, '""').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  expect(code).not.toMatch(/exit *\(/)
  expect(code).not.toContain('namespace X')
})

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['no file', {}, 'no schema of a contract in'],
  ['other JSON', { 'package.json': { name: 'x' } }, 'no schema of a contract in'],
  ['no JSON', { 'x.json': '{' }, 'x.json: not JSON:'],
  ['a list', { 'x.json': [] }, 'x.json: not a schema: expected an object'],
  ['a wrong schema', { 'x.json': whole({ type: 'text' }) }, 'x.json#/query/type: expected one of null, boolean'],
  ['two of one name', { 'x.json': whole({}), 'y.json': whole({}) }, 'two contracts are named SomeContract'],
])('%s is refused', (_, files, text) => {
  expect(() => typesOf(folderOf(files))).toThrow(text)
})
