import type { CompiledCode } from './code.js'
import type { Instance } from './instance.js'

/** LLVM's leaf functions write this far below the stack pointer without moving it. */
const RED_ZONE = 128
/** Cleanings of a module that are verified before its layout is trusted. */
const VERIFIED = 64

/**
 * Cleans used instances of one module. Where the code keeps the lowest value that its stack pointer had (`cleaning: 'touched'`), what
 * lies below, most of the memory of a small contract, is taken to be untouched. A store that leaves the stack downwards breaks that,
 * so the first cleanings look; a module that is caught is cleaned wholly from then on.
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
