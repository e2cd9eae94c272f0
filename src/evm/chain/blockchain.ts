import type { Block } from '@ethereumjs/block'
import type { TypedTransaction } from '@ethereumjs/tx'
import { hex, type Hex } from '../hex.js'
import { LogIndex } from './log-index.js'
import type { LogCriteria } from './logs.js'

export interface LogEntry {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** The result of a transaction in its block. Gas in units, prices in the smallest unit of the EVM denomination. */
export interface Receipt {
  readonly hash: Hex
  readonly type: number
  readonly from: Hex
  readonly to: Hex | null
  readonly contractAddress: Hex | null
  readonly gasUsed: bigint
  readonly cumulativeGasUsed: bigint
  readonly effectiveGasPrice: bigint
  /** 1 or 0 since Byzantium; before, `root` is there instead. */
  readonly status?: 0 | 1
  readonly root?: Hex
  readonly logs: readonly LogEntry[]
  readonly logsBloom: Hex
  readonly blobGasUsed?: bigint
  readonly blobGasPrice?: bigint
  /** The bytes in the receipts trie (EIP-2718). */
  readonly encoded: Uint8Array
}

export interface ChainBlock {
  readonly number: bigint
  readonly hash: Hex
  readonly block: Block
  /** By index of the transaction. */
  readonly receipts: readonly Receipt[]
  /** Index in the block of the first log of each receipt. */
  readonly firstLog: readonly number[]
  /** The version of the state after this block, later changes by test-control methods included. */
  readonly version: number
  /** Whether it stands for a block of the chain beside this one. */
  readonly isFollowed: boolean
  /** Undefined for the genesis. */
  readonly parent: ChainBlock | undefined
}

/** The position of a transaction in the chain. */
export interface Located {
  readonly block: ChainBlock
  readonly index: number
  readonly tx: TypedTransaction
  readonly receipt: Receipt
}

/** The blocks from the genesis to the head. There is one branch: a Cosmos chain has no reorganisations. */
export class Blockchain {
  readonly #blocks: ChainBlock[] = []
  readonly #byHash = new Map<Hex, ChainBlock>()
  readonly #byTransaction = new Map<Hex, { block: ChainBlock; index: number }>()
  readonly #logs = new LogIndex()

  get head(): ChainBlock {
    return this.#blocks.at(-1)!
  }

  get genesis(): ChainBlock {
    return this.#blocks[0]!
  }

  append(init: Pick<ChainBlock, 'block' | 'receipts' | 'version'>, isFollowed = false): ChainBlock {
    let logs = 0
    const firstLog = init.receipts.map((receipt) => {
      const first = logs
      logs += receipt.logs.length
      return first
    })
    const parent = this.#blocks.at(-1)
    const block = {
      ...init,
      firstLog,
      isFollowed,
      number: init.block.header.number,
      hash: hex(init.block.hash()),
      parent,
    }
    this.#push(block)
    return block
  }

  /** The state after the head was changed from outside: the head is a different value from now on. */
  setHeadVersion(version: number): void {
    const { head } = this
    this.truncate(head.number - 1n)
    this.#push({ ...head, version })
  }

  /** Makes this block the head, even when it is no longer on the chain. The cost grows with the distance. */
  restore(head: ChainBlock): void {
    const ahead: ChainBlock[] = []
    let common: ChainBlock | undefined = head
    while (common !== undefined && this.#blocks[Number(common.number)] !== common) {
      ahead.push(common)
      common = common.parent
    }
    this.truncate(common?.number ?? -1n)
    for (const block of ahead.reverse()) this.#push(block)
  }

  /** The block at a height, or undefined above the head. */
  at(number: bigint): ChainBlock | undefined {
    return number > this.head.number ? undefined : this.#blocks[Number(number)]
  }

  withHash(hash: Hex): ChainBlock | undefined {
    return this.#byHash.get(hash)
  }

  /** Blocks from one height to another, both included, that may have logs that meet the criteria; ascending. */
  withLogs(criteria: LogCriteria, { from, to }: { readonly from: bigint; readonly to: bigint }): ChainBlock[] {
    return this.#logs.candidates(criteria, Number(from), Number(to)).map((height) => this.#blocks[height]!)
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
    this.#blocks.push(block)
    this.#byHash.set(block.hash, block)
    for (const [index, receipt] of block.receipts.entries()) this.#byTransaction.set(receipt.hash, { block, index })
    this.#logs.add(block)
  }

  /** Forgets the blocks above a height. Returns them, the lowest first. */
  truncate(number: bigint): ChainBlock[] {
    const gone = this.#blocks.splice(Number(number) + 1)
    for (const block of gone.toReversed()) {
      this.#logs.remove(block)
      this.#byHash.delete(block.hash)
      for (const receipt of block.receipts) this.#byTransaction.delete(receipt.hash)
    }
    return gone
  }
}
