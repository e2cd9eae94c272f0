import { CommitmentProof, type ExistenceProof } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { fromBase64, SudoboxError, toBase64, toUtf8 } from '../../base/index.js'
import { decodeCommitmentProof, TENDERMINT_SPEC, verifyNonExistence } from '../../store/ics23/index.js'
import type { AbciAnswer } from '../node/abci.js'

/**
 * Proofs of the stores that a chain has. The app hash is a tree over the names of all stores, so two adjacent ones
 * prove that no store between them exists. Source: cosmossdk.io/store `CommitInfo.Hash`.
 */
export class StoreProofs {
  readonly #proofs = new Map<string, ExistenceProof>()

  /** @param answer about any key of the store, whose proof was checked */
  learn(name: string, { ops }: AbciAnswer): void {
    const proof = ops[1] && decodeCommitmentProof(ops[1].data).exist
    if (proof !== undefined) this.#proofs.set(name, proof)
  }

  has(name: string): boolean {
    return this.#proofs.has(name)
  }

  /** A proof that there is no store of a name, as text; undefined if the adjacent stores are unknown. */
  absence(appHash: Uint8Array, name: string): string | undefined {
    const names = [...this.#proofs.keys()].sort()
    const [left, right] = [names.findLast((other) => other < name), names.find((other) => other > name)].map(
      (other) => other && this.#proofs.get(other),
    ) as [ExistenceProof?, ExistenceProof?]
    const nonexist = { key: toUtf8(name), left: left as ExistenceProof, right: right as ExistenceProof }
    const proof = toBase64(CommitmentProof.encode({ nonexist }).finish())
    return provesAbsence(appHash, name, proof) ? proof : undefined
  }
}

/** Whether a text, such as one of a cache, proves that a chain has no store of a name. */
export function provesAbsence(appHash: Uint8Array, name: string, proof: unknown): boolean {
  if (typeof proof !== 'string') return false
  try {
    const { nonexist } = decodeCommitmentProof(fromBase64(proof))
    if (nonexist === undefined) return false
    verifyNonExistence(nonexist, TENDERMINT_SPEC, appHash, toUtf8(name))
    return true
  } catch (error) {
    if (error instanceof SudoboxError) return false
    throw error
  }
}
