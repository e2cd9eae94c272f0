import { concatBytes, equalBytes, NO_BYTES, SudoboxError } from '../base/index.js'
import { digestBytes, putLatin1, sha256, sha256Digest, type Digest } from './hash.js'

/**
 * The Merkle tree of CometBFT over a list of byte strings, as in RFC 6962: leaves and inner nodes are hashed with different prefixes,
 * and the left part holds the largest power of two below the count. Source: cometbft crypto/merkle (v0.38).
 */

/** A proof that an item is at `index` of `total`. The sibling hashes (aunts) go from the leaf upwards. Source: cometbft crypto/merkle `Proof`. */
export interface MerkleProof {
  readonly total: number
  readonly index: number
  readonly leafHash: Uint8Array
  readonly aunts: readonly Uint8Array[]
}

/** An invalid proof, with the reference's text. */
export class MerkleError extends SudoboxError {
  readonly code = 'MERKLE'
}

/** Maximum number of aunts in a proof. */
const MAX_AUNTS = 100

const HASH_SIZE = 32
const EMPTY = sha256Digest(NO_BYTES)
const LEAF = Uint8Array.of(0)
const INNER = 1
/** The hash preimage of an inner node. */
const pair = new Uint8Array(1 + 2 * HASH_SIZE).fill(INNER, 0, 1)

const leafDigest = (item: Uint8Array): Digest => sha256Digest(concatBytes(LEAF, item))

function innerDigest(left: Digest, right: Digest): Digest {
  putLatin1(pair, right, putLatin1(pair, left, 1))
  return sha256Digest(pair)
}

const merkleLeafHash = (item: Uint8Array): Uint8Array => digestBytes(leafDigest(item))

/** The largest power of two below a count of 2 or more. */
function splitPoint(count: number): number {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

/** Root of the items in the given order; without items, the hash of empty input. */
export function merkleRoot(items: readonly Uint8Array[]): Uint8Array {
  const build = (start: number, count: number): Digest => {
    if (count === 1) return leafDigest(items[start]!)
    const split = splitPoint(count)
    return innerDigest(build(start, split), build(start + split, count - split))
  }
  return digestBytes(items.length === 0 ? EMPTY : build(0, items.length))
}

/** Root, and the inclusion proof of each item. */
export function merkleProofs(items: readonly Uint8Array[]): { root: Uint8Array; proofs: MerkleProof[] } {
  const leaves = items.map(leafDigest)
  const aunts: Uint8Array[][] = leaves.map(() => [])
  /** Root of the leaves from `start` on, whose aunts it collects. */
  const build = (start: number, count: number): Digest => {
    if (count === 1) return leaves[start]!
    const split = splitPoint(count)
    const [left, right] = [build(start, split), build(start + split, count - split)]
    const [forLeft, forRight] = [digestBytes(right), digestBytes(left)]
    for (let at = start; at < start + count; at++) aunts[at]!.push(at < start + split ? forLeft : forRight)
    return innerDigest(left, right)
  }
  const root = leaves.length === 0 ? EMPTY : build(0, leaves.length)
  const total = leaves.length
  const proofs = leaves.map((leaf, index) => ({ total, index, leafHash: digestBytes(leaf), aunts: aunts[index]! }))
  return { root: digestBytes(root), proofs }
}

/** For each step from the leaf to the root, whether the sibling is on the right. */
export function auntsOnRight(index: number, total: number): boolean[] {
  if (total < 2) return []
  const split = splitPoint(total)
  return index < split ? [...auntsOnRight(index, split), true] : [...auntsOnRight(index - split, total - split), false]
}

/** @throws MerkleError when the proof does not prove that the item belongs to the root. */
export function verifyMerkleProof(proof: MerkleProof, root: Uint8Array, item: Uint8Array): void {
  checkMerkleProof(proof)
  if (root.length === 0) throw new MerkleError('invalid root hash: cannot be nil')
  const { total, index, aunts } = proof
  const leafHash = merkleLeafHash(item)
  if (!equalBytes(proof.leafHash, leafHash))
    throw new MerkleError(`invalid leaf hash: wanted ${hex(leafHash)} got ${hex(proof.leafHash)}`)
  if (index >= total) throw new MerkleError(`compute root hash: invalid index ${index} and/or total ${total}`)
  const sides = auntsOnRight(index, total)
  if (aunts.length > sides.length) throw new MerkleError('compute root hash: unexpected inner hashes')
  if (aunts.length < sides.length) throw new MerkleError('compute root hash: expected at least one inner hash')
  const computed = sides.reduce((hash, onRight, i) => {
    const parts = onRight ? [hash, aunts[i]!] : [aunts[i]!, hash]
    return sha256(concatBytes(Uint8Array.of(INNER), ...parts))
  }, leafHash)
  if (!equalBytes(computed, root)) throw new MerkleError(`invalid root hash: wanted ${hex(root)} got ${hex(computed)}`)
}

/** Checks that a proof is well-formed, whatever it proves. @throws MerkleError. Source: cometbft crypto/merkle `Proof.ValidateBasic`. */
export function checkMerkleProof({ total, index, leafHash, aunts }: MerkleProof): void {
  if (!Number.isInteger(total) || total < 0) throw new MerkleError('negative Total')
  if (!Number.isInteger(index) || index < 0) throw new MerkleError('negative Index')
  if (leafHash.length !== HASH_SIZE)
    throw new MerkleError(`expected LeafHash size to be ${HASH_SIZE}, got ${leafHash.length}`)
  if (aunts.length > MAX_AUNTS) throw new MerkleError(`expected no more than ${MAX_AUNTS} aunts, got ${aunts.length}`)
  for (const [i, aunt] of aunts.entries())
    if (aunt.length !== HASH_SIZE)
      throw new MerkleError(`expected Aunts#${i} size to be ${HASH_SIZE}, got ${aunt.length}`)
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()
