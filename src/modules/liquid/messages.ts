import { NO_BYTES } from '../../base/index.js'
import { message, plainError, updateParamsMessage, type Messages } from '../../chain/index.js'
import { DECIMAL_ONE, decimalText } from '../../codec/index.js'
import {
  MsgDisableTokenizeShares,
  MsgEnableTokenizeShares,
  MsgEnableTokenizeSharesResponse,
  MsgRedeemTokensForShares,
  MsgRedeemTokensForSharesResponse,
  MsgTokenizeShares,
  MsgTokenizeSharesResponse,
  MsgTransferTokenizeShareRecord,
  MsgUpdateParams,
  MsgWithdrawAllTokenizeShareRecordReward,
  MsgWithdrawTokenizeShareRecordReward,
  Params,
} from '../../codec/messages/gaia.liquid.v1beta1.js'
import type { ValidatorHoldings } from './expected.js'
import type { LiquidKeeper } from './keeper.js'
import { setParams } from './state.js'

/** @throws ChainError undefined/1. Source: gaia v28.0.0 x/liquid/types/params.go. */
export function validateParams({ globalLiquidStakingCap, validatorLiquidStakingCap }: Params): void {
  for (const [name, cap] of [
    ['global', globalLiquidStakingCap],
    ['validator', validatorLiquidStakingCap],
  ] as const) {
    if (cap < 0n) throw plainError(`${name} liquid staking cap cannot be negative: ${decimalText(cap)}`)
    if (cap > DECIMAL_ONE)
      throw plainError(`${name} liquid staking cap cannot be greater than 100%: ${decimalText(cap)}`)
  }
}

/** Source: gaia v28.0.0 x/liquid/keeper/msg_server.go. */
export const liquidMessages = <V extends ValidatorHoldings>(keeper: LiquidKeeper<V>): Messages =>
  Object.fromEntries([
    updateParamsMessage({
      typeUrl: MsgUpdateParams.typeUrl,
      authority: keeper.authority,
      decode: (bytes) => Params.decode(bytes),
      set: (ctx, params) => {
        validateParams(params)
        setParams(ctx, params)
      },
    }),
    message<MsgTokenizeShares>({
      ...MsgTokenizeShares,
      signers: ({ delegatorAddress }) => [delegatorAddress],
      handle: (ctx, msg) => MsgTokenizeSharesResponse.encode({ amount: keeper.tokenize(ctx, msg) }).finish(),
    }),
    message<MsgRedeemTokensForShares>({
      ...MsgRedeemTokensForShares,
      signers: ({ delegatorAddress }) => [delegatorAddress],
      handle: (ctx, msg) => MsgRedeemTokensForSharesResponse.encode({ amount: keeper.redeem(ctx, msg) }).finish(),
    }),
    message<MsgTransferTokenizeShareRecord>({
      ...MsgTransferTokenizeShareRecord,
      signers: ({ sender }) => [sender],
      handle: (ctx, msg) => {
        keeper.transfer(ctx, msg)
        return NO_BYTES
      },
    }),
    message<MsgDisableTokenizeShares>({
      ...MsgDisableTokenizeShares,
      signers: ({ delegatorAddress }) => [delegatorAddress],
      handle: (ctx, { delegatorAddress }) => {
        keeper.disable(ctx, delegatorAddress)
        return NO_BYTES
      },
    }),
    message<MsgEnableTokenizeShares>({
      ...MsgEnableTokenizeShares,
      signers: ({ delegatorAddress }) => [delegatorAddress],
      handle: (ctx, { delegatorAddress }) =>
        MsgEnableTokenizeSharesResponse.encode({ completionTime: keeper.enable(ctx, delegatorAddress) }).finish(),
    }),
    message<MsgWithdrawTokenizeShareRecordReward>({
      ...MsgWithdrawTokenizeShareRecordReward,
      signers: ({ ownerAddress }) => [ownerAddress],
      handle: (ctx, { ownerAddress, recordId }) => {
        keeper.withdraw(ctx, ownerAddress, recordId)
        return NO_BYTES
      },
    }),
    message<MsgWithdrawAllTokenizeShareRecordReward>({
      ...MsgWithdrawAllTokenizeShareRecordReward,
      signers: ({ ownerAddress }) => [ownerAddress],
      handle: (ctx, { ownerAddress }) => {
        keeper.withdrawAll(ctx, ownerAddress)
        return NO_BYTES
      },
    }),
  ])
