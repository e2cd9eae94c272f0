import { LRUCache } from 'lru-cache'
import { ed25519PublicKey, sha256, signEd25519 } from '../../crypto/index.js'
import { toUtf8, UsageError } from '../../base/index.js'

/** A validator that signs the blocks of a chain, with its key. */
export interface Validator {
  /** Ed25519 key, 32 bytes. */
  readonly publicKey: Uint8Array
  /** The first 20 bytes of the key's SHA-256. Source: cometbft crypto/ed25519 `PubKey.Address`. */
  readonly address: Uint8Array
  readonly votingPower: bigint
  /** 32 bytes; undefined if the sandbox does not have the key. */
  readonly secret: Uint8Array | undefined
}

/** The validator's signature. @throws UsageError if the sandbox does not have its key */
export function signAs({ secret }: Validator, message: Uint8Array): Uint8Array {
  if (secret === undefined) throw new UsageError('the sandbox does not have the key of this validator')
  return signEd25519(message, secret)
}

/** A validator whose key is derived from a name: the same in every run, and not secret. */
export const namedValidator = (name: string, votingPower = 100n): Validator => ({ ...keyNamed(name), votingPower })

type Key = Omit<Validator, 'votingPower'>
const KEYS = new LRUCache<string, Key>({ max: 1024 })

function keyNamed(name: string): Key {
  let key = KEYS.get(name)
  if (key !== undefined) return key
  const secret = sha256(toUtf8(`sudobox validator ${name}`))
  const publicKey = ed25519PublicKey(secret)
  key = { publicKey, address: sha256(publicKey).slice(0, 20), secret }
  KEYS.set(name, key)
  return key
}
