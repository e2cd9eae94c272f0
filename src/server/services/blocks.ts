import type { Block as WireBlock } from 'cosmjs-types/tendermint/types/block'
import { GrpcError, type Block } from '../../chain/index.js'
import type { ChainNode } from '../chain-node.js'

export const beyondChain = (): GrpcError =>
  new GrpcError('InvalidArgument', 'requested block height is bigger then the chain length')

/** @throws GrpcError InvalidArgument for a height that the chain has not reached, or has pruned */
export function blockOf(node: ChainNode, height: number): Block {
  if (height > node.app.last.height) throw beyondChain()
  const block = node.app.block(height)
  if (block === undefined)
    throw new GrpcError('Unknown', `height ${height} is not available, lowest height is ${node.base}`)
  return block
}

/** A block in CometBFT's protobuf form. */
export const protoBlock = ({ signed, txs }: Block): WireBlock => ({
  header: signed.header,
  data: { txs: txs.map(({ bytes }) => bytes) },
  evidence: { evidence: signed.evidence.map(({ evidence }) => evidence) },
  lastCommit: signed.lastCommit,
})
