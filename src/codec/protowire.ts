import { ProtoError } from './proto.js'

const MAX_FIELD = 0x7fffffffn
const MAX_DEPTH = 10_000

/**
 * Goes through the fields of a message and checks only their framing, with the errors of Go's parser.
 * Source: google.golang.org/protobuf encoding/protowire/wire.go.
 */
export class WireReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** @throws ProtoError */
  tag(): { readonly field: number; readonly wire: number } {
    const tag = this.#varint()
    const field = tag >> 3n
    if (field < 1n || field > MAX_FIELD) throw new ProtoError('invalid field number')
    return { field: Number(field), wire: Number(tag & 7n) }
  }

  /** Passes the value of the field whose tag was read. @returns the content of a length-delimited one @throws ProtoError */
  value({ field, wire }: { readonly field: number; readonly wire: number }): Uint8Array {
    return this.#value(field, wire, MAX_DEPTH)
  }

  #value(field: number, wire: number, depth: number): Uint8Array {
    switch (wire) {
      case 0:
        this.#varint()
        return this.#pass(0)
      case 1:
        return this.#pass(8)
      case 2:
        return this.#pass(this.#varint())
      case 3:
        this.#group(field, depth)
        return this.#pass(0)
      case 4:
        throw new ProtoError('mismatching end group marker')
      case 5:
        return this.#pass(4)
      default:
        throw new ProtoError('cannot parse reserved wire type')
    }
  }

  #group(of: number, depth: number): void {
    if (depth < 0) throw new ProtoError('recursion depth exceeded')
    for (;;) {
      const { field, wire } = this.tag()
      if (wire !== 4) this.#value(field, wire, depth - 1)
      else if (field === of) return
      else throw new ProtoError('mismatching end group marker')
    }
  }

  #pass(length: bigint | number): Uint8Array {
    if (BigInt(this.#bytes.length - this.#at) < length) throw new ProtoError('unexpected EOF')
    const from = this.#at
    this.#at += Number(length)
    return this.#bytes.subarray(from, this.#at)
  }

  #varint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new ProtoError('unexpected EOF')
      if (shift === 63n && byte > 1) break
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw new ProtoError('variable length integer overflow')
  }
}
