import { sha256 } from '../../crypto/hash.js'
import { ed25519PublicKey, signEd25519 } from '../../crypto/ed25519.js'
import { toUtf8 } from '../../base/bytes.js'

/** A validator that signs the blocks of a chain, with its key. */
export interface Validator {
  /** Ed25519 key, 32 bytes. */
  readonly publicKey: Uint8Array
  /** The first 20 bytes of the key's SHA-256. Source: cometbft crypto/ed25519 `PubKey.Address`. */
  readonly address: Uint8Array
  readonly votingPower: bigint
  sign(message: Uint8Array): Uint8Array
}

/** A validator whose key is derived from a name: the same in every run, and not secret. */
export function namedValidator(name: string, votingPower = 100n): Validator {
  const { publicKey, address, sign } = keyNamed(name)
  return { publicKey, address, votingPower, sign }
}

type Signing = Pick<Validator, 'publicKey' | 'address' | 'sign'>
const KEYS = new Map<string, Signing>()
const MOST_KEYS = 1024

function keyNamed(name: string): Signing {
  let key = KEYS.get(name)
  if (key !== undefined) return key
  const secret = sha256(toUtf8(`sudobox validator ${name}`))
  const publicKey = ed25519PublicKey(secret)
  key = { publicKey, address: sha256(publicKey).slice(0, 20), sign: (message) => signEd25519(message, secret) }
  if (KEYS.size >= MOST_KEYS) KEYS.clear()
  KEYS.set(name, key)
  return key
}
