/** Error codes that a contract gets for invalid inputs. Source: cosmwasm-crypto `errors.rs`. */
export const CRYPTO_CODES = {
  invalidHashFormat: 3,
  invalidSignatureFormat: 4,
  invalidPubkeyFormat: 5,
  invalidRecoveryParam: 6,
  batch: 7,
  invalidPoint: 8,
  unknownHashFunction: 9,
  generic: 10,
  pairingNotMultipleG1: 11,
  pairingNotMultipleG2: 12,
  pairingUnequalCounts: 13,
  aggregationEmpty: 14,
  aggregationNotMultiple: 15,
} as const

/** An invalid input; a well-formed signature that does not verify is not an error. */
export class CryptoError extends Error {
  readonly kind: keyof typeof CRYPTO_CODES
  readonly code: number

  constructor(kind: keyof typeof CRYPTO_CODES) {
    super(kind)
    this.kind = kind
    this.code = CRYPTO_CODES[kind]
  }
}
