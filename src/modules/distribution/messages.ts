import { NO_BYTES } from '../../base/index.js'
import {
  assertAuthority,
  ErrInvalidAddress,
  ErrInvalidCoins,
  ErrInvalidRequest,
  ErrUnauthorized,
  message,
  parseAddress,
  parseOperator,
  rethrowing,
  type Context,
  type Messages,
} from '../../chain/index.js'
import {
  MsgCommunityPoolSpend,
  MsgDepositValidatorRewardsPool,
  MsgFundCommunityPool,
  MsgSetWithdrawAddress,
  MsgWithdrawDelegatorReward,
  MsgWithdrawValidatorCommission,
} from 'cosmjs-types/cosmos/distribution/v1beta1/tx'
import {
  coinsAreValid,
  coinsText,
  decCoinsOf,
  decodeCoin,
  protoMessage,
  protoString,
  ProtoWriter,
  readProto,
  type Coin,
} from '../../codec/index.js'
import type { DistributionKeeper } from './keeper.js'
import { MODULE } from './keeper.js'
import { validateParams } from './params.js'
import { decodeParams, setParams, type Params } from './records.js'

/** Source: cosmos-sdk x/distribution/keeper/msg_server.go. */
export const distributionMessages = (keeper: DistributionKeeper): Messages =>
  Object.fromEntries([
    message<MsgSetWithdrawAddress>({
      typeUrl: MsgSetWithdrawAddress.typeUrl,
      decode: (value) => MsgSetWithdrawAddress.decode(value),
      signers: ({ delegatorAddress }) => [delegatorAddress],
      handle: (ctx, msg) => {
        const delegator = within('invalid delegator address', () => parseAddress(ctx, msg.delegatorAddress))
        const address = within('invalid withdraw address', () => parseAddress(ctx, msg.withdrawAddress))
        keeper.setWithdrawAddress(ctx, delegator, address)
        return NO_BYTES
      },
    }),
    message<MsgWithdrawDelegatorReward>({
      typeUrl: MsgWithdrawDelegatorReward.typeUrl,
      decode: (value) => MsgWithdrawDelegatorReward.decode(value),
      signers: ({ delegatorAddress }) => [delegatorAddress],
      handle: (ctx, msg) => {
        const operator = within('invalid validator address', () => parseOperator(ctx, msg.validatorAddress))
        const delegator = within('invalid delegator address', () => parseAddress(ctx, msg.delegatorAddress))
        return encodeCoins(keeper.withdrawRewards(ctx, delegator, operator))
      },
    }),
    message<MsgWithdrawValidatorCommission>({
      typeUrl: MsgWithdrawValidatorCommission.typeUrl,
      decode: (value) => MsgWithdrawValidatorCommission.decode(value),
      signers: ({ validatorAddress }) => [validatorAddress],
      operatorSigns: true,
      handle: (ctx, msg) => {
        const operator = within('invalid validator address', () => parseOperator(ctx, msg.validatorAddress))
        return encodeCoins(keeper.withdrawCommission(ctx, operator))
      },
    }),
    message({
      typeUrl: MsgFundCommunityPool.typeUrl,
      decode: (value) => {
        const { depositor, amount } = MsgFundCommunityPool.decode(value)
        return { depositor, amount: amount.map(decodeCoin) }
      },
      signers: ({ depositor }) => [depositor],
      handle: (ctx, { depositor, amount }) => {
        assertOwnPool(keeper, 'use the FundCommunityPool method')
        const sender = within('invalid depositor address', () => parseAddress(ctx, depositor))
        assertAmount(amount)
        keeper.fundPool(ctx, amount, sender)
        return NO_BYTES
      },
    }),
    message<{ readonly authority: string; readonly params: Params }>({
      typeUrl: '/cosmos.distribution.v1beta1.MsgUpdateParams',
      decode: (value) => {
        const fields = readProto(value)
        return { authority: protoString(fields, 1), params: decodeParams(protoMessage(fields, 2) ?? NO_BYTES) }
      },
      signers: ({ authority }) => [authority],
      handle: (ctx, { authority, params }) => {
        validateAuthority(ctx, keeper, authority)
        if (params.baseProposerReward !== 0n || params.bonusProposerReward !== 0n)
          throw ErrInvalidRequest.error(
            'cannot update base or bonus proposer reward because these are deprecated fields',
          )
        validateParams(params)
        setParams(ctx, params)
        return NO_BYTES
      },
    }),
    message({
      typeUrl: MsgCommunityPoolSpend.typeUrl,
      decode: (value) => {
        const { amount, ...rest } = MsgCommunityPoolSpend.decode(value)
        return { ...rest, amount: amount.map(decodeCoin) }
      },
      signers: ({ authority }) => [authority],
      handle: (ctx, { authority, recipient, amount }) => {
        assertOwnPool(keeper, ctx.release.texts.ownPoolSpend)
        validateAuthority(ctx, keeper, authority)
        assertAmount(amount)
        const receiver = parseAddress(ctx, recipient)
        if (keeper.bank.isBlocked(receiver))
          throw ErrUnauthorized.error(`${recipient} is not allowed to receive external funds`)
        keeper.spendPool(ctx, amount, receiver)
        return NO_BYTES
      },
    }),
    message({
      typeUrl: MsgDepositValidatorRewardsPool.typeUrl,
      decode: (value) => {
        const { amount, ...rest } = MsgDepositValidatorRewardsPool.decode(value)
        return { ...rest, amount: amount.map(decodeCoin) }
      },
      signers: ({ depositor }) => [depositor],
      handle: (ctx, { depositor, validatorAddress, amount }) => {
        keeper.bank.sendToModule(ctx, parseAddress(ctx, depositor), MODULE, amount)
        const operator = parseOperator(ctx, validatorAddress)
        const validator = keeper.staking.validator(ctx, operator)
        keeper.allocateTo(ctx, validator, decCoinsOf(amount))
        keeper.lookAtRatio(ctx, validator, operator)
        return NO_BYTES
      },
    }),
  ])

/** @throws ChainError sdk/18 if another module has the community pool */
export function assertOwnPool({ externalPool }: DistributionKeeper, instead: string): void {
  if (externalPool !== undefined)
    throw ErrInvalidRequest.error(
      `external community pool is enabled - ${instead} exposed by the external community pool`,
    )
}

/** @throws ChainError sdk/7 with the parser's text in it */
function within<T>(what: string, parse: () => T): T {
  return rethrowing((error) => ErrInvalidAddress.error(`${what}: ${error.log}`), parse)
}

/** Source: x/distribution/keeper/msg_server.go `validateAuthority`. */
function validateAuthority(ctx: Context, keeper: DistributionKeeper, authority: string): void {
  if (ctx.release.authorityError === 'of its module')
    within('invalid authority address', () => parseAddress(ctx, authority))
  assertAuthority(ctx, keeper.authority, authority)
}

/** Source: `validateAmount`; an absent list is Go's nil. */
function assertAmount(amount: readonly Coin[]): void {
  if (amount.length === 0) throw ErrInvalidCoins.error('amount cannot be nil')
  if (!coinsAreValid(amount)) throw ErrInvalidCoins.error(coinsText(amount))
}

/** A response with coins; a zero amount is written too. */
function encodeCoins(coins: readonly Coin[]): Uint8Array {
  const writer = new ProtoWriter()
  for (const { denom, amount } of coins)
    writer.message(1, new ProtoWriter().string(1, denom).string(2, String(amount)).finish())
  return writer.finish()
}
