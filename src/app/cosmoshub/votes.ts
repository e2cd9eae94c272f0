import { MsgExec } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { MsgMultiSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { MsgVote } from 'cosmjs-types/cosmos/gov/v1/tx'
import type { AnteStep } from '../../chain/ante/index.js'
import {
  ErrInvalidRequest,
  parseAccAddress,
  parseOperator,
  registerError,
  type Context,
  type MessageGuard,
} from '../../chain/index.js'
import { DECIMAL_ONE, decimalText, type Any } from '../../codec/index.js'
import { delegationsBy, findValidator, tokensOfSharesTruncated } from '../../modules/staking/index.js'
import type { BeforeMessage } from '../../modules/wasm/index.js'

/** Source: gaia v28.0.0 types/errors/errors.go. */
const ErrInsufficientStake = registerError('gaia', 9, 'insufficient stake')
const ErrNestedMessages = registerError('gaia', 11, 'nested message limit exceeded')

/** The least stake of a voter, as a decimal. Source: gaia v28.0.0 x/gov/validation.go. */
const MIN_STAKE = 1_000_000n * DECIMAL_ONE
const MAX_DELEGATIONS = 100

/** How deep messages of grants may nest. Source: gaia v28.0.0 ante/gov_vote_ante.go. */
const MAX_NESTED = 20

/** Votes, all of which name their voter in field 2. */
const VOTES: ReadonlySet<string> = new Set([
  '/cosmos.gov.v1.MsgVote',
  '/cosmos.gov.v1.MsgVoteWeighted',
  '/cosmos.gov.v1beta1.MsgVote',
  '/cosmos.gov.v1beta1.MsgVoteWeighted',
])
const EXEC = '/cosmos.authz.v1beta1.MsgExec'
const MULTI_SEND = '/cosmos.bank.v1beta1.MsgMultiSend'

/** Source: gaia v28.0.0 x/bank/msg_server.go. */
const MAX_RECIPIENTS = 500
const GAS_OF_RECIPIENTS = 300

/** Only who has staked an atom may vote. @throws ChainError gaia/9. Source: gaia v28.0.0 x/gov/validation.go `ValidateVoterStake`. */
function assertStake(ctx: Context, voter: Uint8Array): void {
  let [staked, count] = [0n, 0]
  for (const { validatorAddress, shares } of delegationsBy(ctx, voter)) {
    const validator = findValidator(ctx, parseOperator(ctx, validatorAddress))
    if (validator !== undefined) staked += tokensOfSharesTruncated(validator, shares)
    if (staked >= MIN_STAKE) return
    if (++count >= MAX_DELEGATIONS) break
  }
  throw ErrInsufficientStake.error(`insufficient stake for voting - min required ${decimalText(MIN_STAKE)}`)
}

function assertVote(ctx: Context, { typeUrl, value }: Any, depth: number): void {
  if (depth >= MAX_NESTED) throw ErrNestedMessages.error('too many wrapped sdk messages')
  if (typeUrl === EXEC) for (const inner of MsgExec.decode(value).msgs) assertVote(ctx, inner, depth + 1)
  else if (VOTES.has(typeUrl)) assertStake(ctx, parseAccAddress(ctx.prefix, MsgVote.decode(value).voter))
}

/** Votes of a transaction, also those in messages of grants. Source: gaia v28.0.0 ante/gov_vote_ante.go. */
export const votesHaveStake: AnteStep = (ctx, tx, { simulate }) => {
  if (!simulate) for (const message of tx.messages) assertVote(ctx, message, 0)
  return ctx
}

/** Votes of contracts. Source: gaia v28.0.0 ante/wasm_gov_vote.go. */
export const contractsHaveStake: BeforeMessage = (ctx, contract, { gov, any }) => {
  if (gov?.vote !== undefined || gov?.vote_weighted !== undefined || (any !== undefined && VOTES.has(any.type_url)))
    assertStake(ctx, contract)
}

/** What Gaia's own servers of messages do before those of the SDK. @throws ChainError gaia/9, sdk/18. Source: gaia v28.0.0 x/gov/msg_server.go, x/bank/msg_server.go. */
export const gaiaGuard: MessageGuard = (ctx, typeUrl, value) => {
  if (VOTES.has(typeUrl)) assertVote(ctx, { typeUrl, value }, 0)
  if (typeUrl !== MULTI_SEND) return
  const { length } = MsgMultiSend.decode(value).outputs
  if (length > MAX_RECIPIENTS)
    throw ErrInvalidRequest.error(`too many recipients in MultiSend: max ${MAX_RECIPIENTS}, got ${length}`)
  if (length > 0) ctx.gasMeter.consume(GAS_OF_RECIPIENTS * length * length, 'MultiSend quadratic surcharge')
}
