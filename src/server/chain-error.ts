import { ChainError, UsageError } from '../base/errors.js'
import { Panic } from '../chain/gas.js'
import { ErrInvalidRequest, ErrPanic } from '../chain/sdk-errors.js'

/** The chain's form of whatever was thrown; the text of an internal error stays inside. */
export const chainErrorOf = (error: unknown): ChainError => {
  if (error instanceof ChainError) return error
  if (error instanceof Panic) return ErrPanic.error(error.message)
  if (error instanceof UsageError) return ErrInvalidRequest.error(error.shortMessage)
  return ErrPanic.error('internal error')
}
