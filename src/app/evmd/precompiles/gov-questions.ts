import { Deposit, Params, Proposal, TallyResult, Vote } from 'cosmjs-types/cosmos/gov/v1/gov'
import * as types from 'cosmjs-types/cosmos/gov/v1/query'
import type { PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import type { Coin } from 'cosmjs-types/cosmos/base/v1beta1/coin'
import { NO_BYTES } from '../../../base/index.js'
import { addressText, parseAccAddress } from '../../../chain/index.js'
import { nanosOf } from '../../../codec/index.js'
import type { AbiValue } from '../../../codec/abi/index.js'
import { question, type NativeCall, type NativeMethod } from './contract.js'
import type { Handlers } from './handlers.js'
import { COINS, isNobody, NEXT_PAGE, PAGE, pageRequest, type PageValue } from './values.js'

const SERVICE = '/cosmos.gov.v1.Query'
const TALLY = '(string yes, string abstain, string no, string noWithVeto)'
const VOTE = '(uint64 proposalId, address voter, (uint8 option, string weight)[] options, string metadata)'
const DEPOSIT = `(uint64 proposalId, address depositor, ${COINS} amount)`
const PROPOSAL = `(uint64 id, string[] messages, uint32 status, ${TALLY} finalTallyResult, uint64 submitTime, uint64 depositEndTime, ${COINS} totalDeposit, uint64 votingStartTime, uint64 votingEndTime, string metadata, string title, string summary, address proposer)`
const PARAMS = `(int64 votingPeriod, ${COINS} minDeposit, int64 maxDepositPeriod, string quorum, string threshold, string vetoThreshold, string minInitialDepositRatio, string proposalCancelRatio, string proposalCancelDest, int64 expeditedVotingPeriod, string expeditedThreshold, ${COINS} expeditedMinDeposit, bool burnVoteQuorum, bool burnProposalDepositPrevote, bool burnVoteVeto, string minDepositRatio)`

interface Codec<Request, Response> {
  readonly request: { encode(request: Request): { finish(): Uint8Array } }
  readonly response: { decode(bytes: Uint8Array): Response }
}

/** Source: cosmos/evm v0.7.3 precompiles/gov/query.go, types.go. */
export function govQuestions(handlers: Handlers): readonly NativeMethod[] {
  const ask = <Request, Response>(
    { ctx }: NativeCall,
    name: string,
    { request: requests, response }: Codec<Request, Response>,
    request: Request,
  ): Response => response.decode(handlers.ask(ctx, `${SERVICE}/${name}`, requests.encode(request).finish()))
  const textOf = ({ ctx }: NativeCall, account: Uint8Array): string =>
    isNobody(account) ? '' : addressText(ctx.prefix, account)
  return [
    question<readonly [bigint, Uint8Array]>(
      `getVote(uint64 proposalId, address voter) returns (${VOTE})`,
      (call, [proposalId, account]) => {
        const codec = { request: types.QueryVoteRequest, response: types.QueryVoteResponse }
        const voter = addressText(call.ctx.prefix, account)
        return [voteValue(call, ask(call, 'Vote', codec, { proposalId, voter }).vote!)]
      },
    ),
    question<readonly [bigint, PageValue]>(
      `getVotes(uint64 proposalId, ${PAGE} pagination) returns (${VOTE}[], ${NEXT_PAGE})`,
      (call, [proposalId, page]) => {
        const codec = { request: types.QueryVotesRequest, response: types.QueryVotesResponse }
        const { votes, pagination } = ask(call, 'Votes', codec, { proposalId, pagination: pageRequest(page) })
        return [votes.map((vote) => voteValue(call, vote)), pageValue(pagination)]
      },
    ),
    question<readonly [bigint, Uint8Array]>(
      `getDeposit(uint64 proposalId, address depositor) returns (${DEPOSIT})`,
      (call, [proposalId, account]) => {
        const codec = { request: types.QueryDepositRequest, response: types.QueryDepositResponse }
        const depositor = addressText(call.ctx.prefix, account)
        return [depositValue(call, ask(call, 'Deposit', codec, { proposalId, depositor }).deposit!)]
      },
    ),
    question<readonly [bigint, PageValue]>(
      `getDeposits(uint64 proposalId, ${PAGE} pagination) returns (${DEPOSIT}[], ${NEXT_PAGE})`,
      (call, [proposalId, page]) => {
        const codec = { request: types.QueryDepositsRequest, response: types.QueryDepositsResponse }
        const { deposits, pagination } = ask(call, 'Deposits', codec, { proposalId, pagination: pageRequest(page) })
        return [deposits.map((deposit) => depositValue(call, deposit)), pageValue(pagination)]
      },
    ),
    question<readonly [bigint]>(`getTallyResult(uint64 proposalId) returns (${TALLY})`, (call, [proposalId]) => {
      const codec = { request: types.QueryTallyResultRequest, response: types.QueryTallyResultResponse }
      return [tallyValue(ask(call, 'TallyResult', codec, { proposalId }).tally)]
    }),
    question<readonly [bigint]>(`getProposal(uint64 proposalId) returns (${PROPOSAL})`, (call, [proposalId]) => {
      const codec = { request: types.QueryProposalRequest, response: types.QueryProposalResponse }
      return [proposalValue(call, ask(call, 'Proposal', codec, { proposalId }).proposal!)]
    }),
    question<readonly [bigint, Uint8Array, Uint8Array, PageValue]>(
      `getProposals(uint32 proposalStatus, address voter, address depositor, ${PAGE} pagination) returns (${PROPOSAL}[], ${NEXT_PAGE})`,
      (call, [status, voter, depositor, page]) => {
        const codec = { request: types.QueryProposalsRequest, response: types.QueryProposalsResponse }
        const { proposals, pagination } = ask(call, 'Proposals', codec, {
          proposalStatus: Number(status),
          voter: textOf(call, voter),
          depositor: textOf(call, depositor),
          pagination: pageRequest(page),
        })
        return [proposals.map((proposal) => proposalValue(call, proposal)), pageValue(pagination)]
      },
    ),
    question(`getParams() returns (${PARAMS})`, (call) => {
      const codec = { request: types.QueryParamsRequest, response: types.QueryParamsResponse }
      return [paramsValue(ask(call, 'Params', codec, { paramsType: '' }).params!)]
    }),
    question('getConstitution() returns (string)', (call) => {
      const codec = { request: types.QueryConstitutionRequest, response: types.QueryConstitutionResponse }
      return [ask(call, 'Constitution', codec, {}).constitution]
    }),
  ]
}

const coins = (all: readonly Coin[]): AbiValue => all.map(({ denom, amount }) => [denom, BigInt(amount)])
const seconds = (moment: { readonly seconds: bigint } | undefined): bigint => moment?.seconds ?? 0n
const nanoseconds = (duration: { readonly seconds: bigint; readonly nanos: number } | undefined): bigint =>
  duration === undefined ? 0n : nanosOf(duration)

const pageValue = (page: PageResponse | undefined): AbiValue => [page?.nextKey ?? NO_BYTES, page?.total ?? 0n]

const accountOf = ({ ctx }: NativeCall, text: string): Uint8Array => parseAccAddress(ctx.prefix, text)

const voteValue = (call: NativeCall, { proposalId, voter, options, metadata }: Vote): AbiValue => [
  proposalId,
  accountOf(call, voter),
  options.map(({ option, weight }) => [BigInt(option), weight]),
  metadata,
]

const depositValue = (call: NativeCall, { proposalId, depositor, amount }: Deposit): AbiValue => [
  proposalId,
  accountOf(call, depositor),
  coins(amount),
]

const tallyValue = (tally: TallyResult | undefined): AbiValue => [
  tally?.yesCount ?? '',
  tally?.abstainCount ?? '',
  tally?.noCount ?? '',
  tally?.noWithVetoCount ?? '',
]

const proposalValue = (call: NativeCall, proposal: Proposal): AbiValue => [
  proposal.id,
  proposal.messages.map(({ typeUrl }) => typeUrl),
  BigInt(proposal.status),
  tallyValue(proposal.finalTallyResult),
  seconds(proposal.submitTime),
  seconds(proposal.depositEndTime),
  coins(proposal.totalDeposit),
  seconds(proposal.votingStartTime),
  seconds(proposal.votingEndTime),
  proposal.metadata,
  proposal.title,
  proposal.summary,
  accountOf(call, proposal.proposer),
]

const paramsValue = (params: Params): AbiValue => [
  nanoseconds(params.votingPeriod),
  coins(params.minDeposit),
  nanoseconds(params.maxDepositPeriod),
  params.quorum,
  params.threshold,
  params.vetoThreshold,
  params.minInitialDepositRatio,
  params.proposalCancelRatio,
  params.proposalCancelDest,
  nanoseconds(params.expeditedVotingPeriod),
  params.expeditedThreshold,
  coins(params.expeditedMinDeposit),
  params.burnVoteQuorum,
  params.burnProposalDepositPrevote,
  params.burnVoteVeto,
  params.minDepositRatio,
]
