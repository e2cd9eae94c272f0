import type { Checksum, Vm } from '../../vm/internal.js'
import { BlockIndex, type Place } from '../../vm/stand-in/index.js'

/** Which places of a contract ran since the last look. */
export class Reached {
  readonly #holders: () => readonly Vm[]
  readonly #checksum: Checksum
  readonly #indices = new WeakMap<object, BlockIndex>()
  #before: readonly Uint32Array[] = []

  /** @param holders the VMs that have the contract, and count coverage */
  constructor(holders: () => readonly Vm[], checksum: Checksum) {
    this.#holders = holders
    this.#checksum = checksum
  }

  /** Begins to count anew. */
  look(): void {
    this.#before = this.#all.map(({ counters }) => counters.slice())
  }

  /** Whether any of the places ran. */
  any(places: readonly Place[]): boolean {
    return this.#all.some(({ blocks, counters }, i) => {
      let index = this.#indices.get(blocks)
      if (index === undefined) this.#indices.set(blocks, (index = new BlockIndex(blocks)))
      return index.at(places).some((block) => counters[block] !== (this.#before[i]?.[block] ?? 0))
    })
  }

  get #all() {
    return this.#holders().map((vm) => vm.coverage(this.#checksum))
  }
}
