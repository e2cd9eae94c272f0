import type { ChainBlock } from '../chain/blockchain.js'
import type { EvmChain } from '../chain/evm-chain.js'
import type { Call } from '../execution/message.js'
import { blockContext, withoutFees, type BlockOverrides } from '../execution/overrides.js'
import { messageOf, type TransactionRequest } from './request.js'

/**
 * A call of a request. All of it follows from the block as the overrides make it: the price that it pays, its fork and the precompiled contracts too.
 * @throws RpcError for a request that is no message of this chain
 */
export function prepare(
  { forks, options, traits }: EvmChain,
  { block }: ChainBlock,
  request: TransactionRequest,
  overrides: BlockOverrides = {},
): Call {
  const seen = blockContext(block.header, overrides)
  const { number, timestamp, baseFeePerGas: baseFee = 0n } = seen.header
  const common = forks.at(number, timestamp)
  const message = messageOf(request, { common, baseFee, gasCap: options.limits.gasCap })
  return { message, context: traits.feesOutside ? seen : withoutFees(seen, message), common }
}
