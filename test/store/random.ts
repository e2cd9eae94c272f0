/** The generator of `reference/store`, whose stories the tests tell again. */
export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed
  }
  next(below: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0
    return (this.#state >>> 8) % below
  }
  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.next(256))
  }
}
