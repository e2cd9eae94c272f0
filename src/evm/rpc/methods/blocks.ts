import type { ChainBlock } from '../../chain/blockchain.js'
import type { BlockRef, Engine } from '../../node/engine.js'
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

async function pendingJson(engine: Engine, full: boolean): Promise<unknown> {
  const { block, included } = await engine.pendingBlock()
  return {
    ...blockJson(block, null, full ? included.map(pendingTransactionJson) : included.map(({ hash }) => hash)),
    nonce: null,
    miner: null,
  }
}

const json = (engine: Engine, ref: BlockRef, full: boolean): unknown => {
  if (isPending(ref)) return pendingJson(engine, full)
  const block = engine.find(ref)
  return block === undefined ? null : chainBlockJson(block, full)
}

const header = (block: ChainBlock | undefined): unknown =>
  block === undefined ? null : headerJson(block.block.header, block.hash)

const transactionCount = (engine: Engine, ref: BlockRef): Hex | null => {
  if (isPending(ref))
    return quantity(engine.pool.best(engine.view(engine.chain.head), nextBaseFee(engine.chain.head)).length)
  const block = engine.find(ref)
  return block === undefined ? null : quantity(block.receipts.length)
}

const transactionAt = (engine: Engine, ref: BlockRef, index: bigint): unknown => {
  const block = engine.find(ref)
  const found = block && engine.chain.locate(block, index > 0xffffffffn ? -1 : Number(index))
  return found === undefined ? null : minedTransactionJson(found)
}

const full = optional('fullTransactions', boolean, false)

/** Blocks, their headers, receipts and transactions. */
export const blockMethods: readonly Method[] = [
  method('eth_blockNumber', {
    status: 'Y',
    doc: 'Number of the newest block.',
    handle: ({ engine }) => quantity(engine.chain.head.number),
  }),
  method('eth_getBlockByNumber', {
    status: 'Y',
    params: [required('block', blockNumber), full],
    doc: 'A block by number or tag, with hashes of its transactions or the transactions themselves; null when there is none.',
    handle: ({ engine }, block, full) => json(engine, block, full),
  }),
  method('eth_getBlockByHash', {
    status: 'Y',
    params: [required('blockHash', hash32), full],
    doc: 'A block by hash; null when there is none.',
    handle: ({ engine }, hash, full) => json(engine, byHash(hash), full),
  }),
  method('eth_getHeaderByNumber', {
    status: 'Y',
    params: [required('block', blockNumber)],
    doc: 'The header of a block; null when there is none.',
    handle: ({ engine }, block) => header(engine.find(block)),
  }),
  method('eth_getHeaderByHash', {
    status: 'Y',
    params: [required('blockHash', hash32)],
    doc: 'The header of a block; null when there is none.',
    handle: ({ engine }, hash) => header(engine.find(byHash(hash))),
  }),
  method('eth_getBlockReceipts', {
    status: 'Stub',
    params: [required('block', blockRef)],
    doc: 'The receipts of all transactions of a block; null when there is none.',
    handle: ({ engine }, ref) => {
      const block = engine.find(ref)
      return block === undefined
        ? null
        : block.receipts.map((_, index) => receiptJson(engine.chain.locate(block, index)!))
    },
  }),
  method('eth_getBlockTransactionCountByNumber', {
    status: 'Stub',
    params: [required('block', blockNumber)],
    doc: 'How many transactions a block has; null when there is no such block.',
    handle: ({ engine }, block) => transactionCount(engine, block),
  }),
  method('eth_getBlockTransactionCountByHash', {
    status: 'Stub',
    params: [required('blockHash', hash32)],
    doc: 'How many transactions a block has; null when there is no such block.',
    handle: ({ engine }, hash) => transactionCount(engine, byHash(hash)),
  }),
  method('eth_getTransactionByBlockHashAndIndex', {
    status: 'Stub',
    params: [required('blockHash', hash32), required('index', uint64)],
    doc: 'A transaction by its place; null when there is none.',
    handle: ({ engine }, hash, index) => transactionAt(engine, byHash(hash), index),
  }),
  method('eth_getTransactionByBlockNumberAndIndex', {
    status: 'Stub',
    params: [required('block', blockNumber), required('index', uint64)],
    doc: 'A transaction by its place; null when there is none.',
    handle: ({ engine }, block, index) => transactionAt(engine, block, index),
  }),
  method('eth_getUncleCountByBlockHash', {
    status: 'Stub',
    params: [required('blockHash', hash32)],
    doc: 'Number of uncles of a block; null when there is no such block.',
    handle: ({ engine }, hash) => uncleCount(engine.find(byHash(hash))),
  }),
  method('eth_getUncleCountByBlockNumber', {
    status: 'Stub',
    params: [required('block', blockNumber)],
    doc: 'Number of uncles of a block; null when there is no such block.',
    handle: ({ engine }, block) => uncleCount(engine.find(block)),
  }),
  method('eth_getUncleByBlockHashAndIndex', {
    status: 'Stub',
    params: [required('blockHash', hash32), required('index', uint64)],
    doc: 'An uncle of a block; null when there is none.',
    handle: ({ engine }, hash, index) => uncle(engine.find(byHash(hash)), index),
  }),
  method('eth_getUncleByBlockNumberAndIndex', {
    status: 'Stub',
    params: [required('block', blockNumber), required('index', uint64)],
    doc: 'An uncle of a block; null when there is none.',
    handle: ({ engine }, block, index) => uncle(engine.find(block), index),
  }),
]

const uncleCount = (block: ChainBlock | undefined): Hex | null =>
  block === undefined ? null : quantity(block.block.uncleHeaders.length)

function uncle(block: ChainBlock | undefined, index: bigint): unknown {
  const header = block?.block.uncleHeaders[index > 2n ? 2 : Number(index)]
  return header === undefined ? null : { ...headerJson(header, hex(header.hash())), uncles: [] }
}
