import { receiptBytes } from '../../chain/receipt.js'
import { hex } from '../../hex.js'
import { blockRef } from '../request.js'
import { method, required, type Method } from '../table.js'
import { hash32 } from '../../validate.js'

const block = [required('block', blockRef)] as const

/** Blocks, headers, receipts and transactions as encoded bytes. */
export const rawMethods: readonly Method[] = [
  method('debug_getRawBlock', {
    status: 'N',
    access: 'private',
    params: block,
    doc: 'RLP of a block.',
    handle: async ({ chain }, ref) => hex((await chain.block(ref)).block.serialize()),
  }),
  method('debug_getRawHeader', {
    status: 'N',
    access: 'private',
    params: block,
    doc: 'RLP of the header of a block.',
    handle: async ({ chain }, ref) => hex((await chain.block(ref)).block.header.serialize()),
  }),
  method('debug_getRawReceipts', {
    status: 'N',
    access: 'private',
    params: block,
    doc: 'The receipts of a block, each as encoded in the receipts trie.',
    handle: async ({ chain }, ref) => (await chain.block(ref)).receipts.map((receipt) => hex(receiptBytes(receipt))),
  }),
  method('debug_getRawTransaction', {
    status: 'N',
    access: 'private',
    params: [required('transactionHash', hash32)],
    doc: 'The bytes of a transaction.',
    handle: ({ chain }, hash) => {
      const tx = chain.blocks.transaction(hash)?.tx ?? chain.pool.get(hash)?.tx
      return tx === undefined ? '0x' : hex(tx.serialize())
    },
  }),
]
