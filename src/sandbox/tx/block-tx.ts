import { MAX_BLOCK_GAS } from '../../app/index.js'
import type { AcknowledgementBytes } from '../../modules/ibc/index.js'
import type { Any } from '../../codec/index.js'
import type { ChainHost } from '../host/chain-host.js'
import type { TxResult } from './result.js'

/** One of several transactions of a block. */
export interface BlockTx {
  readonly messages: readonly Any[]
  readonly gasLimit: bigint
  /** Answers the packets that it delivers, in place of their applications. */
  readonly receiver?: AcknowledgementBytes | undefined
  /** Position of an earlier one: unless that succeeds, this one is not sent. */
  readonly after?: number | undefined
}

/**
 * How a transaction ended: with a result; with an error that kept it out of every block; or undefined when it was not sent because the one that it
 * depends on did not succeed.
 */
export type BlockTxEnd = TxResult | Thrown | undefined

/** Holds an error that is not a result of the chain. */
export class Thrown {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

/** The result of the work, or what it threw. */
export function attempt<T>(work: () => T): T | Thrown {
  try {
    return work()
  } catch (error) {
    return new Thrown(error)
  }
}

export const succeeded = (end: BlockTxEnd): end is TxResult =>
  end !== undefined && !(end instanceof Thrown) && end.code === 0

/** Aborts a block that would contain no transaction. */
class NothingSent extends Error {
  readonly ends: readonly BlockTxEnd[]
  constructor(ends: readonly BlockTxEnd[]) {
    super('no transaction of the block could be sent')
    this.ends = ends
  }
}

/** Delivers a transaction in the open block. @param before how many transactions of the same signer precede it */
type Deliver = (tx: BlockTx, before: bigint) => TxResult

/**
 * Delivers transactions of one signer in one block, or in several when their gas does not fit into one. A block that would be empty is not made.
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

/** Fills the block with as many of the remaining transactions as fit. @throws NothingSent when none could be sent */
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
