import type { Block } from '@ethereumjs/block'
import type { TypedTransaction } from '@ethereumjs/tx'
import { RpcError, UsageError } from '../../base/index.js'
import { hex, type Hex } from '../hex.js'
import { LogIndex } from './log-index.js'
import type { LogCriteria } from './logs.js'
import type { Receipt } from './receipt.js'
import type { State } from '../state/state.js'
import type { MinedRef } from './values.js'

export interface ChainBlock {
  readonly number: bigint
  /** That of its header; on a chain that has the EVM inside, of the chain's own header. */
  readonly hash: Hex
  readonly block: Block
  /** By index of the transaction. */
  readonly receipts: readonly Receipt[]
  /** Index in the block of the first log of each receipt. */
  readonly firstLog: readonly number[]
  /** The version of the state after this block, later changes by test-control methods included. */
  readonly version: number
  /** Whether it stands for a block of the chain alongside this one. */
  readonly isFollowed: boolean
  /** Undefined for the genesis, and for the lowest block that is kept. */
  readonly parent: ChainBlock | undefined
  /** The fraction of its base fee below one unit, times 10^18; 0 where base fees have none. */
  readonly feeFraction: bigint
  /** The state that has its version, if that is not the chain's: the block is a pending one. */
  readonly state: State | undefined
}

/** A block after its parent. */
export function chainBlock(
  init: Pick<ChainBlock, 'block' | 'receipts' | 'version'> &
    Partial<Pick<ChainBlock, 'isFollowed' | 'state' | 'feeFraction' | 'hash'>>,
  parent: ChainBlock | undefined,
): ChainBlock {
  let logs = 0
  const firstLog = init.receipts.map((receipt) => {
    const first = logs
    logs += receipt.logs.length
    return first
  })
  return {
    isFollowed: false,
    state: undefined,
    feeFraction: 0n,
    ...init,
    firstLog,
    number: init.block.header.number,
    hash: init.hash ?? hex(init.block.hash()),
    parent,
  }
}

/** The position of a transaction in the chain. */
export interface Located {
  readonly block: ChainBlock
  readonly index: number
  readonly tx: TypedTransaction
  readonly receipt: Receipt
}

/**
 * The blocks from the genesis, or from the lowest one that is kept, to the head. At number 0 is the first of them. There is one branch: a Cosmos chain has
 * no reorganisations.
 */
export class Blockchain {
  readonly #blocks: ChainBlock[] = []
  /** The genesis, once the blocks after it are no longer kept. */
  #genesis: ChainBlock | undefined
  /** Height of the first of the blocks. */
  #lowest = 0
  readonly #byHash = new Map<Hex, ChainBlock>()
  readonly #byTransaction = new Map<Hex, { block: ChainBlock; index: number }>()
  readonly #logs = new LogIndex()

  get head(): ChainBlock {
    return this.#blocks.at(-1)!
  }

  get genesis(): ChainBlock {
    return this.#genesis ?? this.#blocks[0]!
  }

  /** How many blocks are kept; a genesis apart from them does not count. */
  get size(): number {
    return this.#blocks.length
  }

  /** The lowest block that is kept; the genesis does not count once those after it are gone. */
  get lowest(): ChainBlock {
    return this.#blocks[0]!
  }

  append(init: Omit<Parameters<typeof chainBlock>[0], 'isFollowed'>, isFollowed = false): ChainBlock {
    const block = chainBlock({ ...init, isFollowed }, this.#blocks.at(-1))
    this.#push(block)
    return block
  }

  /** The state after the head was changed from outside: the head is a different value from now on. */
  setHeadVersion(version: number): void {
    const { head } = this
    this.truncate(head.number - 1n)
    this.#push({ ...head, version })
  }

  /**
   * Makes this block the head, even when it is no longer on the chain. The cost grows with the distance.
   * @throws UsageError as {@link mustReach}
   */
  restore(head: ChainBlock): void {
    const { common, ahead } = this.#pathTo(head)
    this.truncate(common?.number ?? -1n)
    for (const block of ahead.reverse()) this.#push(block)
  }

  /** @throws UsageError for a block that is no longer kept, or that descends from one which no longer is */
  mustReach(head: ChainBlock): void {
    this.#pathTo(head)
  }

  /** The block of this chain from which another one descends, which may be that one, and those between, the highest first. */
  #pathTo(head: ChainBlock): { readonly common: ChainBlock | undefined; readonly ahead: ChainBlock[] } {
    const ahead: ChainBlock[] = []
    let common: ChainBlock | undefined = head
    while (common !== undefined && this.#blocks[Number(common.number) - this.#lowest] !== common) {
      ahead.push(common)
      common = common.parent
    }
    if (common === undefined && this.#lowest > 0)
      throw new UsageError(`cannot return to block ${head.number}: only blocks from ${this.#lowest} on are kept`, {
        details: ['right: a larger keepBlocks'],
      })
    return { common, ahead }
  }

  /** The block at a height, or undefined above the head. @throws RpcError (4444) for one that is no longer kept */
  at(number: bigint): ChainBlock | undefined {
    if (number > this.head.number) return undefined
    if (number === 0n) return this.genesis
    if (number < this.#lowest) throw historyPruned()
    return this.#blocks[Number(number) - this.#lowest]
  }

  /** A block of the chain; undefined when it does not exist. */
  find(ref: MinedRef): ChainBlock | undefined {
    if (ref.kind === 'hash') return this.withHash(ref.hash)
    if (ref.kind === 'number') return this.at(ref.number)
    return ref.tag === 'earliest' ? this.genesis : this.head
  }

  withHash(hash: Hex): ChainBlock | undefined {
    return this.#byHash.get(hash)
  }

  /**
   * Blocks from one height to another, both included, that may have logs that meet the criteria; ascending.
   * @throws RpcError (4444) when some are no longer kept; the genesis has no logs
   */
  withLogs(criteria: LogCriteria, { from, to }: { readonly from: bigint; readonly to: bigint }): ChainBlock[] {
    if (from < this.#lowest && to > 0n && this.#lowest > 1) throw historyPruned()
    return this.#logs
      .candidates(criteria, Number(from), Number(to))
      .map((height) => this.#blocks[height - this.#lowest]!)
  }

  transaction(hash: Hex): Located | undefined {
    const found = this.#byTransaction.get(hash)
    return found === undefined ? undefined : this.locate(found.block, found.index)
  }

  /** The transaction of a block at an index, or undefined when there are fewer. */
  locate(block: ChainBlock, index: number): Located | undefined {
    const tx = block.block.transactions[index]
    return tx === undefined ? undefined : { block, index, tx, receipt: block.receipts[index]! }
  }

  #push(block: ChainBlock): void {
    // Not every chain begins with a block 0.
    if (this.#blocks.length === 0) this.#lowest = Number(block.number)
    this.#blocks.push(block)
    this.#byHash.set(block.hash, block)
    for (const [index, receipt] of block.receipts.entries()) this.#byTransaction.set(receipt.hash, { block, index })
    this.#logs.add(block)
  }

  /** Forgets the blocks above a height. Returns them, the lowest first. */
  truncate(number: bigint): ChainBlock[] {
    const gone = this.#blocks.splice(Number(number) + 1 - this.#lowest)
    for (const block of gone.toReversed()) {
      this.#logs.remove(block)
      this.#forget(block)
    }
    return gone
  }

  /** Keeps so many of the highest blocks, and the genesis. Returns the others, the lowest first. */
  keep(count: number): ChainBlock[] {
    if (count >= this.size) return []
    this.#genesis = this.genesis
    const gone = this.#blocks.splice(0, this.size - count)
    for (const block of gone) {
      this.#logs.removeLowest(block)
      if (block !== this.#genesis) this.#forget(block)
    }
    this.#lowest += gone.length
    // What is gone must not be held by what is kept.
    ;(this.lowest as { parent: ChainBlock | undefined }).parent = undefined
    return gone
  }

  #forget(block: ChainBlock): void {
    this.#byHash.delete(block.hash)
    for (const receipt of block.receipts) this.#byTransaction.delete(receipt.hash)
  }
}

/** Source: go-ethereum core/history, `PrunedHistoryError`. */
const historyPruned = (): RpcError => new RpcError({ code: 4444, message: 'pruned history unavailable' })
