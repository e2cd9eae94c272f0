import { fromHex, toHex } from '../base/bytes.js'
import { ChainError, RpcError } from '../base/errors.js'
import type { Block } from '../chain/block/block.js'
import type { Context } from '../chain/context.js'
import { GoPanic } from '../chain/gas.js'
import type { Coin } from '../codec/coins.js'
import type { Hex, HostBlock, HostChain } from '../evm/index.js'
import { moduleAddress } from '../modules/auth/index.js'
import { balanceAt, BANK_STORE, holders } from '../modules/bank/index.js'
import type { ChainApp } from './chain-app.js'
import { EVM_MODULE } from './common-parts.js'

const SECOND = 1_000_000_000n

/** The bank, as the EVM needs it. */
interface Moment {
  readonly context: Context
}

interface Ahead {
  readonly block: HostBlock
  readonly moment: Moment
}

/** The block up to which an EVM has followed its chain. */
export interface HostSnapshot {
  readonly moment: Moment
  readonly ahead: readonly Ahead[]
}

/**
 * A chain, as its EVM needs it. Each block of the EVM is a block of the chain, in which the bank settles the EVM's transfers: the
 * losses of accounts go to the EVM's module, and from there to the accounts that gained. A net gain is minted, a net loss is burned.
 * Source of that: cosmos/evm x/vm/keeper/statedb.go `SetBalance`.
 */
export class EvmHost implements HostChain {
  readonly #app: ChainApp
  readonly #denom: string
  readonly #accounts: () => ReadonlyMap<Hex, Uint8Array>
  readonly #listeners: (() => void)[] = []
  /** Whether the chain records its blocks for the EVM. */
  #listening = false
  #moment: Moment
  /** Current balances that were read. */
  readonly #known = new Map<Hex, bigint>()
  /** Balances that the EVM has set since. */
  readonly #set = new Map<Hex, bigint>()
  #ahead: Ahead[] = []

  /** @param accounts private keys by address */
  constructor(app: ChainApp, denom: string, accounts: () => ReadonlyMap<Hex, Uint8Array>) {
    this.#app = app
    this.#denom = denom
    this.#accounts = accounts
    this.#moment = { context: app.context }
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
    this.#see({ context: this.#app.context })
    this.#listening = true
    return [...holders(this.#moment.context, this.#denom)].filter(isEvmAddress).map(name)
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

  commit(timestamp?: bigint): void {
    const changes = [...this.#set]
      .map(([address, after]) => ({ address, before: this.#before(address), after }))
      .filter(({ before, after }) => before !== after)
      .sort((a, b) => (a.address < b.address ? -1 : 1))
    if (timestamp === undefined && changes.length === 0) return
    const { nextTime } = this.#app.baseApp
    const time = timestamp === undefined || timestamp === nextTime / SECOND ? nextTime : timestamp * SECOND
    this.#listening = false
    try {
      this.#app.block(time, () => this.#app.runInBlock((ctx) => this.#settle(ctx, changes)))
    } catch (error) {
      if (!(error instanceof ChainError || error instanceof GoPanic)) throw error
      throw new RpcError({ code: -32000, message: `the bank refused the block: ${error.message}`, cause: error })
    } finally {
      this.#listening = true
    }
    for (const { address, after } of changes) this.#known.set(address, after)
    this.#set.clear()
    this.#moment = { context: this.#app.context }
  }

  moment(): Moment {
    return this.#moment
  }

  show(moment: Moment | undefined): void {
    this.#listening = moment !== undefined
    this.#see(moment ?? this.#moment)
  }

  snapshot(): HostSnapshot {
    return { moment: this.#moment, ahead: [...this.#ahead] }
  }

  /** Called after the chain and its EVM were restored. @param snapshot undefined if the EVM had not started */
  restored(snapshot: HostSnapshot | undefined): void {
    this.#see(snapshot?.moment ?? { context: this.#app.context })
    this.#ahead = [...(snapshot?.ahead ?? [])]
  }

  #see(moment: Moment): void {
    this.#moment = moment
    this.#known.clear()
    this.#set.clear()
    this.#ahead = []
  }

  /** The current balance. */
  #before(address: Hex): bigint {
    let balance = this.#known.get(address)
    if (balance === undefined) {
      balance = this.#app.keepers.bank.balance(this.#moment.context, bytes(address), this.#denom).amount
      this.#known.set(address, balance)
    }
    return balance
  }

  #take({ time }: Block): void {
    const context = this.#app.context
    const balances = new Map<Hex, bigint>()
    for (const [key] of this.#app.baseApp.stores.latest?.changes().get(BANK_STORE) ?? []) {
      const place = balanceAt(key)
      if (place?.denom === this.#denom && isEvmAddress(place.address))
        balances.set(name(place.address), this.#app.keepers.bank.balance(context, place.address, this.#denom).amount)
    }
    this.#ahead.push({ block: { timestamp: time / SECOND, balances }, moment: { context } })
    for (const listener of this.#listeners) listener()
  }

  #settle(ctx: Context, changes: readonly Change[]): void {
    const { bank } = this.#app.keepers
    const module = moduleAddress(EVM_MODULE)
    const coins = (amount: bigint): Coin[] => [{ denom: this.#denom, amount }]
    const sum = changes.reduce((total, { before, after }) => total + after - before, 0n)
    if (sum > 0n) bank.mint(ctx, EVM_MODULE, coins(sum))
    for (const { address, before, after } of changes)
      if (after < before) bank.send(ctx, bytes(address), module, coins(before - after))
    for (const { address, before, after } of changes)
      if (after > before) bank.send(ctx, module, bytes(address), coins(after - before))
    if (sum < 0n) bank.burn(ctx, EVM_MODULE, coins(-sum))
  }
}

interface Change {
  readonly address: Hex
  readonly before: bigint
  readonly after: bigint
}

/** Contracts of the chain have addresses of 32 bytes, which the EVM cannot name. */
const isEvmAddress = (address: Uint8Array): boolean => address.length === 20
const bytes = (address: Hex): Uint8Array => fromHex(address.slice(2))
const name = (address: Uint8Array): Hex => `0x${toHex(address)}`
