import * as fc from 'fast-check'

/**
 * The generator sfc32 by Chris Doty-Humphrey, as fast-check's interface. Those of `pure-rand` take 32 bits of a seed, and seeds of campaigns have 53;
 * another generator would change what each published seed finds.
 */
class Source {
  readonly #state: Int32Array

  constructor(state: Int32Array) {
    this.#state = state
  }

  static of(seed: number): Source {
    const source = new Source(Int32Array.of(seed, Math.floor(seed / 2 ** 32), 0x9e3779b9, 1))
    for (let i = 0; i < 12; i++) source.next()
    return source
  }

  clone(): Source {
    return new Source(this.#state.slice())
  }

  /** 32 bits, signed. */
  next(): number {
    const [a, b, c, d] = this.#state as unknown as [number, number, number, number]
    const value = (((a + b) | 0) + d) | 0
    this.#state[3] = d + 1
    this.#state[0] = b ^ (b >>> 9)
    this.#state[1] = c + (c << 3)
    this.#state[2] = ((c << 21) | (c >>> 11)) + value
    return value
  }

  getState(): readonly number[] {
    return [...this.#state]
  }
}

/** The random source of a campaign: equal seeds give equal choices. */
export class RandomSource {
  /** For fast-check's arbitraries. */
  readonly generator: fc.Random
  readonly #source: Source

  constructor(seed: number) {
    this.#source = Source.of(seed)
    this.generator = new fc.Random(Source.of(this.#source.next()))
  }

  /** A seed for another random source. */
  seed(): number {
    return this.#source.next() >>> 0
  }

  /** An integer from 0 to `size` - 1. */
  below(size: number): number {
    return Math.floor(((this.#source.next() >>> 0) / 2 ** 32) * size)
  }

  chance(probability: number): boolean {
    return (this.#source.next() >>> 0) / 2 ** 32 < probability
  }

  /** @param list not empty */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }

  /** A random item, in proportion to its weight; undefined if all weights are 0. */
  weighted<T>(list: readonly (readonly [weight: number, item: T])[]): T | undefined {
    const total = list.reduce((sum, [weight]) => sum + weight, 0)
    let left = ((this.#source.next() >>> 0) / 2 ** 32) * total
    for (const [weight, item] of list) {
      if (weight > 0 && left < weight) return item
      left -= weight
    }
    return undefined
  }

  /** A value of an arbitrary, biased towards edge cases in three of ten calls. */
  value<T>(arbitrary: fc.Arbitrary<T>): T {
    return arbitrary.generate(this.generator, this.chance(0.3) ? 4 : undefined).value
  }
}
