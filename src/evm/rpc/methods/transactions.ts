import type { Common } from '@ethereumjs/common'
import type { TypedTxData } from '@ethereumjs/tx'
import { createTx } from '@ethereumjs/tx'
import { definedMembers } from '../../../base/index.js'
import { LATEST, type EvmChain } from '../../chain/evm-chain.js'
import type { NodeChain } from '../../chain/node-chain.js'
import { refuse } from '../../errors.js'
import { nextBaseFee, nextBlobFee, suggestedTip } from '../../chain/fees.js'
import { hex, unhex, type Hex } from '../../hex.js'
import { decodeTransaction, signed, unsigned, wordsOf, type SignedTransaction } from '../../chain/transaction.js'
import { logJson, minedTransactionJson, pendingTransactionJson, receiptJson, receiptLogs } from '../encode.js'
import { checkPrices, checkTip, inputOf, transactionRequest, type TransactionRequest } from '../request.js'
import { chainMethod, method, required, type Call, type InTurn, type Method } from '../table.js'
import { data, hash32 } from '../../validate.js'
import { estimate } from './calls.js'

/** A request that names its sender. */
type SendersRequest = TransactionRequest & { readonly from: Hex }

/** Refuses what cannot become a transaction of this chain, in go-ethereum's order. */
function checkRequest(request: TransactionRequest, chainId: bigint): asserts request is SendersRequest {
  const { blobVersionedHashes } = request
  if (request.maxFeePerBlobGas === 0n) throw refuse('maxFeePerBlobGas, if specified, must be non-zero')
  checkPrices(request)
  checkTip(request)
  if (request.from === undefined) throw refuse('unknown account: the transaction names no sender')
  const input = inputOf(request)
  if (blobVersionedHashes?.length === 0) throw refuse('need at least 1 blob for a blob transaction')
  if (request.to === undefined && blobVersionedHashes !== undefined) throw refuse('missing "to" in blob transaction')
  if (request.to === undefined && input.length === 0) throw refuse('contract creation without any data provided')
  if (request.chainId !== undefined && request.chainId !== chainId)
    throw refuse(`chainId does not match node's (have=${request.chainId}, want=${chainId})`)
}

/** The prices of gas of a transaction; those that the request leaves out are suggested. */
function pricesOf(
  chain: EvmChain,
  common: Common,
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas }: TransactionRequest,
) {
  const baseFee = nextBaseFee(chain.blocks.head)
  const suggested = suggestedTip(chain.settings)
  if (gasPrice !== undefined || !common.isActivatedEIP(1559)) return { gasPrice: gasPrice ?? baseFee + suggested }
  const tip =
    maxPriorityFeePerGas ?? (maxFeePerGas !== undefined && maxFeePerGas < suggested ? maxFeePerGas : suggested)
  return { maxPriorityFeePerGas: tip, maxFeePerGas: maxFeePerGas ?? baseFee * 2n + tip }
}

/** A request with all members of a transaction filled in. Source: go-ethereum internal/ethapi/transaction_args.go `setDefaults`. */
export async function complete(chain: EvmChain, request: TransactionRequest): Promise<TypedTxData & { from: Hex }> {
  const { common } = chain.poolContext()
  checkRequest(request, common.chainId())
  const { from, to, authorizationList, blobVersionedHashes } = request
  const { head } = chain.blocks
  const prices = pricesOf(chain, common, request)
  const dynamic = 'maxFeePerGas' in prices
  // A tip needs a highest price above it, and the estimate would take a missing one for 0.
  const priced = request.maxPriorityFeePerGas === undefined ? request : { ...request, ...prices }
  const gasLimit = request.gas ?? (await estimate(chain, priced, LATEST))
  const authorized = authorizationList !== undefined
  const listed = request.accessList !== undefined && common.isActivatedEIP(2930)
  const blobs =
    dynamic && !authorized && blobVersionedHashes !== undefined
      ? { blobVersionedHashes, maxFeePerBlobGas: request.maxFeePerBlobGas ?? 2n * (nextBlobFee(head) ?? 0n) }
      : undefined
  return {
    type: authorized ? 4 : blobs ? 3 : dynamic ? 2 : listed ? 1 : 0,
    from,
    nonce: request.nonce ?? chain.pool.nextNonce(from, chain.view(head)),
    gasLimit,
    ...prices,
    ...(to === undefined ? {} : { to }),
    value: request.value ?? 0n,
    data: inputOf(request),
    chainId: common.chainId(),
    ...blobs,
    ...definedMembers({ accessList: request.accessList, authorizationList }),
  }
}

const isActedFor = ({ keystore, settings }: NodeChain, from: Hex): boolean =>
  !keystore.has(from) && (settings.impersonateAll || settings.impersonated.has(from))

/** Signs a complete transaction with the key of its sender, or leaves it unsigned if the sender is impersonated. */
export function sign(
  chain: NodeChain,
  transaction: TypedTxData & { from: Hex },
  passphrase?: string,
): SignedTransaction {
  const { from, ...fields } = transaction
  const { common } = chain.poolContext()
  try {
    if (isActedFor(chain, from)) return unsigned(fields, from, common)
    const key = chain.keystore.key(from, passphrase)
    return signed(createTx(fields, { common }).sign(key))
  } catch (error) {
    if (error instanceof Error && error.name === 'RpcError') throw error
    throw refuse(wordsOf(error, common))
  }
}

/** Fills in what is missing, signs and sends. Fails before estimating gas if the sender cannot sign. */
export async function send(
  { chain, turn }: Call & InTurn,
  request: TransactionRequest,
  passphrase?: string,
): Promise<Hex> {
  const { from } = request
  if (from !== undefined && !isActedFor(chain, from)) chain.keystore.key(from, passphrase)
  return chain.send(turn, sign(chain, await complete(chain, request), passphrase))
}

const byHash = [required('transactionHash', hash32)] as const

/** Sending transactions, and looking them up. */
export const transactionMethods: readonly Method[] = [
  method('eth_sendRawTransaction', {
    status: 'Y',
    changes: true,
    // The sender has signed it.
    access: 'public',
    params: [required('transaction', data)],
    doc: 'Sends a signed transaction; with automatic mining it is in a block when the answer comes.',
    handle: ({ chain, turn }, raw) => chain.send(turn, decodeTransaction(unhex(raw), chain.poolContext().common)),
  }),
  method('eth_sendTransaction', {
    status: 'N',
    changes: true,
    params: [required('transaction', transactionRequest)],
    doc: 'Fills in what is missing (an estimate of the gas limit), signs with the key of the sender, and sends.',
    handle: send,
  }),
  method('eth_sendUnsignedTransaction', {
    status: 'none',
    changes: true,
    access: 'private',
    params: [required('transaction', transactionRequest)],
    doc: 'Fills in what is missing and sends as the given sender, without a signature.',
    handle: async ({ chain, turn }, request) => {
      const { from, ...fields } = await complete(chain, request)
      return chain.send(turn, unsigned(fields, from, chain.poolContext().common))
    },
  }),
  method('eth_getTransactionByHash', {
    status: 'Stub',
    params: byHash,
    doc: 'A transaction, in a block or in the pool; null if it is unknown.',
    handle: ({ chain }, hash) => {
      const mined = chain.blocks.transaction(hash)
      if (mined !== undefined) return minedTransactionJson(mined)
      const pooled = chain.pool.get(hash)
      return pooled === undefined ? null : pendingTransactionJson(pooled)
    },
  }),
  chainMethod('eth_getTransactionReceipt', {
    status: 'Stub',
    params: byHash,
    doc: 'The receipt of a transaction; null while it is not in a block.',
    handle: ({ chain }, hash) => {
      const mined = chain.blocks.transaction(hash)
      return mined === undefined ? null : receiptJson(mined)
    },
  }),
  method('eth_getTransactionLogs', {
    status: 'Y',
    params: byHash,
    doc: 'The logs of a transaction; null while it is not in a block.',
    handle: ({ chain }, hash) => {
      const mined = chain.blocks.transaction(hash)
      return mined === undefined ? null : receiptLogs(mined.block, mined.index, mined.receipt).map(logJson)
    },
  }),
  method('eth_getRawTransactionByHash', {
    status: 'N',
    params: byHash,
    doc: 'The bytes of a transaction; null if it is unknown.',
    handle: ({ chain }, hash) => {
      const tx = chain.blocks.transaction(hash)?.tx ?? chain.pool.get(hash)?.tx
      return tx === undefined ? null : hex(tx.serialize())
    },
  }),
  method('eth_fillTransaction', {
    status: 'Y',
    params: [required('transaction', transactionRequest)],
    doc: 'Fills in what is missing in a transaction, without signing it; returns its bytes and members.',
    handle: async ({ chain }, request) => {
      const { from, ...fields } = await complete(chain, request)
      const tx = createTx(fields, { common: chain.poolContext().common })
      const { hash, ...json } = pendingTransactionJson({ tx, from, hash: '0x' })
      void hash
      return { raw: hex(tx.serialize()), tx: json }
    },
  }),
  chainMethod('eth_accounts', {
    status: 'Y',
    doc: 'The accounts that the node can sign for.',
    handle: ({ chain }) => chain.keystore.addresses(),
  }),
]
