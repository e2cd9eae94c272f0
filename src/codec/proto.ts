import { concatBytes, NO_BYTES, SudoboxError, textOf, toUtf8 } from '../base/index.js'

/**
 * Hand-written protobuf encoding for the records that every transaction reads; much faster than generated code.
 * Fields at their default are not written, as gogoproto does for proto3.
 */

/** Bytes that are not a protobuf message. */
export class ProtoError extends SudoboxError {
  readonly code = 'PROTO'
}

const VARINT = 0
const FIXED64 = 1
const LENGTH = 2
const FIXED32 = 5

/** Buffers of finished writers for reuse: allocating one costs more than encoding most records. */
const spare: Buffer[] = []
const BUFFER_SIZE = 512
const MAX_SPARE = 16
const FINISHED = Buffer.alloc(0)
/** Up to this length, bytes and ASCII characters are written faster one by one than by the engine. */
const SHORT = 80

export class ProtoWriter {
  #bytes = spare.pop() ?? Buffer.allocUnsafeSlow(BUFFER_SIZE)
  #length = 0

  uint64(field: number, value: bigint): this {
    return value === 0n ? this : this.presentUint64(field, value)
  }
  /** A number whose presence counts, such as an alternative of a `oneof` or a field of proto2: written even when it is zero. */
  presentUint64(field: number, value: bigint): this {
    this.#varint(field * 8 + VARINT)
    this.#bigVarint(value)
    return this
  }
  /** A repeated field of whole numbers, which stand in one block. */
  packedUint64s(field: number, values: readonly bigint[]): this {
    if (values.length === 0) return this
    const packed = new ProtoWriter()
    for (const value of values) packed.#bigVarint(value)
    return this.message(field, packed)
  }
  fixed64(field: number, value: bigint): this {
    return value === 0n ? this : this.presentFixed64(field, value)
  }
  /** Writes a number even if it is 0. */
  presentFixed64(field: number, value: bigint): this {
    this.#varint(field * 8 + FIXED64)
    this.#reserve(8)
    this.#bytes.writeBigUInt64LE(BigInt.asUintN(64, value), this.#length)
    this.#length += 8
    return this
  }
  bool(field: number, value: boolean): this {
    if (!value) return this
    this.#varint(field * 8 + VARINT)
    this.#varint(1)
    return this
  }
  string(field: number, value: string): this {
    if (value === '') return this
    this.#varint(field * 8 + LENGTH)
    if (value.length <= SHORT && this.#ascii(value)) return this
    const bytes = toUtf8(value)
    this.#varint(bytes.length)
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
    return this
  }
  /** A repeated field of texts: each is written, even an empty one. */
  strings(field: number, values: readonly string[]): this {
    for (const value of values) this.message(field, toUtf8(value))
    return this
  }
  bytes(field: number, value: Uint8Array): this {
    return value.length === 0 ? this : this.message(field, value)
  }
  /** An embedded message, or one element of a repeated field: written even when it is empty. Finishes the given writer. */
  message(field: number, value: Uint8Array | ProtoWriter): this {
    this.#varint(field * 8 + LENGTH)
    const bytes = value instanceof ProtoWriter ? value.#bytes : value
    const length = value instanceof ProtoWriter ? value.#length : value.length
    this.#varint(length)
    this.#reserve(length)
    if (length < SHORT) for (let i = 0; i < length; i++) this.#bytes[this.#length + i] = bytes[i]!
    else this.#bytes.set(bytes.length === length ? bytes : bytes.subarray(0, length), this.#length)
    this.#length += length
    if (value instanceof ProtoWriter) value.#end()
    return this
  }
  /** The encoded bytes; may be called only once. */
  finish(): Uint8Array {
    const bytes = new Uint8Array(this.#bytes.subarray(0, this.#length))
    this.#end()
    return bytes
  }
  #end(): void {
    if (this.#bytes === FINISHED) throw new ProtoError('this message is written already')
    if (this.#bytes.length === BUFFER_SIZE && spare.length < MAX_SPARE) spare.push(this.#bytes)
    this.#bytes = FINISHED
    this.#length = 0
  }

  /** Writes length and text; false, and nothing written, when the text is not ASCII. */
  #ascii(value: string): boolean {
    const { length } = value
    this.#reserve(length + 1)
    const start = this.#length + 1
    for (let i = 0; i < length; i++) {
      const unit = value.charCodeAt(i)
      if (unit > 0x7f) return false
      this.#bytes[start + i] = unit
    }
    this.#bytes[this.#length] = length
    this.#length = start + length
    return true
  }

  #varint(value: number): void {
    this.#reserve(5)
    while (value > 0x7f) {
      this.#bytes[this.#length++] = (value & 0x7f) | 0x80
      value >>>= 7
    }
    this.#bytes[this.#length++] = value
  }
  #bigVarint(value: bigint): void {
    if (value >= 0n && value <= 0x7fffffffn) return this.#varint(Number(value))
    this.#reserve(10)
    let rest = BigInt.asUintN(64, value)
    while (rest > 0x7fn) {
      this.#bytes[this.#length++] = Number(rest & 0x7fn) | 0x80
      rest >>= 7n
    }
    this.#bytes[this.#length++] = Number(rest)
  }
  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + more))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}

/** One field as encoded: `bytes` (a view) if length-delimited, else `number`. */
export interface ProtoField {
  readonly field: number
  readonly wire: number
  readonly number: bigint
  readonly bytes: Uint8Array
}

/** A decoded field. The view is created on demand, since many fields are never read. */
class ReadField implements ProtoField {
  readonly field: number
  readonly wire: number
  readonly number: bigint
  readonly #message: Uint8Array
  readonly #start: number
  readonly #length: number

  constructor(field: number, wire: number, number: bigint, message: Uint8Array, start: number, length: number) {
    this.field = field
    this.wire = wire
    this.number = number
    this.#message = message
    this.#start = start
    this.#length = length
  }

  get bytes(): Uint8Array {
    return this.#length === 0 ? NO_BYTES : this.#message.subarray(this.#start, this.#start + this.#length)
  }
}

/** The fields of a message in their order. @throws ProtoError when it is truncated or malformed. */
export function readProto(message: Uint8Array): ProtoField[] {
  const fields: ProtoField[] = []
  let at = 0
  const varint = (): bigint => {
    let small = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = next()
      small |= (byte & 0x7f) << shift
      if (byte < 0x80) return BigInt(small)
    }
    let value = BigInt(small)
    for (let shift = 28n; shift < 70n; shift += 7n) {
      const byte = next()
      if (shift === 63n && byte > 1) throw new ProtoError('proto: integer overflow')
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw new ProtoError('proto: integer overflow')
  }
  const next = (): number => {
    const byte = message[at++]
    if (byte === undefined) throw new ProtoError('unexpected EOF')
    return byte
  }
  const skip = (length: number): void => {
    if (length > message.length - at) throw new ProtoError('unexpected EOF')
    at += length
  }
  while (at < message.length) {
    const tag = varint()
    const field = Number(tag >> 3n)
    const wire = Number(tag & 7n)
    if (field < 1 || field > 536870911) throw new ProtoError(`proto: illegal tag ${field} (wire type ${wire})`)
    if (wire === VARINT) fields.push(new ReadField(field, wire, varint(), message, at, 0))
    else if (wire === LENGTH) {
      const length = Number(varint())
      skip(length)
      fields.push(new ReadField(field, wire, 0n, message, at - length, length))
    } else if (wire === FIXED64 || wire === FIXED32) {
      const length = wire === FIXED64 ? 8 : 4
      skip(length)
      const view = new DataView(message.buffer, message.byteOffset + at - length, length)
      const number = wire === FIXED64 ? view.getBigUint64(0, true) : BigInt(view.getUint32(0, true))
      fields.push(new ReadField(field, wire, number, message, at - length, length))
    } else throw new ProtoError(`proto: illegal wireType ${wire}`)
  }
  return fields
}

/** The last value of a field: proto3's rule for a singular field that occurs twice. */
export const protoUint64 = (fields: readonly ProtoField[], field: number): bigint =>
  fields.findLast((entry) => entry.field === field)?.number ?? 0n

/** A repeated field of whole numbers, packed or one by one. @throws ProtoError when it is truncated */
export function protoUint64s(fields: readonly ProtoField[], field: number): bigint[] {
  const values: bigint[] = []
  for (const entry of fields) {
    if (entry.field !== field) continue
    if (entry.wire !== LENGTH) {
      values.push(entry.number)
      continue
    }
    let value = 0n
    let shift = 0n
    for (const byte of entry.bytes) {
      value |= BigInt(byte & 0x7f) << shift
      shift += 7n
      if (byte > 0x7f) continue
      values.push(BigInt.asUintN(64, value))
      value = shift = 0n
    }
    if (shift > 0n) throw new ProtoError('unexpected EOF')
  }
  return values
}

export const protoBool = (fields: readonly ProtoField[], field: number): boolean => protoUint64(fields, field) !== 0n

/** A copy, so it may be kept. */
export const protoBytes = (fields: readonly ProtoField[], field: number): Uint8Array =>
  fields.findLast((entry) => entry.field === field)?.bytes.slice() ?? NO_BYTES

/** A string field. Like a string in Go, it need not be UTF-8. */
export function protoString(fields: readonly ProtoField[], field: number): string {
  return textOf(fields.findLast((entry) => entry.field === field)?.bytes ?? NO_BYTES)
}

export const protoStrings = (fields: readonly ProtoField[], field: number): string[] =>
  protoMessages(fields, field).map(textOf)

/**
 * A field that is one message, undefined if it is absent. One that occurs twice is one message, too: Go reads each into what those before have set,
 * which comes to reading their bytes in a row.
 */
export function protoMessage(fields: readonly ProtoField[], field: number): Uint8Array | undefined {
  let found: Uint8Array | undefined
  for (const entry of fields)
    if (entry.field === field) found = found === undefined ? entry.bytes : concatBytes(found, entry.bytes)
  return found
}

/** The elements of a repeated field of messages. */
export const protoMessages = (fields: readonly ProtoField[], field: number): Uint8Array[] =>
  fields.filter((entry) => entry.field === field).map(({ bytes }) => bytes)
