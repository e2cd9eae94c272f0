/** The text of what is wrong with hex, or undefined. Go looks at bytes and prints each as a character. Source: Go's `hex.DecodeString`. */
export function hexProblem(text: string): string | undefined {
  const bytes = Buffer.from(text).toString('latin1')
  const invalid = /[^0-9a-fA-F]/.exec(bytes)?.[0]
  if (invalid !== undefined) {
    const point = invalid.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return `encoding/hex: invalid byte: U+${point}${/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(invalid) ? ` '${invalid}'` : ''}`
  }
  return bytes.length % 2 === 1 ? 'encoding/hex: odd length hex string' : undefined
}
