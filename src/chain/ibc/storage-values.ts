import { NO_BYTES, toUtf8 } from '../../base/index.js'
import { registerError, rethrowing } from '../errors.js'
import { GoPanic } from '../gas.js'
import { goText } from '../../codec/go-json/index.js'
import type { ProofOp, StorageValue } from '../../codec/neutron/interchainqueries.js'
import {
  convertProofs,
  verifyChainedMembership,
  verifyChainedNonMembership,
  type ChainedProof,
  type ProofSpec,
} from '../../store/ics23/index.js'

const error = (code: number, text: string) => registerError('state_verification', code, text)

/** Source: neutron utils/stateverification/errors.go. */
const ErrInvalidType = error(1, 'invalid type')
const ErrInvalidStorageValue = error(2, 'failed to check storage value')
const ErrInvalidProof = error(3, 'merkle proof is invalid')
const ErrMerkleProof = registerError('commitment', 4, 'invalid merkle proof')

/** The inputs for verifying proofs of values. */
export interface Verification {
  readonly root: Uint8Array
  readonly specs: readonly ProofSpec[]
  readonly emptyValues?: 'reject' | 'allow'
  /** Trusts proofs without verifying them. */
  readonly trusts?: boolean
  /** A check of each value next to its proof. @throws ChainError */
  readonly check?: (value: StorageValue, index: number) => void
}

/**
 * Verifies that each value is in a chain's stores, or that its key is absent there.
 * @returns the values; empty for keys proven absent, whatever the sender put there
 * @throws ChainError state_verification/1 to 3; GoPanic for a proof without steps
 * Source: neutron utils/stateverification/verify.go (06e81b9f) `VerifyStorageValues`.
 */
export const verifyStorageValues = (values: readonly StorageValue[], against: Verification): readonly StorageValue[] =>
  values.map((value, index) => verify(value, index, against))

function verify(value: StorageValue, index: number, against: Verification): StorageValue {
  const { root, specs, emptyValues = 'reject', trusts, check } = against
  const proof = readProof(value.proof)
  rethrowing(
    ({ log }) => ErrInvalidStorageValue.error(`extra verification failed at index ${index}: ${log}`),
    () => check?.(value, index),
  )
  const [first] = proof.proofs
  if (first === undefined) throw new GoPanic('runtime error: index out of range [0] with length 0')
  const absent = { ...value, value: NO_BYTES }
  if (trusts) return first.nonexist === undefined ? value : absent
  const path = [toUtf8(value.storagePrefix), value.key]
  const refused = (what: string) => (cause: { readonly log: string }) =>
    ErrInvalidProof.error(
      `${what} verification failed for value at index ${index} with path {[${value.storagePrefix} ${goText(value.key)}]}: ${cause.log}`,
    )
  if (first.nonexist !== undefined) {
    rethrowing(refused('non-membership'), () => verifyChainedNonMembership(proof, specs, root, path, emptyValues))
    return absent
  }
  if (first.exist === undefined)
    throw ErrInvalidProof.error(
      `unknown proof type *ics23.CommitmentProof_${first.batch === undefined ? 'Compressed' : 'Batch'}`,
    )
  rethrowing(refused('membership'), () => verifyChainedMembership(proof, specs, root, path, value.value, emptyValues))
  return value
}

const readProof = (ops: readonly ProofOp[] | undefined): ChainedProof =>
  rethrowing(
    ({ log }) => ErrInvalidType.error(`failed to convert crypto.ProofOps to MerkleProof: ${log}`),
    () => {
      if (ops === undefined) throw ErrMerkleProof.error('tendermint proof is nil')
      return convertProofs(ops)
    },
  )
