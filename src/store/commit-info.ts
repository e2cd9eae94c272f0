import { concatBytes, toUtf8 } from '../base/index.js'
import { ProtoWriter } from '../codec/index.js'
import { auntsOnRight, merkleProofs, merkleRoot, putLatin1, sha256Digest, type MerkleProof } from '../crypto/index.js'

/**
 * What a chain commits to: a Merkle tree over its stores in the order of their names, each leaf a name with the hash of the store's root.
 * The stores come sorted. Source: cosmossdk.io/store v1.1 `CommitInfo.Hash`, `internal/maps`.
 */
export type StoreHashes = ReadonlyMap<string, Uint8Array>

/** The app hash. Without stores, it is the hash of empty input. */
export const commitHash = (stores: StoreHashes): Uint8Array => merkleRoot([...stores].map(leafOf))

/** The `CommitmentProof` of every store, as bytes. Source: cosmossdk.io/store v1.1 `internal/proofs`. */
export function storeProofs(stores: StoreHashes): ReadonlyMap<string, Uint8Array> {
  const { proofs } = merkleProofs([...stores].map(leafOf))
  return new Map([...stores].map(([name, hash], i) => [name, existenceProof(name, hash, proofs[i]!)]))
}

function leafOf([name, hash]: readonly [string, Uint8Array]): Uint8Array {
  const key = toUtf8(name)
  // Names and hashes are shorter than 128 bytes, so that their lengths are varints of one byte.
  const leaf = new Uint8Array(1 + key.length + 1 + 32)
  leaf[0] = key.length
  leaf.set(key, 1)
  leaf[1 + key.length] = 32
  putLatin1(leaf, sha256Digest(hash), 2 + key.length)
  return leaf
}

const SHA256 = 1n
const VAR_PROTO = 1n
const LEAF_OP = new ProtoWriter()
  .uint64(1, SHA256)
  .uint64(3, SHA256)
  .uint64(4, VAR_PROTO)
  .bytes(5, Uint8Array.of(0))
  .finish()
const INNER_PREFIX = Uint8Array.of(1)

function existenceProof(name: string, hash: Uint8Array, { index, total, aunts }: MerkleProof): Uint8Array {
  const proof = new ProtoWriter().string(1, name).bytes(2, hash).message(3, LEAF_OP)
  for (const [i, onRight] of auntsOnRight(index, total).entries()) {
    const step = new ProtoWriter().uint64(1, SHA256)
    if (onRight) step.bytes(2, INNER_PREFIX).bytes(3, aunts[i]!)
    else step.bytes(2, concatBytes(INNER_PREFIX, aunts[i]!))
    proof.message(4, step.finish())
  }
  return new ProtoWriter().message(1, proof.finish()).finish()
}
