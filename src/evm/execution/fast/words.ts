/** Reading and writing words of 32 bytes, by four numbers of 64 bits. */

/** The word at `at`; all of it must be there. */
export function readWord(view: DataView, at: number): bigint {
  const high = view.getBigUint64(at)
  const second = view.getBigUint64(at + 8)
  const third = view.getBigUint64(at + 16)
  const low = view.getBigUint64(at + 24)
  // Most numbers are small, and shifting is the expensive part.
  if (high === 0n && second === 0n) return third === 0n ? low : (third << 64n) | low
  return (high << 192n) | (second << 128n) | (third << 64n) | low
}

export function writeWord(view: DataView, at: number, value: bigint): void {
  view.setBigUint64(at + 24, value & MASK_64)
  if (value <= MASK_64) {
    view.setBigUint64(at, 0n)
    view.setBigUint64(at + 8, 0n)
    view.setBigUint64(at + 16, 0n)
    return
  }
  view.setBigUint64(at + 16, (value >> 64n) & MASK_64)
  view.setBigUint64(at + 8, (value >> 128n) & MASK_64)
  view.setBigUint64(at, value >> 192n)
}

const MASK_64 = (1n << 64n) - 1n

/** Big-endian bytes as a number. */
export function numberOf(bytes: Uint8Array): bigint {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  return value
}
