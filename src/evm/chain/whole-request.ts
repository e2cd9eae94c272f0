import type { EvmChain } from './evm-chain.js'
import type { Pooled } from './tx-pool.js'

/** A request in its turn, beside a chain that may make blocks meanwhile. */
export interface WholeRequest {
  /** Whether it has taken effect. Until then it can begin anew. */
  isPlaced: boolean
  readonly place: () => void
}

/** The chain beside the EVM made a block before the request had taken effect. */
export class ChainMoved extends Error {}

/**
 * Runs a request as if the chain beside the EVM made no block until the request takes effect, so that the request has one definite place among
 * the changes of the chain. If the chain does make a block before that, what the request did to the pool and the clock is undone, and
 * the request is run again after that block.
 * @param place called once, when the request takes effect or has failed; synchronously, so that nothing can come between
 */
export async function runWhole<T>(chain: EvmChain, place: () => void, request: () => T | Promise<T>): Promise<T> {
  for (;;) {
    while (chain.isBehind) await chain.catchUp()
    const before = chain.snapshot()
    const whole: WholeRequest = {
      isPlaced: false,
      place: () => {
        if (!whole.isPlaced) place()
        whole.isPlaced = true
      },
    }
    const isStale = (): boolean => !whole.isPlaced && chain.isBehind
    chain.request = whole
    try {
      const returned = request()
      const result = returned instanceof Promise ? await returned : returned
      if (!isStale() || isSamePool(before.pool, chain.pool.snapshot())) {
        whole.place()
        return result
      }
    } catch (error) {
      if (!(error instanceof ChainMoved) && !isStale()) {
        whole.place()
        throw error
      }
    } finally {
      chain.request = undefined
    }
    chain.pool.restore(before.pool)
    chain.pool.prune(chain.poolContext())
    chain.time.restore(before.time)
    chain.time.followed(chain.blocks.head.block.header.timestamp)
  }
}

const isSamePool = (a: readonly Pooled[], b: readonly Pooled[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index])
