import type { CompiledCode } from './codes/code.js'
import type { Instance } from './instance.js'

/** LLVM's leaf functions write this far below the stack pointer without moving it. */
const RED_ZONE = 128
/** How many cleanings of a module are verified before its layout is trusted. */
const VERIFIED = 64

/**
 * Cleans used instances of one module. If the code tracks the lowest value of its stack pointer (`cleaning: 'touched'`), the memory
 * below it, most of the memory of a small contract, is assumed to be untouched. A write below the stack breaks that assumption,
 * so the first cleanings verify it; if it is wrong for a module, all of its memory is cleaned from then on.
 */
export class Cleaning {
  readonly #marked: boolean
  #unverified = VERIFIED
  #whole = false

  constructor({ names }: CompiledCode) {
    this.#marked = names.mark !== undefined
  }

  clean(instance: Instance): void {
    const from = this.#marked && !this.#whole ? Math.max(instance.stackMark - RED_ZONE, 0) : 0
    instance.clean(from)
    if (from === 0 || this.#unverified === 0) return
    this.#unverified--
    if (instance.memory.isZeroBelow(from)) return
    this.#whole = true
    instance.clean(0)
  }
}
