import type { Any } from '../codec/index.js'
import type { Context } from './context.js'
import type { Event } from './events.js'

/** Source: cosmos-sdk types `Result` as a message handler returns it. */
interface MsgResult {
  /** The marshalled response message. */
  readonly data: Uint8Array
  readonly events: readonly Event[]
  readonly msgResponses: readonly Any[]
}

/**
 * Runs one message; the events it emitted come back in the result and are not on `ctx.events`.
 * @throws ChainError as the module reports it, Panic where Go code panics.
 */
export type MsgHandler = (ctx: Context, message: Any) => MsgResult

/** Answers one gRPC query path (`/cosmos.bank.v1beta1.Query/Balance`) with the marshalled response. @throws ChainError */
export type QueryHandler = (ctx: Context, request: Uint8Array) => Uint8Array

export interface MsgRouter {
  /** Undefined for a type URL that no module handles. */
  handler(typeUrl: string): MsgHandler | undefined
  /** The addresses (bech32) that must sign the message, in order. @throws ChainError when it does not decode. */
  signers(message: Any): readonly string[]
}

export interface QueryRouter {
  handler(path: string): QueryHandler | undefined
}
