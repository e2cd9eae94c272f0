import { ProtoWriter } from '../codec/index.js'

/**
 * One step of a proof as `abci_query` gives it: the first proves a key in a store, the second that store in the app hash.
 * Source: cometbft crypto `ProofOp`, cosmossdk.io/store/types `CommitmentOp`.
 */
export interface ProofOp {
  readonly type: 'ics23:iavl' | 'ics23:simple'
  readonly key: Uint8Array
  /** A `cosmos.ics23.v1.CommitmentProof`. */
  readonly data: Uint8Array
}

/** A proof as messages of IBC carry it: `ibc.core.commitment.v1.MerkleProof` bytes. */
export function merkleProofBytes(ops: readonly ProofOp[]): Uint8Array {
  const writer = new ProtoWriter()
  for (const { data } of ops) writer.message(1, data)
  return writer.finish()
}
