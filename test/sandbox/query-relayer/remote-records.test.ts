import { QueryCommunityPoolResponse } from 'cosmjs-types/cosmos/distribution/v1beta1/query'
import {
  QueryProposalRequest,
  QueryProposalResponse,
  QueryVoteRequest,
  QueryVoteResponse,
} from 'cosmjs-types/cosmos/gov/v1/query'
import { MsgSubmitProposal, MsgVote } from 'cosmjs-types/cosmos/gov/v1/tx'
import { QuerySigningInfoRequest, QuerySigningInfoResponse } from 'cosmjs-types/cosmos/slashing/v1beta1/query'
import { QueryRawContractStateRequest, QueryRawContractStateResponse } from 'cosmjs-types/cosmwasm/wasm/v1/query'
import { describe } from 'vitest'
import { addressText, operatorText } from '../../../src/chain/address.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { createSandbox, UsageError, type Account, type Json } from '../../../src/sandbox/index.js'
import { expect, test } from '../../../src/vitest/index.js'
import { any, Asking } from './asking.js'

const UNIT = 10n ** 18n

const proposal = (by: Account, title: string, deposit: { denom: string; amount: string }[]) =>
  any(MsgSubmitProposal, {
    messages: [],
    initialDeposit: deposit,
    proposer: by.address,
    metadata: 'm',
    title,
    summary: 's',
    expedited: false,
  })
const proposalOf = (asking: Asking, proposalId: bigint) =>
  asking.ask('/cosmos.gov.v1.Query/Proposal', QueryProposalRequest, { proposalId }, QueryProposalResponse).proposal!

describe('what the published library reads of a chain, as the chain stores it', () => {
  test('proposals and votes: from transactions, and put there', async () => {
    const asking = await Asking.start()
    const { hub } = asking
    const bob = hub.account('bob', '90000000uatom')
    const carol = hub.account('carol', '1uatom')
    await bob.send([
      proposal(bob, 'First', [{ denom: 'uatom', amount: '10000000' }]),
      any(MsgVote, { proposalId: 1n, voter: bob.address, option: 1, metadata: '' }),
    ])
    hub.state.setProposal({
      id: 9n,
      status: 'PROPOSAL_STATUS_PASSED',
      final_tally_result: { yes_count: '11', abstain_count: '2', no_count: '3', no_with_veto_count: '4' },
      submit_time: '2026-01-01T00:00:00Z',
      deposit_end_time: '2026-01-02T00:00:00Z',
      voting_start_time: '2026-01-01T00:00:01Z',
      voting_end_time: '2026-01-03T00:00:00Z',
      total_deposit: [{ denom: 'uatom', amount: '5' }],
      title: 'Ninth',
      summary: 's',
      proposer: carol.address,
    })
    hub.state.setVote(9, carol, [
      { option: 'VOTE_OPTION_NO', weight: '0.250000000000000000' },
      { option: 'VOTE_OPTION_ABSTAIN', weight: '0.750000000000000000' },
    ])
    const { proposals } = await asking.read<{ proposals: { proposals: Record<string, Json>[] } }>({
      proposals: { ids: [1, 9] },
    })
    expect(proposals.proposals.map(({ proposal_id, status }) => [proposal_id, status])).toEqual([
      [1, 2],
      [9, 3],
    ])
    for (const read of proposals.proposals) {
      const own = proposalOf(asking, BigInt(read['proposal_id'] as number))
      const tally = own.finalTallyResult!
      expect(read).toMatchObject({
        status: own.status,
        submit_time: Number(own.submitTime!.seconds),
        deposit_end_time: Number(own.depositEndTime!.seconds),
        voting_start_time: Number(own.votingStartTime!.seconds),
        voting_end_time: Number(own.votingEndTime!.seconds),
        total_deposit: own.totalDeposit,
        final_tally_result: { no: tally.noCount, abstain: tally.abstainCount, no_with_veto: tally.noWithVetoCount },
      })
    }
    for (const [id, voter, count] of [
      [1, bob, 1],
      [9, carol, 2],
    ] as const) {
      const { votes } = await asking.read<{ votes: { proposal_votes: object[] } }>({
        votes: { ids: [id], voters: [voter.address] },
      })
      const { vote } = asking.ask(
        '/cosmos.gov.v1.Query/Vote',
        QueryVoteRequest,
        { proposalId: BigInt(id), voter: voter.address },
        QueryVoteResponse,
      )
      expect(vote!.options).toHaveLength(count)
      expect(votes.proposal_votes).toEqual([{ proposal_id: id, voter: voter.address, options: vote!.options }])
    }
    // The next proposal has the next number.
    await bob.send([proposal(bob, 'Tenth', [{ denom: 'uatom', amount: '5000000' }])])
    expect(proposalOf(asking, 10n).title).toBe('Tenth')
  })

  test('the fee pool', async () => {
    const asking = await Asking.start()
    asking.hub.state.setFeePool({ uatom: '1234.567', stake: 5n })
    const { pool } = await asking.read<{ pool: { coins: object[] } }>({ fee_pool: {} })
    expect(pool.coins).toEqual([
      { denom: 'stake', amount: '5' },
      { denom: 'uatom', amount: '1234' },
    ])
    const { baseApp: app } = asking.hub.host.app
    const own = QueryCommunityPoolResponse.decode(app.query('/cosmos.distribution.v1beta1.Query/CommunityPool'))
    expect(own.pool).toEqual([
      { denom: 'stake', amount: `${5n * UNIT}` },
      { denom: 'uatom', amount: `${(1_234_567n * UNIT) / 1000n}` },
    ])
    // The account of the module holds them, so that the pool can be spent.
    const account = addressText('cosmos', moduleAddress('distribution'))
    expect(asking.hub.balances(account)).toEqual([
      { denom: 'stake', amount: 5n },
      { denom: 'uatom', amount: 1234n },
    ])
    asking.hub.state.setFeePool({})
    expect(asking.hub.balances(account)).toEqual([])
  })

  test('signing infos', async () => {
    const asking = await Asking.start()
    const { consensus } = asking.validator
    const info = { start_height: '7', index_offset: '1000', tombstoned: true, missed_blocks_counter: '12' }
    asking.hub.state.setSigningInfo({ ...info, address: consensus, jailed_until: '2026-02-03T04:05:06.5Z' })
    const { signing_infos } = await asking.read<{ signing_infos: { signing_infos: object[] } }>({
      signing_infos: { validators: [consensus] },
    })
    const { valSigningInfo: own } = asking.ask(
      '/cosmos.slashing.v1beta1.Query/SigningInfo',
      QuerySigningInfoRequest,
      { consAddress: consensus },
      QuerySigningInfoResponse,
    )
    expect(signing_infos.signing_infos).toEqual([
      {
        address: own.address,
        start_height: Number(own.startHeight),
        // The validator has signed a block since, the one whose header proves this.
        index_offset: Number(own.indexOffset) - 1,
        jailed_until: Number(own.jailedUntil.seconds),
        tombstoned: own.tombstoned,
        missed_blocks_counter: Number(own.missedBlocksCounter),
      },
    ])
    expect(signing_infos.signing_infos).toMatchObject([
      { start_height: 7, jailed_until: 1_770_091_506, tombstoned: true, missed_blocks_counter: 12 },
    ])
    // They are part of the chain's genesis.
    const slashing = asking.hub.exportGenesis().app_state['slashing']!
    const again = createSandbox({ chains: { hub: { genesis: { app_state: { slashing } } } } })
    expect(again.chains.hub.exportGenesis().app_state['slashing']).toEqual(slashing)
  })

  test("a contract's storage: what it wrote, and what was put there", async () => {
    const asking = await Asking.start()
    const { hub } = asking
    const bob = hub.account('bob', '1000uatom')
    const token = await bob.deploy('contracts/artifacts/cw20_base.wasm', {
      name: 'Token',
      symbol: 'TOK',
      decimals: 6,
      initial_balances: [{ address: bob.address, amount: '5' }],
    })
    const key = Buffer.from('token_info')
    const read = async () => {
      const what = { wasm_store: { contract: token.address, key: key.toString('base64') } }
      const [stored] = await asking.read<{ value: string }[]>(what, 'values')
      const { data } = asking.ask(
        '/cosmwasm.wasm.v1.Query/RawContractState',
        QueryRawContractStateRequest,
        { address: token.address, queryData: key },
        QueryRawContractStateResponse,
      )
      expect(Buffer.from(stored!.value, 'base64')).toEqual(Buffer.from(data))
      return JSON.parse(Buffer.from(data).toString()) as object
    }
    expect(await read()).toMatchObject({ name: 'Token', total_supply: '5' })
    const put = { name: 'Other', symbol: 'OTH', decimals: 6, total_supply: '9', mint: null }
    hub.state.setContractState(token, key, Buffer.from(JSON.stringify(put)))
    expect(await read()).toEqual(put)
    expect(hub.query(token, { token_info: {} })).toMatchObject({ name: 'Other', total_supply: '9' })
    hub.state.setContractState(token, key, undefined)
    expect(() => hub.query(token, { token_info: {} })).toThrow('not found')
  })
})

test('what cannot be put there is named, and nothing changes', () => {
  const { hub } = createSandbox().chains
  const bob = hub.account('bob', '5uatom')
  const nobody = operatorText('cosmos', new Uint8Array(20).fill(1))
  const delegation = { delegator_address: bob.address, shares: '1' }
  const state = () => ({ ...hub.exportGenesis().app_state, distribution: undefined, slashing: undefined })
  const before = state()
  for (const [module, kind, record, text] of [
    ['bank', 'balance', { address: 'nobody', coins: [] }, 'bank/balance/address'],
    ['bank', 'balance', { address: bob.address, coins: [{ denom: '1', amount: '1' }] }, 'invalid denom'],
    ['bank', 'balance', { address: bob.address, coins: [{ denom: 'uatom', amount: '-1' }] }, 'positive'],
    ['bank', 'supply', { denom: 'uatom', amount: 'x' }, 'bank/supply/0/amount'],
    ['bank', 'denom_metadata', {}, 'bank/denom_metadata/base'],
    ['bank', 'nothing', {}, 'no writable records "bank nothing"'],
    ['nothing', 'balance', {}, 'no writable records "nothing balance"'],
    ['bank', 'toString', {}, 'no writable records "bank toString"'],
    ['staking', 'validator', { operator_address: bob.address }, 'staking/validator'],
    ['staking', 'delegation', { ...delegation, validator_address: 'x' }, 'validator_address'],
    ['staking', 'delegation', { ...delegation, validator_address: nobody }, 'there is no such validator'],
    ['gov', 'proposal', { status: 'PROPOSAL_STATUS_PASSED' }, 'gov/proposal/id'],
    ['gov', 'proposal', { id: '1', status: 'DONE' }, 'gov/proposal/status'],
    ['gov', 'vote', { proposal_id: '1', voter: 'x' }, 'gov/vote/voter'],
    ['distribution', 'fee_pool', { community_pool: [{ denom: 'uatom', amount: '-1.0' }] }, 'must not be negative'],
    ['distribution', 'fee_pool', { community_pool: [{ denom: 'uatom', amount: 'x' }] }, 'fee_pool'],
    ['slashing', 'signing_info', { address: bob.address }, 'signing_info/address'],
    ['wasm', 'contract_state', { contract: bob.address, key: '!' }, 'contract_state/key'],
  ] as const) {
    const put = () => hub.state.put(module, kind, record)
    expect(put, `${module} ${kind}`).toThrow(UsageError)
    expect(put, `${module} ${kind}`).toThrow(text)
  }
  expect(state()).toEqual(before)
})
