import type { Context } from '../../../chain/index.js'
import type { Any } from '../../../codec/index.js'
import type { Height } from '../height.js'

/** Status of a client. Source: ibc-go v10 exported `Status`. */
export type ClientStatus = 'Active' | 'Frozen' | 'Expired' | 'Unknown' | 'Unauthorized'

/** What a client is to verify: a value (or nothing) at a path under the root of a height. */
export interface ProofRequest {
  readonly height: Height
  /** Nanoseconds and blocks that must have passed since the client was updated to the height. */
  readonly delayTime: bigint
  readonly delayBlocks: bigint
  /** A `MerkleProof` as protobuf. */
  readonly proof: Uint8Array
  /** Keys from the highest tree to the lowest: `[store, key]`. */
  readonly path: readonly Uint8Array[]
}

export interface UpgradeRequest {
  readonly clientState: Uint8Array
  readonly consensusState: Uint8Array
  readonly clientProof: Uint8Array
  readonly consensusProof: Uint8Array
}

/**
 * One kind of light client. All its state is below `clients/<id>/`. Each method throws ChainError as the reference does.
 * Source: ibc-go v10 exported `LightClientModule`.
 */
export interface LightClient {
  initialize(ctx: Context, clientId: string, clientState: Uint8Array, consensusState: Uint8Array): void
  /** Verifies that a header, or both headers of a misbehaviour, are signed by validators that the client trusts. */
  verifyMessage(ctx: Context, clientId: string, message: Any): void
  isMisbehaviour(ctx: Context, clientId: string, message: Any): boolean
  freeze(ctx: Context, clientId: string): void
  /** Stores a verified header. @returns the heights that it added */
  update(ctx: Context, clientId: string, message: Any): readonly Height[]
  verifyMembership(ctx: Context, clientId: string, request: ProofRequest, value: Uint8Array): void
  verifyNonMembership(ctx: Context, clientId: string, request: ProofRequest): void
  status(ctx: Context, clientId: string): ClientStatus
  latestHeight(ctx: Context, clientId: string): Height
  /** Nanoseconds since 1970. */
  timestampAt(ctx: Context, clientId: string, at: Height): bigint
  recover(ctx: Context, clientId: string, substituteId: string): void
  upgrade(ctx: Context, clientId: string, request: UpgradeRequest): void
}
