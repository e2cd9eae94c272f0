import type { TraceNode } from '../../sandbox/internal.js'
import type { GrowthPoint } from './cliff.js'
import type { MapSizes } from './records.js'

/** A call of a callback after a number of messages. */
export interface Measurement extends GrowthPoint {
  /** The storage maps of the contract before it. */
  readonly sizes: MapSizes
  /** The call; of several, the one of which the first measurement kept the like. */
  readonly node: TraceNode
}
