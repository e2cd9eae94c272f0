import { ChainError, SudoboxError } from '../../base/errors.js'

/** Reads what came from outside; a problem in it becomes another error. */
export function reading<T>(read: () => T, refuse: (text: string) => Error): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ChainError) throw refuse(error.log)
    throw error instanceof SudoboxError ? refuse(error.shortMessage) : error
  }
}
