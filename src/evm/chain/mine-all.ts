import type { EvmChain } from './evm-chain.js'
import type { Turn } from '../requests/turns.js'
import type { Assembled } from './miner.js'
import { baseFeeOf, planOf } from './plan.js'

/** Makes blocks until nothing in the pool can go into one. Returns the transactions that no block can include. */
export async function mineWhatIsThere(chain: EvmChain, turn: Turn): Promise<Assembled['rejected']> {
  const rejected: Assembled['rejected'][number][] = []
  while (hasCandidates(chain)) {
    const mined = await chain.mineOne(turn)
    rejected.push(...mined.rejected)
    if (mined.included.length === 0 && mined.rejected.length === 0) break
  }
  return rejected
}

function hasCandidates(chain: EvmChain): boolean {
  const { pool, state, blocks, time } = chain
  if (pool.size === 0) return false
  const plan = planOf(chain, time.next(blocks.head.block.header.timestamp))
  return pool.best(state, baseFeeOf(plan)).length > 0
}
