const VALUES = new Int8Array(256).fill(-1)
for (const [value, character] of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.split('').entries())
  VALUES[character.charCodeAt(0)] = value

const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * Standard base64 as Go's `base64.StdEncoding` reads it: line breaks are skipped, padding is required.
 * @returns the bytes, or the offset in the text of Go's `CorruptInputError`.
 * Source: go1.24 encoding/base64/base64.go `decodeQuantum`.
 */
export function decodeGoBase64(text: string): { readonly bytes: Uint8Array } | { readonly corruptAt: number } {
  if (CANONICAL.test(text)) return { bytes: new Uint8Array(Buffer.from(text, 'base64')) }
  const input = Buffer.from(text, 'utf8')
  const out: number[] = []
  const quantum = [0, 0, 0, 0]
  let filled = 0
  let at = 0
  const skipBreaks = () => {
    while (input[at] === 0x0a || input[at] === 0x0d) at++
  }
  for (;;) {
    skipBreaks()
    if (at >= input.length) {
      return filled === 0 ? { bytes: Uint8Array.from(out) } : { corruptAt: at - filled }
    }
    const character = input[at++]!
    const value = VALUES[character]!
    if (value >= 0) {
      quantum[filled++] = value
      if (filled < 4) continue
      const word = (quantum[0]! << 18) | (quantum[1]! << 12) | (quantum[2]! << 6) | quantum[3]!
      out.push(word >> 16, (word >> 8) & 0xff, word & 0xff)
      filled = 0
      continue
    }
    if (character !== 0x3d || filled < 2) return { corruptAt: at - 1 }
    if (filled === 2) {
      skipBreaks()
      if (at >= input.length) return { corruptAt: input.length }
      if (input[at] !== 0x3d) return { corruptAt: at - 1 }
      at++
    }
    skipBreaks()
    if (at < input.length) return { corruptAt: at }
    const word = (quantum[0]! << 18) | (quantum[1]! << 12) | (filled > 2 ? quantum[2]! << 6 : 0)
    out.push(word >> 16)
    if (filled === 3) out.push((word >> 8) & 0xff)
    return { bytes: Uint8Array.from(out) }
  }
}
