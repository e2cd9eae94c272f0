/** Digits in groups of three. */
export const grouped = (value: bigint | number | string): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/** One line of limited length. */
export function shorten(text: string, width: number): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ')
  return line.length > width ? `${line.slice(0, Math.max(0, width - 1))}…` : line
}

/** Shortens long bech32 strings to their ends. */
export const shortAddresses = (text: string): string =>
  text.replaceAll(/\b([a-z]{2,20}1[0-9a-z]{5})[0-9a-z]{24,60}([0-9a-z]{4})\b/g, '$1…$2')
