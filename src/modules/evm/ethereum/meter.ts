import type { GasMeter } from '../../../chain/index.js'

/** A meter without a limit, which the result of a transaction names by -1. It goes on from another one. */
export class UnlimitedMeter implements GasMeter {
  readonly limit = -1
  readonly remaining = Infinity
  readonly isPastLimit = false
  readonly isOutOfGas = false
  consumed: number

  constructor(consumed: number) {
    this.consumed = consumed
  }
  get consumedToLimit(): number {
    return this.consumed
  }
  consume(amount: number): void {
    this.consumed += amount
  }
  refund(amount: number): void {
    this.consumed -= amount
  }
}

/** The meter of an Ethereum transaction: rows are free, and what the EVM used is noted at the end. Source: cosmos/evm v0.7.3 x/vm/types/gasmeter.go. */
export class EthereumMeter implements GasMeter {
  readonly limit: number
  readonly isPastLimit = false
  readonly isOutOfGas = false
  consumed = 0

  /** @param limit -1 before it is known */
  constructor(limit: number) {
    this.limit = limit
  }
  get consumedToLimit(): number {
    return this.consumed
  }
  get remaining(): number {
    return this.limit - this.consumed
  }
  consume(): void {}
  refund(): void {}
  settle(gas: number): void {
    this.consumed = gas
  }
}
