import { ChainError, SudoboxError, UsageError } from '../../base/errors.js'
import { Panic } from '../../chain/gas.js'
import { isEngineStack } from '../../vm/vm-errors.js'

/**
 * Runs code of a plug-in. An error that it throws is to the chain what a plain error of Go code is: `undefined`/1 with its text, the thrown
 * one as `cause`. Errors of Sudobox and the end of gas pass.
 * @throws UsageError when the code gives a promise: a block waits for nobody
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
    throw new UsageError(`${where} gave a promise`, {
      details: ['expected: a function that is not async, since blocks do not wait'],
    })
  return value
}
