import type { Context } from '../../../chain/index.js'
import type { Any } from '../../../codec/index.js'

/** The answer of an authorization to a message that it accepts. */
export interface Acceptance {
  readonly accepted: boolean
  /** The grant is used up. */
  readonly used?: boolean
  /** Takes the grant's place. */
  readonly updated?: Any
}

/** A right to send messages of one type in another account's name. Source: cosmos-sdk x/authz/authorizations.go. */
export interface Authorization {
  /** The type of the messages. */
  readonly msgTypeUrl: string
  /** @throws ChainError for contents that no grant may have */
  validateBasic(): void
  /** @throws ChainError for a message that is beyond the grant */
  accept(ctx: Context, message: Any): Acceptance
}

/** Reads authorizations of one type. */
export interface AuthorizationType {
  readonly typeUrl: string
  read(value: Uint8Array, prefix: string): Authorization
}

export const ACCEPTED: Acceptance = { accepted: true }
export const USED_UP: Acceptance = { accepted: true, used: true }

interface Codec<T> {
  readonly typeUrl: string
  decode(value: Uint8Array): T
  encode(message: T): { finish(): Uint8Array }
}

/** Accepted, with another authorization in its place. */
export const updatedTo = <T>(codec: Codec<T>, message: T): Acceptance => ({
  accepted: true,
  updated: { typeUrl: codec.typeUrl, value: codec.encode(message).finish() },
})
