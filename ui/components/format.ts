/** A whole number in groups of three digits, however large. */
export const grouped = (digits: string | number): string => String(digits).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')

/** What was added or taken, with its sign. */
export function changeOf(before: string, after: string): string {
  const by = BigInt(after) - BigInt(before)
  return by > 0n ? `+${grouped(String(by))}` : grouped(String(by)).replace('-', '−')
}

/** A share in per cent, with one digit where it is small. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '0 %'
  const share = (100 * part) / whole
  return `${share > 0 && share < 10 ? share.toFixed(1) : Math.floor(share)} %`
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`

/** A long address or hash by both its ends. */
export const shortAddress = (text: string): string =>
  /^(?:[a-z]+1[02-9ac-hj-np-z]{30,}|(?:0x)?[0-9a-fA-F]{40,})$/.test(text)
    ? `${text.slice(0, 12)}…${text.slice(-6)}`
    : text

/** Nanoseconds since 1970 as a time in UTC. */
export const timeText = (nanoseconds: string): string =>
  new Date(Number(BigInt(nanoseconds) / 1_000_000n))
    .toISOString()
    .replace('T', ' ')
    .replace('.000Z', ' UTC')
    .replace('Z', ' UTC')

/** Large numbers for the axis of a chart. */
export function compact(value: number): string {
  const units = [
    [1e12, 'T'],
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const
  for (const [unit, name] of units)
    if (Math.abs(value) >= unit) return `${Number((value / unit).toPrecision(4))}${name}`
  return String(Number(value.toPrecision(4)))
}
