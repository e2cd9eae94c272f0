import { pbkdf2Sync } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, toUtf8 } from '../../base/bytes.js'
import { keccak256 } from '../crypto/hash.js'
import { bytesToBigInt, hex, wordBytes, type Hex } from '../hex.js'

const { Point } = secp256k1
const ORDER = Point.Fn.ORDER
const HARDENED = 0x80000000

interface ExtendedKey {
  readonly key: bigint
  readonly chainCode: Uint8Array
}

/** Address of a private key: the last 20 bytes of the hash of the public key. */
export function addressOfKey(key: Uint8Array): Hex {
  return hex(keccak256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12))
}

/** Private keys under m/44'/60'/0'/0. Source: BIP-39 (no passphrase), BIP-32. */
export function developmentKeys(mnemonic: string, count: number): Uint8Array[] {
  const seed = pbkdf2Sync(mnemonic.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512')
  const root = split(hmac(sha512, toUtf8('Bitcoin seed'), seed), 0n)
  const parent = [44 + HARDENED, 60 + HARDENED, HARDENED, 0].reduce(child, root)
  return Array.from({ length: count }, (_, index) => wordBytes(child(parent, index).key))
}

function child({ key, chainCode }: ExtendedKey, index: number): ExtendedKey {
  const number = new Uint8Array(4)
  new DataView(number.buffer).setUint32(0, index)
  const head =
    index >= HARDENED ? concatBytes(new Uint8Array(1), wordBytes(key)) : secp256k1.getPublicKey(wordBytes(key), true)
  return split(hmac(sha512, chainCode, concatBytes(head, number)), key)
}

// The chance of a sum outside the curve's order is below 2^-127; BIP-32 would take the next index.
const split = (digest: Uint8Array, parent: bigint): ExtendedKey => ({
  key: (bytesToBigInt(digest.subarray(0, 32)) + parent) % ORDER,
  chainCode: digest.subarray(32),
})
