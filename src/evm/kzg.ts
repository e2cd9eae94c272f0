import type { KZG } from '@ethereumjs/util'
import { NotSupportedError } from '../base/errors.js'

const missing = (): never => {
  throw new NotSupportedError('the KZG commitments of blobs are not supported', {
    details: [
      'blob transactions are executed and read without their blobs; sending one with its blobs needs the proofs',
    ],
  })
}

/** The library asks for this even to read a blob transaction of a block. Nothing is taken on trust: what needs a proof throws. */
export const NO_KZG: KZG = {
  blobToKzgCommitment: missing,
  computeBlobProof: missing,
  verifyProof: missing,
  verifyBlobProofBatch: missing,
  computeCells: missing,
  computeCellsAndProofs: missing,
  recoverCellsAndProofs: missing,
  verifyCellKzgProofBatch: missing,
}
