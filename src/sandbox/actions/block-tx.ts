import { MAX_BLOCK_GAS } from '../../app/chain-app.js'
import type { AcknowledgementBytes } from '../../modules/ibc/index.js'
import type { Any } from '../../codec/any.js'
import type { ChainHost } from '../host/chain-host.js'
import type { TxResult } from '../api/result.js'

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

/** Ends a block into which no transaction came. */
class NothingSent extends Error {
  readonly ends: readonly BlockTxEnd[]
  constructor(ends: readonly BlockTxEnd[]) {
    super('no transaction of the block could be sent')
    this.ends = ends
  }
}

/** Delivers one in the open block, behind so many others of the same signer. */
type Deliver = (tx: BlockTx, before: bigint) => TxResult

/**
 * Transactions of one signer in one block, or in more when their gas asks for it. A block into which none of them comes is not made.
 * @param open begins each block @param time of the first block, in nanoseconds @returns an end for each
 */
export function deliverBlocks(
  { app, faults }: Pick<ChainHost, 'app' | 'faults'>,
  open: () => Deliver,
  txs: readonly BlockTx[],
  time: bigint,
): BlockTxEnd[] {
  const ends: BlockTxEnd[] = []
  let at = time
  while (ends.length < txs.length) {
    const waiting = faults.waiting
    try {
      ends.push(...app.block(at, () => fillBlock(open(), txs, ends)))
      at = app.baseApp.nextTime
    } catch (error) {
      faults.waiting = waiting
      if (!(error instanceof NothingSent)) throw error
      ends.push(...error.ends)
    }
  }
  return ends
}

/** As many of the transactions behind those that ended as one block takes. @throws NothingSent when there is none */
function fillBlock(deliver: Deliver, txs: readonly BlockTx[], before: readonly BlockTxEnd[]): BlockTxEnd[] {
  const ends = [...before]
  let used = 0n
  let sent = 0n
  for (const tx of txs.slice(before.length)) {
    if (sent > 0n && used + tx.gasLimit > BigInt(MAX_BLOCK_GAS)) break
    const end = tx.after !== undefined && !succeeded(ends[tx.after]) ? undefined : attempt(() => deliver(tx, sent))
    ends.push(end)
    if (end === undefined || end instanceof Thrown) continue
    used += end.gasUsed
    sent += 1n
  }
  const ended = ends.slice(before.length)
  if (sent === 0n) throw new NothingSent(ended)
  return ended
}
