import { NO_BYTES } from '../../base/index.js'
import {
  assertAuthority,
  ErrInvalidCoins,
  ErrInvalidRequest,
  message,
  parseAccAddress,
  wrapping,
  type Messages,
} from '../../chain/index.js'
import { coinsAreZero } from '../../codec/index.js'
import { MsgUpdateFeeParams } from '../../codec/neutron/feerefunder.js'
import type { NeutronRelease } from '../../codec/neutron/release.js'
import { validateFee } from './fee.js'
import type { FeeRefunderKeeper } from './keeper.js'

/** Source: neutron x/feerefunder/keeper/msg_server.go, types/tx.go. */
export const feeRefunderMessages = (keeper: FeeRefunderKeeper): Messages =>
  Object.fromEntries([
    message<MsgUpdateFeeParams>({
      typeUrl: `/${keeper.release}.feerefunder.MsgUpdateParams`,
      decode: MsgUpdateFeeParams.decode,
      signers: ({ authority }) => [authority],
      handle: (ctx, msg) => {
        validate(msg, ctx.prefix, keeper.release)
        assertAuthority(ctx, keeper.authority, msg.authority, ErrInvalidRequest)
        keeper.setParams(ctx, msg.params)
        return NO_BYTES
      },
    }),
  ])

function validate(
  { authority, params: { minFee } }: MsgUpdateFeeParams,
  prefix: string,
  release: NeutronRelease,
): void {
  const step = (description: string, run: () => void): void => {
    wrapping(description, run)
  }
  step('failed to validate MsgUpdateParams', () => {
    step('authority is invalid', () => parseAccAddress(prefix, authority))
    if (release === 'nolus') validateFee(minFee)
    else step('invalid minFee', () => validateFee(minFee))
    if (coinsAreZero(minFee.ackFee) || coinsAreZero(minFee.timeoutFee))
      throw ErrInvalidCoins.error('ack fee or timeout fee is zero')
  })
}
