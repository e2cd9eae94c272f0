import { BackendError } from './backend.js'
import { VmError } from './errors.js'

/** Whether the engine's own stack overflowed. */
export const isEngineStack = (error: unknown): boolean =>
  error instanceof RangeError && /call stack/i.test(error.message)

/** Errors that the VM raises itself, with the texts of cosmwasm-vm `vm_error.rs`. */
export const gasDepletion = (): VmError => new VmError('GasDepletion', 'Ran out of gas during contract execution')

export const runtimeError = (message: string, cause?: unknown): VmError =>
  new VmError('RuntimeErr', `Error executing Wasm: Wasmer runtime error: RuntimeError: ${message}`, { cause })

export const instantiation = (text: string, cause?: unknown): VmError =>
  new VmError('InstantiationErr', `Error instantiating a Wasm module: ${text}`, { cause })

export const generic = (text: string): VmError => new VmError('GenericErr', `Generic error: ${text}`)

export const aborted = (text: string): VmError => new VmError('AbortedErr', `Aborted: ${text}`)

export const writeAccessDenied = (): VmError =>
  new VmError('WriteAccessDenied', 'Must not call a writing storage function in this context.')

export const maxCallDepthExceeded = (): VmError => new VmError('MaxCallDepthExceeded', 'Maximum call depth exceeded.')

export const resolve = (text: string): VmError =>
  new VmError('ResolveErr', `Error resolving Wasm function: Could not get export: ${text}`)

export const arityMismatch = (arity: number): VmError =>
  new VmError(
    'FunctionArityMismatch',
    `The called function args arity does not match. The contract's method arity: ${arity}`,
  )

export const resultMismatch = (name: string, expected: number, actual: number): VmError =>
  new VmError(
    'ResultMismatch',
    `Unexpected number of result values when calling '${name}'. Expected: ${expected}, actual: ${actual}.`,
  )

export const conversion = (from: string, input: string): VmError =>
  new VmError('ConversionErr', `Couldn't convert from ${from} to u32. Input: ${input}`)

/** The engine's own stack overflowed first: no chain can have this outcome, so it must not be reported with a gas figure. */
export const engineStack = (cause: unknown): VmError =>
  new VmError('EngineStack', "The JavaScript engine's stack ended before the contract's own stack limit did.", {
    cause,
    details: [
      'Give the engine a larger stack: node --stack-size=3900 for the main thread,',
      'resourceLimits.stackSizeMb: 4 for worker threads; sudobox/vitest/config and the sudobox command do so.',
    ],
  })

/**
 * A failure of the backend, of whatever kind; its out-of-gas error is the VM's own depletion. An unexpected exception of the backend
 * ends the call like an unknown error. Source: cosmwasm-vm `backend.rs`.
 */
export function fromBackend(error: unknown): VmError {
  if (error instanceof VmError) return error
  if (isEngineStack(error)) return engineStack(error)
  const { kind, message } =
    error instanceof BackendError
      ? error
      : { kind: 'unknown' as const, message: error instanceof Error ? error.message : String(error) }
  if (kind === 'outOfGas') return gasDepletion()
  const text = {
    user: `User error during call into backend: ${message}`,
    unknown: `Unknown error during call into backend: ${message}`,
    iteratorDoesNotExist: message,
    badArgument: 'Bad argument',
    foreignPanic: 'Panic in FFI call',
  }[kind]
  return new VmError('BackendErr', `Error calling into the VM's backend: ${text}`, { cause: error })
}
