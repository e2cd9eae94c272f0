import { ChainError, RpcError } from '../../base/index.js'
import { addressText, ErrUnauthorized, GoPanic, type Block, type Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'
import type { Hex, HostBlock, HostChain } from '../../evm/index.js'
import { moduleAddress } from '../../modules/auth/index.js'
import type { ChainApp } from '../chain-app.js'
import { EVM_MODULE } from '../common/base.js'
import { bytesOf, EvmBalances, type EvmCoins } from './balances.js'

const SECOND = 1_000_000_000n

interface Ahead {
  readonly block: HostBlock
  readonly moment: EvmBalances
}

/** The block up to which an EVM has followed its chain. */
export interface HostSnapshot {
  readonly moment: EvmBalances
  readonly ahead: readonly Ahead[]
}

/**
 * A chain, as its EVM needs it. Each block of the EVM is a block of the chain, in which the bank settles the EVM's transfers: the
 * losses of accounts go to the EVM's module, and from there to the accounts that gained. A net gain is minted, a net loss is burned.
 * Source of that, and of who may not be paid: cosmos/evm x/vm/keeper/statedb.go `SetBalance`.
 */
export class EvmHost implements HostChain {
  readonly #app: ChainApp
  readonly #coins: EvmCoins
  readonly #accounts: () => ReadonlyMap<Hex, Uint8Array>
  readonly #listeners: (() => void)[] = []
  /** Whether the chain records its blocks for the EVM. */
  #listening = false
  #moment: EvmBalances
  /** Current balances that were read. */
  readonly #known = new Map<Hex, bigint>()
  /** Balances that the EVM has set since. */
  readonly #set = new Map<Hex, bigint>()
  #ahead: Ahead[] = []

  /** @param accounts private keys by address */
  constructor(app: ChainApp, denom: string, accounts: () => ReadonlyMap<Hex, Uint8Array>) {
    this.#app = app
    this.#coins = { bank: app.keepers.bank, accounts: app.keepers.accounts, denom }
    this.#accounts = accounts
    this.#moment = this.#unstarted()
    app.baseApp.onBlock((block) => {
      if (this.#listening) this.#take(block)
    })
  }

  get(address: Hex): bigint {
    return this.#set.get(address) ?? this.#before(address)
  }

  set(address: Hex, value: bigint): void {
    this.#set.set(address, value)
  }

  now(): bigint {
    return this.#app.time / SECOND
  }

  nextTime(): bigint {
    return this.#app.baseApp.nextTime / SECOND
  }

  accounts(): ReadonlyMap<Hex, Uint8Array> {
    return this.#accounts()
  }

  start(): readonly Hex[] {
    const { balances, holders } = EvmBalances.starting(this.#coins, this.#app.context)
    this.#see(balances)
    this.#listening = true
    return holders
  }

  onBlock(listener: () => void): void {
    this.#listeners.push(listener)
  }

  ahead(): HostBlock | undefined {
    return this.#ahead[0]?.block
  }

  follow(): void {
    const { block, moment } = this.#ahead.shift()!
    this.#moment = moment
    for (const [address, balance] of block.balances) this.#known.set(address, balance)
    this.#set.clear()
  }

  opening(timestamp: bigint): ReadonlyMap<Hex, bigint> {
    return this.#moment.opening(timestamp)
  }

  whyUnpayable(address: Hex): string | undefined {
    const { bank } = this.#coins
    if (!bank.isBlocked(bytesOf(address))) return undefined
    return ErrUnauthorized.error(
      `${addressText(bank.accounts.prefix, bytesOf(address))} is not allowed to receive funds`,
    ).log
  }

  whyRefused(timestamp: bigint): string | undefined {
    try {
      this.#block(this.#timeOf(timestamp), timestamp, () => {
        throw new Undone()
      })
    } catch (error) {
      if (!(error instanceof Undone)) return refusalOf(error).message
    }
    return undefined
  }

  commit(timestamp: bigint): void {
    this.#settled(this.#timeOf(timestamp), timestamp)
  }

  settle(now: bigint): void {
    if (this.#changes(now).length > 0) this.#settled(this.#app.baseApp.nextTime, now)
  }

  /** Time of the block of the chain for one of the EVM, in nanoseconds since 1970. */
  #timeOf(timestamp: bigint): bigint {
    const { nextTime } = this.#app.baseApp
    return timestamp === nextTime / SECOND ? nextTime : timestamp * SECOND
  }

  /** @param time of the block, in nanoseconds since 1970 @param seen time of the EVM's last block after it, in seconds */
  #settled(time: bigint, seen: bigint): void {
    try {
      this.#block(time, seen)
    } catch (error) {
      const cause = refusalOf(error)
      const text = cause instanceof ChainError ? cause.log : cause.message
      throw new RpcError({ code: -32000, message: `the bank refused the block: ${text}`, cause })
    }
    for (const [address, balance] of this.#set) this.#known.set(address, balance)
    this.#set.clear()
    const { latest } = this.#app.baseApp.stores
    const balances = (address: Hex): bigint => this.#before(address)
    this.#moment = this.#moment.after(this.#app.context, latest!.changes(), { time: seen, balances }).balances
  }

  /** Makes a block of the chain that settles what was set. @param then runs in it, after that */
  #block(time: bigint, seen: bigint, then?: () => void): void {
    const changes = this.#changes(seen)
    this.#listening = false
    try {
      this.#app.block(time, () =>
        this.#app.runInBlock((ctx) => {
          this.#pay(ctx, changes)
          then?.()
        }),
      )
    } finally {
      this.#listening = true
    }
  }

  /** What the EVM changed since its last block; what time did is no change. @param now seconds since 1970 */
  #changes(now: bigint): readonly Change[] {
    const opening = this.opening(now)
    return [...this.#set]
      .map(([address, after]) => ({ address, before: opening.get(address) ?? this.#before(address), after }))
      .filter(({ before, after }) => before !== after)
      .sort((a, b) => (a.address < b.address ? -1 : 1))
  }

  moment(): EvmBalances {
    return this.#moment
  }

  show(moment: EvmBalances | undefined): void {
    this.#listening = moment !== undefined
    this.#see(moment ?? this.#moment)
  }

  snapshot(): HostSnapshot {
    return { moment: this.#moment, ahead: [...this.#ahead] }
  }

  /** Called after the chain and its EVM were restored. @param snapshot undefined if the EVM had not started */
  restored(snapshot: HostSnapshot | undefined): void {
    this.#see(snapshot?.moment ?? this.#unstarted())
    this.#ahead = [...(snapshot?.ahead ?? [])]
  }

  #unstarted(): EvmBalances {
    return EvmBalances.at(this.#coins, this.#app.context)
  }

  #see(moment: EvmBalances): void {
    this.#moment = moment
    this.#known.clear()
    this.#set.clear()
    this.#ahead = []
  }

  /** The current balance. */
  #before(address: Hex): bigint {
    let balance = this.#known.get(address)
    if (balance === undefined) {
      balance = this.#moment.get(address)
      this.#known.set(address, balance)
    }
    return balance
  }

  #take({ time }: Block): void {
    const last = this.#ahead.at(-1)?.moment ?? this.#moment
    const written = this.#app.baseApp.stores.latest?.changes() ?? new Map()
    const { balances: moment, changed } = last.after(this.#app.context, written)
    this.#ahead.push({ block: { timestamp: time / SECOND, balances: changed }, moment })
    for (const listener of this.#listeners) listener()
  }

  #pay(ctx: Context, changes: readonly Change[]): void {
    const { bank, denom } = this.#coins
    const module = moduleAddress(EVM_MODULE)
    const coins = (amount: bigint): Coin[] => [{ denom, amount }]
    const sum = changes.reduce((total, { before, after }) => total + after - before, 0n)
    if (sum > 0n) bank.mint(ctx, EVM_MODULE, coins(sum))
    for (const { address, before, after } of changes)
      if (after < before) bank.send(ctx, bytesOf(address), module, coins(before - after))
    for (const { address, before, after } of changes)
      if (after > before) bank.send(ctx, module, bytesOf(address), coins(after - before))
    if (sum < 0n) bank.burn(ctx, EVM_MODULE, coins(-sum))
  }
}

interface Change {
  readonly address: Hex
  readonly before: bigint
  readonly after: bigint
}

/** Ends the trial of a block. */
class Undone extends Error {}

/** @throws the error itself if it is not one of the chain's */
function refusalOf(error: unknown): Error {
  if (error instanceof ChainError || error instanceof GoPanic) return error
  throw error
}
