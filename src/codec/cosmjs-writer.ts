import { isAscii } from 'node:buffer'
import { BinaryReader, BinaryWriter } from 'cosmjs-types/binary'
import { textOf, toUtf8 } from '../base/index.js'

/*
 * cosmjs-types 0.11.0 writes 64-bit numbers from 2^31 to 2^32 - 1 as 0, such as the seconds of a time after January 2038. A 32-bit
 * varint of such a number has the right bytes.
 */
const writeLong: (this: BinaryWriter, value: bigint) => BinaryWriter = Reflect.get(BinaryWriter.prototype, 'int64')

/** Texts that cosmjs-types writes itself. */
const ASCII = /^[^\x80-\uffff]*$/
const writeText: (this: BinaryWriter, value: string) => BinaryWriter = Reflect.get(BinaryWriter.prototype, 'string')

const latin1 = Buffer.prototype as Buffer & { latin1Slice(this: Uint8Array, start: number, end: number): string }

/** From now on the writer of cosmjs-types writes them, and texts need not be UTF-8. */
export function patchWriter(): void {
  BinaryWriter.prototype.int64 = function (value) {
    const number = BigInt(value)
    return number >= 0n && number < 1n << 32n ? this.uint32(Number(number)) : writeLong.call(this, number)
  }
  BinaryWriter.prototype.string = function (value) {
    return ASCII.test(value) ? writeText.call(this, value) : this.bytes(toUtf8(value))
  }
  BinaryReader.prototype.string = function () {
    const bytes = this.bytes()
    return isAscii(bytes) ? latin1.latin1Slice.call(bytes, 0, bytes.length) : textOf(bytes)
  }
}
