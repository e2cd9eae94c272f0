import { civilDate, ZERO_TIME } from '../../codec/index.js'

/** Whether Go takes a timeout for none: it is `time.Time{}`, or in the first second of 1970. @param until nanoseconds since 1970 */
export const isNever = (until: bigint): boolean => until === ZERO_TIME || unixSeconds(until) === 0n

/** Whole seconds since 1970, rounded down. Source: Go `time.Time.Unix`. @param time nanoseconds */
const unixSeconds = (time: bigint): bigint => (time - nanosOf(time)) / 1_000_000_000n

const nanosOf = (time: bigint): bigint => ((time % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n

/**
 * A time in UTC as Go's `time.Time.String` prints it: `2020-01-02 00:01:10.5 +0000 UTC`.
 * @param time nanoseconds since 1970
 */
export function goTime(time: bigint): string {
  const nanos = nanosOf(time)
  const seconds = unixSeconds(time)
  const days = seconds / 86_400n - (seconds % 86_400n < 0n ? 1n : 0n)
  const rest = Number(seconds - days * 86_400n)
  const two = (value: number) => String(value).padStart(2, '0')
  const { year, month, day } = civilDate(Number(days))
  const clock = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`
  const fraction = nanos === 0n ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${clock}${fraction} +0000 UTC`
}
