import { UsageError } from '../base/index.js'
import { plainError } from './plain-error.js'
import { protoUint64, ProtoWriter, readProto } from './proto.js'

/** Times are nanoseconds since 1970 in UTC, durations nanoseconds; both may be negative. */

const SECOND = 1_000_000_000n

/** Go's `time.Time{}`: the first moment of the year 1. */
export const ZERO_TIME = -62_135_596_800n * SECOND

const split = (time: bigint): readonly [seconds: bigint, nanos: bigint] => {
  const nanos = ((time % SECOND) + SECOND) % SECOND
  return [(time - nanos) / SECOND, nanos]
}

/** A `Timestamp` or a `Duration` as generated code has it. */
export interface Moment {
  readonly seconds: bigint
  readonly nanos: number
}

/** A `Timestamp` or a `Duration`. */
export const nanosOf = ({ seconds, nanos }: Moment): bigint => seconds * SECOND + BigInt(nanos)

/** A `Timestamp` that Go can hold. Source: gogoproto v1.7.2 types/timestamp.go `TimestampFromProto`. @throws ChainError undefined/1 */
export function goTimestamp(moment: Moment): bigint {
  const { seconds, nanos } = moment
  const problem = (text: string) =>
    plainError(`timestamp: &timestamppb.Timestamp{Seconds: ${seconds},\nNanos: ${nanos},\n}${text}`)
  if (seconds * SECOND < ZERO_TIME) throw problem(' before 0001-01-01')
  if (seconds >= YEAR_10000) throw problem(' after 10000-01-01')
  if (nanos < 0 || nanos >= 1e9) throw problem(': nanos not in range [0, 1e9)')
  return nanosOf(moment)
}
const YEAR_10000 = 253_402_300_800n

/** A `Duration` that Go can hold. Source: gogoproto v1.7.2 types/duration.go `DurationFromProto`. @throws ChainError undefined/1 */
export function goDuration(moment: Moment): bigint {
  const { seconds, nanos } = moment
  const problem = (text: string) =>
    plainError(`duration: &durationpb.Duration{Seconds: ${seconds},\nNanos: ${nanos},\n}${text}`)
  if (seconds < -MAX_SECONDS || seconds > MAX_SECONDS) throw problem(': seconds out of range')
  if (nanos <= -1e9 || nanos >= 1e9) throw problem(': nanos out of range')
  if ((seconds < 0n && nanos > 0) || (seconds > 0n && nanos < 0))
    throw problem(': seconds and nanos have different signs')
  const duration = nanosOf(moment)
  if (BigInt.asIntN(64, duration) !== duration) throw problem(' is out of range for time.Duration')
  return duration
}
const MAX_SECONDS = 315_576_000_000n

/** A `Timestamp`, or a `Duration` that is not negative. */
export function momentOf(time: bigint): { seconds: bigint; nanos: number } {
  const [seconds, nanos] = split(time)
  return { seconds, nanos: Number(nanos) }
}

/** Source: proto google.protobuf `Timestamp`. */
export function timestampWriter(time: bigint): ProtoWriter {
  const [seconds, nanos] = split(time)
  return new ProtoWriter().uint64(1, seconds).uint64(2, nanos)
}
export const encodeTimestamp = (time: bigint): Uint8Array => timestampWriter(time).finish()
/** Source: proto google.protobuf `Duration`. */
export const durationWriter = (duration: bigint): ProtoWriter =>
  new ProtoWriter().uint64(1, duration / SECOND).uint64(2, duration % SECOND)
export const encodeDuration = (duration: bigint): Uint8Array => durationWriter(duration).finish()

/** A `Timestamp` or a `Duration`. @throws ProtoError */
export function decodeTime(bytes: Uint8Array): bigint {
  const fields = readProto(bytes)
  return BigInt.asIntN(64, protoUint64(fields, 1)) * SECOND + BigInt.asIntN(64, protoUint64(fields, 2))
}

/** The date of a day counted from 1970-01-01, by the proleptic Gregorian calendar (eras of 400 years, years from March). */
export function civilDate(days: number): { readonly year: number; readonly month: number; readonly day: number } {
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

/** The inverse: the day of a date; days past the end of a month run into the next. */
function dayOf(year: number, month: number, day: number): number {
  const fromMarch = month <= 2 ? year - 1 : year
  const era = Math.floor(fromMarch / 400)
  const yearOfEra = fromMarch - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

const padded = (value: number, length: number): string => String(value).padStart(length, '0')

/** `2020-01-02T00:01:10`. */
function clock(seconds: bigint): string {
  const rest = Number(((seconds % 86_400n) + 86_400n) % 86_400n)
  const { year, month, day } = civilDate(Number((seconds - BigInt(rest)) / 86_400n))
  const [hours, minutes] = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60]
  return (
    `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}T` +
    `${padded(hours, 2)}:${padded(minutes, 2)}:${padded(rest % 60, 2)}`
  )
}

/** Source: Go time `RFC3339`, of a time in UTC. */
export const rfc3339 = (time: bigint): string => `${clock(split(time)[0])}Z`

/** A time with its fraction, without trailing zeros: a `Timestamp` in protobuf's JSON. Source: Go time `RFC3339Nano`. */
export function rfc3339Nano(time: bigint): string {
  const [seconds, nanos] = split(time)
  const fraction = nanos === 0n ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`
  return `${clock(seconds)}${fraction}Z`
}

/** Nine places always, so that texts sort as times do. Source: cosmos-sdk types `SortableTimeFormat`. */
export function sortableTime(time: bigint): string {
  // Cached, since several queues are read up to the same block time.
  if (sorted?.time !== time) {
    const [seconds, nanos] = split(time)
    sorted = { time, text: `${clock(seconds)}.${String(nanos).padStart(9, '0')}` }
  }
  return sorted.text
}
let sorted: { readonly time: bigint; readonly text: string } | undefined

/** @throws UsageError */
export function parseRfc3339(text: string): bigint {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z$/.exec(text)
  const [year, month, day, hours, minutes, seconds] = (parts ?? []).slice(1, 7).map(Number)
  if (parts !== null) {
    const days = dayOf(year!, month!, day!)
    const time = BigInt(days * 86_400 + hours! * 3600 + minutes! * 60 + seconds!) * SECOND
    // An invalid date (month 13, February 30) comes out as a different date.
    if (rfc3339(time) === `${text.slice(0, 19)}Z`) return time + BigInt((parts[7] ?? '').padEnd(9, '0'))
  }
  throw new UsageError(`not a time in UTC such as 2020-01-02T00:01:10Z: ${text.slice(0, 80)}`)
}

/** A `Duration` in protobuf's JSON: `1814400s`, `1.500s`. */
export function durationText(duration: bigint): string {
  const [size, sign] = duration < 0n ? [-duration, '-'] : [duration, '']
  const nanos = String(size % SECOND).padStart(9, '0')
  const fraction = nanos.endsWith('000000000') ? '' : `.${nanos.replace(/(?:000){1,2}$/, '')}`
  return `${sign}${size / SECOND}${fraction}s`
}

/** @throws UsageError */
export function parseDuration(text: string): bigint {
  const parts = /^(-?)(\d{1,12})(?:\.(\d{1,9}))?s$/.exec(text)
  if (parts === null) throw new UsageError(`not a duration such as 1814400s: ${text.slice(0, 80)}`)
  const size = BigInt(parts[2]!) * SECOND + BigInt((parts[3] ?? '').padEnd(9, '0'))
  return parts[1] === '-' ? -size : size
}
