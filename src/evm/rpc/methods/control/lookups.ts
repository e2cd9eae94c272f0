import { isBlob4844Tx } from '@ethereumjs/tx'
import type { EvmChain } from '../../../chain/evm-chain.js'
import { LATEST } from '../../../chain/evm-chain.js'
import { refuse } from '../../../errors.js'
import { hex, quantity, unhex, type Hex } from '../../../hex.js'
import { proofOf } from '../../../chain/proofs.js'
import { codeAt } from '../../../state/view.js'
import { decodeTransaction } from '../../../chain/transaction.js'
import { chainBlockJson, minedTransactionJson, pendingTransactionJson, receiptJson } from '../../encode.js'
import { blockNumber, blockRef, transactionRequest } from '../../request.js'
import { method, optional, required, type Method } from '../../table.js'
import { address, data, hash32, numeric, string } from '../../../validate.js'
import { send } from '../transactions.js'

const at = optional('block', blockRef, LATEST)

/** @throws RpcError if automatic mining is off */
function receiptOf(chain: EvmChain, hash: Hex): unknown {
  const mined = chain.blocks.transaction(hash)
  if (mined === undefined) throw refuse(`transaction ${hash} is pending: automatic mining is off`)
  return receiptJson(mined)
}

/** The transaction of a sender with a nonce, pending or in a block. */
function bySenderAndNonce({ blocks, pool }: EvmChain, from: Hex, nonce: bigint): unknown {
  const pooled = pool.snapshot().find((one) => one.from === from && one.nonce === nonce)
  if (pooled !== undefined) return pendingTransactionJson(pooled)
  for (let { number } = blocks.head; number > 0n; number -= 1n) {
    const block = blocks.at(number)!
    const index = block.receipts.findIndex(
      (one, at) => one.from === from && block.block.transactions[at]!.nonce === nonce,
    )
    if (index >= 0) return minedTransactionJson(blocks.locate(block, index)!)
  }
  return null
}

const codeWithHash = ({ state }: EvmChain, hash: Hex): Hex => hex(state.code(hash))

/** Anvil's lookups beyond the execution API. Names and shapes: Anvil 1.7.1. */
export const lookupMethods: readonly Method[] = [
  method('eth_networkId', {
    status: 'none',
    doc: 'As net_version.',
    handle: ({ chain }) => chain.forks.chainId.toString(),
  }),
  method('eth_requestAccounts', {
    status: 'none',
    doc: 'As eth_accounts: no user has to approve.',
    handle: ({ chain }) => chain.keystore.addresses(),
  }),
  method('eth_getAccount', {
    status: 'none',
    params: [required('address', address), at],
    doc: 'An account as in the state trie: nonce, balance, storage root, code hash.',
    handle: async ({ chain }, address, ref) => {
      const { nonce, balance, storageHash, codeHash } = proofOf(chain, await chain.block(ref), address, [])
      return { nonce, balance, storageRoot: storageHash, codeHash }
    },
  }),
  method('eth_getAccountInfo', {
    status: 'none',
    params: [required('address', address), at],
    doc: 'Balance, nonce and code of an account.',
    handle: async ({ chain }, address, ref) => {
      const view = chain.view(await chain.block(ref))
      return {
        balance: quantity(view.balance(address)),
        nonce: quantity(view.account(address)?.nonce ?? 0n),
        code: hex(codeAt(view, address)),
      }
    },
  }),
  method('eth_getTransactionBySenderAndNonce', {
    status: 'none',
    params: [required('address', address), required('nonce', numeric)],
    doc: 'The transaction of a sender with this nonce, in the pool or in a block; null if there is none.',
    handle: ({ chain }, address, nonce) => bySenderAndNonce(chain, address, nonce),
  }),
  method('eth_sendTransactionSync', {
    status: 'none',
    changes: true,
    params: [required('transaction', transactionRequest)],
    doc: 'As eth_sendTransaction, but returns the receipt; fails if automatic mining is off.',
    handle: async (call, request) => receiptOf(call.chain, await send(call, request)),
  }),
  method('eth_sendRawTransactionSync', {
    status: 'none',
    changes: true,
    access: 'public',
    params: [required('rawTransaction', data), optional('timeout', numeric)],
    doc: 'As eth_sendRawTransaction, but returns the receipt; fails if automatic mining is off.',
    handle: async ({ chain, turn }, raw) =>
      receiptOf(chain, await chain.send(turn, decodeTransaction(unhex(raw), chain.poolContext().common))),
  }),
  method('anvil_getBlobsByTransactionHash', {
    status: 'none',
    params: [required('transactionHash', hash32)],
    doc: 'The blobs of a transaction in a block; null if there is no such transaction or it has no blobs.',
    handle: ({ chain }, hash) => (chain.blocks.transaction(hash) && chain.blobs.get(hash)) ?? null,
  }),
  method('anvil_getBlobByHash', {
    status: 'none',
    params: [required('versionedHash', hash32)],
    doc: 'The blob with this versioned hash, of a transaction in a block; null if there is none.',
    handle: ({ chain }, versioned) => {
      for (const [hash, blobs] of chain.blobs) {
        const tx = chain.blocks.transaction(hash)?.tx
        const index = tx !== undefined && isBlob4844Tx(tx) ? tx.blobVersionedHashes.indexOf(versioned) : -1
        if (index >= 0) return blobs[index] ?? null
      }
      return null
    },
  }),
  method('erigon_getHeaderByNumber', {
    status: 'none',
    params: [required('block', blockNumber)],
    doc: 'As eth_getBlockByNumber, with hashes of transactions.',
    handle: async ({ chain }, ref) => {
      const block = await chain.find(ref)
      return block === undefined ? null : chainBlockJson(block, false)
    },
  }),
  method('debug_codeByHash', {
    status: 'none',
    access: 'private',
    params: [required('codeHash', hash32), at],
    doc: 'The code with this hash; empty if no account ever had it.',
    handle: ({ chain }, hash) => codeWithHash(chain, hash),
  }),
  method('debug_dbGet', {
    status: 'none',
    access: 'private',
    params: [required('key', string)],
    doc: 'The database entry of a key. The only keys are those of code: 0x63 and the code hash.',
    handle: ({ chain }, key) => {
      const digits = key.startsWith('0x') ? key.slice(2) : Buffer.from(key).toString('hex')
      if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) throw refuse('Invalid hex key')
      if (digits.length !== 66) throw refuse(`Invalid key length: expected 33 bytes, got ${digits.length / 2}`)
      if (!digits.startsWith('63')) throw refuse('Key prefix must be 0x63 for code hash lookups')
      return codeWithHash(chain, `0x${digits.slice(2).toLowerCase()}`)
    },
  }),
]
