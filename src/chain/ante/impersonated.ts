import { equalBytes } from '../../base/index.js'
import { addressText } from '../address.js'
import { ErrUnauthorized } from '../sdk-errors.js'
import type { AnteStep } from './step.js'

/** All messages of an impersonated transaction must be from that one address. */
export const checkImpersonated: AnteStep = (ctx, tx, { impersonated }) => {
  if (impersonated === undefined) return ctx
  for (const signer of tx.signers)
    if (!equalBytes(signer, impersonated)) {
      const [expected, given] = [impersonated, signer].map((address) => addressText(ctx.prefix, address))
      throw ErrUnauthorized.error(`a message of ${given} in a transaction that is sent as ${expected}`)
    }
  return ctx
}

/** A step about fees or signatures; impersonated transactions skip it. */
export const ofSigned =
  (step: AnteStep): AnteStep =>
  (ctx, tx, mode) =>
    mode.impersonated === undefined ? step(ctx, tx, mode) : ctx
