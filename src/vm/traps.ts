import { gasDepletion, runtimeError } from './vm-errors.js'
import type { VmError } from './errors.js'

/** The globals of a rewritten module after it trapped. */
export interface TrapState {
  readonly exhausted: boolean
  readonly overflowed: boolean
  /** A NaN was about to be converted. */
  readonly nan: boolean
  /** The element of the last indirect call was null. */
  readonly nullElement: () => boolean
}

/** V8's texts by the start of the message, with those of wasmer. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['unreachable', 'unreachable'],
  ['divide by zero', 'integer divide by zero'],
  ['remainder by zero', 'integer divide by zero'],
  ['divide result unrepresentable', 'integer overflow'],
  ['memory access out of bounds', 'out of bounds memory access'],
  ['table index is out of bounds', 'undefined element: out of bounds table access'],
  ['table access out of bounds', 'undefined element: out of bounds table access'],
]

/** The native VM's error for a trap of the engine. */
export function trapError(error: WebAssembly.RuntimeError, state: TrapState): VmError {
  if (state.exhausted) return gasDepletion()
  if (state.overflowed) return runtimeError('call stack exhausted', error)
  const { message } = error
  if (message.startsWith('float unrepresentable'))
    return runtimeError(state.nan ? 'invalid conversion to integer' : 'integer overflow', error)
  if (message.startsWith('null function or function signature mismatch'))
    return runtimeError(state.nullElement() ? 'uninitialized element' : 'indirect call type mismatch', error)
  return runtimeError(TEXTS.find(([start]) => message.startsWith(start))?.[1] ?? message, error)
}
