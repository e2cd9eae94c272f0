import { ChainError, UsageError } from '../base/index.js'
import { ErrInvalidRequest, ErrPanic, Panic } from '../chain/index.js'
import { ForkError } from '../fork/index.js'

/** Turns whatever was thrown into a chain error, without the text of an internal error. */
export const chainErrorOf = (error: unknown): ChainError => {
  if (error instanceof ChainError) return error
  if (error instanceof Panic) return ErrPanic.error(error.message)
  if (error instanceof UsageError) return ErrInvalidRequest.error(error.shortMessage)
  // Without its details, which name endpoints.
  if (error instanceof ForkError) return ErrPanic.error(error.shortMessage)
  return ErrPanic.error('internal error')
}
