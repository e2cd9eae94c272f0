import { expect, test } from 'vitest'
import { runCampaign } from '../../src/fuzz/campaign.js'
import { defineCampaign } from '../../src/fuzz/config.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import { INVARIANTS } from '../../src/fuzz/invariants/index.js'
import { RandomSource } from '../../src/fuzz/random-source.js'
import { Operands, SEARCH_PARTS, type SearchPart } from '../../src/fuzz/search/index.js'
import { Story } from '../../src/fuzz/story.js'
import { contract } from '../vm/wat.js'
import { started, vault, vaultCampaign } from './stories.js'

test('a number of a message becomes what the code compares it with', async () => {
  await started(vaultCampaign(), async (start) => {
    const story = await Story.begin(start)
    for (const action of [vault.deposit('alice', 123_457), vault.relay]) await story.execute(action)
    const here = await start.sandbox.snapshot()
    const operands = new Operands(start)
    const variants = await operands.variants(vault.withdraw('alice', 7), new RandomSource(1), here)
    const amounts = variants.map((action) => JSON.stringify(action).match(/"amount":"(\d+)"/)?.[1])
    expect(amounts).toEqual(expect.arrayContaining(['123456', '123457', '123458']))
    // Nothing happened.
    expect(await operands.variants(vault.withdraw('alice', 7), new RandomSource(1), here)).toEqual(variants)
    expect((await story.execute(vault.withdraw('alice', 123_457))).error).toBeUndefined()
    expect(await operands.variants({ action: 'relay' }, new RandomSource(1), here)).toEqual([])
  })
})

const OK = '{"ok":{"messages":[],"attributes":[],"events":[],"data":null}}'
const NO = '{"error":"no"}'
const region = (at: number, text: string): string => {
  const bytes = new Uint8Array(new Uint32Array([at + 12, text.length, text.length]).buffer)
  const hex = [...bytes].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')
  return `(data (i32.const ${at}) "${hex}${text.replaceAll('"', '\\22')}")`
}

/** Accepts `equal` with one number, and `near` with one of four. They are products, so that the code does not hold them. */
const LOCKS = contract(
  `(local $at i32) (local $end i32) (local $digit i32) (local $number i64) (local $wanted i64)
   (local.set $at (i32.load (local.get $msg)))
   (local.set $end (i32.add (local.get $at) (i32.load offset=8 (local.get $msg))))
   (local.set $wanted (i64.mul (i64.const 3141593) (i64.const 1000003)))
   (loop $next
     (local.set $digit (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)))
     (if (i32.lt_u (local.get $digit) (i32.const 10)) (then
       (local.set $number (i64.add (i64.mul (local.get $number) (i64.const 10)) (i64.extend_i32_u (local.get $digit))))))
     (local.set $at (i32.add (local.get $at) (i32.const 1)))
     (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
   (if (i32.eq (i32.load8_u offset=2 (i32.load (local.get $msg))) (i32.const 110)) (then
     (if (i64.lt_u (local.get $number) (local.get $wanted)) (then (return (i32.const 300))))
     (if (i64.gt_u (local.get $number) (i64.add (local.get $wanted) (i64.const 3))) (then (return (i32.const 300))))
     (return (i32.const 200))))
   (select (i32.const 200) (i32.const 300) (i64.eq (local.get $number) (i64.mul (local.get $wanted) (i64.const 7))))`,
  `${region(200, OK)} ${region(300, NO)}
   (func (export "instantiate") (param i32 i32 i32) (result i32) (i32.const 200))
   (func (export "query") (param i32 i32) (result i32) (i32.const 300))`,
)

const withNumber = (name: string, code: object) => ({
  type: 'object',
  required: [name],
  properties: { [name]: { type: 'object', required: ['code'], properties: { code } } },
})

test('a campaign finds the numbers that a contract expects, and without operands it does not', async () => {
  const text = { type: 'string', $ref: '#/definitions/Uint128' }
  const config = defineCampaign({
    title: 'locks',
    length: 8,
    worlds: ['plain'],
    invariants: Object.fromEntries(INVARIANTS.map(({ id }) => [id, false])),
    actors: [{ name: 'alice', funds: '1000000untrn' }],
    setup: async ({ chains: { neutron } }) => {
      const alice = neutron.account('alice')
      await alice.deploy(LOCKS, {}, { label: 'locks' })
    },
    contracts: [
      {
        label: 'locks',
        schema: {
          contract_name: 'locks',
          execute: {
            oneOf: [withNumber('equal', { type: 'integer', format: 'uint64', minimum: 0 }), withNumber('near', text)],
            definitions: { Uint128: { type: 'string' } },
          },
        },
      },
    ],
  })
  const accepted = async (search: readonly SearchPart[]) => {
    const { contracts } = await runCampaign(config, {
      seed: 1,
      budget: { sequences: 30 },
      clock: () => 0,
      corpus: Corpus.open(undefined),
      search,
    })
    return contracts[0]!.messages.filter((message) => message.accepted > 0).map(({ name }) => name)
  }
  expect(await accepted(SEARCH_PARTS)).toEqual(['equal', 'near'])
  expect(await accepted(SEARCH_PARTS.filter((part) => part !== 'operands'))).toEqual([])
})
