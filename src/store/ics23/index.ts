export { combineProofs, compress, decompress } from './compress.js'
export { decodeCommitmentProof } from './decode.js'
export { ProofError } from './error.js'
export {
  convertProofs,
  decodeMerkleProof,
  verifyChainedMembership,
  verifyChainedNonMembership,
  type ChainedProof,
} from './merkle-proof.js'
export { IAVL_SPEC, SDK_SPECS, SMT_SPEC, TENDERMINT_SPEC, type ProofSpec } from './spec.js'
export {
  batchVerifyMembership,
  batchVerifyNonMembership,
  calculateRoot,
  verifyExistence,
  verifyMembership,
  verifyNonExistence,
  verifyNonMembership,
} from './verify.js'
export { WireReader } from './wire.js'
