/** Bytes under construction, in one buffer that doubles when it is full. */
export class Writer {
  bytes: Uint8Array
  pos = 0

  constructor(capacity: number) {
    this.bytes = new Uint8Array(Math.max(capacity, 64))
  }

  /** Room for `length` more bytes. Everything but {@link copy} and {@link append} relies on a call of this before it. */
  ensure(length: number): void {
    if (this.pos + length <= this.bytes.length) return
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.pos + length))
    grown.set(this.bytes.subarray(0, this.pos))
    this.bytes = grown
  }

  byte(value: number): void {
    this.bytes[this.pos++] = value
  }

  two(a: number, b: number): void {
    const { bytes } = this
    bytes[this.pos++] = a
    bytes[this.pos++] = b
  }

  u32(value: number): void {
    const { bytes } = this
    let pos = this.pos
    let rest = value
    while (rest > 0x7f) {
      bytes[pos++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    bytes[pos++] = rest
    this.pos = pos
  }

  /** Signed LEB128 of a safe integer. */
  signed(value: number): void {
    const { bytes } = this
    let pos = this.pos
    let rest = value
    while (rest > 0x7fff_ffff || rest < -0x8000_0000) {
      bytes[pos++] = (rest - Math.floor(rest / 128) * 128) | 0x80
      rest = Math.floor(rest / 128)
    }
    for (rest |= 0; rest < -0x40 || rest > 0x3f; rest >>= 7) bytes[pos++] = (rest & 0x7f) | 0x80
    bytes[pos++] = rest & 0x7f
    this.pos = pos
  }

  /** Unsigned LEB128 padded to five bytes, so that it can be patched later. */
  paddedU32(value: number, at = this.pos): void {
    const { bytes } = this
    bytes[at] = (value & 0x7f) | 0x80
    bytes[at + 1] = ((value >>> 7) & 0x7f) | 0x80
    bytes[at + 2] = ((value >>> 14) & 0x7f) | 0x80
    bytes[at + 3] = ((value >>> 21) & 0x7f) | 0x80
    bytes[at + 4] = value >>> 28
    if (at === this.pos) this.pos += 5
  }

  /** What is written, after its size in bytes. */
  sized(write: () => void): void {
    this.ensure(16)
    const at = this.pos
    this.pos += 5
    write()
    this.paddedU32(this.pos - at - 5, at)
  }

  /** Copies `source[from, to)`; the runs of a function body are short, where a loop beats `set`. */
  copy(source: Uint8Array, from: number, to: number): void {
    const length = to - from
    this.ensure(length)
    const { bytes } = this
    if (length > 48) {
      bytes.set(source.subarray(from, to), this.pos)
      this.pos += length
      return
    }
    let pos = this.pos
    for (let at = from; at < to; at++) bytes[pos++] = source[at]!
    this.pos = pos
  }

  append(...values: readonly number[]): void {
    this.ensure(values.length)
    for (const value of values) this.byte(value)
  }

  name(text: string): void {
    const bytes = new TextEncoder().encode(text)
    this.ensure(bytes.length + 5)
    this.u32(bytes.length)
    this.copy(bytes, 0, bytes.length)
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.pos)
  }
}
