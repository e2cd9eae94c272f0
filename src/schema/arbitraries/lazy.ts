import * as fc from 'fast-check'

/** An arbitrary that is built when it first generates a value, so that it may refer to itself, and costs nothing if it is never used. */
class Lazy<T> extends fc.Arbitrary<T> {
  #build: (() => fc.Arbitrary<T>) | undefined
  #built: fc.Arbitrary<T> | undefined

  constructor(build: () => fc.Arbitrary<T>) {
    super()
    this.#build = build
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    return this.#arbitrary.generate(random, bias)
  }
  canShrinkWithoutContext(value: unknown): value is T {
    return this.#arbitrary.canShrinkWithoutContext(value)
  }
  shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#arbitrary.shrink(value, context)
  }

  get #arbitrary(): fc.Arbitrary<T> {
    this.#built ??= this.#build!()
    this.#build = undefined
    return this.#built
  }
}

export const lazy = <T>(build: () => fc.Arbitrary<T>): fc.Arbitrary<T> => new Lazy(build)
