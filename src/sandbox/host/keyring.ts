import { ripemd160 } from '@noble/hashes/legacy.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { publicKeyOf, sha256 } from '../../crypto/index.js'
import { toUtf8 } from '../../base/index.js'
import { encodeBech32 } from '../../codec/index.js'

/** How an account signs: as Cosmos accounts do, or as Ethereum accounts do. */
export type KeyType = 'secp256k1' | 'eth'

/** The key of a named account. */
export interface AccountKey {
  readonly type: KeyType
  /** bech32 on the chain that the key was requested for */
  readonly address: string
  readonly addressBytes: Uint8Array
  /** The type of its public key on that chain. */
  readonly typeUrl: string
  /** Compressed secp256k1. */
  readonly publicKey: Uint8Array
  readonly privateKey: Uint8Array
}

/**
 * The key of a name. Unless one is given, the secret is a hash of the name: the same name has the same key on every chain and in every run, and is
 * worth nothing elsewhere.
 */
export function accountKey(
  name: string,
  type: KeyType,
  { prefix, typeUrl }: { readonly prefix: string; readonly typeUrl: string },
  given?: Uint8Array,
): AccountKey {
  const key = given === undefined ? derivedKey(name, type) : keyOf(given, type)
  return { ...key, typeUrl, address: encodeBech32(prefix, key.addressBytes) }
}

function derivedKey(name: string, type: KeyType): Key {
  const keys = KEYS[type]
  let key = keys.get(name)
  if (key === undefined) keys.set(name, (key = keyOf(sha256(toUtf8(`sudobox account ${name}`)), type)))
  return key
}

type Key = Omit<AccountKey, 'address' | 'typeUrl'>

/** Cached, since tests use the same few names in every sandbox. */
const KEYS: Readonly<Record<KeyType, Map<string, Key>>> = { secp256k1: new Map(), eth: new Map() }

/** Source of the addresses: cosmos-sdk crypto/keys/secp256k1, neutron x/crypto/ethsecp256k1. */
const ADDRESSES: Readonly<Record<KeyType, (privateKey: Uint8Array) => Uint8Array>> = {
  secp256k1: (privateKey) => ripemd160(sha256(publicKeyOf(privateKey, 'compressed'))),
  eth: (privateKey) => keccak_256(publicKeyOf(privateKey, 'uncompressed').subarray(1)).subarray(12),
}

/** The 20 bytes of the address that a private key has on a chain of the Cosmos. */
export const addressOfPrivateKey = (privateKey: Uint8Array): Uint8Array => ADDRESSES.secp256k1(privateKey)

function keyOf(privateKey: Uint8Array, type: KeyType): Key {
  const publicKey = publicKeyOf(privateKey, 'compressed')
  return { type, addressBytes: ADDRESSES[type](privateKey), publicKey, privateKey }
}
