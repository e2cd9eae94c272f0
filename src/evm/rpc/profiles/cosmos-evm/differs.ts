import type { ChainCall, InTurn, Method, Param, Values } from '../../table.js'

/** How a method of the table differs in this profile. */
export type Differing = (method: Method) => Partial<Method>

/** Other arguments and another handler. */
export const answers =
  <const P extends readonly Param<unknown>[]>(
    params: P,
    handle: (call: ChainCall & InTurn, ...args: Values<P>) => unknown,
  ): Differing =>
  () => ({
    params,
    onAnyChain: true,
    // Only methods with changes use the turn, and these have one.
    handle: (call, args) => handle(call as ChainCall & InTurn, ...(args as Values<P>)),
  })

/** Other arguments for the handler of the functional profile. */
export const takes =
  (...params: readonly Param<unknown>[]): Differing =>
  () => ({ params })

/** Always the same answer. */
export const constant = (params: readonly Param<unknown>[], value: unknown): Differing => answers(params, () => value)
