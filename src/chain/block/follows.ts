import { UsageError } from '../../base/index.js'
import type { BlockInfo } from '../context.js'

/** @throws UsageError for a height or a time that is not after that of the last block */
export function assertFollows(last: BlockInfo, { height, time }: BlockInfo): void {
  if (!Number.isSafeInteger(height) || height <= last.height)
    throw new UsageError(`height ${height} does not follow height ${last.height}`)
  if (time <= last.time)
    throw new UsageError(`block time ${time} ns is not after ${last.time} ns, the time of block ${last.height}`)
}
