import { ClientState, ConsensusState } from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint'
import { equalBytes, toUtf8 } from '../../base/bytes.js'
import { GoPanic } from '../../chain/gas.js'
import { goText } from '../../codec/go-json/decoder.js'
import type { Any } from '../../codec/any.js'
import type { KVKey, ProofOp, RegisteredQuery, StorageValue } from '../../codec/neutron/interchainqueries/index.js'
import {
  convertProofs,
  verifyChainedMembership,
  verifyChainedNonMembership,
  type ChainedProof,
} from '../../store/ics23/index.js'
import { registerError, rethrowing } from '../../chain/errors.js'
import {
  ErrInvalidClientId,
  ErrInvalidSubmittedResult,
  ErrProofType,
  ErrStorageProof,
  ErrStorageValue,
} from './errors.js'

const ErrMerkleProof = registerError('commitment', 4, 'invalid merkle proof')

/**
 * Verifies the presence of each value, or the absence of its key, in the remote chain's stores.
 * @returns the values; empty for keys proven absent, whatever the relayer sent
 * @throws ChainError interchainqueries/1107, /1102; GoPanic for a proof without steps
 * Source: neutron utils/stateverification/verify.go, x/interchainqueries/keeper/msg_server.go.
 */
export function verifyValues(
  clientState: Any | undefined,
  consensusState: Any,
  query: RegisteredQuery,
  values: readonly StorageValue[],
  options: { readonly clientId: string; readonly emptyValues: 'reject' | 'allow'; readonly trusts: boolean },
): readonly StorageValue[] {
  const { root } = ConsensusState.decode(consensusState.value)
  if (clientState === undefined)
    throw ErrInvalidClientId.error(`could not find a ClientState with client id: ${options.clientId}`)
  const { proofSpecs } = ClientState.decode(clientState.value)
  const verify = (value: StorageValue, index: number): StorageValue => {
    const proof = readProof(value.proof)
    rethrowing(
      ({ log }) => ErrStorageValue.error(`extra verification failed at index ${index}: ${log}`),
      () => checkKey(value, query.keys[index]!),
    )
    const [first] = proof.proofs
    if (first === undefined) throw new GoPanic('runtime error: index out of range [0] with length 0')
    if (options.trusts) return first.nonexist === undefined ? value : { ...value, value: new Uint8Array(0) }
    const path = [toUtf8(value.storagePrefix), value.key]
    const refused = (what: string) => (error: { readonly log: string }) =>
      ErrStorageProof.error(
        `${what} verification failed for value at index ${index} with path {[${value.storagePrefix} ${goText(value.key)}]}: ${error.log}`,
      )
    if (first.nonexist !== undefined) {
      rethrowing(refused('non-membership'), () =>
        verifyChainedNonMembership(proof, proofSpecs, root.hash, path, options.emptyValues),
      )
      return { ...value, value: new Uint8Array(0) }
    }
    if (first.exist === undefined)
      throw ErrStorageProof.error(
        `unknown proof type *ics23.CommitmentProof_${first.batch === undefined ? 'Compressed' : 'Batch'}`,
      )
    rethrowing(refused('membership'), () =>
      verifyChainedMembership(proof, proofSpecs, root.hash, path, value.value, options.emptyValues),
    )
    return value
  }
  return rethrowing(
    ({ log }) => ErrInvalidSubmittedResult.error(`failed to verify submitted result: ${log}`),
    () => values.map(verify),
  )
}

const readProof = (ops: readonly ProofOp[] | undefined): ChainedProof =>
  rethrowing(
    ({ log }) => ErrProofType.error(`failed to convert crypto.ProofOps to MerkleProof: ${log}`),
    () => {
      if (ops === undefined) throw ErrMerkleProof.error('tendermint proof is nil')
      return convertProofs(ops)
    },
  )

function checkKey({ key, storagePrefix }: StorageValue, wanted: KVKey): void {
  if (!equalBytes(key, wanted.key))
    throw ErrInvalidSubmittedResult.error(
      `KV key from result is not equal to registered query key: ${numbers(key)} != ${numbers(wanted.key)}`,
    )
  if (storagePrefix !== wanted.path)
    throw ErrInvalidSubmittedResult.error(
      `KV path from result is not equal to registered query storage prefix: ${storagePrefix} != ${wanted.path}`,
    )
}

/** Go's `%v` of bytes. */
const numbers = (bytes: Uint8Array): string => `[${bytes.join(' ')}]`
