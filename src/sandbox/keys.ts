import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { toUtf8 } from '../base/bytes.js'
import { encodeBech32 } from '../codec/bech32.js'

/** The key of a named account. */
export interface AccountKey {
  /** bech32 on the chain that asked */
  readonly address: string
  readonly addressBytes: Uint8Array
  /** Compressed secp256k1. */
  readonly publicKey: Uint8Array
  readonly privateKey: Uint8Array
}

/** The secret is a hash of the name: the same name has the same key on every chain and in every run, and is worth nothing elsewhere. */
export function accountKey(name: string, prefix: string): AccountKey {
  let key = keys.get(name)
  if (key === undefined) keys.set(name, (key = keyOf(name)))
  return { ...key, address: encodeBech32(prefix, key.addressBytes) }
}

type Key = Omit<AccountKey, 'address'>

/** Tests use the same few names in sandbox after sandbox. */
const keys = new Map<string, Key>()

function keyOf(name: string): Key {
  const privateKey = sha256(toUtf8(`sudobox account ${name}`))
  const publicKey = secp256k1.getPublicKey(privateKey, true)
  return { addressBytes: ripemd160(sha256(publicKey)), publicKey, privateKey }
}
