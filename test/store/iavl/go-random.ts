const MASK = (1n << 64n) - 1n

/** The numbers of Go's math/rand, continued from the first 607 of a seed; methods as Go's `Rand` has them. */
export class GoRandom {
  readonly #numbers: BigUint64Array
  #drawn = 0
  #left = 0n
  #bytesLeft = 0

  constructor(first: readonly string[]) {
    this.#numbers = BigUint64Array.from(first, (hex) => BigInt(`0x${hex}`))
  }

  uint64(): bigint {
    const at = this.#drawn++ % 607
    if (this.#drawn > 607)
      this.#numbers[at] = (this.#numbers[at]! + this.#numbers[(this.#drawn - 1 - 273) % 607]!) & MASK
    return this.#numbers[at]!
  }
  int63(): bigint {
    return this.uint64() & (MASK >> 1n)
  }
  float64(): number {
    const value = Number(this.int63()) / 2 ** 63
    return value === 1 ? this.float64() : value
  }
  intn(n: number): number {
    const int31 = () => Number(this.int63() >> 32n)
    if ((n & (n - 1)) === 0) return int31() & (n - 1)
    const most = 2 ** 31 - 1 - (2 ** 31 % n)
    let value = int31()
    while (value > most) value = int31()
    return value % n
  }
  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => {
      if (this.#bytesLeft === 0) {
        this.#left = this.int63()
        this.#bytesLeft = 7
      }
      const byte = Number(this.#left & 0xffn)
      this.#left >>= 8n
      this.#bytesLeft--
      return byte
    })
  }
}
