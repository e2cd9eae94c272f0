import { ChainError, equalBytes, NO_BYTES, toUtf8 } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import {
  convertProofs,
  SDK_SPECS,
  verifyChainedMembership,
  verifyChainedNonMembership,
  verifyMembership,
  TENDERMINT_SPEC,
  type ChainedProof,
} from '../../store/ics23/index.js'
import { keyBytes, type Key } from '../../store/index.js'
import { ForkError } from '../errors.js'
import type { AbciAnswer } from '../node/abci.js'

/** Root of a tree without rows. Source: iavl v1.2 `ImmutableTree.Hash`. */
const EMPTY_ROOT = sha256(NO_BYTES)

/**
 * Checks that an app hash commits to a row, or to there being none, and to the rows next to it. Source: ICS 23, as clients of IBC apply it.
 * @throws ForkError `forged`
 */
export function checkProof(appHash: Uint8Array, store: string, key: Key, { value, ops }: AbciAnswer): void {
  const path = [toUtf8(store), keyBytes(key)]
  try {
    const proof = convertProofs(ops)
    const { exist, nonexist } = proof.proofs[0] ?? {}
    if (exist !== undefined) verifyChainedMembership(proof, SDK_SPECS, appHash, path, value, 'allow')
    else if (nonexist?.left === undefined && nonexist?.right === undefined) checkEmpty(appHash, store, proof)
    else verifyChainedNonMembership(proof, SDK_SPECS, appHash, path, 'allow')
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    throw new ForkError(
      'forged',
      `the node sent a row of the store ${JSON.stringify(store)} that the chain has not committed to`,
      {
        details: [error.log],
        cause: error,
      },
    )
  }
}

/** A tree without rows has no neighbours to show; its root says so. */
function checkEmpty(appHash: Uint8Array, store: string, { proofs }: ChainedProof): void {
  const [, root] = proofs
  if (
    root?.exist !== undefined &&
    equalBytes(root.exist.value, EMPTY_ROOT) &&
    verifyMembership(TENDERMINT_SPEC, appHash, root, toUtf8(store), EMPTY_ROOT)
  )
    return
  throw new ForkError(
    'forged',
    `the node claims that the store ${JSON.stringify(store)} is empty, and the chain has not committed to that`,
  )
}
