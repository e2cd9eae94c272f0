import { PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import * as types from 'cosmjs-types/cosmos/gov/v1beta1/query'
import { toUtf8 } from '../../base/index.js'
import { ErrInvalidType, GrpcError, writtenQuery, type Module } from '../../chain/index.js'
import { encodeAny, encodeDuration, encodeTimestamp, ProtoWriter, ZERO_TIME } from '../../codec/index.js'
import type { GovKeeper } from './keeper.js'
import { answers } from './queries.js'
import { decimalOfText, nanosOf, type Deposit, type Proposal, type TallyResult, type Vote } from './records.js'

const SERVICE = '/cosmos.gov.v1beta1.Query'

const single = (bytes: Uint8Array): ProtoWriter => new ProtoWriter().message(1, bytes)

function listed(items: readonly Uint8Array[], page: PageResponse): ProtoWriter {
  const writer = new ProtoWriter()
  for (const item of items) writer.message(1, item)
  return writer.message(2, PageResponse.encode(page).finish())
}

const decimal = (text: string): Uint8Array => toUtf8(String(decimalOfText(text) ?? 0n))

/** The v1beta1 service, which contracts on the live chain may query: the same answers in the older form. Source: cosmos-sdk x/gov/keeper/grpc_query.go `legacyQueryServer`, x/gov/migrations/v3/convert.go. */
export function legacyGovQueries(keeper: GovKeeper): NonNullable<Module['queries']> {
  const answer = answers(keeper)
  return {
    [`${SERVICE}/Proposal`]: writtenQuery(types.QueryProposalRequest, (ctx, request) =>
      single(encodeProposal(answer.proposal(ctx, request))),
    ),
    [`${SERVICE}/Proposals`]: writtenQuery(types.QueryProposalsRequest, (ctx, request) => {
      const page = answer.proposals(ctx, { ...request, proposalStatus: request.proposalStatus })
      return listed(page.proposals.map(encodeProposal), page.pagination)
    }),
    [`${SERVICE}/Vote`]: writtenQuery(types.QueryVoteRequest, (ctx, request) =>
      single(encodeVote(answer.vote(ctx, request))),
    ),
    [`${SERVICE}/Votes`]: writtenQuery(types.QueryVotesRequest, (ctx, request) => {
      const page = answer.votes(ctx, request)
      return listed(page.votes.map(encodeVote), page.pagination)
    }),
    [`${SERVICE}/Params`]: writtenQuery(types.QueryParamsRequest, (ctx, request) =>
      params(answer.params(ctx, request), request),
    ),
    [`${SERVICE}/Deposit`]: writtenQuery(types.QueryDepositRequest, (ctx, request) =>
      single(encodeDeposit(answer.deposit(ctx, request))),
    ),
    [`${SERVICE}/Deposits`]: writtenQuery(types.QueryDepositsRequest, (ctx, request) => {
      const page = answer.deposits(ctx, request)
      return listed(page.deposits.map(encodeDeposit), page.pagination)
    }),
    [`${SERVICE}/TallyResult`]: writtenQuery(types.QueryTallyResultRequest, (ctx, request) =>
      single(encodeTally(answer.tally(ctx, request))),
    ),
  }
}

const encodeTally = ({ yesCount, abstainCount, noCount, noWithVetoCount }: TallyResult): Uint8Array =>
  new ProtoWriter()
    .message(1, toUtf8(yesCount))
    .message(2, toUtf8(abstainCount))
    .message(3, toUtf8(noCount))
    .message(4, toUtf8(noWithVetoCount))
    .finish()

function writeCoins(writer: ProtoWriter, field: number, coins: Deposit['amount']): ProtoWriter {
  for (const { denom, amount } of coins)
    writer.message(field, new ProtoWriter().string(1, denom).string(2, amount).finish())
  return writer
}

const time = (moment: Proposal['submitTime']): Uint8Array =>
  encodeTimestamp(moment === undefined ? ZERO_TIME : nanosOf(moment))

/** The first message stands for the content. @throws ChainError sdk/29 when there is not exactly one */
function encodeProposal(proposal: Proposal): Uint8Array {
  const [content, ...more] = proposal.messages
  if (content === undefined || more.length > 0)
    throw ErrInvalidType.error(
      "can't convert a gov/v1 Proposal to gov/v1beta1 Proposal when amount of proposal messages not exactly one",
    )
  const writer = new ProtoWriter()
    .uint64(1, proposal.id)
    .message(2, encodeAny(content))
    .uint64(3, BigInt(proposal.status))
    .message(4, encodeTally(proposal.finalTallyResult!))
    .message(5, time(proposal.submitTime))
    .message(6, time(proposal.depositEndTime))
  return writeCoins(writer, 7, proposal.totalDeposit)
    .message(8, time(proposal.votingStartTime))
    .message(9, time(proposal.votingEndTime))
    .finish()
}

function encodeVote({ proposalId, voter, options }: Vote): Uint8Array {
  const writer = new ProtoWriter().uint64(1, proposalId).string(2, voter)
  for (const { option, weight } of options)
    writer.message(4, new ProtoWriter().uint64(1, BigInt(option)).message(2, decimal(weight)).finish())
  return writer.finish()
}

const encodeDeposit = ({ proposalId, depositor, amount }: Deposit): Uint8Array =>
  writeCoins(new ProtoWriter().uint64(1, proposalId).string(2, depositor), 3, amount).finish()

/** One kind of params; the others keep their defaults. @throws GrpcError InvalidArgument when no kind is given */
function params(
  { depositParams, votingParams, tallyParams }: ReturnType<ReturnType<typeof answers>['params']>,
  { paramsType }: types.QueryParamsRequest,
): ProtoWriter {
  if (!depositParams && !votingParams && !tallyParams)
    throw new GrpcError('InvalidArgument', `${paramsType} is not a valid parameter type`)
  const period = (moment: { readonly seconds: bigint; readonly nanos: number } | undefined) =>
    encodeDuration(moment === undefined ? 0n : nanosOf(moment))
  const voting = new ProtoWriter().message(1, period(votingParams?.votingPeriod))
  const deposit = writeCoins(new ProtoWriter(), 1, depositParams?.minDeposit ?? [])
  deposit.message(2, period(depositParams?.maxDepositPeriod))
  const tallying = new ProtoWriter()
    .message(1, decimal(tallyParams?.quorum ?? ''))
    .message(2, decimal(tallyParams?.threshold ?? ''))
    .message(3, decimal(tallyParams?.vetoThreshold ?? ''))
  return new ProtoWriter().message(1, voting.finish()).message(2, deposit.finish()).message(3, tallying.finish())
}
