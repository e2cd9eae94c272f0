import type { Common } from '@ethereumjs/common'
import { getCalldataFloorGas } from '@ethereumjs/tx'
import { refuse } from '../errors.js'
import { addressOf } from '../execution/message.js'
import type { Hex } from '../hex.js'
import type { StateView } from '../state/view.js'
import { DroppedTransactions } from './dropped.js'
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
  readonly dropped = new DroppedTransactions()
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
    assertAffordable(transaction, own, context)
    const old = own.get(tx.nonce)
    if (old !== undefined) {
      const bumped = (price: bigint): bigint => (price * (100n + PRICE_BUMP)) / 100n
      if (feeCap(tx) < bumped(feeCap(old.tx)) || tipCap(tx) < bumped(tipCap(old.tx)))
        throw refuse('replacement transaction underpriced')
      this.drop(old.hash, `replaced by transaction ${hash}`)
    } else if (own.size >= ACCOUNT_QUEUE && !own.has(tx.nonce - 1n) && nextOf(context.state, from) < tx.nonce)
      throw refuse('account limit exceeded: pool limit')
    const pooled: Pooled = { ...transaction, nonce: tx.nonce, order: this.#order++ }
    this.#bySender.set(from, own.set(tx.nonce, pooled))
    this.#byHash.set(hash, pooled)
    this.dropped.forget(hash)
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

  /** Removes a transaction that is not in a block, and notes why. */
  drop(hash: Hex, reason: string): void {
    const pooled = this.#byHash.get(hash)
    if (pooled !== undefined && this.remove(hash)) this.dropped.add(pooled, reason)
  }

  /**
   * Drops what can no longer be mined: nonces that are used up, and transactions that their sender cannot pay or that are too large for a
   * block. Later ones of such a sender wait for the nonce. Source: go-ethereum core/txpool/legacypool `demoteUnexecutables`, `promoteExecutables`.
   */
  prune(context: PoolContext): void {
    for (const pooled of this.#byHash.values()) {
      const reason = problemOfNonce(pooled, context) ?? problemOfGas(pooled, context) ?? problemOfFunds(pooled, context)
      if (reason !== undefined) this.drop(pooled.hash, reason)
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
      let next = nextOf(state, from)
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
    let next = nextOf(state, from)
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
      this.dropped.forget(pooled.hash)
      this.#byHash.set(pooled.hash, pooled)
      const own = this.#bySender.get(pooled.from) ?? new Map<bigint, Pooled>()
      this.#bySender.set(pooled.from, own.set(pooled.nonce, pooled))
    }
  }
}

/** @throws RpcError for a transaction that is not valid on its own */
function validate(transaction: SignedTransaction, context: PoolContext): void {
  const { tx, from } = transaction
  const { common, minimumTip } = context
  if (tx.serialize().length > MAX_SIZE && tx.type !== 3)
    throw refuse(`oversized data: transaction size ${tx.serialize().length}, limit ${MAX_SIZE}`)
  assertNone(problemOfGas(transaction, context))
  if (tipCap(tx) > feeCap(tx))
    throw refuse(`max priority fee per gas higher than max fee per gas: tip ${tipCap(tx)}, fee cap ${feeCap(tx)}`)
  if (tipCap(tx) < minimumTip)
    throw refuse(`transaction underpriced: gas tip cap ${tipCap(tx)}, minimum needed ${minimumTip}`)
  const intrinsic = tx.getIntrinsicGas()
  if (tx.gasLimit < intrinsic) throw refuse(`intrinsic gas too low: gas ${tx.gasLimit}, minimum needed ${intrinsic}`)
  const floor = common.isActivatedEIP(7623) ? getCalldataFloorGas(tx, addressOf(from)) : 0n
  if (tx.gasLimit < floor)
    throw refuse(`insufficient gas for floor data gas cost: gas ${tx.gasLimit}, minimum needed ${floor}`)
  assertNone(problemOfNonce(transaction, context) ?? problemOfFunds(transaction, context))
}

/**
 * @param own transactions of the sender in the pool, by nonce @throws RpcError when the sender can pay it alone, but not with those that
 * are pending. Source: go-ethereum core/txpool/validation.go `ValidateTransactionWithState`
 */
function assertAffordable(
  { tx, from }: SignedTransaction,
  own: ReadonlyMap<bigint, Pooled>,
  { common, state }: PoolContext,
): void {
  let [spent, replaced]: [bigint, bigint | undefined] = [0n, undefined]
  for (let nonce = nextOf(state, from), one = own.get(nonce); one !== undefined; one = own.get((nonce += 1n))) {
    const cost = highestCost(one.tx, common)
    spent += cost
    if (nonce === tx.nonce) replaced = cost
  }
  const cost = highestCost(tx, common)
  const more = cost - (replaced ?? 0n)
  const [balance, need] = [state.balance(from), spent + more]
  if (balance >= need) return
  const added = replaced === undefined ? `tx cost ${cost}` : `tx bumped ${more}`
  throw refuse(
    `insufficient funds for gas * price + value: balance ${balance}, queued cost ${spent}, ${added}, overshot ${need - balance}`,
  )
}

function assertNone(problem: string | undefined): void {
  if (problem !== undefined) throw refuse(problem)
}

const nextOf = (state: StateView, from: Hex): bigint => state.account(from)?.nonce ?? 0n

const problemOfGas = ({ tx }: SignedTransaction, { gasLimit }: PoolContext): string | undefined =>
  tx.gasLimit > gasLimit
    ? `exceeds block gas limit: tx gas limit ${tx.gasLimit}, block gas limit ${gasLimit}`
    : undefined

function problemOfNonce({ tx, from }: SignedTransaction, { state }: PoolContext): string | undefined {
  const next = nextOf(state, from)
  return tx.nonce < next ? `nonce too low: next nonce ${next}, tx nonce ${tx.nonce}` : undefined
}

function problemOfFunds({ tx, from }: SignedTransaction, { common, state }: PoolContext): string | undefined {
  const [balance, cost] = [state.balance(from), highestCost(tx, common)]
  return balance < cost
    ? `insufficient funds for gas * price + value: balance ${balance}, tx cost ${cost}, overshot ${cost - balance}`
    : undefined
}
