/** Hashes, signatures and curves. */
export {
  commitHash,
  consensusHash,
  dataHash,
  evidenceHash,
  headerHash,
  resultBytes,
  resultProofs,
  resultsHash,
  txProofs,
  validatorsHash,
} from './block-hashes.js'
export { aggregateG1, aggregateG2, G1_BYTES, G2_BYTES, hashToG1, hashToG2, pairingEquality } from './bls12-381.js'
export { CRYPTO_CODES, CryptoError } from './crypto-error.js'
export { EcdsaCurve } from './ecdsa.js'
export { ethAddressText, isEthAddress, parseEthAddress } from './eth-address.js'
export { ed25519PublicKey, signEd25519, verifyEd25519, verifyEd25519Batch } from './ed25519.js'
export { digestBytes, putLatin1, sha256, sha256Digest, type Digest } from './hash.js'
export { COIN_TYPES, keysOfMnemonic } from './hd-keys.js'
export {
  auntsOnRight,
  checkMerkleProof,
  MerkleError,
  merkleProofs,
  merkleRoot,
  verifyMerkleProof,
  type MerkleProof,
} from './merkle.js'
export { publicKeyOf, verifySecp256k1 } from './secp256k1-keys.js'
export { secp256k1 } from './secp256k1.js'
export { secp256r1 } from './secp256r1.js'
export { validatorAddress, verifyValidatorSignature, type ValidatorKey } from './validator-key.js'
