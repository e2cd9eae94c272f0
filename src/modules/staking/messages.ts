import {
  MsgBeginRedelegate,
  MsgCancelUnbondingDelegation,
  MsgDelegate,
  MsgUndelegate,
} from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { NO_BYTES } from '../../base/index.js'
import {
  ErrInvalidAddress,
  ErrInvalidRequest,
  ErrNotFound,
  event,
  GrpcError,
  message,
  parseAddress,
  parseOperator,
  rethrowing,
  updateParamsMessage,
  type Context,
  type Messages,
} from '../../chain/index.js'
import {
  coinText,
  decimalText,
  decodeCoin,
  denomProblem,
  encodeCoin,
  encodeTimestamp,
  ProtoWriter,
  rfc3339,
  type Coin,
} from '../../codec/index.js'
import { findUnbonding, keepUnbonding } from './delegations.js'
import { ErrDelegatorShareExRateInvalid, ErrValidatorJailed } from './errors.js'
import type { StakingKeeper } from './keeper.js'
import { validateParams } from './params.js'
import { decodeParams, Unbonding } from './records.js'
import { hasInvalidRate } from './validator.js'
import { getParams, getValidator, setParams } from './validators.js'

/** Source: cosmos-sdk x/staking/keeper/msg_server.go. */
export const stakingMessages = (keeper: StakingKeeper): Messages =>
  Object.fromEntries([
    message({
      typeUrl: MsgDelegate.typeUrl,
      decode: (value) => {
        const { delegatorAddress, validatorAddress, amount } = MsgDelegate.decode(value)
        return { delegatorAddress, validatorAddress, amount: decodeCoin(amount) }
      },
      signers: ({ delegatorAddress }) => [delegatorAddress],
      handle: (ctx, { delegatorAddress, validatorAddress, amount }) => {
        const operator = within('invalid validator address', () => parseOperator(ctx, validatorAddress))
        const delegator = within('invalid delegator address', () => parseAddress(ctx, delegatorAddress))
        assertPositive(amount, 'invalid delegation amount')
        const validator = getValidator(ctx, operator)
        assertBondDenom(ctx, amount)
        const shares = keeper.delegate(ctx, delegator, amount.amount, 'account', validator)
        ctx.events.emit(
          event(
            'delegate',
            ['validator', validatorAddress],
            ['delegator', delegatorAddress],
            ['amount', coinText(amount)],
            ['new_shares', decimalText(shares)],
          ),
        )
        return NO_BYTES
      },
    }),
    message({
      typeUrl: MsgBeginRedelegate.typeUrl,
      decode: (value) => {
        const { amount, ...addresses } = MsgBeginRedelegate.decode(value)
        return { ...addresses, amount: decodeCoin(amount) }
      },
      signers: ({ delegatorAddress }) => [delegatorAddress],
      handle: (ctx, { delegatorAddress, validatorSrcAddress, validatorDstAddress, amount }) => {
        const source = within('invalid source validator address', () => parseOperator(ctx, validatorSrcAddress))
        const destination = within('invalid destination validator address', () =>
          parseOperator(ctx, validatorDstAddress),
        )
        const delegator = within('invalid delegator address', () => parseAddress(ctx, delegatorAddress))
        assertPositive(amount, 'invalid shares amount')
        const shares = keeper.sharesToUnbond(ctx, delegator, source, amount.amount)
        assertBondDenom(ctx, amount)
        const completionTime = keeper.beginRedelegation(ctx, delegator, source, destination, shares)
        ctx.events.emit(
          event(
            'redelegate',
            ['source_validator', validatorSrcAddress],
            ['destination_validator', validatorDstAddress],
            ...(ctx.release.redelegationNamesDelegator ? [['delegator', delegatorAddress] as const] : []),
            ['amount', coinText(amount)],
            ['completion_time', rfc3339(completionTime)],
          ),
        )
        return new ProtoWriter().message(1, encodeTimestamp(completionTime)).finish()
      },
    }),
    message({
      typeUrl: MsgUndelegate.typeUrl,
      decode: (value) => {
        const { delegatorAddress, validatorAddress, amount } = MsgUndelegate.decode(value)
        return { delegatorAddress, validatorAddress, amount: decodeCoin(amount) }
      },
      signers: ({ delegatorAddress }) => [delegatorAddress],
      handle: (ctx, { delegatorAddress, validatorAddress, amount }) => {
        const operator = within('invalid validator address', () => parseOperator(ctx, validatorAddress))
        const delegator = within('invalid delegator address', () => parseAddress(ctx, delegatorAddress))
        assertPositive(amount, 'invalid shares amount')
        const shares = keeper.sharesToUnbond(ctx, delegator, operator, amount.amount)
        assertBondDenom(ctx, amount)
        const { completionTime, amount: undelegated } = keeper.undelegate(ctx, delegator, operator, shares)
        const coin = { denom: amount.denom, amount: undelegated }
        ctx.events.emit(
          event(
            'unbond',
            ['validator', validatorAddress],
            ['delegator', delegatorAddress],
            ['amount', coinText(coin)],
            ['completion_time', rfc3339(completionTime)],
          ),
        )
        return new ProtoWriter().message(1, encodeTimestamp(completionTime)).message(2, encodedCoin(coin)).finish()
      },
    }),
    message({
      typeUrl: MsgCancelUnbondingDelegation.typeUrl,
      decode: (value) => {
        const { amount, ...rest } = MsgCancelUnbondingDelegation.decode(value)
        return { ...rest, amount: decodeCoin(amount) }
      },
      signers: ({ delegatorAddress }) => [delegatorAddress],
      handle: (ctx, cancel) => {
        cancelUnbonding(keeper, ctx, cancel)
        ctx.events.emit(
          event(
            'cancel_unbonding_delegation',
            ['amount', coinText(cancel.amount)],
            ['validator', cancel.validatorAddress],
            ['delegator', cancel.delegatorAddress],
            ['creation_height', String(cancel.creationHeight)],
          ),
        )
        return NO_BYTES
      },
    }),
    updateParamsMessage({
      typeUrl: '/cosmos.staking.v1beta1.MsgUpdateParams',
      authority: keeper.authority,
      decode: decodeParams,
      set: (ctx, params) => {
        validateParams(params)
        const { bondDenom } = params
        if (ctx.release.bondDenomNeedsSupply && keeper.bank.supply(ctx, bondDenom).amount === 0n)
          throw ErrInvalidRequest.error(`bond denom ${bondDenom} does not exist or has zero supply`)
        setParams(ctx, params)
      },
    }),
  ])

interface Cancel {
  readonly delegatorAddress: string
  readonly validatorAddress: string
  readonly amount: Coin
  readonly creationHeight: bigint
}

/** Source: `CancelUnbondingDelegation`. */
function cancelUnbonding(keeper: StakingKeeper, ctx: Context, cancel: Cancel): void {
  const { delegatorAddress, validatorAddress, amount, creationHeight } = cancel
  const operator = within('invalid validator address', () => parseOperator(ctx, validatorAddress))
  const delegator = within('invalid delegator address', () => parseAddress(ctx, delegatorAddress))
  assertPositive(amount, 'invalid amount')
  if (creationHeight <= 0n) throw ErrInvalidRequest.error('invalid height')
  assertBondDenom(ctx, amount)
  const validator = getValidator(ctx, operator)
  if (hasInvalidRate(validator)) throw ErrDelegatorShareExRateInvalid.error()
  if (validator.jailed) throw ErrValidatorJailed.error()
  const unbonding = findUnbonding(ctx, delegator, operator)
  if (unbonding === undefined)
    throw new GrpcError(
      'NotFound',
      `unbonding delegation with delegator ${delegatorAddress} not found for validator ${validatorAddress}`,
    )
  const index = unbonding.entries.findIndex((candidate) => candidate.creationHeight === creationHeight)
  const entry = unbonding.entries[index]
  if (entry === undefined)
    throw ErrNotFound.error(`unbonding delegation entry is not found at block height ${creationHeight}`)
  if (entry.value < amount.amount)
    throw ErrInvalidRequest.error('amount is greater than the unbonding delegation entry balance')
  if (entry.completionTime < ctx.block.time) throw ErrInvalidRequest.error('unbonding delegation is already processed')
  keeper.delegate(ctx, delegator, amount.amount, Unbonding, validator)
  const value = entry.value - amount.amount
  const entries =
    value === 0n
      ? unbonding.entries.toSpliced(index, 1)
      : unbonding.entries.with(index, { ...entry, value, initialBalance: entry.initialBalance - amount.amount })
  keepUnbonding(ctx, { ...unbonding, entries })
}

/** @throws ChainError sdk/7 with the parser's text in it */
function within<T>(what: string, parse: () => T): T {
  return rethrowing((error) => ErrInvalidAddress.error(`${what}: ${error.log}`), parse)
}

function assertPositive({ denom, amount }: Coin, text: string): void {
  if (denomProblem(denom) !== undefined || amount <= 0n) throw ErrInvalidRequest.error(text)
}

function assertBondDenom(ctx: Context, { denom }: Coin): void {
  const { bondDenom } = getParams(ctx)
  if (denom !== bondDenom)
    throw ErrInvalidRequest.error(`invalid coin denomination: got ${denom}, expected ${bondDenom}`)
}

function encodedCoin(coin: Coin): Uint8Array {
  const { denom, amount } = encodeCoin(coin)
  return new ProtoWriter().string(1, denom).string(2, amount).finish()
}
