import * as types from 'cosmjs-types/cosmos/gov/v1/query'
import {
  addressText,
  below,
  collectionPaginate,
  GrpcError,
  notInCollection,
  parseAddress,
  query,
  rethrowing,
  type Context,
  type Module,
} from '../../chain/index.js'
import { textOf, NO_BYTES } from '../../base/index.js'
import { uint64Key } from '../../store/index.js'
import type { GovKeeper } from './keeper.js'
import {
  CONSTITUTION_KEY,
  depositKey,
  DEPOSITS_PREFIX,
  GOV_STORE,
  PROPOSALS_PREFIX,
  voteKey,
  VOTES_PREFIX,
} from './keys.js'
import {
  Deposit,
  EMPTY_TALLY,
  findDeposit,
  findProposal,
  getParams,
  Proposal,
  ProposalStatus,
  Vote,
  type TallyResult,
} from './records.js'
import { tally } from './tally.js'

const SERVICE = '/cosmos.gov.v1.Query'

/** The queries; the v1beta1 service uses them too. Source: cosmos-sdk x/gov/keeper/grpc_query.go. */
export const answers = (keeper: GovKeeper) => ({
  proposal: (ctx: Context, { proposalId }: types.QueryProposalRequest): Proposal => {
    assertId(proposalId)
    return existing(ctx, proposalId)
  },

  proposals: (ctx: Context, request: types.QueryProposalsRequest) => {
    const { proposalStatus: status, voter, depositor, pagination } = request
    const page = internal(() =>
      collectionPaginate(ctx, below(ctx.store(GOV_STORE), PROPOSALS_PREFIX), pagination, {
        row: (_, value) => Proposal.decode(value),
        include: (_, value) => {
          const proposal = Proposal.decode(value)
          const known =
            status >= ProposalStatus.PROPOSAL_STATUS_DEPOSIT_PERIOD && status <= ProposalStatus.PROPOSAL_STATUS_FAILED
          const has = (text: string, key: typeof voteKey) =>
            text === '' || ctx.store(GOV_STORE).has(key(proposal.id, parseAddress(ctx, text)))
          const [byVoter, byDepositor] = [has(voter, voteKey), has(depositor, depositKey)]
          return byVoter && byDepositor && (!known || proposal.status === status)
        },
      }),
    )
    return { proposals: page.rows, pagination: page.pagination }
  },

  vote: (ctx: Context, { proposalId, voter }: types.QueryVoteRequest): Vote => {
    assertId(proposalId)
    if (voter === '') throw new GrpcError('InvalidArgument', 'empty voter address')
    const bytes = ctx.store(GOV_STORE).get(voteKey(proposalId, parseAddress(ctx, voter)))
    if (bytes === undefined)
      throw new GrpcError('InvalidArgument', `voter: ${voter} not found for proposal: ${proposalId}`)
    return Vote.decode(bytes)
  },

  votes: (ctx: Context, { proposalId, pagination }: types.QueryVotesRequest) => {
    assertId(proposalId)
    const store = below(ctx.store(GOV_STORE), VOTES_PREFIX)
    const page = internal(() =>
      collectionPaginate(ctx, store, pagination, {
        prefix: uint64Key(proposalId),
        row: (_, value) => Vote.decode(value),
      }),
    )
    return { votes: page.rows, pagination: page.pagination }
  },

  deposit: (ctx: Context, { proposalId, depositor }: types.QueryDepositRequest): Deposit => {
    assertId(proposalId)
    if (depositor === '') throw new GrpcError('InvalidArgument', 'empty depositor address')
    const address = parseAddress(ctx, depositor)
    const found = findDeposit(ctx, proposalId, address)
    if (found !== undefined) return found
    const key = `("${proposalId}", "${addressText(ctx.prefix, address)}")`
    throw new GrpcError('NotFound', notInCollection(key, 'cosmos.gov.v1.Deposit').log)
  },

  deposits: (ctx: Context, { proposalId, pagination }: types.QueryDepositsRequest) => {
    assertId(proposalId)
    const store = below(ctx.store(GOV_STORE), DEPOSITS_PREFIX)
    const page = internal(() =>
      collectionPaginate(ctx, store, pagination, {
        prefix: uint64Key(proposalId),
        row: (_, value) => Deposit.decode(value),
      }),
    )
    return { deposits: page.rows, pagination: page.pagination }
  },

  params: (ctx: Context, { paramsType }: types.QueryParamsRequest): types.QueryParamsResponse => {
    const params = getParams(ctx)
    const { minDeposit, maxDepositPeriod, votingPeriod, quorum, threshold, vetoThreshold } = params
    if (!['', 'deposit', 'voting', 'tallying'].includes(paramsType))
      throw new GrpcError('InvalidArgument', `unknown params type: ${paramsType}`)
    return {
      ...(paramsType === 'deposit' && { depositParams: { minDeposit, ...(maxDepositPeriod && { maxDepositPeriod }) } }),
      ...(paramsType === 'voting' && { votingParams: votingPeriod ? { votingPeriod } : {} }),
      ...(paramsType === 'tallying' && { tallyParams: { quorum, threshold, vetoThreshold } }),
      params,
    }
  },

  tally: (ctx: Context, { proposalId }: types.QueryTallyResultRequest): TallyResult => {
    assertId(proposalId)
    const proposal = existing(ctx, proposalId)
    if (proposal.status === ProposalStatus.PROPOSAL_STATUS_DEPOSIT_PERIOD) return EMPTY_TALLY
    const ended = proposal.status !== ProposalStatus.PROPOSAL_STATUS_VOTING_PERIOD
    return ended ? proposal.finalTallyResult! : tally(keeper, ctx, proposal).result
  },
})

export function govQueries(keeper: GovKeeper): NonNullable<Module['queries']> {
  const answer = answers(keeper)
  return {
    [`${SERVICE}/Constitution`]: query(types.QueryConstitutionRequest, types.QueryConstitutionResponse, (ctx) => ({
      constitution: textOf(ctx.store(GOV_STORE).get(CONSTITUTION_KEY) ?? NO_BYTES),
    })),
    [`${SERVICE}/Proposal`]: query(types.QueryProposalRequest, types.QueryProposalResponse, (ctx, request) => ({
      proposal: answer.proposal(ctx, request),
    })),
    [`${SERVICE}/Proposals`]: query(types.QueryProposalsRequest, types.QueryProposalsResponse, answer.proposals),
    [`${SERVICE}/Vote`]: query(types.QueryVoteRequest, types.QueryVoteResponse, (ctx, request) => ({
      vote: answer.vote(ctx, request),
    })),
    [`${SERVICE}/Votes`]: query(types.QueryVotesRequest, types.QueryVotesResponse, answer.votes),
    [`${SERVICE}/Params`]: query(types.QueryParamsRequest, types.QueryParamsResponse, answer.params),
    [`${SERVICE}/Deposit`]: query(types.QueryDepositRequest, types.QueryDepositResponse, (ctx, request) => ({
      deposit: answer.deposit(ctx, request),
    })),
    [`${SERVICE}/Deposits`]: query(types.QueryDepositsRequest, types.QueryDepositsResponse, answer.deposits),
    [`${SERVICE}/TallyResult`]: query(
      types.QueryTallyResultRequest,
      types.QueryTallyResultResponse,
      (ctx, request) => ({
        tally: answer.tally(ctx, request),
      }),
    ),
  }
}

function assertId(id: bigint): void {
  if (id === 0n) throw new GrpcError('InvalidArgument', 'proposal id can not be 0')
}

/** @throws GrpcError NotFound */
function existing(ctx: Context, id: bigint): Proposal {
  const proposal = findProposal(ctx, id)
  if (proposal === undefined) throw new GrpcError('NotFound', `proposal ${id} doesn't exist`)
  return proposal
}

function internal<T>(run: () => T): T {
  return rethrowing((error) => new GrpcError('Internal', error.log), run)
}
