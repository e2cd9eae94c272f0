import type { ChainBlock } from './blockchain.js'
import type { Hex } from '../hex.js'
import type { LogCriteria } from './logs.js'

/** The most topics of a log. Source: Ethereum yellow paper, appendix H, LOG4. */
const TOPICS = 4

/** Heights of blocks with a certain kind of log, ascending. */
type Heights = number[]

/** At which heights there are logs of an address, or with a topic at a position: a search opens only blocks that may hold an answer. */
export class LogIndex {
  readonly #all: Heights = []
  readonly #byAddress = new Map<Hex, Heights>()
  readonly #byTopic = Array.from({ length: TOPICS }, () => new Map<Hex, Heights>())

  /** Adds a block above those that are there. */
  add(block: ChainBlock): void {
    const height = Number(block.number)
    for (const { index, value } of this.#keys(block)) {
      const heights = index.get(value)
      if (heights === undefined) index.set(value, [height])
      else if (heights.at(-1) !== height) heights.push(height)
    }
    if (hasLogs(block)) this.#all.push(height)
  }

  /** Removes the highest block. */
  remove(block: ChainBlock): void {
    const height = Number(block.number)
    for (const { index, value } of this.#keys(block)) {
      const heights = index.get(value)
      if (heights?.at(-1) !== height) continue
      heights.pop()
      if (heights.length === 0) index.delete(value)
    }
    if (hasLogs(block)) this.#all.pop()
  }

  /** Removes the lowest block. */
  removeLowest(block: ChainBlock): void {
    const height = Number(block.number)
    for (const { index, value } of this.#keys(block)) {
      const heights = index.get(value)
      if (heights?.[0] !== height) continue
      heights.shift()
      if (heights.length === 0) index.delete(value)
    }
    if (hasLogs(block)) this.#all.shift()
  }

  /** Heights from one to another, both included, at which there may be logs that meet the criteria; ascending. */
  candidates({ addresses, topics }: LogCriteria, from: number, to: number): readonly number[] {
    const indexes = [this.#byAddress, ...this.#byTopic]
    let best: readonly Heights[] = [within(this.#all, from, to)]
    for (const [position, values] of [addresses, ...topics].entries()) {
      if (values.length === 0) continue
      const found = values.flatMap((value) => {
        const heights = indexes[position]!.get(value)
        return heights === undefined ? [] : [within(heights, from, to)]
      })
      if (total(found) < total(best)) best = found
    }
    return best.length === 1 ? best[0]! : [...new Set(best.flat())].sort((a, b) => a - b)
  }

  *#keys({ receipts }: ChainBlock): Iterable<{ readonly index: Map<Hex, Heights>; readonly value: Hex }> {
    for (const { logs } of receipts) {
      for (const { address, topics } of logs) {
        yield { index: this.#byAddress, value: address }
        for (const [position, value] of topics.entries()) yield { index: this.#byTopic[position]!, value }
      }
    }
  }
}

const hasLogs = ({ receipts }: ChainBlock): boolean => receipts.some(({ logs }) => logs.length > 0)

const total = (lists: readonly Heights[]): number => lists.reduce((sum, { length }) => sum + length, 0)

const within = (heights: Heights, from: number, to: number): Heights =>
  heights.slice(firstFrom(heights, from), firstFrom(heights, to + 1))

/** Index of the first height that is not below. */
function firstFrom(heights: Heights, least: number): number {
  let [low, high] = [0, heights.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (heights[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}
