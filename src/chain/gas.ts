/**
 * Gas meters of the SDK. Gas is a `number` below 2^53 inside the chain (bigint at the public surface).
 * Source: cosmossdk.io/store/types/gas.go.
 */
export interface GasMeter {
  /** Gas consumed; may exceed the limit by the step that failed. */
  readonly consumed: number
  /** `Infinity` for an infinite meter. */
  readonly limit: number
  /** Consumed, but at most the limit. */
  readonly consumedToLimit: number
  readonly remaining: number
  /** consumed > limit */
  readonly isPastLimit: boolean
  /** consumed >= limit */
  readonly isOutOfGas: boolean
  /**
   * @param known the part of the amount already reported to the listener, such as gas that another meter consumed
   * @throws OutOfGasPanic when the meter passes its limit; what was consumed stays consumed.
   */
  consume(amount: number, descriptor: string, known?: number): void
  refund(amount: number, descriptor: string): void
}

/** Observes the gas that meters consume, call by call. */
export interface GasTap {
  charge(amount: number, descriptor: string): void
  /**
   * A call begins, to which the following gas belongs. @param kind `free`: nobody pays for it; `ignored`: it is not reported
   * @returns what {@link end} takes
   */
  begin(name: string, kind?: 'call' | 'free' | 'ignored'): number
  end(depth: number): void
  /** The chain is about to call a contract back. */
  callsBack(): void
}

/** A Go `panic`: it propagates up to the code that recovers it. Never thrown out of the chain layer. */
export abstract class Panic extends Error {}

/** Source: store/types `ErrorOutOfGas`. */
export class OutOfGasPanic extends Panic {
  readonly descriptor: string
  constructor(descriptor: string) {
    super(`out of gas in location: ${descriptor}`)
    this.descriptor = descriptor
  }
}

/** Any other panic of the reference's Go code, with its text; baseapp turns it into undefined/111222 `recovered: <text>`. */
export class GoPanic extends Panic {}

/** Go's panic when a nil pointer is dereferenced. */
export const nilPointer = (): GoPanic => new GoPanic('runtime error: invalid memory address or nil pointer dereference')

export class FiniteGasMeter implements GasMeter {
  readonly limit: number
  consumed = 0
  #tap: GasTap | undefined
  #isInner = false

  constructor(limit: number) {
    this.limit = limit
  }

  /** Whether a listener observes it. */
  get isTapped(): boolean {
    return this.#tap !== undefined
  }

  /** @param isInner whether another meter is charged for what this one took, up to its limit */
  tap(tap: GasTap, isInner: boolean): void {
    this.#tap = tap
    this.#isInner = isInner
  }

  get consumedToLimit(): number {
    return Math.min(this.consumed, this.limit)
  }
  get remaining(): number {
    return Math.max(this.limit - this.consumed, 0)
  }
  get isPastLimit(): boolean {
    return this.consumed > this.limit
  }
  get isOutOfGas(): boolean {
    return this.consumed >= this.limit
  }
  consume(amount: number, descriptor: string, known = 0): void {
    this.consumed += amount
    if (this.#tap !== undefined) {
      const over = this.#isInner ? Math.max(0, Math.min(amount, this.consumed - this.limit)) : 0
      this.#tap.charge(amount - known - over, descriptor)
    }
    if (this.consumed > this.limit) throw new OutOfGasPanic(descriptor)
  }
  refund(amount: number, descriptor: string): void {
    if (amount > this.consumed) throw new GoPanic(`{Refunded gas: negative gas consumed: ${descriptor}}`)
    this.consumed -= amount
  }
}

export class InfiniteGasMeter implements GasMeter {
  readonly limit = Infinity
  readonly remaining = Infinity
  readonly isPastLimit = false
  readonly isOutOfGas = false
  consumed = 0

  get consumedToLimit(): number {
    return this.consumed
  }
  consume(amount: number): void {
    this.consumed += amount
  }
  refund(amount: number, descriptor: string): void {
    if (amount > this.consumed) throw new GoPanic(`{Refunded gas: negative gas consumed: ${descriptor}}`)
    this.consumed -= amount
  }
}
