import type { NodeChain } from '../../../chain/node-chain.js'
import { refuse } from '../../../errors.js'
import { quantity, type Hex } from '../../../hex.js'
import type { TransactionRequest } from '../../request.js'
import type { Node } from '../../runner.js'
import { crashed } from './errors.js'
import { estimate } from './estimate.js'
import { suggestedTip } from './fees.js'
import { lowest, nextNonce } from './refs.js'

/** A request with all that a transaction needs. */
export type Filled = TransactionRequest & { readonly from: Hex; readonly gas: bigint; readonly nonce: bigint }

/** The prices of a request; those that it leaves out follow from the newest block. @throws RpcError for prices that contradict each other */
function pricesOf(
  chain: NodeChain,
  { gasPrice, ...given }: TransactionRequest,
): Pick<TransactionRequest, 'maxFeePerGas' | 'maxPriorityFeePerGas'> {
  if (gasPrice !== undefined) {
    if (given.maxFeePerGas !== undefined || given.maxPriorityFeePerGas !== undefined)
      throw refuse('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
    return { maxFeePerGas: undefined, maxPriorityFeePerGas: undefined }
  }
  const baseFee = chain.blocks.head.block.header.baseFeePerGas ?? 0n
  const { maxPriorityFeePerGas: tip = suggestedTip(chain), maxFeePerGas: cap = tip + 2n * baseFee } = given
  if (cap < tip) throw refuse(`maxFeePerGas (${quantity(cap)}) < maxPriorityFeePerGas (${quantity(tip)})`)
  return { maxFeePerGas: cap, maxPriorityFeePerGas: tip }
}

/**
 * Fills in what a request leaves out. Source: rpc/backend/call_tx.go `SetTxDefaults`.
 * @throws RpcError for what cannot become a transaction
 */
export async function filled(node: Node, request: TransactionRequest): Promise<Filled> {
  const { chain } = node
  const { from, to, data, input, chainId = chain.forks.chainId } = request
  const prices = pricesOf(chain, request)
  if (from === undefined && request.nonce === undefined) throw crashed()
  const sender = from ?? `0x${'00'.repeat(20)}`
  const nonce = request.nonce ?? nextNonce(chain, sender)
  if (data !== undefined && input !== undefined && data !== input)
    throw refuse("both 'data' and 'input' are set and not equal. Please use 'input' to pass transaction call data")
  if (to === undefined && ['0x', undefined].includes(data ?? input))
    throw refuse('contract creation without any data provided')
  const priced = { ...request, ...prices, value: request.value ?? 0n, chainId }
  // The release asks for number 0, which is the first block.
  const at = lowest(chain)
  const gas = request.gas ?? (await estimate(node, at, { ...priced, authorizationList: undefined }, undefined))
  return { ...priced, from: sender, nonce, gas }
}
