import type { BasicBlock } from './instrument.js'

/** How often each basic block of a code ran. */
export class Coverage {
  /** One counter a block, live: calls go on counting in this array. They wrap around at 2^32. */
  readonly counters: Uint32Array
  /** The block of each counter. */
  readonly blocks: readonly BasicBlock[]

  constructor(blocks: readonly BasicBlock[]) {
    this.blocks = blocks
    this.counters = new Uint32Array(blocks.length)
  }

  reset(): void {
    this.counters.fill(0)
  }
}
