import type { EvmChain } from './evm-chain.js'
import type { Turn } from '../requests/turns.js'
import type { Pooled } from './tx-pool.js'

/** The chain alongside the EVM made a block before the request had taken effect. */
export class ChainMoved extends Error {}

/**
 * Runs a request as if the chain alongside the EVM made no block until the request takes effect, so that the request has a single position in
 * the log. If the chain does make a block before that, what the request did to the pool and the clock is undone, and
 * the request is run again after that block.
 * @param turn of the request, which it passes to all that it changes
 */
export async function runWhole<T>(chain: EvmChain, turn: Turn, request: () => T | Promise<T>): Promise<T> {
  for (;;) {
    while (chain.isBehind) await chain.catchUp()
    const before = chain.snapshot()
    const isStale = (): boolean => !turn.isPlaced && chain.isBehind
    try {
      const returned = request()
      const result = returned instanceof Promise ? await returned : returned
      if (!isStale() || isSamePool(before.pool, chain.pool.snapshot())) {
        turn.place()
        return result
      }
    } catch (error) {
      if (!(error instanceof ChainMoved) && !isStale()) {
        turn.place()
        throw error
      }
    }
    chain.pool.restore(before.pool)
    chain.pool.prune(chain.poolContext())
    chain.time.restore(before.time)
    chain.time.followed(chain.blocks.head.block.header.timestamp)
  }
}

const isSamePool = (a: readonly Pooled[], b: readonly Pooled[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index])
