import {
  addressText,
  ErrInsufficientFunds,
  ErrInvalidCoins,
  ErrUnauthorized,
  ErrUnknownAddress,
  GoPanic,
  lessCoins,
  wrapping,
  type Context,
} from '../../chain/index.js'
import type { AnteBank } from '../../chain/ante/index.js'
import { addCoins, amountOf, coinsAreValid, coinsText, coinText, type Coin } from '../../codec/index.js'
import { keyOf } from '../../store/index.js'
import { addAmounts, allBalances, allSupplies, getBalance, getSupply, setBalance, setSupply } from './balances.js'
import { coinBurned, coinMinted, coinReceived, coinSpent, sentBy, transferred } from './events.js'
import type { BankAccount, BankAccounts, SendHooks } from './expected.js'
import { BANK_STORE, supplyKey } from './keys.js'
import { setVirtualAmount, takeVirtual, virtualAmount } from './virtual.js'

/** One side of a multi-send. */
export interface Side {
  readonly address: Uint8Array
  /** The address as the message has it. */
  readonly given: string
  readonly coins: readonly Coin[]
}

/** Moves coins, with the SDK's gas and events. Source: cosmos-sdk v0.53.6 x/bank/keeper/send.go, keeper.go. */
export class BankKeeper implements AnteBank {
  readonly accounts: BankAccounts
  readonly #hooks: () => SendHooks | undefined
  readonly #blocked: ReadonlySet<string>

  /**
   * @param options.blocked addresses that no message may send to
   * @param options.hooks called before coins move; the SDK's own bank has none. Looked up only when coins move, because the hooks use the bank
   */
  constructor(options: {
    readonly accounts: BankAccounts
    readonly blocked?: Iterable<Uint8Array>
    readonly hooks?: (() => SendHooks | undefined) | undefined
  }) {
    this.accounts = options.accounts
    this.#hooks = options.hooks ?? (() => undefined)
    this.#blocked = new Set([...(options.blocked ?? [])].map((address) => keyOf(address)))
  }

  /** @throws GoPanic for an invalid denom */
  balance(ctx: Context, address: Uint8Array, denom: string): Coin {
    return getBalance(ctx, address, denom)
  }
  /** Sorted by denom. */
  balances(ctx: Context, address: Uint8Array): readonly Coin[] {
    return allBalances(ctx, address)
  }
  /** Balances without locked coins; none while more is locked than there is. Source: x/bank/keeper/view.go `spendableCoins`. */
  spendable(ctx: Context, address: Uint8Array): readonly Coin[] {
    const balances = allBalances(ctx, address)
    const locked = this.accounts.locked(ctx, address)
    return locked.length === 0 ? balances : (lessCoins(balances, locked) ?? [])
  }
  /** @throws GoPanic while more is locked than there is. Source: x/bank/keeper/view.go `SpendableCoin` */
  spendableCoin(ctx: Context, address: Uint8Array, denom: string): Coin {
    const { amount } = getBalance(ctx, address, denom)
    const left = amount - amountOf(this.accounts.locked(ctx, address), denom)
    if (left < 0n) throw new GoPanic('negative coin amount')
    return { denom, amount: left }
  }
  /** Sets a balance for a test; the supply changes by the same amount. */
  setBalance(ctx: Context, address: Uint8Array, { denom, amount }: Coin): void {
    const { amount: before } = getBalance(ctx, address, denom)
    setBalance(ctx, address, { denom, amount })
    setSupply(ctx, { denom, amount: addAmounts(getSupply(ctx, denom).amount, amount - before) })
  }
  supply(ctx: Context, denom: string): Coin {
    return getSupply(ctx, denom)
  }
  /** The supply of all denoms, sorted. */
  supplies(ctx: Context): readonly Coin[] {
    return allSupplies(ctx)
  }
  hasSupply(ctx: Context, denom: string): boolean {
    return ctx.store(BANK_STORE).has(supplyKey(denom))
  }
  isBlocked(address: Uint8Array): boolean {
    return this.#blocked.has(keyOf(address))
  }

  /**
   * Moves coins and creates the receiver's account if it does not exist.
   * @throws ChainError sdk/10 for coins that are not valid, sdk/5 when the sender lacks them, or the error of a blocking hook
   * Source: `SendCoins`.
   */
  send(ctx: Context, from: Uint8Array, to: Uint8Array, amount: readonly Coin[]): void {
    this.#hooks()?.block(ctx, from, to, amount)
    this.#sendUnblocked(ctx, from, to, amount)
  }

  /** Source: neutron-org/cosmos-sdk x/bank/keeper/send.go `SendCoinsWithoutBlockHook`. */
  #sendUnblocked(ctx: Context, from: Uint8Array, to: Uint8Array, amount: readonly Coin[]): void {
    this.#hooks()?.track(ctx, from, to, amount)
    if (!coinsAreValid(amount)) throw ErrInvalidCoins.error(coinsText(amount))
    this.#take(ctx, from, amount)
    this.#give(ctx, to, amount)
    this.#open(ctx, to)
    const sender = this.#text(from)
    ctx.events.emit(transferred(this.#text(to), sender, coinsText(amount)), sentBy(sender))
  }

  /** One sender, several receivers; the caller has checked that the sums are equal. Source: `InputOutputCoins`. */
  multiSend(ctx: Context, input: Side, outputs: readonly Side[]): void {
    for (const output of outputs) this.#callHooks(ctx, input.address, output.address, output.coins)
    ctx.events.emit(sentBy(input.given))
    for (const { address } of outputs) this.#open(ctx, address)
    this.#take(ctx, input.address, input.coins)
    for (const { address, given, coins } of outputs) {
      this.#give(ctx, address, coins)
      const receiver = ctx.release.printsGivenReceivers ? given : this.#text(address)
      ctx.events.emit(transferred(receiver, input.given, coinsText(coins)))
    }
  }

  /** @throws ChainError as {@link send}; GoPanic for a module without an account. Source: `SendCoinsFromAccountToModule`. */
  sendToModule(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void {
    this.send(ctx, from, this.#module(ctx, module).address, amount)
  }

  /** @throws ChainError sdk/4 for a blocked receiver. Source: `SendCoinsFromModuleToAccount`. */
  sendFromModule(ctx: Context, module: string, to: Uint8Array, amount: readonly Coin[]): void {
    const from = this.#moduleAddress(module)
    if (this.isBlocked(to)) throw ErrUnauthorized.error(`${this.#text(to)} is not allowed to receive funds`)
    this.send(ctx, from, to, amount)
  }

  /** The coins reach the module at the end of the block. @throws ChainError as {@link send}. Source: x/bank/keeper/virtual.go `SendCoinsFromAccountToModuleVirtual`. */
  sendToVirtual(ctx: Context, from: Uint8Array, module: string, coin: Coin): void {
    const { address: to } = this.#module(ctx, module)
    this.#take(ctx, from, [coin])
    setVirtualAmount(ctx, to, { ...coin, amount: virtualAmount(ctx, to, coin.denom) + coin.amount })
    const sender = this.#text(from)
    ctx.events.emit(transferred(this.#text(to), sender, coinText(coin)), sentBy(sender))
  }

  /** Gives back what the module got in this transaction. @throws ChainError sdk/4, sdk/5. Source: `SendCoinsFromModuleToAccountVirtual`. */
  sendFromVirtual(ctx: Context, module: string, to: Uint8Array, coin: Coin): void {
    const from = this.#moduleAddress(module)
    if (this.isBlocked(to)) throw ErrUnauthorized.error(`${this.#text(to)} is not allowed to receive funds`)
    const has = virtualAmount(ctx, from, coin.denom)
    if (has < coin.amount)
      throw ErrInsufficientFunds.error(
        `spendable balance ${has === 0n ? '0' : coinText({ ...coin, amount: has })} is smaller than ${coinText(coin)}`,
      )
    setVirtualAmount(ctx, from, { ...coin, amount: has - coin.amount })
    this.#give(ctx, to, [coin])
    this.#open(ctx, to)
    const sender = this.#text(from)
    ctx.events.emit(transferred(this.#text(to), sender, coinText(coin)), sentBy(sender))
  }

  /** At the end of a block. Source: `CreditVirtualAccounts`. */
  creditVirtual(ctx: Context): void {
    for (const { address, coin } of takeVirtual(ctx)) {
      this.#give(ctx, address, [coin])
      this.#open(ctx, address)
    }
  }

  /** Writes a balance, and nothing else. Source: x/bank/keeper `UncheckedSetBalance`. */
  writeBalance(ctx: Context, address: Uint8Array, coin: Coin): void {
    setBalance(ctx, address, coin)
  }

  /** Source: `SendCoinsFromModuleToModule`. */
  sendBetweenModules(ctx: Context, from: string, to: string, amount: readonly Coin[]): void {
    const sender = this.#moduleAddress(from)
    this.#sendUnblocked(ctx, sender, this.#module(ctx, to).address, amount)
  }

  /**
   * Moves coins to a module account for staking.
   * @throws ChainError sdk/5 when the account lacks them, sdk/9 for an unknown account
   * Source: `DelegateCoinsFromAccountToModule`.
   */
  delegate(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void {
    const { address: pool } = this.#permitted(ctx, module, 'staking', 'receive delegated coins')
    this.accounts.get(ctx, pool)
    if (!coinsAreValid(amount)) throw ErrInvalidCoins.error(coinsText(amount))
    this.#callHooks(ctx, from, pool, amount)
    let balances: readonly Coin[] = []
    for (const coin of amount) {
      const balance = getBalance(ctx, from, coin.denom)
      balances = addCoins(balances, [balance])
      if (balance.amount < coin.amount)
        throw ErrInsufficientFunds.error(
          `failed to delegate; ${coinText(balance)} is smaller than ${coinsText(amount)}`,
        )
      setBalance(ctx, from, { denom: coin.denom, amount: balance.amount - coin.amount })
    }
    wrapping('failed to track delegation', () => this.accounts.trackDelegation(ctx, from, balances, amount))
    ctx.events.emit(coinSpent(this.#text(from), coinsText(amount)))
    this.#give(ctx, pool, amount)
  }

  /** Returns delegated coins. @throws ChainError as {@link delegate}. Source: `UndelegateCoinsFromModuleToAccount`. */
  undelegate(ctx: Context, module: string, to: Uint8Array, amount: readonly Coin[]): void {
    const { address: pool } = this.#permitted(ctx, module, 'staking', 'undelegate coins')
    this.accounts.get(ctx, pool)
    if (!coinsAreValid(amount)) throw ErrInvalidCoins.error(coinsText(amount))
    this.#callHooks(ctx, pool, to, amount)
    this.#take(ctx, pool, amount)
    wrapping('failed to track undelegation', () => this.accounts.trackUndelegation(ctx, to, amount))
    this.#give(ctx, to, amount)
  }

  /** Mints coins to a module account. Source: `MintCoins`. */
  mint(ctx: Context, module: string, amount: readonly Coin[]): void {
    const { address } = this.#permitted(ctx, module, 'minter', 'mint tokens')
    if (!coinsAreValid(amount)) throw ErrInvalidCoins.error(coinsText(amount))
    this.#give(ctx, address, amount)
    for (const { denom, amount: more } of amount)
      setSupply(ctx, { denom, amount: addAmounts(getSupply(ctx, denom).amount, more) })
    ctx.events.emit(coinMinted(this.#text(address), coinsText(amount)))
  }

  /** @throws GoPanic when the supply is smaller than the amount burned. Source: `BurnCoins`, types/coin.go `Sub`. */
  burn(ctx: Context, module: string, amount: readonly Coin[]): void {
    const { address } = this.#permitted(ctx, module, 'burner', 'burn tokens')
    if (!coinsAreValid(amount)) throw ErrInvalidCoins.error(coinsText(amount))
    this.#take(ctx, address, amount)
    for (const { denom, amount: less } of amount) {
      const left = { denom, amount: getSupply(ctx, denom).amount - less }
      if (left.amount < 0n) throw new GoPanic(`negative coin amount: ${coinText(left)}`)
      setSupply(ctx, left)
    }
    ctx.events.emit(coinBurned(this.#text(address), coinsText(amount)))
  }

  #callHooks(ctx: Context, from: Uint8Array, to: Uint8Array, amount: readonly Coin[]): void {
    const hooks = this.#hooks()
    hooks?.block(ctx, from, to, amount)
    hooks?.track(ctx, from, to, amount)
  }

  /** Source: `subUnlockedCoins`. */
  #take(ctx: Context, from: Uint8Array, amount: readonly Coin[]): void {
    const locked = this.accounts.locked(ctx, from)
    for (const coin of amount) {
      const balance = getBalance(ctx, from, coin.denom)
      const kept = { denom: coin.denom, amount: amountOf(locked, coin.denom) }
      const spendable = { denom: coin.denom, amount: balance.amount - kept.amount }
      if (spendable.amount < 0n)
        throw ErrInsufficientFunds.error(
          `locked amount exceeds account balance funds: ${coinText(kept)} > ${coinText(balance)}`,
        )
      if (spendable.amount < coin.amount)
        throw ErrInsufficientFunds.error(`spendable balance ${coinText(spendable)} is smaller than ${coinText(coin)}`)
      setBalance(ctx, from, { denom: coin.denom, amount: balance.amount - coin.amount })
    }
    ctx.events.emit(coinSpent(this.#text(from), coinsText(amount)))
  }

  /** Source: `addCoins`. */
  #give(ctx: Context, to: Uint8Array, amount: readonly Coin[]): void {
    for (const { denom, amount: more } of amount)
      setBalance(ctx, to, { denom, amount: addAmounts(getBalance(ctx, to, denom).amount, more) })
    ctx.events.emit(coinReceived(this.#text(to), coinsText(amount)))
  }

  #open(ctx: Context, address: Uint8Array): void {
    if (!this.accounts.has(ctx, address)) this.accounts.open(ctx, address)
  }

  #module(ctx: Context, name: string): BankAccount {
    const account = this.accounts.moduleAccount(ctx, name)
    if (account === undefined) throw noModule(name)
    return account
  }
  #moduleAddress(name: string): Uint8Array {
    const address = this.accounts.moduleAddress(name)
    if (address === undefined) throw noModule(name)
    return address
  }
  #permitted(ctx: Context, name: string, permission: string, verb: string): BankAccount {
    const account = this.#module(ctx, name)
    if (account.module?.permissions.includes(permission)) return account
    throw new GoPanic(ErrUnauthorized.error(`module account ${name} does not have permissions to ${verb}`).log)
  }

  #text(address: Uint8Array): string {
    return addressText(this.accounts.prefix, address)
  }
}

const noModule = (name: string): GoPanic =>
  new GoPanic(ErrUnknownAddress.error(`module account ${name} does not exist`).log)
