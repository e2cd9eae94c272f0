import { createHmac, pbkdf2Sync } from 'node:crypto'
import { concatBytes, toUtf8 } from '../../base/index.js'
import { publicKeyOf } from '../../crypto/index.js'
import { keccak256 } from '../crypto/hash.js'
import { bytesToBigInt, hex, wordBytes, type Hex } from '../hex.js'

/** Order of the curve secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const HARDENED = 0x80000000

interface ExtendedKey {
  readonly key: bigint
  readonly chainCode: Uint8Array
}

/** Address of a private key: the last 20 bytes of the hash of the public key. */
export function addressOfKey(key: Uint8Array): Hex {
  return hex(keccak256(publicKeyOf(key, 'uncompressed').subarray(1)).subarray(12))
}

/** Coin type of Ethereum. Source: SLIP-44. */
const ETHEREUM = 60
/** Coin type of chains of the Cosmos. */
export const COSMOS = 118

/** Private keys under m/44'/coinType'/0'/0. Source: BIP-39 (no passphrase), BIP-32. */
export function developmentKeys(mnemonic: string, count: number, coinType = ETHEREUM): Uint8Array[] {
  const seed = pbkdf2Sync(mnemonic.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512')
  const root = split(hmac(toUtf8('Bitcoin seed'), seed), 0n)
  const account = [44, coinType, 0].reduce((parent, index) => hardened(parent)(index), root)
  const child = normal(normal(account)(0))
  return Array.from({ length: count }, (_, index) => wordBytes(child(index).key))
}

const hardened = (parent: ExtendedKey) =>
  children(parent, concatBytes(new Uint8Array(1), wordBytes(parent.key)), HARDENED)

const normal = (parent: ExtendedKey) => children(parent, publicKeyOf(wordBytes(parent.key), 'compressed'), 0)

const hmac = (key: Uint8Array, message: Uint8Array): Uint8Array => createHmac('sha512', key).update(message).digest()

/** The children of a key, by index. */
const children =
  ({ key, chainCode }: ExtendedKey, head: Uint8Array, from: number) =>
  (index: number): ExtendedKey => {
    const number = new Uint8Array(4)
    new DataView(number.buffer).setUint32(0, from + index)
    return split(hmac(chainCode, concatBytes(head, number)), key)
  }

// The sum exceeds the curve's order with a probability below 2^-127; BIP-32 would then take the next index.
const split = (digest: Uint8Array, parent: bigint): ExtendedKey => ({
  key: (bytesToBigInt(digest.subarray(0, 32)) + parent) % ORDER,
  chainCode: digest.subarray(32),
})
