import { goTime } from '../../../chain/ante/index.js'

/** `2020-01-02T00:01:10.5Z`. @param time nanoseconds since 1970 */
export const rfc3339 = (time: bigint): string => goTime(time).replace(' ', 'T').replace(' +0000 UTC', 'Z')
