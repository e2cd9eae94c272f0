import { fromHex, toHex } from '../../base/index.js'
import type { Context } from '../../chain/index.js'
import { amountOf } from '../../codec/index.js'
import type { Hex } from '../../evm/index.js'
import { accountAt, AUTH_STORE, type AccountKeeper } from '../../modules/auth/index.js'
import { balanceAt, BANK_STORE, holders, type BankKeeper } from '../../modules/bank/index.js'
import type { ChangeSet } from '../../store/index.js'

const SECOND = 1_000_000_000n

/** The coins of a chain that its EVM uses. */
export interface EvmCoins {
  readonly bank: BankKeeper
  readonly accounts: AccountKeeper
  readonly denom: string
}

/**
 * Balances of a chain as its EVM sees them after one of its blocks: those that may be spent, so locked coins of vesting accounts do not
 * count. A value: `after` makes the next one. Source: cosmos/evm x/vm/keeper/statedb.go `GetAccount`, keeper.go `SpendableCoin`.
 */
export class EvmBalances {
  readonly #coins: EvmCoins
  /** The state of the bank, with the time of the EVM's block. */
  readonly #context: Context
  /** Accounts whose coins become free with time, and so without a write. */
  readonly #vesting: ReadonlySet<Hex>
  /** Balances that the EVM still sees, because the bank changed them in a block whose EVM block was already made. */
  readonly #lagging: ReadonlyMap<Hex, bigint>

  private constructor(
    coins: EvmCoins,
    context: Context,
    vesting: ReadonlySet<Hex> = new Set(),
    lagging: ReadonlyMap<Hex, bigint> = new Map(),
  ) {
    this.#coins = coins
    this.#context = context
    this.#vesting = vesting
    this.#lagging = lagging
  }

  /** Balances in a state of the chain, for an EVM that has not started. */
  static at(coins: EvmCoins, context: Context): EvmBalances {
    return new EvmBalances(coins, context)
  }

  /** Balances for an EVM that starts in that state, and all accounts that hold coins. */
  static starting(coins: EvmCoins, context: Context): { readonly balances: EvmBalances; readonly holders: Hex[] } {
    const all = [...holders(context, coins.denom)].filter(isEvmAddress).map(nameOf)
    const vesting = new Set(all.filter((address) => isVesting(coins, context, address)))
    return { balances: new EvmBalances(coins, context, vesting), holders: all }
  }

  get(address: Hex): bigint {
    return this.#lagging.get(address) ?? spendable(this.#coins, this.#context, address)
  }

  /** Balances at the beginning of a block of this time, of the accounts where they may be others. @param time seconds since 1970 */
  opening(time: bigint): ReadonlyMap<Hex, bigint> {
    const context = atTime(this.#context, time * SECOND)
    return new Map(
      [...this.#vesting, ...this.#lagging.keys()].map((address) => [address, spendable(this.#coins, context, address)]),
    )
  }

  /**
   * Those after the next block of the chain, and those of them that may differ.
   * @param seen what the EVM sees after it, if its own block is made already; without that it will follow this one. Its time is in seconds since 1970
   */
  after(
    context: Context,
    changes: ChangeSet,
    seen?: { readonly time: bigint; readonly balances: (address: Hex) => bigint },
  ): { readonly balances: EvmBalances; readonly changed: ReadonlyMap<Hex, bigint> } {
    const coins = this.#coins
    const now = seen === undefined ? context : atTime(context, seen.time * SECOND)
    const written = addressesIn(changes, coins.denom)
    const vesting = new Set(this.#vesting)
    for (const address of written) {
      if (isVesting(coins, now, address)) vesting.add(address)
      else vesting.delete(address)
    }
    const all = [...written, ...vesting, ...this.#lagging.keys()]
    const changed = new Map(all.map((address) => [address, spendable(coins, now, address)]))
    const lagging = new Map(
      [...changed.keys()]
        .map((address): [Hex, bigint | undefined] => [address, seen?.balances(address)])
        .filter((one): one is [Hex, bigint] => one[1] !== undefined && one[1] !== changed.get(one[0])),
    )
    return { balances: new EvmBalances(coins, now, vesting, lagging), changed }
  }
}

const atTime = (context: Context, time: bigint): Context => context.withBlock({ ...context.block, time })

const isVesting = ({ accounts }: EvmCoins, context: Context, address: Hex): boolean =>
  accounts.get(context, bytesOf(address))?.vesting !== undefined

/** None where more is locked than there is. */
function spendable({ bank, accounts, denom }: EvmCoins, context: Context, address: Hex): bigint {
  const of = bytesOf(address)
  const { amount } = bank.balance(context, of, denom)
  const left = amount === 0n ? 0n : amount - amountOf(accounts.locked(context, of), denom)
  return left > 0n ? left : 0n
}

/** Accounts whose balance or schedule a block wrote. */
function addressesIn(changes: ChangeSet, denom: string): Set<Hex> {
  const addresses = new Set<Hex>()
  const add = (address: Uint8Array | undefined): void => {
    if (address !== undefined && isEvmAddress(address)) addresses.add(nameOf(address))
  }
  for (const [key] of changes.get(BANK_STORE) ?? []) {
    const place = balanceAt(key)
    if (place?.denom === denom) add(place.address)
  }
  for (const [key] of changes.get(AUTH_STORE) ?? []) add(accountAt(key))
  return addresses
}

/** Contracts of the chain have addresses of 32 bytes, which the EVM cannot name. */
const isEvmAddress = (address: Uint8Array): boolean => address.length === 20
export const bytesOf = (address: Hex): Uint8Array => fromHex(address.slice(2))
const nameOf = (address: Uint8Array): Hex => `0x${toHex(address)}`
