import type { ChainBlock } from '../../chain/blockchain.js'
import type { BlockRef, EvmChain } from '../../chain/evm-chain.js'
import { hex, quantity, type Hex } from '../../hex.js'
import { nextBaseFee } from '../../chain/fees.js'
import {
  blockJson,
  chainBlockJson,
  headerJson,
  minedTransactionJson,
  pendingTransactionJson,
  receiptJson,
} from '../encode.js'
import { blockNumber, blockRef } from '../request.js'
import { method, optional, required, type Method } from '../table.js'
import { boolean, hash32, uint64 } from '../validate.js'

const isPending = (ref: BlockRef): boolean => ref.kind === 'tag' && ref.tag === 'pending'
const byHash = (hash: Hex): BlockRef => ({ kind: 'hash', hash })

async function pendingJson(chain: EvmChain, full: boolean): Promise<unknown> {
  const { block, included } = await chain.pendingBlock()
  return {
    ...blockJson(block, null, full ? included.map(pendingTransactionJson) : included.map(({ hash }) => hash)),
    nonce: null,
    miner: null,
  }
}

const json = (chain: EvmChain, ref: BlockRef, full: boolean): unknown => {
  if (isPending(ref)) return pendingJson(chain, full)
  const block = chain.find(ref)
  return block === undefined ? null : chainBlockJson(block, full)
}

const header = (block: ChainBlock | undefined): unknown =>
  block === undefined ? null : headerJson(block.block.header, block.hash)

const transactionCount = (chain: EvmChain, ref: BlockRef): Hex | null => {
  if (isPending(ref))
    return quantity(chain.pool.best(chain.view(chain.blocks.head), nextBaseFee(chain.blocks.head)).length)
  const block = chain.find(ref)
  return block === undefined ? null : quantity(block.receipts.length)
}

const transactionAt = (chain: EvmChain, ref: BlockRef, index: bigint): unknown => {
  const block = chain.find(ref)
  const found = block && chain.blocks.locate(block, index > 0xffffffffn ? -1 : Number(index))
  return found === undefined ? null : minedTransactionJson(found)
}

const full = optional('fullTransactions', boolean, false)

/** Blocks, their headers, receipts and transactions. */
export const blockMethods: readonly Method[] = [
  method('eth_blockNumber', {
    status: 'Y',
    doc: 'Number of the newest block.',
    handle: ({ chain }) => quantity(chain.blocks.head.number),
  }),
  method('eth_getBlockByNumber', {
    status: 'Y',
    params: [required('block', blockNumber), full],
    doc: 'A block by number or tag, with hashes of its transactions or the transactions themselves; null when there is none.',
    handle: ({ chain }, block, full) => json(chain, block, full),
  }),
  method('eth_getBlockByHash', {
    status: 'Y',
    params: [required('blockHash', hash32), full],
    doc: 'A block by hash; null when there is none.',
    handle: ({ chain }, hash, full) => json(chain, byHash(hash), full),
  }),
  method('eth_getHeaderByNumber', {
    status: 'Y',
    params: [required('block', blockNumber)],
    doc: 'The header of a block; null when there is none.',
    handle: ({ chain }, block) => header(chain.find(block)),
  }),
  method('eth_getHeaderByHash', {
    status: 'Y',
    params: [required('blockHash', hash32)],
    doc: 'The header of a block; null when there is none.',
    handle: ({ chain }, hash) => header(chain.find(byHash(hash))),
  }),
  method('eth_getBlockReceipts', {
    status: 'Stub',
    params: [required('block', blockRef)],
    doc: 'The receipts of all transactions of a block; null when there is none.',
    handle: ({ chain }, ref) => {
      const block = chain.find(ref)
      return block === undefined
        ? null
        : block.receipts.map((_, index) => receiptJson(chain.blocks.locate(block, index)!))
    },
  }),
  method('eth_getBlockTransactionCountByNumber', {
    status: 'Stub',
    params: [required('block', blockNumber)],
    doc: 'How many transactions a block has; null when there is no such block.',
    handle: ({ chain }, block) => transactionCount(chain, block),
  }),
  method('eth_getBlockTransactionCountByHash', {
    status: 'Stub',
    params: [required('blockHash', hash32)],
    doc: 'How many transactions a block has; null when there is no such block.',
    handle: ({ chain }, hash) => transactionCount(chain, byHash(hash)),
  }),
  method('eth_getTransactionByBlockHashAndIndex', {
    status: 'Stub',
    params: [required('blockHash', hash32), required('index', uint64)],
    doc: 'A transaction by its place; null when there is none.',
    handle: ({ chain }, hash, index) => transactionAt(chain, byHash(hash), index),
  }),
  method('eth_getTransactionByBlockNumberAndIndex', {
    status: 'Stub',
    params: [required('block', blockNumber), required('index', uint64)],
    doc: 'A transaction by its place; null when there is none.',
    handle: ({ chain }, block, index) => transactionAt(chain, block, index),
  }),
  method('eth_getUncleCountByBlockHash', {
    status: 'Stub',
    params: [required('blockHash', hash32)],
    doc: 'Number of uncles of a block; null when there is no such block.',
    handle: ({ chain }, hash) => uncleCount(chain.find(byHash(hash))),
  }),
  method('eth_getUncleCountByBlockNumber', {
    status: 'Stub',
    params: [required('block', blockNumber)],
    doc: 'Number of uncles of a block; null when there is no such block.',
    handle: ({ chain }, block) => uncleCount(chain.find(block)),
  }),
  method('eth_getUncleByBlockHashAndIndex', {
    status: 'Stub',
    params: [required('blockHash', hash32), required('index', uint64)],
    doc: 'An uncle of a block; null when there is none.',
    handle: ({ chain }, hash, index) => uncle(chain.find(byHash(hash)), index),
  }),
  method('eth_getUncleByBlockNumberAndIndex', {
    status: 'Stub',
    params: [required('block', blockNumber), required('index', uint64)],
    doc: 'An uncle of a block; null when there is none.',
    handle: ({ chain }, block, index) => uncle(chain.find(block), index),
  }),
]

const uncleCount = (block: ChainBlock | undefined): Hex | null =>
  block === undefined ? null : quantity(block.block.uncleHeaders.length)

function uncle(block: ChainBlock | undefined, index: bigint): unknown {
  const header = block?.block.uncleHeaders[index > 2n ? 2 : Number(index)]
  return header === undefined ? null : { ...headerJson(header, hex(header.hash())), uncles: [] }
}
