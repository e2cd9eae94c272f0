import { sha256 } from '../../crypto/index.js'
import { NO_BYTES, toUtf8 } from '../../base/index.js'
import {
  addressText,
  ErrInvalidPubKey,
  ErrUnknownAddress,
  GoPanic,
  InfiniteGasMeter,
  plainError,
  walk,
  type Context,
} from '../../chain/index.js'
import type { AnteAccounts, AuthParams } from '../../chain/ante/index.js'
import { protoUint64, readProto, remember, type Any, type Coin, type Remembering } from '../../codec/index.js'
import { joinKeys, keyBytes, keyOf, prefixEnd, uint64Key } from '../../store/index.js'
import { decodeAccount, encodeAccount, type Account } from './account.js'
import {
  accountKey,
  ACCOUNTS_PREFIX,
  AUTH_STORE,
  LEGACY_NEXT_NUMBER_KEY,
  NEXT_NUMBER_KEY,
  numberKey,
  PARAMS_KEY,
  timeoutKey,
  TIMEOUTS_PREFIX,
} from './keys.js'
import { lockedCoins, withDelegation, withUndelegation, type Vesting } from './vesting/schedule.js'
import { derivedNumber } from './numbers.js'
import { decodeAuthParams, encodeAuthParams } from './params.js'

/** Permissions of module accounts. Source: cosmos-sdk x/auth/types/permissions.go. */
export type Permission = 'minter' | 'burner' | 'staking'

const NO_PARAMS = decodeAuthParams(NO_BYTES)

/** Address of a module account: first 20 bytes of the SHA-256 of its name. Source: x/auth/types `NewModuleAddress`. */
export const moduleAddress = (name: string): Uint8Array => sha256(toUtf8(name)).slice(0, 20)

/** Accounts and their numbers. Source: cosmos-sdk x/auth/keeper. */
export class AccountKeeper implements AnteAccounts {
  readonly prefix: string
  /** Permissions by module account name. */
  readonly modules: ReadonlyMap<string, readonly Permission[]>
  readonly #addresses: ReadonlyMap<string, Uint8Array>
  readonly #decode: Remembering<Account>
  readonly #decodeParams = remember(decodeAuthParams)

  readonly #appHash: () => Uint8Array

  /** @param options with the app hash in the header of the current block, which releases with derived numbers need */
  constructor(options: {
    readonly prefix: string
    readonly modules: Readonly<Record<string, readonly Permission[]>>
    readonly appHash?: () => Uint8Array
  }) {
    this.prefix = options.prefix
    this.#appHash = options.appHash ?? (() => NO_BYTES)
    this.modules = new Map(Object.entries(options.modules))
    this.#addresses = new Map([...this.modules.keys()].map((name) => [name, moduleAddress(name)]))
    this.#decode = remember((bytes) => decodeAccount(this.prefix, bytes))
  }

  params(ctx: Context): AuthParams {
    const bytes = ctx.store(AUTH_STORE).get(PARAMS_KEY)
    return bytes === undefined ? NO_PARAMS : this.#decodeParams(bytes)
  }
  setParams(ctx: Context, params: AuthParams): void {
    ctx.store(AUTH_STORE).set(PARAMS_KEY, encodeAuthParams(params))
  }

  has(ctx: Context, address: Uint8Array): boolean {
    return ctx.store(AUTH_STORE).has(accountKey(address))
  }
  get(ctx: Context, address: Uint8Array): Account | undefined {
    const bytes = ctx.store(AUTH_STORE).get(accountKey(address))
    return bytes && this.#decode(bytes)
  }

  /** Stores an account and its number in the index of numbers, in the order of collections' `IndexedMap.Set`. */
  set(ctx: Context, account: Account): void {
    const store = ctx.store(AUTH_STORE)
    const before = this.get(ctx, account.address)
    if (before !== undefined) store.delete(numberKey(before.accountNumber))
    const number = numberKey(account.accountNumber)
    if (store.has(number))
      throw new GoPanic(`collections: conflict: index uniqueness constrain violation: ${account.accountNumber}`)
    store.set(number, account.address)
    const bytes = encodeAccount(this.prefix, account)
    this.#decode.learn(bytes, account)
    store.set(accountKey(account.address), bytes)
  }

  /** Source: `RemoveAccount`. */
  remove(ctx: Context, { address, accountNumber }: Account): void {
    const store = ctx.store(AUTH_STORE)
    store.delete(numberKey(accountNumber))
    store.delete(accountKey(address))
  }

  /** A new account with the next number; it is not stored yet. Source: `NewAccountWithAddress`. */
  create(ctx: Context, address: Uint8Array): Account {
    return { address, publicKey: undefined, accountNumber: this.nextNumber(ctx, address), sequence: 0n }
  }

  /** Makes a new account and stores it. */
  open(ctx: Context, address: Uint8Array): void {
    this.set(ctx, this.create(ctx, address))
  }

  /** Allocates an account number. @param module name of a module account. Source: `NextAccountNumber`. */
  nextNumber(ctx: Context, address: Uint8Array, module?: string): bigint {
    if (ctx.release.accountNumbers === 'derived') return derivedNumber(ctx, this.#appHash(), address, module)
    const store = ctx.store(AUTH_STORE)
    const bytes = store.get(NEXT_NUMBER_KEY)
    const number =
      bytes === undefined
        ? protoUint64(readProto(store.get(LEGACY_NEXT_NUMBER_KEY) ?? NO_BYTES), 1)
        : new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0)
    this.setNextNumber(ctx, number + 1n)
    return number
  }

  /** Coins that an account may not spend yet. Source: cosmos-sdk x/bank/keeper/view.go `LockedCoins`. */
  locked(ctx: Context, address: Uint8Array): readonly Coin[] {
    const vesting = this.get(ctx, address)?.vesting
    return vesting === undefined ? [] : lockedCoins(vesting, ctx.block.time)
  }
  /** Notes coins that an account delegates, if it is a vesting account. @param balance before @throws ChainError sdk/9. Source: x/bank/keeper/keeper.go `trackDelegation` */
  trackDelegation(ctx: Context, address: Uint8Array, balance: readonly Coin[], amount: readonly Coin[]): void {
    this.#track(ctx, address, (vesting) => withDelegation(vesting, ctx.block.time, balance, amount))
  }
  /** Notes delegated coins that an account gets back, as {@link trackDelegation}. Source: `trackUndelegation` */
  trackUndelegation(ctx: Context, address: Uint8Array, amount: readonly Coin[]): void {
    this.#track(ctx, address, (vesting) => withUndelegation(vesting, amount))
  }
  #track(ctx: Context, address: Uint8Array, change: (vesting: Vesting) => Vesting): void {
    const account = this.get(ctx, address)
    if (account === undefined) throw ErrUnknownAddress.error(`account ${this.text(address)} does not exist`)
    const { vesting } = account
    if (vesting !== undefined && vesting.schedule.kind !== 'base')
      this.set(ctx, { ...account, vesting: change(vesting) })
  }

  /** The number of the next new account. */
  setNextNumber(ctx: Context, number: bigint): void {
    ctx.store(AUTH_STORE).set(NEXT_NUMBER_KEY, keyBytes(uint64Key(number)))
  }

  setPublicKey(ctx: Context, account: Account, publicKey: Any): void {
    if (account.module !== undefined) throw ErrInvalidPubKey.error('not supported for module accounts')
    this.set(ctx, { ...account, publicKey })
  }
  incrementSequence(ctx: Context, account: Account): void {
    this.set(ctx, { ...account, sequence: account.sequence + 1n })
  }

  noteSigner(ctx: Context, address: Uint8Array, publicKey: Any | undefined): void {
    const free = ctx.withGasMeter(new InfiniteGasMeter())
    const account = this.get(free, address)
    if (account === undefined) throw ErrUnknownAddress.error(`account ${this.text(address)} does not exist`)
    this.set(free, { ...account, publicKey: account.publicKey ?? publicKey, sequence: account.sequence + 1n })
  }

  /** Source: `TryAddUnorderedNonce`. @throws ChainError undefined/1 */
  useTimeout(ctx: Context, address: Uint8Array, timeout: bigint): void {
    const store = ctx.store(AUTH_STORE)
    const nanos = BigInt.asIntN(64, timeout)
    const key = joinKeys(timeoutKey(nanos), keyOf(address))
    if (store.has(key)) throw plainError(`sender ${this.text(address)} has already used timeout ${nanos}`)
    store.set(key, NO_BYTES)
  }
  /** Source: `RemoveExpiredUnorderedNonces`. */
  forgetTimeouts(ctx: Context): void {
    const store = ctx.store(AUTH_STORE)
    const rows = store.iterator(TIMEOUTS_PREFIX, prefixEnd(timeoutKey(ctx.block.time)))
    const keys = []
    for (; rows.valid; rows.next()) keys.push(rows.key)
    for (const key of keys) store.delete(key)
  }

  /** Undefined for a name without a module account. Source: `GetModuleAddress`. */
  moduleAddress(name: string): Uint8Array | undefined {
    return this.#addresses.get(name)
  }

  /** The account of a module, created on first use; undefined for an unknown name. Source: `GetModuleAccount`. */
  moduleAccount(ctx: Context, name: string): Account | undefined {
    const address = this.#addresses.get(name)
    if (address === undefined) return undefined
    const known = this.get(ctx, address)
    if (known !== undefined) {
      if (known.module === undefined) throw new GoPanic('account is not a module account')
      return known
    }
    const account: Account = {
      address,
      publicKey: undefined,
      accountNumber: this.nextNumber(ctx, address, name),
      sequence: 0n,
      module: { name, permissions: this.modules.get(name)! },
    }
    this.set(ctx, account)
    return account
  }

  /** All accounts in the order of their addresses' bytes. */
  *all(ctx: Context): Generator<Account> {
    for (const [, bytes] of walk(ctx.store(AUTH_STORE), ACCOUNTS_PREFIX)) yield this.#decode(bytes)
  }

  /** The address that has an account number. */
  addressByNumber(ctx: Context, accountNumber: bigint): Uint8Array | undefined {
    return ctx.store(AUTH_STORE).get(numberKey(accountNumber))
  }

  text(address: Uint8Array): string {
    return addressText(this.prefix, address)
  }
}
