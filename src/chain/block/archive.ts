import { uint64Key } from '../../store/index.js'
import { emptyRoot, get, newOwner, set, Cursor, remove, type Root } from '../../store/ordered-map.js'
import type { Block, TxResult } from './block.js'

/** Blocks by height and transactions by hash at one moment; immutable. */
export interface ArchiveSnapshot {
  readonly blocks: Root<Block>
  readonly txs: Root<TxResult>
}

/** Finished blocks and the index of their transactions, in the same persistent maps as the state. */
export class Archive {
  readonly #indexTxs: boolean
  readonly #keep: number
  #blocks: Root<Block> = emptyRoot()
  #txs: Root<TxResult> = emptyRoot()

  /** @param options.keepBlocks how many blocks stay readable */
  constructor(options: { readonly txIndex: boolean; readonly keepBlocks: number }) {
    this.#indexTxs = options.txIndex
    this.#keep = options.keepBlocks
  }

  add(block: Block): void {
    const owner = newOwner()
    this.#blocks = set(this.#blocks, uint64Key(BigInt(block.height)), block, owner)
    if (this.#indexTxs) for (const tx of block.txs) this.#txs = set(this.#txs, tx.hash, tx, owner)
    if (this.#keep === Infinity) return
    for (;;) {
      const oldest = new Cursor(this.#blocks, undefined, undefined, false).value!
      if (oldest.height > block.height - this.#keep) return
      this.#blocks = remove(this.#blocks, uint64Key(BigInt(oldest.height)), newOwner())
      for (const tx of oldest.txs) this.#txs = remove(this.#txs, tx.hash, newOwner())
    }
  }

  block(height: number): Block | undefined {
    return get(this.#blocks, uint64Key(BigInt(height)))
  }
  /** @param hash upper-case hex */
  tx(hash: string): TxResult | undefined {
    return get(this.#txs, hash)
  }
  /** Kept blocks, oldest first, or newest first. */
  *blocks(newestFirst = false): Generator<Block> {
    for (const cursor = new Cursor(this.#blocks, undefined, undefined, newestFirst); cursor.valid; cursor.next())
      yield cursor.value!
  }

  snapshot(): ArchiveSnapshot {
    return { blocks: this.#blocks, txs: this.#txs }
  }
  restore(snapshot: ArchiveSnapshot): void {
    this.#blocks = snapshot.blocks
    this.#txs = snapshot.txs
  }
}
