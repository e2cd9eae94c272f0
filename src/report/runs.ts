import type { BlockRef, RunData } from './model.js'
import type { Recorded } from './record/recorder.js'

/** Runs of a document, and the blocks of all of them. */
export class Runs {
  readonly runs: RunData[] = []
  readonly blocks: string[] = []

  /** @returns its number in the document */
  add({ firsts, blocks, ...recorded }: Recorded, about: Omit<RunData, keyof Recorded>): number {
    const refs: BlockRef[] = firsts.map((first, i) => ({ first, block: this.blocks.length + i }))
    this.blocks.push(...blocks)
    this.runs.push({ ...about, ...recorded, blocks: refs })
    return this.runs.length - 1
  }
}
