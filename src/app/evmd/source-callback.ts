import { ContextKey, registerError, type Context } from '../../chain/index.js'

/** Whether a callback of the sender of a packet runs: it cannot transfer then. Source: cosmos/evm v0.7.3 x/ibc/callbacks/types/context.go */
export const IN_SOURCE_CALLBACK = new ContextKey<true>('source callback')

export const ErrNestedTransfer = registerError(
  'ibc-callbacks',
  10,
  'ics20 transfer is not allowed during source callback execution',
)

export const refusesTransfers = (ctx: Context): boolean =>
  ctx.value(IN_SOURCE_CALLBACK) === true && !ctx.release.unpatched.has('cosmos/evm#1061')
