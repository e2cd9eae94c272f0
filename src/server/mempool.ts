import { blockGasLimit, txHash, type App, type BlockInfo, type TxOutcome } from '../chain/index.js'
import type { Layer } from '../store/index.js'

interface Waiting {
  readonly bytes: Uint8Array
  readonly hash: string
  readonly gasWanted: number
}

/**
 * Transactions that wait for the next block of a chain, in the order in which they came. Each was checked on the state that those before it lead to, so
 * that one account can send several for one block. Source: cometbft v0.38 mempool/clist_mempool.go; cosmos-sdk baseapp `checkState`.
 */
export class Mempool {
  readonly #app: App
  #waiting: readonly Waiting[] = []
  /** The state that checks write into, and the block after which it began. */
  #state: Layer | undefined
  #after: BlockInfo | undefined

  constructor(app: App) {
    this.#app = app
  }

  /** In their order. */
  get waiting(): readonly Uint8Array[] {
    return this.#waiting.map(({ bytes }) => bytes)
  }

  /** The state that the checked transactions lead to: their fees are paid, and their sequences used. For reading. @internal */
  get checkState(): Layer {
    return this.#current()
  }

  has(bytes: Uint8Array): boolean {
    const hash = txHash(bytes)
    return this.#waiting.some((one) => one.hash === hash)
  }

  /** Checks a transaction, and keeps it if it passes. */
  add(bytes: Uint8Array): TxOutcome {
    const check = this.#app.checkTx(bytes, this.#current())
    if (check.code === 0) this.#waiting = [...this.#waiting, { bytes, hash: txHash(bytes), gasWanted: check.gasWanted }]
    return check
  }

  /** Takes those out that fit into the next block; the others stay. Source: cometbft `ReapMaxBytesMaxGas` */
  take(): readonly Uint8Array[] {
    this.#current()
    const mostGas = blockGasLimit(this.#app.seals.consensus) || Infinity
    const mostBytes = this.#app.seals.consensus.block.maxBytes
    let [gas, size, count] = [0, 0n, 0]
    for (const { bytes, gasWanted } of this.#waiting) {
      gas += gasWanted
      size += BigInt(bytes.length)
      if (gas > mostGas || size > mostBytes) break
      count++
    }
    // One that no block has room for would hold up all behind it.
    const taken = this.#waiting.slice(0, Math.max(count, 1))
    this.#waiting = this.#waiting.slice(taken.length)
    return taken.map(({ bytes }) => bytes)
  }

  /** The state for checks. After another block or snapshot, those that wait are checked again, and dropped if they no longer pass. */
  #current(): Layer {
    const { last } = this.#app
    // A restored snapshot can have the same height with another state, so the object is compared.
    if (this.#state !== undefined && this.#after === last) return this.#state
    const state = this.#app.checkState()
    this.#waiting = this.#waiting.filter(({ bytes }) => this.#app.checkTx(bytes, state).code === 0)
    this.#after = last
    this.#state = state
    return state
  }
}
