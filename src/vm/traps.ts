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

/** Engines' texts by the start of the message, of V8 and of JavaScriptCore (Bun), with those of wasmer. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['unreachable', 'unreachable'],
  ['Unreachable code', 'unreachable'],
  ['divide by zero', 'integer divide by zero'],
  ['remainder by zero', 'integer divide by zero'],
  ['Division by zero', 'integer divide by zero'],
  ['divide result unrepresentable', 'integer overflow'],
  ['Integer overflow', 'integer overflow'],
  ['memory access out of bounds', 'out of bounds memory access'],
  ['Out of bounds memory access', 'out of bounds memory access'],
  ['table index is out of bounds', 'undefined element: out of bounds table access'],
  ['table access out of bounds', 'undefined element: out of bounds table access'],
  ['element segment out of bounds', 'undefined element: out of bounds table access'],
  ['Out of bounds table access', 'undefined element: out of bounds table access'],
  ['Out of bounds call_indirect', 'undefined element: out of bounds table access'],
]

/** A float that is converted to an integer is a NaN or too large. */
const CONVERSION = /^(?:float unrepresentable|Out of bounds Trunc operation)/

/** The element of an indirect call is null or of another type; V8 says which of them in some releases, and in Node 26 the second for both. */
const INDIRECT_CALL = /^(?:null function|function signature mismatch|call_indirect to a )/

/** The native VM's error for a trap of the engine. */
export function trapError(error: WebAssembly.RuntimeError, state: TrapState): VmError {
  if (state.exhausted) return gasDepletion()
  if (state.overflowed) return runtimeError('call stack exhausted', error)
  const { message } = error
  if (CONVERSION.test(message))
    return runtimeError(state.nan ? 'invalid conversion to integer' : 'integer overflow', error)
  if (INDIRECT_CALL.test(message))
    return runtimeError(state.nullElement() ? 'uninitialized element' : 'indirect call type mismatch', error)
  return runtimeError(trapText(message), error)
}

/** Wasmer's text for an engine's one. */
export const trapText = (message: string): string => TEXTS.find(([start]) => message.startsWith(start))?.[1] ?? message
