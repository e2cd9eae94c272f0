/** Signed LEB128. */
export function readSigned(bytes: Uint8Array, at: number): bigint {
  let value = 0n
  let shift = 0n
  for (let pos = at; ; pos++) {
    const byte = bytes[pos]!
    value |= BigInt(byte & 0x7f) << shift
    shift += 7n
    if (byte <= 0x7f) return byte & 0x40 ? value - (1n << shift) : value
  }
}

export function signed(value: bigint): readonly number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>= 7n) {
    const low = Number(rest & 0x7fn)
    const next = rest >> 7n
    if ((next === 0n && (low & 0x40) === 0) || (next === -1n && (low & 0x40) !== 0)) return [...bytes, low]
    bytes.push(low | 0x80)
  }
}

export function unsigned(value: number): readonly number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
  return [...bytes, rest]
}
