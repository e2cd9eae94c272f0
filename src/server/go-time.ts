import { goTime } from '../chain/ante/go-time.js'

/** A time as Go prints it in `time.RFC3339Nano`: without zeros at the end of the fraction. @param nanoseconds since 1970 */
export const rfc3339 = (nanoseconds: bigint): string => goTime(nanoseconds).replace(' +0000 UTC', 'Z').replace(' ', 'T')
