import type { Linear } from './schedules.js'
import { gasDepletion } from './vm-errors.js'
import type { GasUsed } from './vm.js'

/** Gas in the module is signed; a larger limit is capped at this, which is more than wasm can ever burn. */
const LARGEST_GAS = 2n ** 62n

/** The gas of an instance: a global of the rewritten module, from which its own code and the host deduct. Below zero it is exhausted. */
export class GasMeter {
  readonly #global: WebAssembly.Global
  readonly #take: (cost: number) => number
  #bias = 0n
  #limit = 0n
  #external = 0

  constructor(global: WebAssembly.Global, take: (cost: number) => number) {
    this.#global = global
    this.#take = take
  }

  begin(limit: bigint): void {
    this.#bias = limit > LARGEST_GAS ? limit - LARGEST_GAS : 0n
    this.#limit = limit
    this.#global.value = limit - this.#bias
    this.#external = 0
  }

  /** Exhausted by the contract's own code; the host's charges end at zero instead. */
  get exhausted(): boolean {
    return (this.#global.value as bigint) < 0n
  }

  get left(): bigint {
    const left = this.#global.value as bigint
    return left < 0n ? 0n : left + this.#bias
  }

  /** The part of the gas that the module holds. */
  get leftInModule(): bigint {
    const left = this.#global.value as bigint
    return left < 0n ? 0n : left
  }

  /** Source: cosmwasm-vm `create_gas_report`. */
  get used(): GasUsed {
    const remaining = this.left
    const usedExternally = BigInt(this.#external)
    const used = this.#limit - usedExternally - remaining
    return { limit: this.#limit, remaining, usedExternally, usedInternally: used < 0n ? 0n : used }
  }

  /** @throws VmError of kind GasDepletion, with nothing left */
  pay(cost: number): void {
    if (this.#take(cost) === 0) throw gasDepletion()
  }

  /** @throws VmError of kind GasDepletion, with nothing left */
  payLinear(price: Linear, items: number): void {
    if (this.#take(price.base + price.perItem * items) === 0) throw gasDepletion()
  }

  /** Deducts the backend's cost and the gas that was used outside, which is counted even when it exceeds the limit. @throws VmError */
  payBackend(cost: number, external: number): void {
    this.#external += external
    if (this.#take(cost + external) === 0) throw gasDepletion()
  }
}
