import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { messages } from '../../../src/fuzz/arbitraries/messages.js'
import { readContractSchema, variantNames } from '../../../src/fuzz/schema/index.js'
import { MessageParser, type MessageEntry } from '../../../src/scaffold/probe/parser.js'
import { probeSchema } from '../../../src/scaffold/probe/index.js'
import { fc } from '../../random.js'

const ARTIFACTS = 'contracts/artifacts'
const wasmOf = (name: string): Uint8Array => new Uint8Array(readFileSync(`${ARTIFACTS}/${name}.wasm`))

/** Of two releases of cosmwasm-std, whose parsers speak differently, with enums that hold themselves, tuples and foreign messages. */
describe.each(['cw20_base', 'callback_lab', 'cw3_flex_multisig', 'remote_reader'])('%s', (name) => {
  const wasm = wasmOf(name)
  const probed = readContractSchema(probeSchema(wasm, name), name)
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

test('tells fields, their types, and which may be left out', () => {
  const { instantiate } = readContractSchema(probeSchema(wasmOf('cw20_base'), 'x'), 'x')
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
  const lab = readContractSchema(probeSchema(wasmOf('callback_lab'), 'x'), 'x')
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

test('what is no contract is refused', () => {
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
