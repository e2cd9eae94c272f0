// Engines name traps differently. The messages are those of Node 20.20.2 and 26.12.1, Deno 2.8.3 and Bun 1.3.14.
import { expect, test } from 'vitest'
import { trapError, type TrapState } from '../../src/vm/traps.js'

const STATE: TrapState = { exhausted: false, overflowed: false, nan: false, nullElement: () => false }
const NULL: Partial<TrapState> = { nullElement: () => true }
const NAN: Partial<TrapState> = { nan: true }
const CALLED = " (evaluating 'target.call(...args)')"

test.each<[message: string, text: string, state?: Partial<TrapState>]>([
  ['unreachable', 'unreachable'],
  [`Unreachable code should not be executed${CALLED}`, 'unreachable'],
  ['divide by zero', 'integer divide by zero'],
  ['remainder by zero', 'integer divide by zero'],
  [`Division by zero${CALLED}`, 'integer divide by zero'],
  ['divide result unrepresentable', 'integer overflow'],
  [`Integer overflow${CALLED}`, 'integer overflow'],
  ['memory access out of bounds', 'out of bounds memory access'],
  [`Out of bounds memory access${CALLED}`, 'out of bounds memory access'],
  ['table index is out of bounds', 'undefined element: out of bounds table access'],
  ['table access out of bounds', 'undefined element: out of bounds table access'],
  [`Out of bounds call_indirect${CALLED}`, 'undefined element: out of bounds table access'],
  ['float unrepresentable in integer range', 'integer overflow'],
  ['float unrepresentable in integer range', 'invalid conversion to integer', NAN],
  [`Out of bounds Trunc operation${CALLED}`, 'integer overflow'],
  [`Out of bounds Trunc operation${CALLED}`, 'invalid conversion to integer', NAN],
  ['null function or function signature mismatch', 'indirect call type mismatch'],
  ['null function or function signature mismatch', 'uninitialized element', NULL],
  ['function signature mismatch', 'indirect call type mismatch'],
  ['function signature mismatch', 'uninitialized element', NULL],
  ['null function', 'uninitialized element', NULL],
  [`call_indirect to a signature that does not match${CALLED}`, 'indirect call type mismatch'],
  [`call_indirect to a signature that does not match${CALLED}`, 'uninitialized element', NULL],
])('"%s" is "%s"', (message, text, state) =>
  expect(trapError(new WebAssembly.RuntimeError(message), { ...STATE, ...state }).message).toBe(
    `Error executing Wasm: Wasmer runtime error: RuntimeError: ${text}`,
  ),
)
