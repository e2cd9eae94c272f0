/** The error of a malformed module, and its byte offset. */
export class WasmParseError extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(`${message} (at offset 0x${offset.toString(16)})`)
    this.offset = offset
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads a module from `pos` to `end`, with the limits of the binary format on the length of integers. Source: wasmparser 0.255 binary_reader.rs */
export class BinaryReader {
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
    if (this.pos >= this.end) throw new WasmParseError('unexpected end-of-file', this.pos)
    return this.bytes[this.pos++]!
  }

  /** Unsigned LEB128 of at most 32 bits; padded forms of up to five bytes are legal. */
  u32(): number {
    let result = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.byte()
      result |= (byte & 0x7f) << shift
      if (byte < 0x80) return result
    }
    const byte = this.byte()
    if (byte > 0x0f) throw this.#tooLong('u32', byte)
    return (result | (byte << 28)) >>> 0
  }

  /** Skips a signed LEB128 of at most `bits` bits (32 or 64). */
  skipSigned(bits: 32 | 64): void {
    const last = bits === 32 ? 4 : 9
    for (let i = 0; i < last; i++) if (this.byte() < 0x80) return
    const byte = this.byte()
    const rest = bits === 32 ? (byte << 25) >> 28 : (byte << 25) >> 25
    if (byte > 0x7f || (rest !== 0 && rest !== -1)) throw this.#tooLong(`i${bits}`, byte)
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

  /** The error for the last byte read. */
  invalidByte(what: string): WasmParseError {
    const at = this.pos - 1
    return new WasmParseError(`invalid leading byte (0x${this.bytes[at]!.toString(16)}) for ${what}`, at)
  }

  #tooLong(kind: 'u32' | 'i32' | 'i64', byte: number): WasmParseError {
    const what = byte > 0x7f ? 'representation too long' : 'too large'
    return new WasmParseError(`invalid var_${kind}: integer ${what}`, this.pos - 1)
  }

  skip(length: number): void {
    if (length > this.end - this.pos) throw new WasmParseError('unexpected end-of-file', this.pos)
    this.pos += length
  }

  take(length: number): Uint8Array {
    const start = this.pos
    this.skip(length)
    return this.bytes.subarray(start, this.pos)
  }

  name(): string {
    const bytes = this.take(this.u32())
    try {
      return strictUtf8.decode(bytes)
    } catch {
      throw new WasmParseError('malformed UTF-8 encoding', this.pos - 1)
    }
  }

  /** A reader for the next bytes with its own end; this reader continues after them. */
  part(length: number): BinaryReader {
    const start = this.pos
    this.skip(length)
    return new BinaryReader(this.bytes, start, this.pos)
  }
}
