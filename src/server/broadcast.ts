import type { TxOutcome } from '../chain/index.js'
import { RpcFailure } from './comet/failure.js'
import type { ChainNode, DeliveredTx } from './chain-node.js'

export interface Broadcast {
  readonly check: TxOutcome
  /** Undefined for a transaction that the check refused, or that waits for a block. */
  readonly result: DeliveredTx | undefined
}

/**
 * Checks a transaction and, if it passes, delivers it: into the mempool if there is one, into the open block, or at once into a block of its own.
 * @throws RpcFailure for one that is already in the chain. Source: cometbft v0.38 mempool/clist_mempool.go `CheckTx`
 */
export function broadcast(node: ChainNode, bytes: Uint8Array): Broadcast {
  const limit = node.app.seals.consensus.block.maxBytes
  if (BigInt(bytes.length) > limit) throw new RpcFailure(`Tx too large. Max size is ${limit}, but got ${bytes.length}`)
  if (node.alreadyIn(bytes)) throw new RpcFailure('tx already exists in cache')
  const { mempool } = node.chain
  const check = mempool === undefined ? node.app.checkTx(bytes) : mempool.add(bytes)
  node.observer.onCheckTx?.(check, bytes.length)
  return { check, result: check.code === 0 && mempool === undefined ? node.deliver(bytes) : undefined }
}
