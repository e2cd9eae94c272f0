import { own, toHex, UsageError } from '../../base/index.js'
import type { IbcApp } from '../../app/index.js'
import { ETH_SECP256K1_KEY, EVM_SECP256K1_KEY, publicKeyAny, SECP256K1_KEY } from '../../chain/ante/index.js'
import { parseCoins } from '../../codec/index.js'
import type { Hex } from '../../evm/index.js'
import type { Account } from '../../modules/auth/index.js'
import { accountKey, type AccountKey, type KeyType } from './keyring.js'

/** Private keys of accounts by name; the others are derived from the name. */
export type GivenKeys = Readonly<Record<string, Uint8Array>>

/** The named accounts of one chain, and their keys. */
export class Accounts {
  readonly #chain: string
  readonly #app: IbcApp
  readonly #given: GivenKeys
  readonly #keys: Readonly<Record<KeyType, Map<string, AccountKey>>> = { secp256k1: new Map(), eth: new Map() }
  /** The type of the keys of accounts for which none is given. */
  get #usual(): KeyType {
    return this.#app.ethereum === undefined ? 'secp256k1' : 'eth'
  }
  /** Type of the key by name. The map is replaced, never changed, so that snapshots can hold it. */
  keyTypes: ReadonlyMap<string, KeyType> = new Map()

  constructor(chain: string, app: IbcApp, given: GivenKeys = {}) {
    this.#chain = chain
    this.#app = app
    this.#given = given
  }

  has(name: string): boolean {
    return this.keyTypes.has(name)
  }

  keyOf(name: string, type: KeyType = this.keyTypes.get(name) ?? this.#usual): AccountKey {
    const keys = this.#keys[type]
    let key = keys.get(name)
    if (!key) {
      const eth = this.#app.ethereum === undefined ? ETH_SECP256K1_KEY : EVM_SECP256K1_KEY
      const on = { prefix: this.#app.prefix, typeUrl: type === 'eth' ? eth : SECP256K1_KEY }
      keys.set(name, (key = accountKey(name, type, on, own(this.#given, name))))
    }
    return key
  }

  /** @param type of its key, if the caller requires one @throws UsageError when the account has another */
  knows(name: string, type?: KeyType): boolean {
    const known = this.keyTypes.get(name)
    if (known !== undefined && type !== undefined && known !== type)
      throw new UsageError(`the account "${name}" of ${this.#chain} has a key of the type ${known}, not ${type}`, {
        details: ['an account keeps its key; give the other one another name'],
      })
    return known !== undefined
  }

  /** Creates the account in the chain's state if it is new, and mints coins for it. @returns its address */
  fund(name: string, funds: string, type?: KeyType): string {
    this.knows(name, type)
    const key = this.keyOf(name, this.keyTypes.get(name) ?? type ?? this.#usual)
    const coins = parseCoins(funds)
    this.#app.runInBlock((ctx) => {
      this.#app.openAccount(ctx, key.addressBytes)
      if (coins.length > 0) this.#app.mint(ctx, key.addressBytes, coins)
    })
    if (!this.has(name)) this.keyTypes = new Map([...this.keyTypes, [name, key.type]])
    return key.address
  }

  /** The key of an account that was made. @throws UsageError for an unknown one */
  known(name: string): AccountKey {
    if (!this.has(name))
      throw new UsageError(`${this.#chain} has no account "${name}"`, {
        details: [
          `accounts: ${[...this.keyTypes.keys()].join(', ') || 'none'}`,
          `right: sandbox.chains.${this.#chain}.account('${name}', '1000000${this.#app.denom}')`,
        ],
      })
    return this.keyOf(name)
  }

  /** The next signer of a transaction. @throws UsageError as {@link known} */
  signer(name: string) {
    const { typeUrl, addressBytes, publicKey } = this.known(name)
    const account: Account | undefined = this.#app.account(addressBytes)
    return {
      publicKey: publicKeyAny(typeUrl, publicKey),
      accountNumber: account?.accountNumber ?? 0n,
      sequence: account?.sequence ?? 0n,
      // Not checked in process; its 64 bytes are there because the size of the transaction costs gas.
      sign: new Uint8Array(64),
    }
  }

  /** Secrets of the accounts with an EVM key, by address. */
  evmSecrets(): ReadonlyMap<Hex, Uint8Array> {
    const secrets = new Map<Hex, Uint8Array>()
    for (const [name, type] of this.keyTypes) {
      const { addressBytes, privateKey } = this.keyOf(name, type)
      if (type === 'eth') secrets.set(`0x${toHex(addressBytes)}`, privateKey)
    }
    return secrets
  }
}
