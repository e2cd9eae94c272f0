/** The custom section `cw_migrate_version` is not a number. The text is that of Rust's parsers. */
export class MigrateVersionError extends Error {}

/** Reads a `u64` as Rust's `str::parse` does: decimal digits, a leading plus sign allowed. @throws MigrateVersionError */
export function migrateVersionOf(content: Uint8Array): bigint {
  const invalid = utf8Error(content)
  if (invalid) throw new MigrateVersionError(invalid)
  const text = Buffer.from(content).toString('utf8')
  if (text === '') throw new MigrateVersionError('cannot parse integer from empty string')
  if (!/^\+?[0-9]+$/.test(text)) throw new MigrateVersionError('invalid digit found in string')
  const value = BigInt(text)
  if (value > 0xffff_ffff_ffff_ffffn) throw new MigrateVersionError('number too large to fit in target type')
  return value
}

/** The error of bytes that are not UTF-8, in the words of Rust's `Utf8Error`; undefined when they are valid. */
function utf8Error(bytes: Uint8Array): string | undefined {
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at]!
    if (lead < 0x80) {
      at++
      continue
    }
    const length =
      lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0
    if (length === 0) return `invalid utf-8 sequence of 1 bytes from index ${at}`
    for (let i = 1; i < length; i++) {
      if (at + i >= bytes.length) return `incomplete utf-8 byte sequence from index ${at}`
      const [low, high] = i === 1 ? secondByte(lead) : ([0x80, 0xbf] as const)
      const byte = bytes[at + i]!
      if (byte < low || byte > high) return `invalid utf-8 sequence of ${i} bytes from index ${at}`
    }
    at += length
  }
  return undefined
}

function secondByte(lead: number): readonly [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf]
  if (lead === 0xed) return [0x80, 0x9f]
  if (lead === 0xf0) return [0x90, 0xbf]
  if (lead === 0xf4) return [0x80, 0x8f]
  return [0x80, 0xbf]
}
