import { NO_BYTES } from '../base/index.js'

/** Lower-case hex with `0x`: how addresses, hashes and data are named inside the node and on the wire. */
export type Hex = `0x${string}`

export const hex = (bytes: Uint8Array): Hex =>
  `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`

/** Bytes of hex that is known to be well-formed (the validators of `rpc/params.ts` see to it). */
export const unhex = (text: Hex): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex'))

/** JSON-RPC's quantity: no leading zeros, `0x0` for zero. */
export const quantity = (value: bigint | number): Hex => `0x${value.toString(16)}`

/** A quantity as 32 bytes of hex. */
export const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`

/** A quantity as 32 bytes. */
export const wordBytes = (value: bigint): Uint8Array => unhex(word(value))

export const bytesToBigInt = (bytes: Uint8Array): bigint => (bytes.length === 0 ? 0n : BigInt(hex(bytes)))

/** Big-endian bytes without leading zeros; none for zero. */
export function minimalBytes(value: bigint): Uint8Array {
  if (value === 0n) return NO_BYTES
  const digits = value.toString(16)
  return unhex(`0x${digits.length % 2 === 1 ? '0' : ''}${digits}`)
}
