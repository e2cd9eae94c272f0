/** Digits in groups of three. */
export const grouped = (value: bigint | number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/** One line of at most so many characters. */
export function shorten(text: string, width: number): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ')
  return line.length > width ? `${line.slice(0, Math.max(0, width - 1))}…` : line
}
