import type { CommitmentProof } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { ChainError, equalBytes } from '../../base/index.js'
import { ProtoError } from '../../codec/index.js'
import { decodeCommitmentProof, decodeProofs } from './decode.js'
import { ProofError } from './error.js'
import type { EmptyValues } from './ops.js'
import type { ProofSpec } from './spec.js'
import { calculateRoot, verifyExistence, verifyNonExistence } from './verify.js'

/**
 * Proofs through several trees, each tree's root a value in the next one. Proofs and specs go from the lowest tree to the highest,
 * the path of keys from the highest to the lowest: `[store, key]`. Source: ibc-go v10 23-commitment `MerkleProof`.
 */
export interface ChainedProof {
  readonly proofs: readonly CommitmentProof[]
}

const CODESPACE = 'commitment'
const invalidProof = (description: string): ChainError => failure(2, 'invalid proof', description)
const invalidMerkleProof = (description: string): ChainError => failure(4, 'invalid merkle proof', description)

function failure(code: number, text: string, description: string): ChainError {
  return new ChainError({ codespace: CODESPACE, code, log: `${description}: ${text}` })
}

/** Reads `ibc.core.commitment.v1.MerkleProof`. @throws ProtoError */
export const decodeMerkleProof = (bytes: Uint8Array): ChainedProof => ({ proofs: decodeProofs(bytes) })

/** Converts the proof of `abci_query`. @throws ChainError commitment/4. Source: ibc-go v10 23-commitment `ConvertProofs` */
export function convertProofs(ops: readonly { readonly data: Uint8Array }[]): ChainedProof {
  return { proofs: ops.map(({ data }, i) => convertOp(data, i)) }
}

function convertOp(data: Uint8Array, index: number): CommitmentProof {
  const cannot = (why: string): ChainError =>
    invalidMerkleProof(`could not unmarshal proof op into CommitmentProof at index ${index}: ${why}`)
  let proof: CommitmentProof
  try {
    proof = decodeCommitmentProof(data)
  } catch (error) {
    throw error instanceof ProtoError ? cannot(error.shortMessage) : error
  }
  if (Object.keys(proof).length === 0) throw cannot('<nil>')
  return proof
}

/** @throws ChainError commitment/2 or /4 when the proof does not prove the value at the path under the root */
export function verifyChainedMembership(
  { proofs }: ChainedProof,
  specs: readonly ProofSpec[],
  root: Uint8Array,
  path: readonly Uint8Array[],
  value: Uint8Array,
  emptyValues: EmptyValues = 'reject',
): void {
  validateArguments(proofs, specs, root, path)
  if (value.length === 0 && emptyValues === 'reject') throw invalidProof('empty value in membership proof')
  verifyChain(proofs, specs, root, path, value, 0, emptyValues)
}

/** @throws ChainError commitment/2 or /4 when the proof does not prove absence of the path under the root */
export function verifyChainedNonMembership(
  { proofs }: ChainedProof,
  specs: readonly ProofSpec[],
  root: Uint8Array,
  path: readonly Uint8Array[],
  emptyValues: EmptyValues = 'reject',
): void {
  validateArguments(proofs, specs, root, path)
  const [lowest] = proofs
  const subroot = orInvalid(
    () => calculateRoot(lowest!, emptyValues),
    (why) => `could not calculate root for proof index 0, merkle tree is likely empty. ${why}`,
  )
  const key = path.at(-1)!
  const { nonexist } = lowest!
  if (nonexist === undefined)
    throw invalidProof(
      'commitment proof must be non-existence proof for verifying non-membership. got: *ics23.CommitmentProof',
    )
  orInvalid(
    () => verifyNonExistence(nonexist, specs[0]!, subroot, key, emptyValues),
    (why) => `failed to verify non-membership proof with key ${new TextDecoder().decode(key)}: ${why}`,
  )
  verifyChain(proofs, specs, root, path, subroot, 1, emptyValues)
}

/** Verifies that each tree from `from` on contains the root of the one below; the first contains `value`. */
function verifyChain(
  proofs: readonly CommitmentProof[],
  specs: readonly ProofSpec[],
  root: Uint8Array,
  path: readonly Uint8Array[],
  value: Uint8Array,
  from: number,
  emptyValues: EmptyValues,
): void {
  let proven = value
  for (let i = from; i < proofs.length; i++) {
    const subroot = orInvalid(
      () => calculateRoot(proofs[i]!, emptyValues),
      (why) => `could not calculate proof root at index ${i}, merkle tree may be empty. ${why}`,
    )
    const { exist } = proofs[i]!
    // The reference's format has its arguments swapped, and prints an address after them.
    if (exist === undefined) throw invalidProof('commitment proof must be existence proof. got: int at index &{0}')
    const leaf = proven
    orInvalid(
      () => verifyExistence(exist, specs[i]!, subroot, path[path.length - 1 - i]!, leaf, emptyValues),
      (why) => `failed to verify membership proof at index ${i}: ${why}`,
    )
    proven = subroot
  }
  if (!equalBytes(root, proven))
    throw invalidProof(
      `proof did not commit to expected root: ${hex(root)}, got: ${hex(proven)}. Please ensure proof was submitted with correct proofHeight and to the correct chain.`,
    )
}

function validateArguments(
  proofs: readonly CommitmentProof[],
  specs: readonly (ProofSpec | undefined)[],
  root: Uint8Array,
  path: readonly Uint8Array[],
): void {
  if (proofs.length === 0) throw invalidMerkleProof('proof must not be empty')
  if (root.length === 0) throw invalidMerkleProof('root cannot be empty')
  if (specs.length !== proofs.length)
    throw invalidMerkleProof(`length of specs: ${specs.length} not equal to length of proof: ${proofs.length}`)
  if (path.length !== specs.length) throw invalidProof(`path length ${path.length} not same as proof ${specs.length}`)
  for (const [i, spec] of specs.entries()) if (spec === undefined) throw invalidProof(`spec at position ${i} is nil`)
}

function orInvalid<T>(step: () => T, text: (why: string) => string): T {
  try {
    return step()
  } catch (error) {
    if (error instanceof ProofError) throw invalidProof(text(error.shortMessage))
    throw error
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()
