import { Validator } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import { describe, expect, test } from 'vitest'
import { runCampaign } from '../../src/fuzz/campaign.js'
import { defineCampaign } from '../../src/fuzz/config.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import { Memory, sceneOf, weightsOf } from '../../src/fuzz/model/index.js'
import { change } from '../../src/fuzz/invariants/judge.js'
import { changesStaking, stateChoices } from '../../src/fuzz/model/remote-state.js'
import { lineOf } from '../../src/fuzz/step-text.js'
import { RandomSource } from '../../src/fuzz/random-source.js'
import { Story } from '../../src/fuzz/story.js'
import { decodeBech32 } from '../../src/codec/index.js'
import type { Double } from '../../src/sandbox/index.js'
import { started, vaultCampaign } from './stories.js'

/** The one that the hub starts with. */
const VALIDATOR = 'cosmosvaloper1q7rtaxzledqygccgyv258mcwjtnpy45jjsuan6'

const MESSAGES = {
  type: 'object',
  required: ['watch'],
  properties: { watch: { type: 'object', required: ['validator'], properties: { validator: { type: 'string' } } } },
}

/** Notes how many shares of a validator a token is worth. @param rate of its tokens and shares */
const watcher = (rate: (tokens: bigint, shares: bigint) => bigint): Double => ({
  execute: (_deps, _env, _info, msg) => {
    const { validator } = (msg as { readonly watch: { readonly validator: string } }).watch
    const { bytes } = decodeBech32(validator)
    const key = Buffer.from([0x21, bytes.length, ...bytes]).toString('base64')
    const query = {
      query_type: 'kv',
      keys: [{ path: 'staking', key }],
      transactions_filter: '',
      connection_id: 'connection-0',
      update_period: 1,
    }
    return { messages: [{ custom: { register_interchain_query: query } }] }
  },
  sudo: ({ storage, querier }, _env, msg) => {
    const { kv_query_result: told } = msg as { readonly kv_query_result?: { readonly query_id: number } }
    if (told === undefined) return
    const { result } = querier.query<{
      readonly result: { readonly kv_results: readonly { readonly value: string | null }[] }
    }>({ custom: { interchain_query_result: { query_id: told.query_id } } })
    const value = Buffer.from(result.kv_results[0]!.value ?? '', 'base64')
    if (value.length === 0) return
    const { tokens, delegatorShares } = Validator.decode(value)
    storage.save('rate', String(rate(BigInt(tokens), BigInt(delegatorShares))))
  },
})

const divide = (tokens: bigint, shares: bigint): bigint => {
  if (shares === 0n) throw new Error('panicked at attempt to divide by zero')
  return (tokens * 10n ** 36n) / shares
}

const campaignOf = (double: Double, changes = true) =>
  defineCampaign({
    title: 'watcher',
    actors: [
      { name: 'alice', funds: '1000000000untrn' },
      { name: 'bob', funds: '1000000000untrn' },
    ],
    setup: ({ chains: { neutron } }) => {
      neutron.mock(double, { label: 'watcher' })
      return Promise.resolve()
    },
    remote: { changes },
    worlds: ['plain'],
    contracts: [
      {
        label: 'watcher',
        schema: { contract_name: 'watcher', execute: MESSAGES },
        messages: [{ msg: { watch: { validator: VALIDATOR } }, funds: '1000000untrn' }],
      },
    ],
  })

const run = (double: Double, changes = true) =>
  runCampaign(campaignOf(double, changes), {
    seed: 3,
    budget: { sequences: 60, findings: 1 },
    clock: () => 0,
    corpus: Corpus.open(undefined),
  })

describe('a validator of the other chain that a query reads', () => {
  test('is emptied: a contract that divides by its shares is found, one that does not is not', async () => {
    const { findings } = await run(watcher(divide))
    expect(findings).toMatchObject([
      { invariant: 'I2', level: 'error', text: expect.stringMatching(/kv_query_result.*divide by zero/) as string },
    ])
    expect(findings[0]!.lines.join('\n')).toMatch(/new-validator on hub: (becomes a validator|undelegates)/)
    const safe = await run(watcher((tokens, shares) => (shares === 0n ? 0n : divide(tokens, shares))))
    expect(safe.findings).toEqual([])
  }, 120_000)

  test('stays as it is when the campaign says so', async () => {
    expect((await run(watcher(divide), false)).findings).toEqual([])
  }, 120_000)
})

test('the new validator is created, slashed and emptied, and nobody else has more or less by it', async () => {
  await started(vaultCampaign(), async (start) => {
    const story = await Story.begin(start)
    const texts = new Set<string>()
    for (let seed = 1; seed < 80; seed++) {
      const random = new RandomSource(seed)
      const scene = sceneOf(story, new Memory(start), { ...weightsOf(random), queries: 1 }, random)
      const action = random.weighted(stateChoices(scene))?.()
      if (action === undefined || !changesStaking(action)) continue
      const step = await story.execute(action)
      if (step.error !== undefined) continue
      texts.add(lineOf(0, step).replace(/\d+uatom/, ''))
      expect(change(story.before, story.state), lineOf(0, step)).toBeUndefined()
    }
    expect([...texts].join('\n')).toMatch(/becomes a validator[^]*slashed/)
  })
}, 60_000)

test('transactions match the filter of a query many times, and balances of accounts that are read change', async () => {
  await started(vaultCampaign(), async (start) => {
    const story = await Story.begin(start)
    const lines = new Set<string>()
    for (let seed = 1; seed < 60; seed++) {
      const random = new RandomSource(seed)
      const scene = sceneOf(story, new Memory(start), { ...weightsOf(random), queries: 1 }, random)
      for (const [weight, make] of stateChoices(scene)) {
        const action = weight > 0 ? make() : undefined
        if (action?.action === 'tx') lines.add(String(action.messages.length))
      }
    }
    expect([...lines]).toEqual(expect.arrayContaining(['1', '2', '3', '12', '700']))
  })
})
