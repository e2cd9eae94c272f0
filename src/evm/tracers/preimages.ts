import { OP } from '../execution/watch/opcodes.js'
import type { Step } from '../execution/watch/watcher.js'
import { keccak256 } from '../crypto/hash.js'
import { hex, type Hex } from '../hex.js'
import { WORD_BYTES, type Budget } from '../execution/budget.js'
import { memoryIn } from './reading.js'
import type { Tracer } from './tracer.js'

/** The inputs of KECCAK256 by their hashes. Source: go-ethereum eth/tracers/native/keccak256_preimage.go. */
export class Preimages implements Tracer {
  readonly #hashes = new Map<Hex, Hex>()
  readonly #budget: Budget

  constructor(budget: Budget) {
    this.#budget = budget
  }

  opcode(step: Step): void {
    const preimage = hashedBy(step)
    if (preimage === undefined) return
    const hash = hex(keccak256(preimage))
    if (this.#hashes.has(hash)) return
    this.#budget.take(2 * WORD_BYTES + 2 * preimage.length)
    this.#hashes.set(hash, hex(preimage))
  }

  result(): unknown {
    return Object.fromEntries(this.#hashes)
  }
}

/** What the opcode hashes, if it is KECCAK256. */
export function hashedBy(step: Step): Uint8Array | undefined {
  if (step.opcode !== OP.KECCAK256) return undefined
  const { stack } = step
  return stack.length < 2 ? undefined : memoryIn(step, stack.at(-1)!, stack.at(-2)!)
}
