import * as types from 'cosmjs-types/cosmos/gov/v1/query'
import * as legacy from 'cosmjs-types/cosmos/gov/v1beta1/query'
import { MsgSubmitProposal } from 'cosmjs-types/cosmos/gov/v1/tx'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { expect, test } from 'vitest'
import { GrpcError } from '../../../src/chain/errors.js'
import { newHubApp } from '../../app/chains.js'
import { DAY, DEPOSIT, gov, hub, NO, other, packed, propose, proposer, uatom, YES } from './hall.js'

// Source: cosmos-sdk v0.53.6 x/gov/keeper/grpc_query.go, x/gov/genesis.go.

interface Codec<T> {
  encode(message: never): { finish(): Uint8Array }
  fromPartial(message: object): unknown
  decode(bytes: Uint8Array): T
}
type App = ReturnType<typeof hub>['app']

const ask = <T>(
  app: App,
  name: string,
  request: Codec<unknown>,
  response: Codec<T>,
  fields: object,
  service = 'v1',
): T =>
  response.decode(
    app.baseApp.query(
      `/cosmos.gov.${service}.Query/${name}`,
      request.encode(request.fromPartial(fields) as never).finish(),
    ),
  )
function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof GrpcError) return error.message.replace(/^rpc error: code = (\w+) desc = /, '$1 ')
    throw error
  }
  return 'nothing was refused'
}

const about = { proposer, title: 'the second', summary: 's', metadata: 'm' }

/** The first is voted on, the second waits for deposits. */
function three() {
  const chain = propose(
    [60n, 40n],
    {},
    { messages: [packed(MsgSend, { fromAddress: gov, toAddress: other, amount: uatom(0) })] },
  )
  chain.run(MsgSubmitProposal, { ...about, initialDeposit: uatom(1_000_000) })
  chain.vote(0, YES)
  chain.vote(1, NO)
  chain.deposit(200_000, other)
  return chain
}

test('proposals are found by id, status, voter and depositor, page by page', () => {
  const { app, voterOf } = three()
  const ids = (fields: object) =>
    ask(app, 'Proposals', types.QueryProposalsRequest, types.QueryProposalsResponse, fields).proposals.map(
      ({ id }) => id,
    )
  expect(ids({})).toEqual([1n, 2n])
  expect([0, 1, 2, 3, 6].map((proposalStatus) => ids({ proposalStatus }))).toEqual([[1n, 2n], [2n], [1n], [], [1n, 2n]])
  expect(ids({ voter: voterOf(0) })).toEqual([1n])
  expect(ids({ voter: proposer })).toEqual([])
  expect(ids({ depositor: proposer })).toEqual([1n, 2n])
  expect(ids({ depositor: other })).toEqual([1n])
  expect(ids({ depositor: other, voter: proposer })).toEqual([])
  const pages = ask(app, 'Proposals', types.QueryProposalsRequest, types.QueryProposalsResponse, {
    pagination: { limit: 1n },
  })
  expect(pages.proposals).toHaveLength(1)
  expect(ids({ pagination: { key: pages.pagination!.nextKey } })).toEqual([2n])
  expect(
    ask(app, 'Proposal', types.QueryProposalRequest, types.QueryProposalResponse, { proposalId: 2n }).proposal,
  ).toMatchObject({
    title: 'the second',
    proposer,
  })
})

test('votes and deposits of a proposal are found', () => {
  const { app, voterOf } = three()
  const of = { proposalId: 1n }
  const { votes } = ask(app, 'Votes', types.QueryVotesRequest, types.QueryVotesResponse, of)
  expect(votes.map(({ options }) => options[0]!.option).toSorted((a, b) => a - b)).toEqual([YES, NO])
  expect(ask(app, 'Votes', types.QueryVotesRequest, types.QueryVotesResponse, { proposalId: 2n }).votes).toEqual([])
  expect(
    ask(app, 'Vote', types.QueryVoteRequest, types.QueryVoteResponse, { ...of, voter: voterOf(1) }).vote!.options,
  ).toEqual([{ option: NO, weight: '1.000000000000000000' }])
  const { deposits } = ask(app, 'Deposits', types.QueryDepositsRequest, types.QueryDepositsResponse, of)
  expect(deposits.map(({ depositor, amount }) => [depositor, amount[0]!.amount])).toEqual([
    [proposer, String(DEPOSIT)],
    [other, '200000'],
  ])
  expect(
    ask(app, 'Deposit', types.QueryDepositRequest, types.QueryDepositResponse, { ...of, depositor: other }).deposit!
      .amount,
  ).toEqual(uatom(200_000))
})

test('the tally is that of the votes so far, then the last one', () => {
  const chain = three()
  const { app } = chain
  const tally = (proposalId: bigint) =>
    ask(app, 'TallyResult', types.QueryTallyResultRequest, types.QueryTallyResultResponse, { proposalId }).tally
  const counted = { yesCount: '60000000', abstainCount: '0', noCount: '40000000', noWithVetoCount: '0' }
  expect(tally(1n)).toEqual(counted)
  // Asking does not take the votes away.
  expect(tally(1n)).toEqual(counted)
  expect(tally(2n)).toEqual({ yesCount: '0', abstainCount: '0', noCount: '0', noWithVetoCount: '0' })
  app.nextBlock(app.time + 2n * DAY)
  expect(tally(1n)).toEqual(counted)
})

test('params of one kind or all, and texts of what is not there', () => {
  const { app } = three()
  const params = (paramsType: string) =>
    ask(app, 'Params', types.QueryParamsRequest, types.QueryParamsResponse, { paramsType })
  expect(params('').params).toMatchObject({ quorum: '0.334000000000000000', burnVoteVeto: true })
  expect(params('deposit')).toMatchObject({ depositParams: { minDeposit: uatom(DEPOSIT) }, votingParams: undefined })
  expect(params('voting')).toMatchObject({
    votingParams: { votingPeriod: { seconds: 172_800n } },
    tallyParams: undefined,
  })
  expect(params('tallying')).toMatchObject({
    tallyParams: { threshold: '0.500000000000000000' },
    depositParams: undefined,
  })
  const missing = (name: string, request: Codec<unknown>, fields: object, service?: string) =>
    refusal(() => ask(app, name, request, types.QueryVoteResponse, fields, service))
  expect(missing('Params', types.QueryParamsRequest, { paramsType: 'x' })).toBe(
    'InvalidArgument unknown params type: x',
  )
  expect(missing('Params', legacy.QueryParamsRequest, { paramsType: '' }, 'v1beta1')).toBe(
    'InvalidArgument  is not a valid parameter type',
  )
  for (const [name, request] of [
    ['Proposal', types.QueryProposalRequest],
    ['Vote', types.QueryVoteRequest],
    ['Votes', types.QueryVotesRequest],
    ['Deposit', types.QueryDepositRequest],
    ['Deposits', types.QueryDepositsRequest],
    ['TallyResult', types.QueryTallyResultRequest],
  ] as const)
    expect(missing(name, request, { proposalId: 0n })).toBe('InvalidArgument proposal id can not be 0')
  expect(missing('Proposal', types.QueryProposalRequest, { proposalId: 9n })).toBe("NotFound proposal 9 doesn't exist")
  expect(missing('Vote', types.QueryVoteRequest, { proposalId: 1n })).toBe('InvalidArgument empty voter address')
  expect(missing('Vote', types.QueryVoteRequest, { proposalId: 1n, voter: proposer })).toBe(
    `InvalidArgument voter: ${proposer} not found for proposal: 1`,
  )
  expect(missing('Deposit', types.QueryDepositRequest, { proposalId: 1n })).toBe(
    'InvalidArgument empty depositor address',
  )
  expect(missing('Deposit', types.QueryDepositRequest, { proposalId: 2n, depositor: other })).toMatch(
    /^NotFound collections: not found: key '\("2", "/,
  )
})

test('the older service answers the same in its own form', () => {
  const { app, voterOf } = three()
  const of = { proposalId: 1n }
  const { proposal } = ask(app, 'Proposal', legacy.QueryProposalRequest, legacy.QueryProposalResponse, of, 'v1beta1')
  expect(proposal).toMatchObject({ proposalId: 1n, status: 2, content: { typeUrl: MsgSend.typeUrl } })
  // The second has no message, which could be the content.
  expect(() =>
    ask(app, 'Proposals', legacy.QueryProposalsRequest, legacy.QueryProposalsResponse, {}, 'v1beta1'),
  ).toThrow("can't convert a gov/v1 Proposal to gov/v1beta1 Proposal when amount of proposal messages not exactly one")
  const { votes } = ask(app, 'Votes', legacy.QueryVotesRequest, legacy.QueryVotesResponse, of, 'v1beta1')
  expect(votes.map(({ options }) => options[0]).map((option) => option!.weight)).toEqual([
    '1000000000000000000',
    '1000000000000000000',
  ])
  const one = ask(
    app,
    'Vote',
    legacy.QueryVoteRequest,
    legacy.QueryVoteResponse,
    { ...of, voter: voterOf(0) },
    'v1beta1',
  )
  expect(one.vote).toMatchObject({ voter: voterOf(0), options: [{ option: YES }] })
  const { deposits } = ask(app, 'Deposits', legacy.QueryDepositsRequest, legacy.QueryDepositsResponse, of, 'v1beta1')
  expect(deposits.map(({ amount }) => amount)).toEqual([uatom(DEPOSIT), uatom(200_000)])
  const deposit = ask(
    app,
    'Deposit',
    legacy.QueryDepositRequest,
    legacy.QueryDepositResponse,
    { ...of, depositor: other },
    'v1beta1',
  )
  expect(deposit.deposit).toEqual({ proposalId: 1n, depositor: other, amount: uatom(200_000) })
  const { tally } = ask(
    app,
    'TallyResult',
    legacy.QueryTallyResultRequest,
    legacy.QueryTallyResultResponse,
    of,
    'v1beta1',
  )
  expect(tally).toEqual({ yes: '60000000', abstain: '0', no: '40000000', noWithVeto: '0' })
  const params = (paramsType: string) =>
    ask(app, 'Params', legacy.QueryParamsRequest, legacy.QueryParamsResponse, { paramsType }, 'v1beta1')
  expect(params('voting').votingParams.votingPeriod.seconds).toBe(172_800n)
  expect(params('deposit').depositParams).toMatchObject({
    minDeposit: uatom(DEPOSIT),
    maxDepositPeriod: { seconds: 172_800n },
  })
  expect(Buffer.from(params('tallying').tallyParams.quorum).toString()).toBe('334000000000000000')
})

test('an exported genesis starts a chain that goes on as this one', () => {
  const chain = three()
  const genesis = chain.app.exportGenesis()
  const state = genesis.app_state['gov'] as { readonly proposals: readonly object[]; readonly votes: readonly object[] }
  expect(state).toMatchObject({
    starting_proposal_id: '3',
    constitution: '',
    votes: [{ proposal_id: '1' }, { proposal_id: '1' }],
    proposals: [
      { id: '1', status: 'PROPOSAL_STATUS_VOTING_PERIOD', title: 'a title', messages: [{ '@type': MsgSend.typeUrl }] },
      { id: '2', status: 'PROPOSAL_STATUS_DEPOSIT_PERIOD', title: 'the second', voting_end_time: null, messages: [] },
    ],
  })
  const again = newHubApp({ validators: [60n, 40n], genesis: genesis.app_state, genesisTime: chain.app.time })
  expect(again.exportGenesis().app_state['gov']).toEqual(state)
  again.nextBlock(chain.end)
  // It passes, and its message of no coins fails.
  const ended = ask(again, 'Proposals', types.QueryProposalsRequest, types.QueryProposalsResponse, {})
  expect(ended.proposals.map(({ id, status }) => [id, status])).toEqual([
    [1n, 5],
    [2n, 1],
  ])
})
