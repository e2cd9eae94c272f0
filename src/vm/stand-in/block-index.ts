import type { BasicBlock } from '../tools/instrument.js'

/** A function, imported ones counted first, and the position of an operator in it. */
export type Place = readonly [index: number, position: number]

/** Finds the basic blocks that places are in. */
export class BlockIndex {
  readonly #blocks: readonly BasicBlock[]
  readonly #ofFunction = new Map<number, number[]>()

  /** @param blocks in the order of the module */
  constructor(blocks: readonly BasicBlock[]) {
    this.#blocks = blocks
    for (const [i, block] of blocks.entries()) {
      const known = this.#ofFunction.get(block.function)
      if (known) known.push(i)
      else this.#ofFunction.set(block.function, [i])
    }
  }

  /** @returns indices of blocks */
  at(places: readonly Place[]): readonly number[] {
    return places.flatMap(
      ([index, position]) => this.#ofFunction.get(index)?.findLast((i) => this.#blocks[i]!.offset <= position) ?? [],
    )
  }
}
