import { createAddressFromString } from '@ethereumjs/util'
import { keccak256 } from '../crypto/hash.js'
import { unhex, type Hex } from '../hex.js'
import type { EvmChain } from './evm-chain.js'
import { INITIAL_BASE_FEE, baseFeeAfter } from './fees.js'
import type { BlockPlan } from './miner.js'
import type { PoolContext } from './tx-pool.js'

const ALL_ONES: Hex = `0x${'ff'.repeat(32)}`

/** Base fee of the planned block; 0 before London. */
export const baseFeeOf = (plan: BlockPlan): bigint => (plan.baseFeePerGas as bigint | undefined) ?? 0n

/** The header of the block after the head, as far as it is known before its transactions run. @param timestamp seconds since 1970 */
export function planOf({ blocks: { head }, forks, settings, traits }: EvmChain, timestamp: bigint): BlockPlan {
  const common = forks.at(head.number + 1n, timestamp)
  const baseFeePerGas = head.block.common.isActivatedEIP(1559)
    ? (settings.nextBaseFee ?? baseFeeAfter(head, traits))
    : INITIAL_BASE_FEE
  return {
    timestamp,
    gasLimit: settings.gasLimit,
    coinbase: createAddressFromString(settings.coinbase),
    extraData: settings.extraData,
    // No beacon chain supplies randomness, so the value follows from the chain alone.
    mixHash:
      settings.nextPrevRandao !== undefined
        ? unhex(settings.nextPrevRandao)
        : traits.randomness === 'constant'
          ? unhex(ALL_ONES)
          : keccak256(head.block.hash()),
    ...(common.isActivatedEIP(1559) ? { baseFeePerGas } : {}),
  }
}

/** By what the pool judges a transaction for the block after the head. @param timestamp seconds since 1970 */
export const poolContextOf = (chain: EvmChain, timestamp: bigint): PoolContext => {
  const { head } = chain.blocks
  const { gasLimit, minimumTip } = chain.settings
  return { common: chain.forks.at(head.number + 1n, timestamp), gasLimit, minimumTip, state: chain.view(head) }
}
