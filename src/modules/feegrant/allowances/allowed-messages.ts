import { AllowedMsgAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import type { Context } from '../../../chain/index.js'
import type { Any } from '../../../codec/index.js'
import { ErrMessageNotAllowed, ErrNoAllowance, ErrNoMessages } from '../errors.js'
import { accepted, refused, type Allowance } from './allowance.js'

const GAS_PER_MESSAGE = 10

export const ALLOWED_MESSAGES: string = AllowedMsgAllowance.typeUrl

/** Another allowance, for transactions of listed messages only. Source: cosmossdk.io/x/feegrant v0.2.0 filtered_fee.go. */
export function readAllowedMessages(value: Uint8Array, read: (packed: Any) => Allowance): Allowance {
  const { allowance, allowedMessages } = AllowedMsgAllowance.decode(value)
  // A packed allowance without a type is one that the chain does not unpack.
  const isPacked = allowance !== undefined && allowance.typeUrl !== ''
  return allowedMessagesAllowance(isPacked ? read(allowance) : undefined, allowance, allowedMessages)
}

function allowedMessagesAllowance(
  inner: Allowance | undefined,
  allowance: Any | undefined,
  allowed: readonly string[],
): Allowance {
  return {
    expiration: inner?.expiration,
    validateBasic: () => {
      if (allowance === undefined) throw ErrNoAllowance.error('allowance should not be empty')
      if (allowed.length === 0) throw ErrNoMessages.error("allowed messages shouldn't be empty")
      if (inner === undefined) throw ErrNoAllowance.error('failed to get allowance')
      inner.validateBasic()
    },
    accept: (ctx, fee, typeUrls) => {
      if (!areAllowed(ctx, allowed, typeUrls))
        return refused(ErrMessageNotAllowed.error('message does not exist in allowed messages'))
      if (inner === undefined) return refused(ErrNoAllowance.error('failed to get allowance'))
      const verdict = inner.accept(ctx, fee, typeUrls)
      const { left } = verdict.accepted ? verdict : { left: undefined }
      return left === undefined ? verdict : accepted(allowedMessagesAllowance(left, left.packed, allowed))
    },
    get packed() {
      const packed = inner?.packed ?? allowance
      const message = { ...(packed && { allowance: packed }), allowedMessages: [...allowed] }
      return { typeUrl: ALLOWED_MESSAGES, value: AllowedMsgAllowance.encode(message).finish() }
    },
  }
}

/** Each listed message, and each of the transaction up to the first that is not listed, costs gas. */
function areAllowed(ctx: Context, allowed: readonly string[], typeUrls: readonly string[]): boolean {
  for (let n = 0; n < allowed.length; n++) ctx.gasMeter.consume(GAS_PER_MESSAGE, 'check msg')
  return typeUrls.every((typeUrl) => {
    ctx.gasMeter.consume(GAS_PER_MESSAGE, 'check msg')
    return allowed.includes(typeUrl)
  })
}
