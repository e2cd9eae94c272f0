import { I32, type Module } from '../wasm/module.js'
import { STARTS_BLOCK } from '../wasm/operators.js'
import { skipOperator } from '../wasm/skip.js'
import type { Writer } from '../wasm/writer.js'
import type { ProbeCode } from './probe-code.js'

/** Far below engines' limits on globals and functions; blocks after these are counted by calls. */
export const MAX_COUNTERS = 100_000

/** Upper bounds of what counted code needs: unreachable code is left out only later. */
export interface LoopCounts {
  /** Loops that are not inside another one. */
  readonly loops: number
  /** Basic blocks in loops. */
  readonly blocks: number
}

/** Follows the structure of a body, operator by operator. */
export class LoopNesting {
  /** How many blocks, loops and conditions are open; and how many up to the outermost loop, or 0. */
  #depth = 0
  #outermost = 0

  /** @returns whether an outermost loop begins */
  passes(opcode: number): boolean {
    if (opcode >= 0x02 && opcode <= 0x04) this.#depth++
    if (opcode === 0x03 && this.#outermost === 0) {
      this.#outermost = this.#depth
      return true
    }
    if (opcode === 0x0b) {
      if (this.#depth === this.#outermost) this.#outermost = 0
      this.#depth--
    }
    return false
  }

  get isInLoop(): boolean {
    return this.#outermost > 0
  }
}

/** @throws RefusedOperator */
export function countLoops({ bytes, bodies }: Module): LoopCounts {
  let [loops, blocks] = [0, 0]
  for (const { code, end } of bodies) {
    const nesting = new LoopNesting()
    for (let pos = code; pos < end; pos = skipOperator(bytes, pos)) {
      const opcode = bytes[pos]!
      if (nesting.passes(opcode)) loops++
      if (nesting.isInLoop) blocks += STARTS_BLOCK[opcode]!
    }
  }
  return { loops: Math.min(loops, MAX_COUNTERS), blocks: Math.min(blocks, MAX_COUNTERS) }
}

/** How many functions {@link handOverCode} writes. */
export const handOvers = ({ loops }: LoopCounts): number => loops + 1

/** The counters as globals. */
export function counterGlobals(out: Writer, { blocks }: LoopCounts): void {
  for (let i = 0; i < blocks; i++) out.append(I32, 1, 0x41, 0, 0x0b)
}

/**
 * Bodies of the functions that transfer and reset the counts of loops. The first is for the host, and calls those of the loops
 * that ran: one for each, as the engine works on small functions that are called better than on a large one.
 */
export function handOverCode(out: Writer, { loops: most }: LoopCounts, probes: ProbeCode, first: number): void {
  const write = (code: () => void): void =>
    out.sized(() => {
      out.append(0)
      code()
      out.append(0x0b)
    })
  const loops = probes.loops.filter(({ blocks }) => blocks.length > 0)
  write(() => {
    loops.forEach((loop, i) => {
      probes.readCounter(loop.counter)
      out.append(0x04, 0x40, 0x10) // if, call
      out.ensure(8)
      out.u32(first + 1 + i)
      out.append(0x0b)
    })
  })
  for (let i = 0; i < most; i++)
    write(() => loops[i]?.blocks.forEach((block, j) => probes.handOver(block, loops[i]!.counter + j)))
}
