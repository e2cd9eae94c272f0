import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concatBytes, RpcError, toUtf8 } from '../../base/index.js'
import { refuse } from '../errors.js'
import { addressOfKey, addressOfPublicKey } from '../crypto/address.js'
import { keccak256 } from '../crypto/hash.js'
import { hex, type Hex } from '../hex.js'

interface Entry {
  readonly key: Uint8Array
  /** Undefined for development accounts, which are never locked. */
  readonly passphrase: string | undefined
  /** Until when it may sign without its passphrase, in seconds of the node's clock; `forever` for no limit. */
  unlockedUntil: bigint | 'forever' | 'locked'
}

/** A snapshot of a keystore. */
export type KeystoreSnapshot = readonly (readonly [Hex, Readonly<Entry>])[]

const NONE: ReadonlyMap<Hex, Uint8Array> = new Map()

/** The accounts that the node can sign for. */
export class Keystore {
  readonly #entries = new Map<Hex, Entry>()
  readonly #now: () => bigint
  readonly #elsewhere: () => ReadonlyMap<Hex, Uint8Array>

  /** @param elsewhere keys by address that are kept elsewhere; they are never locked */
  constructor(
    developmentKeys: readonly Uint8Array[],
    now: () => bigint,
    elsewhere: () => ReadonlyMap<Hex, Uint8Array> = () => NONE,
  ) {
    this.#now = now
    this.#elsewhere = elsewhere
    for (const key of developmentKeys)
      this.#entries.set(addressOfKey(key), { key, passphrase: undefined, unlockedUntil: 'forever' })
  }

  snapshot(): KeystoreSnapshot {
    return [...this.#entries].map(([address, entry]) => [address, { ...entry }])
  }
  restore(snapshot: KeystoreSnapshot): void {
    this.#entries.clear()
    for (const [address, entry] of snapshot) this.#entries.set(address, { ...entry })
  }

  /** The accounts that the node keeps itself. */
  own(): Hex[] {
    return [...this.#entries.keys()]
  }

  addresses(): Hex[] {
    return [...this.own(), ...[...this.#elsewhere().keys()].filter((address) => !this.#entries.has(address))]
  }

  has(address: Hex): boolean {
    return this.#entries.has(address) || this.#elsewhere().has(address)
  }

  /**
   * A new account. Its key is derived from the existing accounts and the passphrase: the same steps give the same
   * account again. Never use it for anything of value.
   */
  create(passphrase: string): Hex {
    const seed = concatBytes(toUtf8(`sudobox account ${this.#entries.size} `), toUtf8(passphrase))
    return this.import(keccak256(seed), passphrase)
  }

  /** @throws RpcError when the account already exists. */
  import(key: Uint8Array, passphrase: string): Hex {
    const { address, isNew } = this.importOnce(key, passphrase)
    if (!isNew) throw refuse('account already exists')
    return address
  }

  /** Imports a key unless it is there. */
  importOnce(key: Uint8Array, passphrase: string): { readonly address: Hex; readonly isNew: boolean } {
    if (!secp256k1.utils.isValidSecretKey(key)) throw refuse('invalid private key, >=N or zero')
    const address = addressOfKey(key)
    const isNew = !this.has(address)
    if (isNew) this.#entries.set(address, { key, passphrase, unlockedUntil: 'locked' })
    return { address, isNew }
  }

  /** @param duration seconds; 0 keeps it unlocked indefinitely. @throws RpcError for a wrong passphrase or an unknown account. */
  unlock(address: Hex, passphrase: string, duration: bigint): void {
    const entry = this.#entry(address)
    this.#check(entry, passphrase)
    if (entry.passphrase !== undefined) entry.unlockedUntil = duration === 0n ? 'forever' : this.#now() + duration
  }

  lock(address: Hex): boolean {
    const entry = this.#entries.get(address)
    if (entry === undefined || entry.passphrase === undefined) return false
    entry.unlockedUntil = 'locked'
    return true
  }

  /** The private key of an account that is unlocked, or that the passphrase unlocks for this call. */
  key(address: Hex, passphrase?: string): Uint8Array {
    const entry = this.#entry(address)
    if (passphrase !== undefined) this.#check(entry, passphrase)
    else if (
      entry.unlockedUntil === 'locked' ||
      (entry.unlockedUntil !== 'forever' && entry.unlockedUntil <= this.#now())
    )
      throw refuse('authentication needed: password or unlock')
    return entry.key
  }

  /** Signs a hash. 65 bytes: r, s, and 27 or 28. */
  sign(address: Hex, hash: Uint8Array, passphrase?: string): Hex {
    const signature = secp256k1.sign(hash, this.key(address, passphrase), { prehash: false, format: 'recovered' })
    return hex(concatBytes(signature.subarray(1), Uint8Array.of(27 + signature[0]!)))
  }

  #entry(address: Hex): Entry {
    const entry = this.#entries.get(address)
    if (entry !== undefined) return entry
    const key = this.#elsewhere().get(address)
    if (key === undefined) throw refuse('unknown account')
    return { key, passphrase: undefined, unlockedUntil: 'forever' }
  }

  #check({ passphrase }: Entry, given: string): void {
    if (passphrase !== undefined && passphrase !== given) throw refuse('could not decrypt key with given password')
  }
}

/** Hash of a message that a wallet signs (EIP-191). */
export const messageHash = (message: Uint8Array): Uint8Array =>
  keccak256(concatBytes(toUtf8(`\x19Ethereum Signed Message:\n${message.length}`), message))

/** The signer of the hash. @throws RpcError for an invalid signature. */
export function recoverAddress(hash: Uint8Array, signature: Uint8Array): Hex {
  if (signature.length !== 65) throw refuse('signature must be 65 bytes long')
  const v = signature[64]!
  if (v !== 27 && v !== 28) throw refuse('invalid Ethereum signature (V is not 27 or 28)')
  try {
    const recovered = secp256k1.recoverPublicKey(concatBytes(Uint8Array.of(v - 27), signature.subarray(0, 64)), hash, {
      prehash: false,
    })
    return addressOfPublicKey(secp256k1.Point.fromBytes(recovered).toBytes(false))
  } catch (cause) {
    throw new RpcError({ code: -32000, message: 'recovery failed', cause })
  }
}
