import type { CommitmentProof, ExistenceProof, NonExistenceProof } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { compareBytes, equalBytes } from '../../base/index.js'
import { checkExistence } from './check.js'
import { decompress } from './compress.js'
import { during, ProofError } from './error.js'
import { isLeftMost, isLeftNeighbour, isRightMost } from './neighbours.js'
import { applyInner, applyLeaf, doHashOrNoop, type EmptyValues } from './ops.js'
import type { ProofSpec } from './spec.js'

/** Verification as chains do it. Source: cosmos/ics23 go v0.11.0 (what ibc-go v10 uses). */

/** The root that a proof computes to, whether or not it is the expected one. @throws ProofError */
export function calculateRoot(proof: CommitmentProof, emptyValues: EmptyValues = 'reject'): Uint8Array {
  if (proof.exist !== undefined) return existenceRoot(proof.exist, undefined, emptyValues)
  if (proof.nonexist !== undefined) return nonExistenceRoot(proof.nonexist, emptyValues)
  const batch = decompress(proof).batch
  if (batch === undefined) throw new ProofError('unrecognized proof type')
  const [first] = batch.entries
  if (first === undefined) throw new ProofError('batch proof has empty entry')
  if (first.exist !== undefined) return existenceRoot(first.exist, undefined, emptyValues)
  if (first.nonexist !== undefined) return nonExistenceRoot(first.nonexist, emptyValues)
  throw new ProofError('unrecognized proof type')
}

function existenceRoot(proof: ExistenceProof, spec: ProofSpec | undefined, emptyValues: EmptyValues): Uint8Array {
  const { leaf, key, value, path } = proof
  if (leaf === undefined) throw new ProofError('existence Proof needs defined LeafOp')
  let hash = during('leaf', () => applyLeaf(leaf, key, value, emptyValues))
  const size = spec?.innerSpec?.childSize
  for (const step of path) {
    const child = hash
    hash = during('inner', () => applyInner(step, child))
    if (size !== undefined && size >= 32 && hash.length > size) throw new ProofError('inner, %!w(<nil>)')
  }
  return hash
}

function nonExistenceRoot({ left, right }: NonExistenceProof, emptyValues: EmptyValues): Uint8Array {
  const neighbour = left ?? right
  if (neighbour === undefined) throw new ProofError('nonexistence proof has empty Left and Right proof')
  return existenceRoot(neighbour, undefined, emptyValues)
}

/** @throws ProofError when the proof does not prove that `root` contains the key with the value */
export function verifyExistence(
  proof: ExistenceProof,
  spec: ProofSpec,
  root: Uint8Array,
  key: Uint8Array,
  value: Uint8Array,
  emptyValues: EmptyValues = 'reject',
): void {
  checkExistence(proof, spec)
  if (!equalBytes(key, proof.key)) throw new ProofError("provided key doesn't match proof")
  if (!equalBytes(value, proof.value)) throw new ProofError("provided value doesn't match proof")
  const calculated = during('error calculating root', () => existenceRoot(proof, spec, emptyValues))
  if (!equalBytes(root, calculated)) throw new ProofError("calculated root doesn't match provided root")
}

/** @throws ProofError when the proof does not prove that `root` lacks the key: by its neighbours, which must be next to each other */
export function verifyNonExistence(
  { left, right }: NonExistenceProof,
  spec: ProofSpec,
  root: Uint8Array,
  key: Uint8Array,
  emptyValues: EmptyValues = 'reject',
): void {
  if (left !== undefined)
    during('left proof', () => verifyExistence(left, spec, root, left.key, left.value, emptyValues))
  if (right !== undefined)
    during('right proof', () => verifyExistence(right, spec, root, right.key, right.value, emptyValues))
  if (left === undefined && right === undefined) throw new ProofError('both left and right proofs missing')
  if (right !== undefined && !isBelow(spec, key, right.key)) throw new ProofError('key is not left of right proof')
  if (left !== undefined && !isBelow(spec, left.key, key)) throw new ProofError('key is not right of left proof')
  const innerSpec = spec.innerSpec!
  if (left === undefined) {
    if (!isLeftMost(innerSpec, right!.path)) throw new ProofError('left proof missing, right proof must be left-most')
  } else if (
    right === undefined ? !isRightMost(innerSpec, left.path) : !isLeftNeighbour(innerSpec, left.path, right.path)
  )
    throw new ProofError('right proof missing, left proof must be right-most')
}

const isBelow = (spec: ProofSpec, a: Uint8Array, b: Uint8Array): boolean =>
  compareBytes(comparable(spec, a), comparable(spec, b)) < 0

/** Whether the tree is ordered by the hashes of its keys. */
const comparable = (spec: ProofSpec, key: Uint8Array): Uint8Array =>
  spec.prehashKeyBeforeComparison === true ? doHashOrNoop(spec.leafSpec!.prehashKey, key) : key

/** Whether the proof, or one of a batch, proves the key with the value. */
export function verifyMembership(
  spec: ProofSpec,
  root: Uint8Array,
  proof: CommitmentProof,
  key: Uint8Array,
  value: Uint8Array,
): boolean {
  return proves(() => {
    const found = existenceProofs(proof).find((entry) => equalBytes(entry.key, key))
    if (found === undefined) return false
    verifyExistence(found, spec, root, key, value)
    return true
  })
}

/** Whether the proof, or one of a batch, proves that the key is absent. */
export function verifyNonMembership(
  spec: ProofSpec,
  root: Uint8Array,
  proof: CommitmentProof,
  key: Uint8Array,
): boolean {
  return proves(() => {
    const found = nonExistenceProofs(proof).find(
      ({ left, right }) =>
        (left === undefined || isBelow(spec, left.key, key)) && (right === undefined || isBelow(spec, key, right.key)),
    )
    if (found === undefined) return false
    verifyNonExistence(found, spec, root, key)
    return true
  })
}

/** Whether a batch (or a proof, for one item) proves all items. */
export const batchVerifyMembership = (
  spec: ProofSpec,
  root: Uint8Array,
  proof: CommitmentProof,
  items: Iterable<readonly [key: Uint8Array, value: Uint8Array]>,
): boolean => [...items].every(([key, value]) => verifyMembership(spec, root, proof, key, value))

/** Whether a batch (or a proof, for one key) proves that all keys are absent. */
export const batchVerifyNonMembership = (
  spec: ProofSpec,
  root: Uint8Array,
  proof: CommitmentProof,
  keys: Iterable<Uint8Array>,
): boolean => [...keys].every((key) => verifyNonMembership(spec, root, proof, key))

function existenceProofs(proof: CommitmentProof): ExistenceProof[] {
  const entries = decompress(proof).batch?.entries ?? [proof]
  return entries.flatMap(({ exist }) => exist ?? [])
}

function nonExistenceProofs(proof: CommitmentProof): NonExistenceProof[] {
  const entries = decompress(proof).batch?.entries ?? [proof]
  return entries.flatMap(({ nonexist }) => nonexist ?? [])
}

function proves(check: () => boolean): boolean {
  try {
    return check()
  } catch (error) {
    if (error instanceof ProofError) return false
    throw error
  }
}
