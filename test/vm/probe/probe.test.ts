import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { messages } from '../../../src/schema/arbitraries/messages.js'
import { readContractSchema, variantNames } from '../../../src/schema/index.js'
import type { Json } from '../../../src/sandbox/index.js'
import { fieldsAmong } from '../../../src/vm/probe/optional-fields.js'
import { MessageParser, type MessageEntry } from '../../../src/vm/probe/parser.js'
import type { Verdict } from '../../../src/vm/probe/verdict.js'
import { probeSchema } from '../../../src/vm/probe/index.js'
import { fc } from '../../random.js'

const ARTIFACTS = 'contracts/artifacts'
const wasmOf = (name: string): Uint8Array => new Uint8Array(readFileSync(`${ARTIFACTS}/${name}.wasm`))

const schemas = new Map<string, ReturnType<typeof probeSchema>>()
/** Asked once for all tests. */
function probedDocument(name: string): ReturnType<typeof probeSchema> {
  if (!schemas.has(name)) schemas.set(name, probeSchema(wasmOf(name), name))
  return schemas.get(name)!
}

/** Of two releases of cosmwasm-std, whose parsers speak differently, with enums that hold themselves, tuples and foreign messages. */
describe.each(['cw20_base', 'callback_lab', 'cw3_flex_multisig', 'remote_reader'])('%s', (name) => {
  const wasm = wasmOf(name)
  const probed = readContractSchema(probedDocument(name), name)
  const written = readContractSchema(JSON.parse(readFileSync(`${ARTIFACTS}/schema/${name}.json`, 'utf8')), name)
  const entries = (['instantiate', 'execute', 'query', 'migrate', 'sudo'] as const).filter((entry) => probed[entry])

  test('has the entry points and the messages of its schema', () => {
    for (const entry of ['execute', 'query'] as const)
      expect(probed[entry] && [...variantNames(probed[entry])].sort(), entry).toEqual(
        written[entry] && [...variantNames(written[entry])].sort(),
      )
    expect(probed.contract).toBe(name)
  })

  test('takes every message that is made of the probed schema', () => {
    const parser = new MessageParser(wasm)
    for (const entry of entries)
      fc.assert(
        fc.property(messages(probed[entry]!), (message) => {
          expect(parser.ask(entry, JSON.stringify(message)), JSON.stringify(message)).toEqual({ kind: 'accepted' })
        }),
        { numRuns: 60 },
      )
  })
})

/** Contracts that pass over unknown fields: what may be left out has no error of its own. */
describe.each(['cw1_whitelist', 'cw20_base', 'cw3_flex_multisig', 'cw4_group', 'cw721_base', 'remote_vault'])(
  '%s, which passes over unknown fields',
  (name) => {
    const inferred = probedDocument(name)
    const written = JSON.parse(readFileSync(`${ARTIFACTS}/schema/${name}.json`, 'utf8')) as Record<string, Json>

    test.each(['instantiate', 'execute', 'query'] as const)(
      'has the fields of %s, and which may be left out',
      (entry) => {
        expect(fieldsOf(inferred[entry]!)).toEqual(fieldsOf(written[entry]!))
      },
    )
  },
)

test('fields among words are found one by one, by either kind of refusal', () => {
  expect(fieldsAmong(['a', 'b', 'c', 'd'], '', { ask: (text) => known(text, ['b', 'd']), unfit: 'null' })).toEqual([
    'b',
    'd',
  ])
})

/** A parser that takes numbers alone, and says of a second one with the name of `d` that it is there already. */
function known(beginning: string, fields: readonly string[]): Verdict {
  const named = [...beginning.matchAll(/"(\w+)":null/g)].map(([, name]) => name!)
  const first = named.find((name) => fields.includes(name))
  if (first === undefined) return { kind: 'accepted' }
  return first === 'd' ? { kind: 'duplicate field', name: first } : { kind: 'refused', text: 'Invalid type' }
}

/** Fields anywhere in a schema, with a mark at those that may be left out. */
function fieldsOf(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const { properties = {}, required = [] } = value as { properties?: Record<string, Json>; required?: string[] }
  const here = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`))
  return [...new Set([...here, ...Object.values(value).flatMap(fieldsOf)])].sort()
}

test('finds fields, their types, and which may be left out', () => {
  const { instantiate } = readContractSchema(probedDocument('cw20_base'), 'x')
  expect(instantiate!.root).toMatchObject({
    required: ['name', 'symbol', 'decimals', 'initial_balances'],
    properties: {
      name: { types: ['string'] },
      decimals: { types: ['integer'], format: 'uint8' },
      initial_balances: {
        types: ['array'],
        items: { required: ['address', 'amount'], properties: { amount: { ref: 'Uint128' } } },
      },
    },
  })
  const lab = readContractSchema(probedDocument('callback_lab'), 'x')
  expect(lab.instantiate!.root.required).toBeUndefined()
  expect(Object.keys(lab.instantiate!.root.properties!)).toEqual([
    'on_response',
    'on_error',
    'on_timeout',
    'on_open_ack',
    'on_kv_query_result',
    'on_tx_query_result',
    'on_reply',
  ])
})

test('a module that is not a contract is refused', () => {
  expect(() => probeSchema(new TextEncoder().encode('no wasm'), 'x')).toThrow('Wasm')
})

test.each<[MessageEntry, string, string]>([
  ['execute', '{"transfer":{"amount":"x"', 'refused'],
  ['execute', '{"transfer":{"amount":"1"', 'accepted'],
  ['execute', '{"transfer":{}', 'missing field'],
  ['execute', '{"mov":{}', 'unknown variant'],
  ['instantiate', 'null', 'refused'],
])('the parser says of %s %s: %s', (entry, beginning, kind) => {
  expect(new MessageParser(wasmOf('cw20_base')).ask(entry, beginning).kind).toBe(kind)
})
