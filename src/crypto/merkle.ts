import { concatBytes, equalBytes } from '../base/bytes.js'
import { SudoboxError } from '../base/errors.js'
import { sha256 } from './hash.js'

/**
 * The Merkle tree of CometBFT over a list of byte strings, as RFC 6962 has it: leaves and inner nodes hash with a prefix of their own,
 * and the left part holds the largest power of two below the count. Source: cometbft crypto/merkle (v0.38).
 */

/** That one item is at `index` of `total`. The hashes of siblings (aunts) go from the leaf upwards. Source: cometbft crypto/merkle `Proof`. */
export interface MerkleProof {
  readonly total: number
  readonly index: number
  readonly leafHash: Uint8Array
  readonly aunts: readonly Uint8Array[]
}

/** A proof that does not prove, with the reference's text. */
export class MerkleError extends SudoboxError {
  readonly code = 'MERKLE'
}

/** Most aunts that a proof may have. */
export const MAX_AUNTS = 100

const NOTHING = new Uint8Array(0)
const LEAF = Uint8Array.of(0)
const INNER = Uint8Array.of(1)
const HASH_SIZE = 32

export const merkleLeafHash = (item: Uint8Array): Uint8Array => sha256(concatBytes(LEAF, item))
const innerHash = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(concatBytes(INNER, left, right))

/** The largest power of two below a count of 2 or more. */
function splitPoint(count: number): number {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

/** Root of the items in the order given; of none, the hash of nothing. */
export function merkleRoot(items: readonly Uint8Array[]): Uint8Array {
  if (items.length === 0) return sha256(NOTHING)
  if (items.length === 1) return merkleLeafHash(items[0]!)
  const split = splitPoint(items.length)
  return innerHash(merkleRoot(items.slice(0, split)), merkleRoot(items.slice(split)))
}

/** Root, and the inclusion proof of each item. */
export function merkleProofs(items: readonly Uint8Array[]): { root: Uint8Array; proofs: MerkleProof[] } {
  const leaves = items.map(merkleLeafHash)
  const aunts: Uint8Array[][] = leaves.map(() => [])
  /** Root of the leaves from `start` on, whose aunts it collects. */
  const build = (start: number, count: number): Uint8Array => {
    if (count === 1) return leaves[start]!
    const split = splitPoint(count)
    const left = build(start, split)
    const right = build(start + split, count - split)
    for (let at = start; at < start + count; at++) aunts[at]!.push(at < start + split ? right : left)
    return innerHash(left, right)
  }
  const root = leaves.length === 0 ? sha256(NOTHING) : build(0, leaves.length)
  const proofs = leaves.map((leafHash, index) => ({ total: leaves.length, index, leafHash, aunts: aunts[index]! }))
  return { root, proofs }
}

/** For each step from the leaf to the root, whether the sibling is on the right. */
export function auntsOnRight(index: number, total: number): boolean[] {
  if (total < 2) return []
  const split = splitPoint(total)
  return index < split ? [...auntsOnRight(index, split), true] : [...auntsOnRight(index - split, total - split), false]
}

/** @throws MerkleError when the proof does not prove that the item belongs to the root. */
export function verifyMerkleProof(proof: MerkleProof, root: Uint8Array, item: Uint8Array): void {
  validateBasic(proof)
  const { total, index, aunts } = proof
  const leafHash = merkleLeafHash(item)
  if (!equalBytes(proof.leafHash, leafHash))
    throw new MerkleError(`invalid leaf hash: wanted ${hex(leafHash)} got ${hex(proof.leafHash)}`)
  if (index >= total) throw new MerkleError(`compute root hash: invalid index ${index} and/or total ${total}`)
  const sides = auntsOnRight(index, total)
  if (aunts.length > sides.length) throw new MerkleError('compute root hash: unexpected inner hashes')
  if (aunts.length < sides.length) throw new MerkleError('compute root hash: expected at least one inner hash')
  const computed = sides.reduce(
    (hash, onRight, i) => (onRight ? innerHash(hash, aunts[i]!) : innerHash(aunts[i]!, hash)),
    leafHash,
  )
  if (!equalBytes(computed, root)) throw new MerkleError(`invalid root hash: wanted ${hex(root)} got ${hex(computed)}`)
}

/** Source: cometbft crypto/merkle `Proof.ValidateBasic`. */
function validateBasic({ total, index, leafHash, aunts }: MerkleProof): void {
  if (!Number.isSafeInteger(total) || total < 0) throw new MerkleError('negative Total')
  if (!Number.isSafeInteger(index) || index < 0) throw new MerkleError('negative Index')
  if (leafHash.length !== HASH_SIZE)
    throw new MerkleError(`expected LeafHash size to be ${HASH_SIZE}, got ${leafHash.length}`)
  if (aunts.length > MAX_AUNTS) throw new MerkleError(`expected no more than ${MAX_AUNTS} aunts, got ${aunts.length}`)
  for (const [i, aunt] of aunts.entries())
    if (aunt.length !== HASH_SIZE)
      throw new MerkleError(`expected Aunts#${i} size to be ${HASH_SIZE}, got ${aunt.length}`)
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()
