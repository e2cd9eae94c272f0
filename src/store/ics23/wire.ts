import { ProtoError } from '../../codec/index.js'

const VARINT = 0
const FIXED64 = 1
const LENGTH = 2
const START_GROUP = 3
const END_GROUP = 4
const FIXED32 = 5

/** Maximum of Go's `int`. */
const MAX_INT = 2n ** 63n - 1n

/**
 * Reads one protobuf message as gogoproto's generated code does, including its error texts: malformed input of a relayer is rejected
 * with the same text, field by field. Source: github.com/cosmos/gogoproto, generated `Unmarshal` and `skip`.
 */
export class WireReader {
  readonly #message: string
  readonly #bytes: Uint8Array
  #at = 0
  #field = 0
  #wire = VARINT

  constructor(message: string, bytes: Uint8Array) {
    this.#message = message
    this.#bytes = bytes
  }

  /** Advances to the next field and returns its number; 0 at the end. */
  next(): number {
    if (this.#at >= this.#bytes.length) return 0
    const tag = this.#varint()
    this.#field = int32(tag >> 3n)
    this.#wire = Number(tag & 7n)
    if (this.#wire === END_GROUP) throw new ProtoError(`proto: ${this.#message}: wiretype end group for non-group`)
    if (this.#field <= 0) throw new ProtoError(`proto: ${this.#message}: illegal tag ${this.#field} (wire type ${tag})`)
    return this.#field
  }

  /** A length-delimited field, as a view. @param name of the field, in Go */
  bytes(name: string): Uint8Array {
    if (this.#wire !== LENGTH) this.#wrong(name)
    const end = this.#length()
    if (end > this.#bytes.length) throw unexpectedEnd()
    const view = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return view
  }

  int32(name: string): number {
    if (this.#wire !== VARINT) this.#wrong(name)
    return int32(this.#varint())
  }

  /** One number of a repeated field, or several packed ones. */
  int32s(name: string): number[] {
    if (this.#wire === VARINT) return [this.int32(name)]
    if (this.#wire !== LENGTH) this.#wrong(name)
    const end = this.#length()
    if (end > this.#bytes.length) throw unexpectedEnd()
    const values: number[] = []
    while (this.#at < end) values.push(int32(this.#varint()))
    return values
  }

  /** Skips an unknown field, groups included. */
  skip(): void {
    let depth = 0
    for (let wire = this.#wire; ; wire = Number(this.#varint() & 7n)) {
      if (wire === VARINT) this.#varint()
      else if (wire === FIXED64) this.#at += 8
      else if (wire === LENGTH) this.#at = this.#length()
      else if (wire === START_GROUP) depth++
      else if (wire === END_GROUP) depth--
      else if (wire === FIXED32) this.#at += 4
      else throw new ProtoError(`proto: illegal wireType ${wire}`)
      if (depth === 0) break
    }
    if (this.#at > this.#bytes.length) throw unexpectedEnd()
  }

  #wrong(name: string): never {
    throw new ProtoError(`proto: wrong wireType = ${this.#wire} for field ${name}`)
  }

  /** Reads a length and returns the end position, which may be past the message. */
  #length(): number {
    const length = BigInt.asIntN(64, this.#varint())
    if (length < 0n || BigInt(this.#at) + length > MAX_INT)
      throw new ProtoError('proto: negative length found during unmarshaling')
    return this.#at + Number(length)
  }

  #varint(): bigint {
    let small = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte()
      small |= (byte & 0x7f) << shift
      if (byte < 0x80) return BigInt(small)
    }
    let value = BigInt(small)
    for (let shift = 28n; shift < 64n; shift += 7n) {
      const byte = this.#byte()
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new ProtoError('proto: integer overflow')
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++]
    if (byte === undefined) throw unexpectedEnd()
    return byte
  }
}

const int32 = (value: bigint): number => Number(BigInt.asIntN(32, value))

const unexpectedEnd = (): ProtoError => new ProtoError('unexpected EOF')
