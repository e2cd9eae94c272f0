import { ChainError, SudoboxError, UsageError } from '../../base/index.js'
import { Panic } from '../../chain/index.js'
import { isEngineStack } from '../../vm/internal.js'

/**
 * Runs code of a plug-in. The chain treats an error that it throws like a plain Go error: `undefined`/1 with its text, the thrown
 * one as `cause`. Errors of Sudobox and the end of gas pass.
 * @throws UsageError if the code returns a promise: blocks run synchronously
 */
export function guarded<T>(where: string, run: () => T): T {
  let value: T
  try {
    value = run()
  } catch (error) {
    if (error instanceof SudoboxError || error instanceof Panic || isEngineStack(error)) throw error
    throw new ChainError({
      codespace: 'undefined',
      code: 1,
      log: error instanceof Error ? error.message : String(error),
      details: [`thrown by ${where}`],
      cause: error,
    })
  }
  if (typeof value === 'object' && value !== null && 'then' in value)
    throw new UsageError(`${where} returned a promise`, {
      details: ['expected: a function that is not async: blocks run synchronously'],
    })
  return value
}
