import { NO_BYTES, toUtf8 } from '../../base/index.js'
import { readable } from '../../chain/ibc/index.js'
import { slice, string, struct, unmarshal } from '../../codec/go-json/index.js'
import {
  MsgCancelProposal,
  MsgCancelProposalResponse,
  MsgDeposit,
  MsgSubmitProposal,
  MsgSubmitProposalResponse,
  MsgUpdateParams,
  MsgVote,
  MsgVoteWeighted,
} from 'cosmjs-types/cosmos/gov/v1/tx'
import * as legacy from 'cosmjs-types/cosmos/gov/v1beta1/tx'
import {
  assertAuthority,
  ErrInvalidCoins,
  ErrInvalidRequest,
  event,
  KV_GAS,
  message,
  parseParty,
  type Context,
  type Messages,
} from '../../chain/index.js'
import { coinsAreValid, coinsText, DECIMAL_ONE, decimalText, decodeDecimal, type Coin } from '../../codec/index.js'
import { ErrInvalidProposalContent, ErrInvalidVote, ErrNoProposalMsgs } from './errors.js'
import {
  assertDepositDenoms,
  assertInitialDeposit,
  isKnownOption,
  isValidOption,
  optionText,
  type GovKeeper,
} from './keeper.js'
import { validateParams } from './params.js'
import {
  coinsOf,
  decimalOfText,
  getParams,
  momentOf,
  Proposal,
  setParams,
  VoteOption,
  type WeightedVoteOption,
} from './records.js'

/** Source: cosmos-sdk x/gov/keeper/msg_server.go; votes and deposits also as v1beta1 messages. */
export const govMessages = (keeper: GovKeeper): Messages =>
  Object.fromEntries([
    message<MsgSubmitProposal>({
      typeUrl: MsgSubmitProposal.typeUrl,
      decode: (value) => {
        const decoded = MsgSubmitProposal.decode(value)
        for (const inner of decoded.messages) keeper.router.decode(inner)
        return decoded
      },
      signers: ({ proposer }) => [proposer],
      handle: (ctx, msg) => MsgSubmitProposalResponse.encode({ proposalId: submitProposal(keeper, ctx, msg) }).finish(),
    }),
    message<MsgCancelProposal>({
      typeUrl: MsgCancelProposal.typeUrl,
      decode: (value) => MsgCancelProposal.decode(value),
      signers: ({ proposer }) => [proposer],
      handle: (ctx, { proposalId, proposer }) => {
        parseParty(ctx, 'proposer', proposer)
        keeper.cancel(ctx, proposalId, proposer)
        ctx.events.emit(event('cancel_proposal', ['sender', proposer], ['proposal_id', String(proposalId)]))
        return MsgCancelProposalResponse.encode({
          proposalId,
          canceledTime: momentOf(ctx.block.time),
          canceledHeight: BigInt(ctx.block.height),
        }).finish()
      },
    }),
    message<MsgVote>({
      typeUrl: MsgVote.typeUrl,
      decode: (value) => MsgVote.decode(value),
      signers: ({ voter }) => [voter],
      handle: (ctx, msg) => vote(keeper, ctx, msg),
    }),
    message<legacy.MsgVote>({
      typeUrl: legacy.MsgVote.typeUrl,
      decode: (value) => legacy.MsgVote.decode(value),
      signers: ({ voter }) => [voter],
      handle: (ctx, { proposalId, voter, option }) =>
        vote(keeper, ctx, { proposalId, voter, option: option, metadata: '' }),
    }),
    message<MsgVoteWeighted>({
      typeUrl: MsgVoteWeighted.typeUrl,
      decode: (value) => MsgVoteWeighted.decode(value),
      signers: ({ voter }) => [voter],
      handle: (ctx, msg) => voteWeighted(keeper, ctx, msg),
    }),
    message({
      typeUrl: legacy.MsgVoteWeighted.typeUrl,
      decode: (value) => {
        const { options, ...vote } = legacy.MsgVoteWeighted.decode(value)
        return {
          ...vote,
          metadata: '',
          options: options.map(({ option, weight }) => ({ option, weight: decimalText(decodeDecimal(weight)) })),
        }
      },
      signers: ({ voter }) => [voter],
      handle: (ctx, vote) => voteWeighted(keeper, ctx, vote),
    }),
    message<MsgDeposit>({
      typeUrl: MsgDeposit.typeUrl,
      decode: (value) => MsgDeposit.decode(value),
      signers: ({ depositor }) => [depositor],
      handle: (ctx, msg) => deposit(keeper, ctx, msg),
    }),
    message<legacy.MsgDeposit>({
      typeUrl: legacy.MsgDeposit.typeUrl,
      decode: (value) => legacy.MsgDeposit.decode(value),
      signers: ({ depositor }) => [depositor],
      handle: (ctx, msg) => deposit(keeper, ctx, msg),
    }),
    message<MsgUpdateParams>({
      typeUrl: MsgUpdateParams.typeUrl,
      decode: (value) => MsgUpdateParams.decode(value),
      signers: ({ authority }) => [authority],
      handle: (ctx, { authority, params }) => {
        assertAuthority(ctx, keeper.authority, authority)
        validateParams(ctx.prefix, params, ctx.release.texts)
        setParams(ctx, params)
        return NO_BYTES
      },
    }),
  ])

/** @returns the proposal's id */
export function submitProposal(keeper: GovKeeper, ctx: Context, msg: MsgSubmitProposal): bigint {
  if (msg.title === '') throw ErrInvalidRequest.error('proposal title cannot be empty')
  if (msg.summary === '') throw ErrInvalidRequest.error('proposal summary cannot be empty')
  const proposer = parseParty(ctx, 'proposer', msg.proposer)
  if (msg.messages.length === 0 && msg.metadata === '')
    throw ErrNoProposalMsgs.error('either metadata or Msgs length must be non-nil')
  assertSameInMetadata(msg)
  const params = getParams(ctx)
  const initial = coinsOf(msg.initialDeposit)
  assertInitialDeposit(params, initial, msg.expedited)
  assertDepositDenoms(params, initial)
  const proposal = keeper.submit(ctx, msg, msg.proposer)
  ctx.gasMeter.consume(3 * KV_GAS.writePerByte * Proposal.encode(proposal).finish().length, 'submit proposal')
  if (keeper.deposit(ctx, proposal.id, proposer, initial))
    ctx.events.emit(event('submit_proposal', ['voting_period_start', String(proposal.id)]))
  return proposal.id
}

/** Source: cosmos-sdk x/gov/types/metadata.go. */
const ProposalMetadata = struct('ProposalMetadata', {
  title: string,
  authors: slice(string),
  summary: string,
  details: string,
  proposal_forum_url: string,
  vote_option_context: string,
})

/** Metadata in the recommended form must not contradict the proposal; of any other nothing is demanded. */
function assertSameInMetadata({ metadata, title, summary }: MsgSubmitProposal): void {
  const read = metadata === '' ? undefined : readable(() => unmarshal(ProposalMetadata, toUtf8(metadata)))
  if (read === undefined) return
  if (read.title !== title)
    throw ErrInvalidProposalContent.error(`metadata title '${read.title}' must equal proposal title '${title}'`)
  if (read.summary !== summary)
    throw ErrInvalidProposalContent.error(`metadata summary '${read.summary}' must equal proposal summary '${summary}'`)
}

function vote(keeper: GovKeeper, ctx: Context, { proposalId, voter, option, metadata }: MsgVote): Uint8Array {
  const address = parseParty(ctx, 'voter', voter)
  if (!isKnownOption(option)) throw ErrInvalidVote.error(VoteOption[option] ?? String(option))
  keeper.vote(ctx, proposalId, address, [{ option, weight: decimalText(DECIMAL_ONE) }], metadata)
  return NO_BYTES
}

function voteWeighted(keeper: GovKeeper, ctx: Context, msg: MsgVoteWeighted): Uint8Array {
  const address = parseParty(ctx, 'voter', msg.voter)
  if (msg.options.length === 0) throw ErrInvalidRequest.error('null')
  assertWeights(msg.options)
  keeper.vote(ctx, msg.proposalId, address, msg.options, msg.metadata)
  return NO_BYTES
}

/** @throws ChainError gov/7 */
function assertWeights(options: readonly WeightedVoteOption[]): void {
  let total = 0n
  const used = new Set<VoteOption>()
  for (const option of options) {
    if (!isValidOption(option)) throw ErrInvalidVote.error(optionText(option))
    total += decimalOfText(option.weight)!
    if (used.has(option.option)) throw ErrInvalidVote.error('duplicated vote option')
    used.add(option.option)
  }
  if (total > DECIMAL_ONE) throw ErrInvalidVote.error('total weight overflow 1.00')
  if (total < DECIMAL_ONE) throw ErrInvalidVote.error('total weight lower than 1.00')
}

function deposit(keeper: GovKeeper, ctx: Context, msg: MsgDeposit): Uint8Array {
  const depositor = parseParty(ctx, 'depositor', msg.depositor)
  const amount: readonly Coin[] = coinsOf(msg.amount)
  if (amount.length === 0 || !coinsAreValid(amount)) throw ErrInvalidCoins.error(coinsText(amount))
  if (keeper.deposit(ctx, msg.proposalId, depositor, amount))
    ctx.events.emit(event('proposal_deposit', ['voting_period_start', String(msg.proposalId)]))
  return NO_BYTES
}
