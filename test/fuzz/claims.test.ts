import { expect, test } from 'vitest'
import { defineCampaign, type CampaignConfigInput } from '../../src/fuzz/config.js'
import { claimsOf } from '../../src/fuzz/money/claims.js'
import type { Double, Json } from '../../src/sandbox/index.js'
import { started } from './stories.js'

type Claims = CampaignConfigInput['contracts'][number]['claims']

const SCHEMA = { contract_name: 'bank', execute: { type: 'object' } }

/** What alice, bob and everyone else may claim of a contract that answers so. */
const claimed = (
  answer: (of: { readonly alice: string; readonly bob: string; readonly actor: string }) => Json,
  claims: Claims,
) => {
  let names = { alice: '', bob: '' }
  const double: Double = {
    query: (_deps, _env, msg) => answer({ ...names, actor: (msg as { readonly of?: string }).of ?? '' }),
  }
  const config = defineCampaign({
    title: 'claims',
    actors: [{ name: 'alice', funds: '1untrn' }, { name: 'bob' }],
    setup: async ({ chains: { neutron } }) => {
      neutron.mock(double, { label: 'bank' })
      names = { alice: neutron.addressOf('alice')!, bob: neutron.addressOf('bob')! }
    },
    contracts: [{ label: 'bank', schema: SCHEMA, claims }],
  })
  return started(config, async (start) => (await claimsOf(start)).get('bank'))
}
const ABOUT = { of: '${actor}' }

test('several pointers, and several queries, are added', async () => {
  const answer = ({ actor, alice }: { readonly actor: string; readonly alice: string }): Json => ({
    staked: actor === alice ? '7' : '0',
    refund: { denom: 'untrn', amount: '2' },
    bonus: [{ denom: 'gold', amount: '1' }],
  })
  const claims = await claimed(answer, { query: ABOUT, at: ['/staked', '/refund', '/bonus', '/absent'] })
  expect(claims).toMatchObject({ alice: { 'neutron:untrn': 9n, 'neutron:gold': 1n }, bob: { 'neutron:untrn': 2n } })
  const twice = await claimed(answer, [
    { query: ABOUT, at: '/staked', denom: 'gold' },
    { query: ABOUT, at: '/bonus' },
  ])
  expect(twice).toMatchObject({ alice: { 'neutron:gold': 8n }, bob: { 'neutron:gold': 1n } })
})

test('a map by account is read at the address of each', async () => {
  const claims = await claimed(({ alice, bob }) => ({ owed: { [alice]: '5', [bob]: '6' } }), {
    query: { all: {} },
    at: '/owed/${actor}',
  })
  expect(claims).toMatchObject({ alice: { 'neutron:untrn': 5n }, bob: { 'neutron:untrn': 6n }, stranger: {} })
})

test('a list of all accounts is read by its entries', async () => {
  const pairs = await claimed(
    ({ alice, bob }) => [
      [alice, '5'],
      [bob, '6'],
      [alice, '1'],
    ],
    {
      query: { all: {} },
      each: { account: '/0', amount: '/1' },
    },
  )
  expect(pairs).toMatchObject({ alice: { 'neutron:untrn': 6n }, bob: { 'neutron:untrn': 6n }, stranger: {} })
  const entries = await claimed(({ bob }) => ({ claims: [{ owner: bob, denom: 'gold', amount: '3' }] }), {
    query: { all: {} },
    at: '/claims',
    each: { account: '/owner' },
  })
  expect(entries).toMatchObject({ alice: {}, bob: { 'neutron:gold': 3n } })
})

test('what is no list, and an entry without an amount, are refused', async () => {
  await expect(
    claimed(() => ({ claims: { a: '1' } }), { query: {}, at: '/claims', each: { account: '/0' } }),
  ).rejects.toThrow(/about alice has no list at "\/claims".*with `each`, expected a list/s)
  await expect(
    claimed(({ alice }) => [[alice, 'many']], { query: {}, each: { account: '/0', amount: '/1' } }),
  ).rejects.toThrow(/about alice has no amount at ""/)
  await expect(claimed(() => '1', [{ query: {} }, { query: { of: '${nobody}' } }])).rejects.toThrow(
    expect.objectContaining({ pointer: '/contracts/0/claims/1/query/of' }),
  )
})
