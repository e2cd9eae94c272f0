import { ChainError, SudoboxError } from '../../base/index.js'

/** Decodes outside input; any failure becomes the given error. */
export function reading<T>(read: () => T, refuse: (text: string) => Error): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ChainError) throw refuse(error.log)
    throw error instanceof SudoboxError ? refuse(error.shortMessage) : error
  }
}
