import type { Block } from '@ethereumjs/block'
import { hex, type Hex } from '../hex.js'

/** Source: go-ethereum core/rawdb `badBlockToKeep`. */
const KEPT = 10

/** Blocks that an import refused: the last few, the highest number first. */
export class BadBlocks {
  #blocks: readonly Block[] = []

  add(block: Block): void {
    const hash = hex(block.hash())
    const kept = this.#blocks.filter((other) => hex(other.hash()) !== hash).slice(0, KEPT - 1)
    this.#blocks = [block, ...kept].sort((a, b) => Number(b.header.number - a.header.number))
  }

  all(): readonly Block[] {
    return this.#blocks
  }

  withHash(hash: Hex): Block | undefined {
    return this.#blocks.find((block) => hex(block.hash()) === hash)
  }
}
