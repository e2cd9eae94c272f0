/** Bytes that are written one after the other. */
export class GrowingBytes {
  #bytes = Buffer.allocUnsafe(1 << 16)
  #length = 0

  byte(value: number): void {
    this.#room(1)
    this.#bytes[this.#length++] = value
  }

  /** @param value a safe integer from 0 up */
  varint(value: number): void {
    this.#room(8)
    let rest = value
    while (rest > 0x7fffffff) {
      this.#bytes[this.#length++] = (rest % 128) | 0x80
      rest = Math.floor(rest / 128)
    }
    for (; rest > 0x7f; rest >>>= 7) this.#bytes[this.#length++] = (rest & 0x7f) | 0x80
    this.#bytes[this.#length++] = rest
  }

  double(value: number): void {
    this.#room(8)
    this.#length = this.#bytes.writeDoubleLE(value, this.#length)
  }

  bytes(value: Uint8Array): void {
    this.varint(value.length)
    this.#room(value.length)
    this.#bytes.set(value, this.#length)
    this.#length += value.length
  }

  /** One byte for each character if they are all below U+0100, as in store keys, and two if not: also texts that UTF-8 cannot hold. */
  text(value: string): void {
    // oxlint-disable-next-line no-control-regex
    const encoding = /^[\0-\xff]*$/.test(value) ? 'latin1' : 'utf16le'
    const length = encoding === 'latin1' ? value.length : value.length * 2
    this.varint(value.length * 2 + (encoding === 'latin1' ? 0 : 1))
    this.#room(length)
    this.#bytes.write(value, this.#length, length, encoding)
    this.#length += length
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}
