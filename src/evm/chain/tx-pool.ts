import type { Common } from '@ethereumjs/common'
import { getCalldataFloorGas } from '@ethereumjs/tx'
import { refuse } from '../execution/refusal.js'
import { addressOf } from '../execution/message.js'
import type { Hex } from '../hex.js'
import type { StateView } from '../state/view.js'
import { effectivePrice, feeCap, highestCost, tipCap, type SignedTransaction } from './transaction.js'

/** How much more a replacement has to pay, in per cent. Source: cosmos/evm `[evm.mempool] price-bump`. */
const PRICE_BUMP = 10n
/** Transactions that one account may have waiting behind a gap. Source: cosmos/evm `account-queue`. */
const ACCOUNT_QUEUE = 64
/** The most bytes of a transaction. Source: go-ethereum core/txpool/legacypool `txMaxSize`. */
const MAX_SIZE = 4 * 32 * 1024

export interface Pooled extends SignedTransaction {
  readonly nonce: bigint
  /** Order of arrival, which breaks ties between equal prices. */
  readonly order: number
}

/** What the pool checks a transaction against: the rules, limits and accounts of the next block. */
export interface PoolContext {
  readonly common: Common
  readonly gasLimit: bigint
  /** The least tip per unit of gas. */
  readonly minimumTip: bigint
  readonly state: StateView
}

/** Transactions that wait for a block: by sender and nonce. `pending` ones could go into the next block, `queued` ones wait for a nonce. */
export class TxPool {
  readonly #bySender = new Map<Hex, Map<bigint, Pooled>>()
  readonly #byHash = new Map<Hex, Pooled>()
  #order = 0

  get size(): number {
    return this.#byHash.size
  }

  get(hash: Hex): Pooled | undefined {
    return this.#byHash.get(hash)
  }

  /**
   * Adds a transaction. Source of the checks and their texts: go-ethereum core/txpool/validation.go.
   * @throws RpcError (-32000) with the reason when it is refused.
   */
  add(transaction: SignedTransaction, context: PoolContext): Pooled {
    const { hash, from, tx } = transaction
    if (this.#byHash.has(hash)) throw refuse('already known')
    validate(transaction, context)
    const own = this.#bySender.get(from) ?? new Map<bigint, Pooled>()
    const old = own.get(tx.nonce)
    if (old !== undefined) {
      const bumped = (price: bigint): bigint => (price * (100n + PRICE_BUMP)) / 100n
      if (feeCap(tx) < bumped(feeCap(old.tx)) || tipCap(tx) < bumped(tipCap(old.tx)))
        throw refuse('replacement transaction underpriced')
      this.#byHash.delete(old.hash)
    } else if (
      own.size >= ACCOUNT_QUEUE &&
      !own.has(tx.nonce - 1n) &&
      (context.state.account(from)?.nonce ?? 0n) < tx.nonce
    )
      throw refuse('account limit exceeded: pool limit')
    const pooled: Pooled = { ...transaction, nonce: tx.nonce, order: this.#order++ }
    this.#bySender.set(from, own.set(tx.nonce, pooled))
    this.#byHash.set(hash, pooled)
    return pooled
  }

  remove(hash: Hex): boolean {
    const pooled = this.#byHash.get(hash)
    if (pooled === undefined) return false
    this.#byHash.delete(hash)
    const own = this.#bySender.get(pooled.from)!
    own.delete(pooled.nonce)
    if (own.size === 0) this.#bySender.delete(pooled.from)
    return true
  }

  /** Drops what can no longer be mined: nonces that are used up. */
  prune(state: StateView): void {
    for (const [from, own] of this.#bySender) {
      const next = state.account(from)?.nonce ?? 0n
      for (const pooled of own.values()) if (pooled.nonce < next) this.remove(pooled.hash)
    }
  }

  clear(): void {
    this.#bySender.clear()
    this.#byHash.clear()
  }

  /** Transactions by sender and nonce, split into those that could run next and those that wait for a nonce. */
  content(state: StateView): { pending: Map<Hex, Pooled[]>; queued: Map<Hex, Pooled[]> } {
    const pending = new Map<Hex, Pooled[]>()
    const queued = new Map<Hex, Pooled[]>()
    for (const [from, own] of this.#bySender) {
      let next = state.account(from)?.nonce ?? 0n
      for (const pooled of [...own.values()].sort((a, b) => (a.nonce < b.nonce ? -1 : 1))) {
        const part = pooled.nonce === next ? pending : queued
        if (pooled.nonce === next) next += 1n
        part.set(from, [...(part.get(from) ?? []), pooled])
      }
    }
    return { pending, queued }
  }

  /** The nonce of the account's next transaction after those that are pending. */
  nextNonce(from: Hex, state: StateView): bigint {
    const own = this.#bySender.get(from)
    let next = state.account(from)?.nonce ?? 0n
    while (own?.has(next) === true) next += 1n
    return next
  }

  /**
   * Transactions for the next block: the best paying first, each sender's in the order of nonces. One that cannot pay the
   * base fee holds back later ones of its sender.
   */
  best(state: StateView, baseFee: bigint): Pooled[] {
    const queues = [...this.content(state).pending.values()]
    const chosen: Pooled[] = []
    for (;;) {
      let best: { queue: Pooled[]; tip: bigint } | undefined
      for (const queue of queues) {
        const head = queue[0]
        if (head === undefined || feeCap(head.tx) < baseFee) continue
        const tip = effectivePrice(head.tx, baseFee) - baseFee
        if (best === undefined || tip > best.tip || (tip === best.tip && head.order < best.queue[0]!.order))
          best = { queue, tip }
      }
      if (best === undefined) return chosen
      chosen.push(best.queue.shift()!)
    }
  }

  /** A copy of what is in the pool, for {@link restore}. */
  snapshot(): readonly Pooled[] {
    return [...this.#byHash.values()]
  }

  restore(snapshot: readonly Pooled[]): void {
    this.clear()
    for (const pooled of snapshot) {
      this.#byHash.set(pooled.hash, pooled)
      const own = this.#bySender.get(pooled.from) ?? new Map<bigint, Pooled>()
      this.#bySender.set(pooled.from, own.set(pooled.nonce, pooled))
    }
  }
}

function validate({ tx, from }: SignedTransaction, { common, gasLimit, minimumTip, state }: PoolContext): void {
  if (tx.serialize().length > MAX_SIZE && tx.type !== 3)
    throw refuse(`oversized data: transaction size ${tx.serialize().length}, limit ${MAX_SIZE}`)
  if (tx.gasLimit > gasLimit)
    throw refuse(`exceeds block gas limit: tx gas limit ${tx.gasLimit}, block gas limit ${gasLimit}`)
  if (tipCap(tx) > feeCap(tx))
    throw refuse(`max priority fee per gas higher than max fee per gas: tip ${tipCap(tx)}, fee cap ${feeCap(tx)}`)
  if (tipCap(tx) < minimumTip)
    throw refuse(`transaction underpriced: gas tip cap ${tipCap(tx)}, minimum needed ${minimumTip}`)
  const intrinsic = tx.getIntrinsicGas()
  if (tx.gasLimit < intrinsic) throw refuse(`intrinsic gas too low: gas ${tx.gasLimit}, minimum needed ${intrinsic}`)
  const floor = common.isActivatedEIP(7623) ? getCalldataFloorGas(tx, addressOf(from)) : 0n
  if (tx.gasLimit < floor)
    throw refuse(`insufficient gas for floor data gas cost: gas ${tx.gasLimit}, minimum needed ${floor}`)
  const next = state.account(from)?.nonce ?? 0n
  if (tx.nonce < next) throw refuse(`nonce too low: next nonce ${next}, tx nonce ${tx.nonce}`)
  const cost = highestCost(tx, common)
  const balance = state.balance(from)
  if (balance < cost)
    throw refuse(
      `insufficient funds for gas * price + value: balance ${balance}, tx cost ${cost}, overshot ${cost - balance}`,
    )
}
