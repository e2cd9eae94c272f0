import { byteKey, joinKeys, keyOf, lengthPrefixed, type Key } from '../../store/index.js'

/** Source: cosmos-sdk v0.53.6 x/slashing/types/keys.go. Validators are named by the addresses of their consensus keys. */
export const SLASHING_STORE = 'slashing'
export const PARAMS_KEY = byteKey(0x00)
export const SIGNING_INFO_PREFIX = byteKey(0x01)

export const signingInfoKey = (validator: Uint8Array): Key => joinKeys(SIGNING_INFO_PREFIX, lengthPrefixed(validator))
export const bitmapOf = (validator: Uint8Array): Key => joinKeys(byteKey(0x02), lengthPrefixed(validator))
/** The number of the chunk is little-endian. */
export function bitmapKey(validator: Uint8Array, chunk: number): Key {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(chunk))
  return joinKeys(bitmapOf(validator), keyOf(bytes))
}
export const publicKeyKey = (validator: Uint8Array): Key => joinKeys(byteKey(0x03), lengthPrefixed(validator))
