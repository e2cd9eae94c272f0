import type { Timestamp } from 'cosmjs-types/google/protobuf/timestamp'

const SECOND = 1_000_000_000n

/** @param time nanoseconds since 1970 */
export function momentOf(time: bigint): Timestamp {
  const nanos = ((time % SECOND) + SECOND) % SECOND
  return { seconds: (time - nanos) / SECOND, nanos: Number(nanos) }
}

/** Nanoseconds since 1970. */
export const nanosecondsOf = (moment: Timestamp | undefined): bigint | undefined =>
  moment && moment.seconds * SECOND + BigInt(moment.nanos)
