import type { ChainBlock } from '../../chain/blockchain.js'
import { isPending, type BlockRef, type EvmChain } from '../../chain/evm-chain.js'
import { hex, quantity, type Hex } from '../../hex.js'
import { chainBlockJson, headerJson, minedTransactionJson, receiptJson } from '../encode.js'
import { blockNumber, blockRef } from '../request.js'
import { chainMethod, method, optional, required, type Method } from '../table.js'
import { boolean, hash32, uint64 } from '../../validate.js'

const byHash = (hash: Hex): BlockRef => ({ kind: 'hash', hash })

/** Members of a pending block that depend on who makes it. */
const UNKNOWN = { hash: null, nonce: null, miner: null }

const json = async (chain: EvmChain, ref: BlockRef, full: boolean): Promise<unknown> => {
  const block = await chain.find(ref)
  if (block === undefined) return null
  return { ...chainBlockJson(block, full), ...(isPending(ref) ? UNKNOWN : {}) }
}

const header = async (chain: EvmChain, ref: BlockRef): Promise<unknown> => {
  const block = await chain.find(ref)
  if (block === undefined) return null
  return { ...headerJson(block.block.header, block.hash), ...(isPending(ref) ? UNKNOWN : {}) }
}

const transactionCount = async (chain: EvmChain, ref: BlockRef): Promise<Hex | null> => {
  const block = await chain.find(ref)
  return block === undefined ? null : quantity(block.receipts.length)
}

const transactionAt = async (chain: EvmChain, ref: BlockRef, index: bigint): Promise<unknown> => {
  const block = await chain.find(ref)
  const found = block && chain.blocks.locate(block, index > 0xffffffffn ? -1 : Number(index))
  return found === undefined ? null : minedTransactionJson(found)
}

const full = optional('fullTransactions', boolean, false)

/** Blocks, their headers, receipts and transactions. */
export const blockMethods: readonly Method[] = [
  chainMethod('eth_blockNumber', {
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
    handle: ({ chain }, block) => header(chain, block),
  }),
  method('eth_getHeaderByHash', {
    status: 'Y',
    params: [required('blockHash', hash32)],
    doc: 'The header of a block; null when there is none.',
    handle: ({ chain }, hash) => header(chain, byHash(hash)),
  }),
  method('eth_getBlockReceipts', {
    status: 'Stub',
    params: [required('block', blockRef)],
    doc: 'The receipts of all transactions of a block; null when there is none.',
    handle: async ({ chain }, ref) => {
      const block = await chain.find(ref)
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
    handle: async ({ chain }, hash) => uncleCount(await chain.find(byHash(hash))),
  }),
  method('eth_getUncleCountByBlockNumber', {
    status: 'Stub',
    params: [required('block', blockNumber)],
    doc: 'Number of uncles of a block; null when there is no such block.',
    handle: async ({ chain }, block) => uncleCount(await chain.find(block)),
  }),
  method('eth_getUncleByBlockHashAndIndex', {
    status: 'Stub',
    params: [required('blockHash', hash32), required('index', uint64)],
    doc: 'An uncle of a block; null when there is none.',
    handle: async ({ chain }, hash, index) => uncle(await chain.find(byHash(hash)), index),
  }),
  method('eth_getUncleByBlockNumberAndIndex', {
    status: 'Stub',
    params: [required('block', blockNumber), required('index', uint64)],
    doc: 'An uncle of a block; null when there is none.',
    handle: async ({ chain }, block, index) => uncle(await chain.find(block), index),
  }),
]

const uncleCount = (block: ChainBlock | undefined): Hex | null =>
  block === undefined ? null : quantity(block.block.uncleHeaders.length)

function uncle(block: ChainBlock | undefined, index: bigint): unknown {
  const header = block?.block.uncleHeaders[index > 2n ? 2 : Number(index)]
  return header === undefined ? null : { ...headerJson(header, hex(header.hash())), uncles: [] }
}
