import { isBlob4844Tx } from '@ethereumjs/tx'
import type { Engine } from '../../../node/engine.js'
import { LATEST } from '../../../node/engine.js'
import { refuse } from '../../../execution/refusal.js'
import { hex, quantity, unhex, type Hex } from '../../../hex.js'
import { proofOf } from '../../../state/proofs.js'
import { codeAt } from '../../../state/view.js'
import { decodeTransaction } from '../../../chain/transaction.js'
import { chainBlockJson, minedTransactionJson, pendingTransactionJson, receiptJson } from '../../encode.js'
import { blockNumber, blockRef, transactionRequest } from '../../request.js'
import { method, optional, required, type Method } from '../../table.js'
import { address, data, hash32, numeric, string } from '../../validate.js'
import { send } from '../transactions.js'

const at = optional('block', blockRef, LATEST)

/** @throws RpcError when nobody mines by itself */
function receiptOf(engine: Engine, hash: Hex): unknown {
  const mined = engine.chain.transaction(hash)
  if (mined === undefined)
    throw refuse(`transaction ${hash} waits in the pool: it is in no block, since automatic mining is off`)
  return receiptJson(mined)
}

/** The transaction of a sender with a nonce: one that waits, or one of a block. */
function bySenderAndNonce({ chain, pool }: Engine, from: Hex, nonce: bigint): unknown {
  const pooled = pool.snapshot().find((one) => one.from === from && one.nonce === nonce)
  if (pooled !== undefined) return pendingTransactionJson(pooled)
  for (let { number } = chain.head; number > 0n; number -= 1n) {
    const block = chain.at(number)!
    const index = block.receipts.findIndex(
      (one, at) => one.from === from && block.block.transactions[at]!.nonce === nonce,
    )
    if (index >= 0) return minedTransactionJson(chain.locate(block, index)!)
  }
  return null
}

const codeWithHash = ({ state }: Engine, hash: Hex): Hex => hex(state.code(hash))

/** What Anvil answers beside the execution API. Names and shapes: Anvil 1.7.1. */
export const lookupMethods: readonly Method[] = [
  method('eth_networkId', {
    status: 'none',
    doc: 'As net_version.',
    handle: ({ engine }) => engine.forks.chainId.toString(),
  }),
  method('eth_requestAccounts', {
    status: 'none',
    doc: 'As eth_accounts: nobody has to be asked.',
    handle: ({ engine }) => engine.keystore.addresses(),
  }),
  method('eth_getAccount', {
    status: 'none',
    params: [required('address', address), at],
    doc: 'An account as the trie of the state holds it: nonce, balance, root of the storage, hash of the code.',
    handle: ({ engine }, address, ref) => {
      const { nonce, balance, storageHash, codeHash } = proofOf(engine, engine.block(ref), address, [])
      return { nonce, balance, storageRoot: storageHash, codeHash }
    },
  }),
  method('eth_getAccountInfo', {
    status: 'none',
    params: [required('address', address), at],
    doc: 'Balance, nonce and code of an account.',
    handle: ({ engine }, address, ref) => {
      const view = engine.view(engine.block(ref))
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
    doc: 'The transaction of a sender with this nonce, of the pool or of a block; null when there is none.',
    handle: ({ engine }, address, nonce) => bySenderAndNonce(engine, address, nonce),
  }),
  method('eth_sendTransactionSync', {
    status: 'none',
    changes: true,
    params: [required('transaction', transactionRequest)],
    doc: 'As eth_sendTransaction. Gives the receipt; an error when nobody mines by itself.',
    handle: async ({ engine }, request) => receiptOf(engine, await send(engine, request)),
  }),
  method('eth_sendRawTransactionSync', {
    status: 'none',
    changes: true,
    access: 'public',
    params: [required('rawTransaction', data), optional('timeout', numeric)],
    doc: 'As eth_sendRawTransaction. Gives the receipt; an error when nobody mines by itself.',
    handle: async ({ engine }, raw) =>
      receiptOf(engine, await engine.send(decodeTransaction(unhex(raw), engine.poolContext().common))),
  }),
  method('anvil_getBlobsByTransactionHash', {
    status: 'none',
    params: [required('transactionHash', hash32)],
    doc: 'The blobs of a transaction in a block; null when there is no such transaction, or it has none.',
    handle: ({ engine }, hash) => (engine.chain.transaction(hash) && engine.blobs.get(hash)) ?? null,
  }),
  method('anvil_getBlobByHash', {
    status: 'none',
    params: [required('versionedHash', hash32)],
    doc: 'The blob with this versioned hash, of a transaction in a block; null when there is none.',
    handle: ({ engine }, versioned) => {
      for (const [hash, blobs] of engine.blobs) {
        const tx = engine.chain.transaction(hash)?.tx
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
    handle: ({ engine }, ref) => {
      const block = engine.find(ref)
      return block === undefined ? null : chainBlockJson(block, false)
    },
  }),
  method('debug_codeByHash', {
    status: 'none',
    access: 'private',
    params: [required('codeHash', hash32), at],
    doc: 'The code with this hash; empty when no account has had it.',
    handle: ({ engine }, hash) => codeWithHash(engine, hash),
  }),
  method('debug_dbGet', {
    status: 'none',
    access: 'private',
    params: [required('key', string)],
    doc: 'What the database has under a key, of which there are hashes of code alone: 0x63 and the hash.',
    handle: ({ engine }, key) => {
      const digits = key.startsWith('0x') ? key.slice(2) : Buffer.from(key).toString('hex')
      if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) throw refuse('Invalid hex key')
      if (digits.length !== 66) throw refuse(`Invalid key length: expected 33 bytes, got ${digits.length / 2}`)
      if (!digits.startsWith('63')) throw refuse('Key prefix must be 0x63 for code hash lookups')
      return codeWithHash(engine, `0x${digits.slice(2).toLowerCase()}`)
    },
  }),
]
