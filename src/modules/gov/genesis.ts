import type { Json } from '../../base/json-value.js'
import { textOf, NO_BYTES, NotSupportedError, toUtf8 } from '../../base/index.js'
import { GenesisReader, GoPanic, parseAddress, type Context } from '../../chain/index.js'
import {
  addCoins,
  coinsAreEqual,
  coinsText,
  decodeAny,
  encodeAny,
  parseRfc3339,
  rfc3339Nano,
  type Any,
} from '../../codec/index.js'
import { parseProtoJson, protoJson, SchemaError } from '../../codec/proto-json/index.js'
import type { Key } from '../../store/index.js'
import { MODULE, type GovKeeper } from './keeper.js'
import {
  ACTIVE_PREFIX,
  CONSTITUTION_KEY,
  DEPOSITS_PREFIX,
  GOV_STORE,
  INACTIVE_PREFIX,
  PROPOSAL_ID_KEY,
  PROPOSALS_PREFIX,
  queueKey,
  voteKey,
  VOTES_PREFIX,
} from './keys.js'
import { paramsJson, readParams } from './params.js'
import {
  coinsOf,
  coinTexts,
  Deposit,
  getParams,
  idBytes,
  idOf,
  isOpen,
  isVoting,
  momentOf,
  nanosOf,
  Proposal,
  ProposalStatus,
  rowsBelow,
  setDeposit,
  setParams,
  setProposal,
  Vote,
  VoteOption,
  type Params,
} from './records.js'

export const defaultGenesis = (params: Params): Json => ({
  starting_proposal_id: '1',
  deposits: [],
  votes: [],
  proposals: [],
  deposit_params: null,
  voting_params: null,
  tally_params: null,
  params: paramsJson(params),
  constitution: '',
})

/** Source: cosmos-sdk x/gov/genesis.go. @throws UsageError that names the place */
export function initGenesis(keeper: GovKeeper, ctx: Context, state: Json, defaults: Params): void {
  const genesis = new GenesisReader(state, MODULE)
  const store = ctx.store(GOV_STORE)
  const first = genesis.at('starting_proposal_id')
  store.set(PROPOSAL_ID_KEY, idBytes(first.isAbsent ? 1n : first.integer()))
  setParams(ctx, readParams(ctx, genesis.at('params'), defaults))
  store.set(CONSTITUTION_KEY, toUtf8(genesis.at('constitution').string()))
  const account = keeper.accounts.moduleAccount(ctx, MODULE)
  if (account === undefined) throw new GoPanic(`${MODULE} module account has not been set`)
  const deposits = genesis
    .at('deposits')
    .list()
    .map((json): Deposit => ({
      proposalId: json.at('proposal_id').integer(),
      depositor: json.at('depositor').string(),
      amount: coinTexts(json.at('amount').coins()),
    }))
  for (const deposit of deposits) setDeposit(ctx, parseAddress(ctx, deposit.depositor), deposit)
  for (const json of genesis.at('votes').list()) {
    putVote(ctx, readVote(json))
  }
  for (const json of genesis.at('proposals').list()) {
    const proposal = readProposal(json)
    const place = placeInQueue(proposal)
    if (place !== undefined) store.set(place, idBytes(proposal.id))
    setProposal(ctx, proposal)
  }
  const balance = keeper.bank.balances(ctx, account.address)
  const total = addCoins(...deposits.map(({ amount }) => coinsOf(amount)))
  if (!coinsAreEqual(balance, total))
    throw genesis.error(`expected module account was ${coinsText(balance)} but we got ${coinsText(total)}`)
}

/** Source: x/gov/genesis.go `ExportGenesis`. @throws NotSupportedError for a proposal with messages whose JSON form is unknown */
export function exportGenesis(ctx: Context): Json {
  const store = ctx.store(GOV_STORE)
  return {
    starting_proposal_id: String(idOf(store.get(PROPOSAL_ID_KEY) ?? idBytes(0n))),
    deposits: [...rowsBelow(ctx, DEPOSITS_PREFIX)].map(({ value }): Json => {
      const { proposalId, depositor, amount } = Deposit.decode(value)
      return { proposal_id: String(proposalId), depositor, amount: amountJson(amount) }
    }),
    votes: [...rowsBelow(ctx, VOTES_PREFIX)].map(({ value }) => voteJson(Vote.decode(value))),
    proposals: [...rowsBelow(ctx, PROPOSALS_PREFIX)].map(({ value }) => proposalJson(Proposal.decode(value))),
    deposit_params: null,
    voting_params: null,
    tally_params: null,
    params: paramsJson(getParams(ctx)),
    constitution: textOf(store.get(CONSTITUTION_KEY) ?? NO_BYTES),
  }
}

/** The queue key of an open proposal; undefined for a closed one. */
export function placeInQueue(proposal: Proposal): Key | undefined {
  const end = isVoting(proposal) ? proposal.votingEndTime : proposal.depositEndTime
  if (!isOpen(proposal) || end === undefined) return undefined
  return queueKey(isVoting(proposal) ? ACTIVE_PREFIX : INACTIVE_PREFIX, nanosOf(end), proposal.id)
}

/** @throws ChainError for a voter whose address is invalid */
export const putVote = (ctx: Context, vote: Vote): void =>
  ctx.store(GOV_STORE).set(voteKey(vote.proposalId, parseAddress(ctx, vote.voter)), Vote.encode(vote).finish())

const amountJson = (coins: Deposit['amount']): Json => coins.map(({ denom, amount }) => ({ denom, amount }))

const voteJson = ({ proposalId, voter, options, metadata }: Vote): Json => ({
  proposal_id: String(proposalId),
  voter,
  options: options.map(({ option, weight }) => ({ option: VoteOption[option] ?? option, weight })),
  metadata,
})

const timeJson = (moment: Proposal['submitTime']): Json => (moment === undefined ? null : rfc3339Nano(nanosOf(moment)))

/** A message in the chain's JSON, under `@type`. */
function messageJson(id: bigint, { typeUrl, value }: Any): Json {
  try {
    return JSON.parse(protoJson(ANY, encodeAny({ typeUrl, value }))) as Json
  } catch (cause) {
    if (!(cause instanceof SchemaError)) throw cause
    throw new NotSupportedError(
      `proposal ${id} carries ${typeUrl}: a genesis with it cannot be written, as its JSON is not known here`,
      { cause },
    )
  }
}

function readMessage(json: GenesisReader): Any {
  try {
    return decodeAny(parseProtoJson(ANY, JSON.stringify(json.raw ?? null)))
  } catch (cause) {
    throw json.error((cause as Error).message, cause)
  }
}

const ANY = 'google.protobuf.Any'

function proposalJson(proposal: Proposal): Json {
  const result = proposal.finalTallyResult
  return {
    id: String(proposal.id),
    messages: proposal.messages.map((message) => messageJson(proposal.id, message)),
    status: ProposalStatus[proposal.status] ?? proposal.status,
    final_tally_result:
      result === undefined
        ? null
        : {
            yes_count: result.yesCount,
            abstain_count: result.abstainCount,
            no_count: result.noCount,
            no_with_veto_count: result.noWithVetoCount,
          },
    submit_time: timeJson(proposal.submitTime),
    deposit_end_time: timeJson(proposal.depositEndTime),
    total_deposit: amountJson(proposal.totalDeposit),
    voting_start_time: timeJson(proposal.votingStartTime),
    voting_end_time: timeJson(proposal.votingEndTime),
    metadata: proposal.metadata,
    title: proposal.title,
    summary: proposal.summary,
    proposer: proposal.proposer,
    expedited: proposal.expedited,
    failed_reason: proposal.failedReason,
  }
}

/** A name of an enum. @throws UsageError that names the place */
function named<T>(json: GenesisReader, names: Readonly<Record<string, T | string>>): T {
  const value = names[json.string()]
  if (typeof value !== 'number') throw json.error('unknown name')
  return value
}

export const readVote = (json: GenesisReader): Vote => ({
  proposalId: json.at('proposal_id').integer(),
  voter: json.at('voter').string(),
  options: json
    .at('options')
    .list()
    .map((option) => ({
      option: named(option.at('option'), VoteOption as never as Record<string, VoteOption>),
      weight: option.at('weight').string(),
    })),
  metadata: json.at('metadata').string(),
})

export function readProposal(json: GenesisReader): Proposal {
  const text = (name: string) => json.at(name).string()
  const time = (name: string) => {
    const place = json.at(name)
    if (place.isAbsent) return {}
    try {
      return momentOf(parseRfc3339(place.string()))
    } catch (cause) {
      throw place.error((cause as Error).message, cause)
    }
  }
  const tally = json.at('final_tally_result')
  const count = (name: string) => String(tally.at(name).integer())
  const moments = {
    submitTime: time('submit_time'),
    depositEndTime: time('deposit_end_time'),
    votingStartTime: time('voting_start_time'),
    votingEndTime: time('voting_end_time'),
  }
  const present = Object.fromEntries(Object.entries(moments).filter(([, moment]) => 'seconds' in moment))
  return Proposal.fromPartial({
    id: json.at('id').integer(),
    messages: json.at('messages').list().map(readMessage),
    status: named(json.at('status'), ProposalStatus as never as Record<string, ProposalStatus>),
    ...(!tally.isAbsent && {
      finalTallyResult: {
        yesCount: count('yes_count'),
        abstainCount: count('abstain_count'),
        noCount: count('no_count'),
        noWithVetoCount: count('no_with_veto_count'),
      },
    }),
    ...present,
    totalDeposit: coinTexts(json.at('total_deposit').coins()),
    metadata: text('metadata'),
    title: text('title'),
    summary: text('summary'),
    proposer: text('proposer'),
    expedited: json.at('expedited').boolean(),
    failedReason: text('failed_reason'),
  })
}
