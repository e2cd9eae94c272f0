/** Codes that a contract gets for inputs that cannot be worked with. Source: cosmwasm-crypto `errors.rs`. */
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

/** An input that cannot be worked with; a signature that merely does not fit is no error. */
export class CryptoError extends Error {
  readonly kind: keyof typeof CRYPTO_CODES
  readonly code: number

  constructor(kind: keyof typeof CRYPTO_CODES) {
    super(kind)
    this.kind = kind
    this.code = CRYPTO_CODES[kind]
  }
}
