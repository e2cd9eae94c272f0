import { BinaryWriter } from 'cosmjs-types/binary'

/*
 * cosmjs-types 0.11.0 writes 64-bit numbers from 2^31 to 2^32 - 1 as 0, such as the seconds of a time after January 2038. A 32-bit
 * varint of such a number has the right bytes.
 */
const writeLong: (this: BinaryWriter, value: bigint) => BinaryWriter = Reflect.get(BinaryWriter.prototype, 'int64')

/** From now on the writer of cosmjs-types writes them. */
export function patchWriter(): void {
  BinaryWriter.prototype.int64 = function (value) {
    const number = BigInt(value)
    return number >= 0n && number < 1n << 32n ? this.uint32(Number(number)) : writeLong.call(this, number)
  }
}
