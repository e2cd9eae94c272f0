import { OP } from '../execution/watch/opcodes.js'
import type { Step } from '../execution/watch/watcher.js'
import { keccak256 } from '../crypto/hash.js'
import { hex, type Hex } from '../hex.js'
import { memoryIn } from './reading.js'
import type { Tracer } from './tracer.js'

/** The inputs of KECCAK256 by their hashes. Source: go-ethereum eth/tracers/native/keccak256_preimage.go. */
export class Preimages implements Tracer {
  readonly #hashes = new Map<Hex, Hex>()

  opcode(step: Step): void {
    const preimage = hashedBy(step)
    if (preimage !== undefined) this.#hashes.set(hex(keccak256(preimage)), hex(preimage))
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
