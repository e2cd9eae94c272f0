import type { BasicBlock } from './instrument.js'

/** How often each basic block of a code ran. */
export class Coverage {
  /** One counter per block, live: calls go on counting in this array. They wrap around at 2^32. */
  readonly counters: Uint32Array
  /** The block of each counter. */
  readonly blocks: readonly BasicBlock[]

  constructor(blocks: readonly BasicBlock[], counters: Uint32Array) {
    this.blocks = blocks
    this.counters = counters
  }

  reset(): void {
    this.counters.fill(0)
  }
}
