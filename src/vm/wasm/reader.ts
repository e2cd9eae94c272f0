/** A module that cannot be read: what is wrong and at which byte. */
export class WasmFault extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(`${message} (at offset 0x${offset.toString(16)})`)
    this.offset = offset
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads a module from `pos` to `end`, with the limits of the binary format on the length of integers. */
export class Reader {
  readonly bytes: Uint8Array
  pos: number
  readonly end: number

  constructor(bytes: Uint8Array, pos = 0, end = bytes.length) {
    this.bytes = bytes
    this.pos = pos
    this.end = end
  }

  get done(): boolean {
    return this.pos >= this.end
  }

  byte(): number {
    if (this.pos >= this.end) throw new WasmFault('unexpected end-of-file', this.pos)
    return this.bytes[this.pos++]!
  }

  /** Unsigned LEB128 of at most 32 bits; padded forms of up to five bytes are legal. */
  u32(): number {
    const start = this.pos
    let result = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte()
      if (shift === 28 && byte > 0x0f) throw new WasmFault(tooLong(byte), start)
      result |= (byte & 0x7f) << shift
      if (byte < 0x80) return result >>> 0
    }
    throw new WasmFault('invalid var_u32: integer representation too long', start)
  }

  /** Signed LEB128 of at most 33 bits, as block types use. */
  s33(): number {
    const start = this.pos
    let low = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.byte()
      low |= (byte & 0x7f) << shift
      if (byte < 0x80) return (low << (25 - shift)) >> (25 - shift)
    }
    const byte = this.byte()
    const sign = byte & 0x70
    if (byte > 0x7f || (sign !== 0 && sign !== 0x70)) throw new WasmFault(tooLong(byte), start)
    return (low >>> 0) + (byte & 0x0f) * 0x1000_0000 - (sign === 0 ? 0 : 0x1_0000_0000)
  }

  /** Skips a signed LEB128 of at most `bits` bits (32 or 64). */
  skipSigned(bits: 32 | 64): void {
    const start = this.pos
    const last = bits === 32 ? 4 : 9
    for (let i = 0; i < last; i++) if (this.byte() < 0x80) return
    const byte = this.byte()
    const rest = bits === 32 ? (byte << 25) >> 28 : (byte << 25) >> 25
    if (byte > 0x7f || (rest !== 0 && rest !== -1)) throw new WasmFault(tooLong(byte), start)
  }

  /** Signed LEB128 of at most 32 bits. */
  s32(): number {
    const start = this.pos
    this.skipSigned(32)
    let result = 0
    let shift = 0
    for (let at = start; at < this.pos; at++, shift += 7) result |= (this.bytes[at]! & 0x7f) << shift
    return shift < 32 ? (result << (32 - shift)) >> (32 - shift) : result
  }

  skip(length: number): void {
    if (length > this.end - this.pos) throw new WasmFault('unexpected end-of-file', this.pos)
    this.pos += length
  }

  take(length: number): Uint8Array {
    const start = this.pos
    this.skip(length)
    return this.bytes.subarray(start, this.pos)
  }

  name(): string {
    const length = this.u32()
    const start = this.pos
    const bytes = this.take(length)
    try {
      return strictUtf8.decode(bytes)
    } catch {
      throw new WasmFault('malformed UTF-8 encoding', start)
    }
  }

  /** A part of the rest with its own end; this reader goes on after it. */
  part(length: number): Reader {
    const start = this.pos
    this.skip(length)
    return new Reader(this.bytes, start, this.pos)
  }
}

const tooLong = (byte: number): string =>
  byte > 0x7f ? 'invalid var_u32: integer representation too long' : 'invalid var_u32: integer too large'
