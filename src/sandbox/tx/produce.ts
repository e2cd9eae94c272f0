import { fromBase64, own, SudoboxError, UsageError } from '../../base/index.js'
import { txHash } from '../../chain/index.js'
import { ChainHalted } from '../../modules/upgrade/index.js'
import type { ChainHost } from '../host/chain-host.js'
import { assertSomeGoesOn, unlessHalted } from '../host/unless-halted.js'
import type { BlockRunResult } from './block-runs.js'
import type { ProduceAction } from './actions.js'
import { attempt, Thrown } from './block-tx.js'
import { deliverInBlock } from './deliver.js'
import type { TxResult } from './result.js'

/** A transaction that could not be run at all, and is in no block. */
interface Unrun {
  readonly chain: string
  readonly hash: string
  readonly reason: string
}

/** Blocks that were made on all chains. */
export interface Produced {
  /** Height of the new block, by chain; of the last one where a plan halts the chain. */
  readonly heights: Readonly<Record<string, bigint>>
  /** Results of the transactions of the block, by chain: of those that failed too. */
  readonly txs: Readonly<Record<string, readonly TxResult[]>>
  readonly unrun: readonly Unrun[]
  /** What modules did by themselves in the blocks, such as the runs of schedules; absent when there were none. */
  readonly runs?: readonly BlockRunResult[]
}

/**
 * Makes one block on each chain that no plan halts, with the transactions that are given for it.
 * @throws UsageError for an unknown chain, or when no time passes; ChainHalted when no chain goes on
 */
export function produceBlocks(
  hosts: ReadonlyMap<string, ChainHost>,
  { nanoseconds, txs, signatures }: ProduceAction,
): Produced {
  const unknown = Object.keys(txs).find((chain) => !hosts.has(chain))
  if (unknown !== undefined) throw new UsageError(`the sandbox has no chain "${unknown}"`)
  if (nanoseconds === 0n) throw new UsageError('a block comes at least one nanosecond after the one before')
  const unrun: Unrun[] = []
  const ends: unknown[] = []
  const heights: Record<string, bigint> = {}
  const results: Record<string, readonly TxResult[]> = {}
  for (const [chain, host] of hosts) {
    const given = (own(txs, chain) ?? []).map(fromBase64)
    const note = (bytes: Uint8Array, { shortMessage: reason }: SudoboxError): void =>
      void unrun.push({ chain, hash: txHash(bytes), reason })
    const done = unlessHalted(() =>
      host.app.block(host.app.time + nanoseconds, () =>
        given.flatMap((bytes) => {
          const end = attempt(() => deliverInBlock(host, bytes, signatures === undefined))
          if (!(end instanceof Thrown)) return [end]
          if (!(end.error instanceof SudoboxError)) throw end.error
          note(bytes, end.error)
          return []
        }),
      ),
    )
    ends.push(done)
    heights[chain] = BigInt(host.app.height)
    if (done instanceof ChainHalted) for (const bytes of given) note(bytes, done)
    else if (given.length > 0) results[chain] = done
  }
  assertSomeGoesOn(ends)
  return { heights, txs: results, unrun }
}
