/**
 * A time in UTC as Go's `time.Time.String` prints it: `2020-01-02 00:01:10.5 +0000 UTC`.
 * @param time nanoseconds since 1970
 */
export function goTime(time: bigint): string {
  const nanos = ((time % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n
  const seconds = (time - nanos) / 1_000_000_000n
  const days = seconds / 86_400n - (seconds % 86_400n < 0n ? 1n : 0n)
  const rest = Number(seconds - days * 86_400n)
  const two = (value: number) => String(value).padStart(2, '0')
  const { year, month, day } = civilDate(Number(days))
  const clock = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`
  const fraction = nanos === 0n ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${clock}${fraction} +0000 UTC`
}

/** The date of a day counted from 1970-01-01, by the proleptic Gregorian calendar (eras of 400 years, years from March). */
function civilDate(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
  }
}
