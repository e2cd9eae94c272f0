import type { AcknowledgementBytes } from '../modules/ibc/index.js'
import type { Any } from '../codec/any.js'
import type { TxResult } from './result.js'

/** One of several transactions of a block. */
export interface BlockTx {
  readonly messages: readonly Any[]
  readonly gasLimit: bigint
  /** Answers the packets that it brings, in place of their applications. */
  readonly receiver?: AcknowledgementBytes | undefined
  /** Position of one before it: unless that one succeeds, this one is not sent. */
  readonly after?: number | undefined
}

/**
 * How one of them ended: with a result; with what was thrown in its place, so that it stands in no block; or, undefined, not at all, since it waited for
 * another one that did not succeed.
 */
export type BlockTxEnd = TxResult | Thrown | undefined

/** What could not be done, since something was thrown that is no answer of the chain. */
export class Thrown {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

/** Ends a block into which no transaction came. */
export class NothingSent extends Error {
  readonly ends: readonly BlockTxEnd[]
  constructor(ends: readonly BlockTxEnd[]) {
    super('no transaction of the block could be sent')
    this.ends = ends
  }
}

/** What the work gives, or what it threw. */
export function attempt<T>(work: () => T): T | Thrown {
  try {
    return work()
  } catch (error) {
    return new Thrown(error)
  }
}

export const succeeded = (end: BlockTxEnd): end is TxResult =>
  end !== undefined && !(end instanceof Thrown) && end.code === 0
