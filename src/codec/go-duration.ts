const HOUR = 3_600_000_000_000n
const MINUTE = 60_000_000_000n
const SECOND = 1_000_000_000n

/** A span of nanoseconds as Go's `time.Duration.String` prints it: `336h0m0s`, `1.5s`, `20ms`. */
export function goDurationText(span: bigint): string {
  if (span < 0n) return `-${goDurationText(-span)}`
  if (span === 0n) return '0s'
  if (span < 1000n) return `${span}ns`
  if (span < 1_000_000n) return `${decimal(span, 1000n)}µs`
  if (span < SECOND) return `${decimal(span, 1_000_000n)}ms`
  const seconds = `${decimal(span % MINUTE, SECOND)}s`
  if (span < MINUTE) return seconds
  const minutes = `${(span / MINUTE) % 60n}m${seconds}`
  return span < HOUR ? minutes : `${span / HOUR}h${minutes}`
}

function decimal(value: bigint, unit: bigint): string {
  const rest = value % unit
  if (rest === 0n) return String(value / unit)
  const digits = String(unit).length - 1
  return `${value / unit}.${String(rest).padStart(digits, '0').replace(/0+$/, '')}`
}
