import { receiptJson } from '../../encode.js'
import { required, type Param } from '../../table.js'
import { hash32, uint } from '../../../validate.js'
import { refuse } from '../../../errors.js'
import { quantity } from '../../../hex.js'
import type { ChainBlock } from '../../../chain/blockchain.js'
import type { NodeChain } from '../../../chain/node-chain.js'
import { crashed } from './errors.js'
import { goBoolean } from './go-types.js'
import { answers, constant, type Differing } from './differs.js'
import * as json from './json.js'
import { blockAt, mustHave, nodeNumber, nodeRef, numbered } from './refs.js'

const number = required('block', nodeNumber)
const hash = required('blockHash', hash32)
const index = required('index', uint)
const full = required('fullTransactions', goBoolean)

const count = (found: ChainBlock | undefined): unknown => (found === undefined ? null : quantity(found.receipts.length))

function transactionAt({ blocks }: NodeChain, found: ChainBlock | undefined, at: bigint): unknown {
  // An index beyond int64 is a negative one in Go.
  if (found !== undefined && BigInt.asIntN(64, at) < 0n) throw crashed()
  const located = found && blocks.locate(found, at > 0xffffffffn ? -1 : Number(at))
  return located === undefined ? null : json.mined(located)
}

/** @throws RpcError that says what could not be read */
function worded<T>(words: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw refuse(`${words}: ${(error as { shortMessage?: string }).shortMessage}`)
  }
}

const uncles = (...params: readonly Param<unknown>[]): Differing => constant(params, null)

/** Blocks, their transactions and receipts. Source: rpc/backend/blocks.go, headers.go, tx_info.go. */
export const BLOCKS: Readonly<Record<string, Differing>> = {
  eth_getBlockByNumber: answers([number, full], ({ chain }, ref, full) => {
    const found = blockAt(chain, ref)
    return found === undefined ? null : json.block(found, full)
  }),
  eth_getBlockByHash: answers([hash, full], ({ chain }, hash, full) =>
    json.block(mustHave(chain, { kind: 'hash', hash }), full),
  ),
  eth_getHeaderByNumber: answers([number], ({ chain }, ref) => {
    const found = blockAt(chain, ref)
    return found === undefined ? null : json.header(found)
  }),
  eth_getHeaderByHash: answers([hash], ({ chain }, hash) => json.header(mustHave(chain, { kind: 'hash', hash }))),
  eth_getBlockReceipts: answers([required('block', nodeRef)], ({ chain }, ref) => {
    const at = worded('failed to get block number from hash', () => numbered(chain, ref))
    const found = worded('failed to get block by number', () => mustHave(chain, at))
    return found.receipts.map((_, index) => receiptJson(chain.blocks.locate(found, index)!))
  }),
  eth_getBlockTransactionCountByNumber: answers([number], ({ chain }, ref) => count(blockAt(chain, ref))),
  eth_getBlockTransactionCountByHash: answers([hash], ({ chain }, hash) => count(chain.blocks.withHash(hash))),
  eth_getTransactionByBlockNumberAndIndex: answers([number, index], ({ chain }, ref, at) =>
    transactionAt(chain, blockAt(chain, ref), at),
  ),
  eth_getTransactionByBlockHashAndIndex: answers([hash, index], ({ chain }, hash, at) =>
    transactionAt(chain, chain.blocks.withHash(hash), at),
  ),
  eth_getUncleCountByBlockHash: constant([hash], '0x0'),
  eth_getUncleCountByBlockNumber: constant([number], '0x0'),
  eth_getUncleByBlockHashAndIndex: uncles(hash, index),
  // Its number of a block is read as its index is.
  eth_getUncleByBlockNumberAndIndex: uncles(required('block', uint), index),
}
