import { ContextKey, type Context } from '../../chain/index.js'
import type { AuthorizationPolicy } from './authorization.js'
import { ErrExceedMaxCallDepth, ErrExceedMaxQueryStackSize } from './errors.js'

/** Context values of the module within a transaction or query. Source: wasmd x/wasm/types/context.go. */

const QUERY_STACK_SIZE = new ContextKey<number>('wasm query stack size')
const CALL_DEPTH = new ContextKey<number>('wasm message call depth')

/** The policy for messages that a contract sends. */
export const SUBMESSAGE_POLICY = new ContextKey<AuthorizationPolicy>('wasm submessage policy')

/** Checksums of code loaded in this transaction, which gets cheaper to load again (`txContracts`). Set it to an empty set before the messages. */
export const TX_CONTRACTS = new ContextKey<Set<string>>('wasm contracts of the transaction')

/** @throws ChainError wasm/27 */
export function enterQuery(ctx: Context, max: number): Context {
  const size = (ctx.value(QUERY_STACK_SIZE) ?? 0) + 1
  if (size > max) throw ErrExceedMaxQueryStackSize.error()
  return ctx.withValue(QUERY_STACK_SIZE, size)
}

/** @throws ChainError wasm/30 */
export function enterMessages(ctx: Context, max: number): Context {
  const depth = (ctx.value(CALL_DEPTH) ?? 0) + 1
  if (depth > max) throw ErrExceedMaxCallDepth.error()
  return ctx.withValue(CALL_DEPTH, depth)
}
