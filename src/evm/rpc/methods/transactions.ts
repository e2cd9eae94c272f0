import type { TypedTxData } from '@ethereumjs/tx'
import { createTx } from '@ethereumjs/tx'
import { LATEST, type Engine } from '../../node/engine.js'
import { refuse } from '../../execution/refusal.js'
import { nextBaseFee, suggestedTip } from '../../chain/fees.js'
import { hex, unhex, type Hex } from '../../hex.js'
import { decodeTransaction, signed, unsigned, type SignedTransaction } from '../../chain/transaction.js'
import { logJson, minedTransactionJson, pendingTransactionJson, receiptJson, receiptLogs } from '../encode.js'
import { checkPrices, compact, inputOf, transactionRequest, type TransactionRequest } from '../request.js'
import { method, required, type Method } from '../table.js'
import { data, hash32 } from '../validate.js'
import { estimate } from './calls.js'

/** A request with all that a transaction needs. Source: go-ethereum internal/ethapi/transaction_args.go `setDefaults`. */
export async function complete(engine: Engine, request: TransactionRequest): Promise<TypedTxData & { from: Hex }> {
  checkPrices(request)
  const { from } = request
  if (from === undefined) throw refuse('unknown account: the transaction names no sender')
  const input = inputOf(request)
  if (request.to === undefined && input.length === 0) throw refuse('contract creation without any data provided')
  const { common } = engine.poolContext()
  if (request.chainId !== undefined && request.chainId !== common.chainId())
    throw refuse(`chainId does not match node's (have=${request.chainId}, want=${common.chainId()})`)
  const { head } = engine.chain
  const gasLimit = request.gas ?? (await estimate(engine, request, LATEST))
  const baseFee = nextBaseFee(head)
  const suggested = suggestedTip(engine.settings)
  const dynamic = common.isActivatedEIP(1559) && request.gasPrice === undefined
  const tip =
    request.maxPriorityFeePerGas ??
    (request.maxFeePerGas !== undefined && request.maxFeePerGas < suggested ? request.maxFeePerGas : suggested)
  const prices = dynamic
    ? { maxPriorityFeePerGas: tip, maxFeePerGas: request.maxFeePerGas ?? baseFee * 2n + tip }
    : { gasPrice: request.gasPrice ?? baseFee + suggested }
  const authorized = request.authorizationList !== undefined
  const listed = request.accessList !== undefined && common.isActivatedEIP(2930)
  return {
    type: authorized ? 4 : dynamic ? 2 : listed ? 1 : 0,
    from,
    nonce: request.nonce ?? engine.pool.nextNonce(from, engine.view(head)),
    gasLimit,
    ...prices,
    ...(request.to === undefined ? {} : { to: request.to }),
    value: request.value ?? 0n,
    data: input,
    chainId: common.chainId(),
    ...compact({ accessList: request.accessList, authorizationList: request.authorizationList }),
  }
}

const isActedFor = ({ keystore, settings }: Engine, from: Hex): boolean =>
  !keystore.has(from) && (settings.impersonateAll || settings.impersonated.has(from))

/** Signs a complete transaction with the key of its sender, or passes it unsigned for one that is acted for. */
export function sign(engine: Engine, transaction: TypedTxData & { from: Hex }, passphrase?: string): SignedTransaction {
  const { from, ...fields } = transaction
  const { common } = engine.poolContext()
  try {
    if (isActedFor(engine, from)) return unsigned(fields, from, common)
    const key = engine.keystore.key(from, passphrase)
    return signed(createTx(fields, { common }).sign(key))
  } catch (error) {
    if (error instanceof Error && error.name === 'RpcError') throw error
    throw refuse(
      `invalid transaction: ${(error instanceof Error ? error.message : String(error)).replace(/ \(.*$/s, '')}`,
    )
  }
}

/** Fills in what is missing, signs and sends. Whoever cannot sign is told so before anything is estimated. */
export async function send(engine: Engine, request: TransactionRequest, passphrase?: string): Promise<Hex> {
  const { from } = request
  if (from !== undefined && !isActedFor(engine, from)) engine.keystore.key(from, passphrase)
  return engine.send(sign(engine, await complete(engine, request), passphrase))
}

const byHash = [required('transactionHash', hash32)] as const

/** Sending transactions, and what became of them. */
export const transactionMethods: readonly Method[] = [
  method('eth_sendRawTransaction', {
    status: 'Y',
    changes: true,
    // The sender has signed it.
    access: 'public',
    params: [required('transaction', data)],
    doc: 'Takes a signed transaction; with automining it is in a block when the answer comes.',
    handle: ({ engine }, raw) => engine.send(decodeTransaction(unhex(raw), engine.poolContext().common)),
  }),
  method('eth_sendTransaction', {
    status: 'N',
    changes: true,
    params: [required('transaction', transactionRequest)],
    doc: 'Fills in what is missing (an estimate for the gas), signs with the key of the sender, and sends.',
    handle: ({ engine }, request) => send(engine, request),
  }),
  method('eth_sendUnsignedTransaction', {
    status: 'none',
    changes: true,
    access: 'private',
    params: [required('transaction', transactionRequest)],
    doc: 'Fills in what is missing and sends in the name of the sender, without a key.',
    handle: async ({ engine }, request) => {
      const { from, ...fields } = await complete(engine, request)
      return engine.send(unsigned(fields, from, engine.poolContext().common))
    },
  }),
  method('eth_getTransactionByHash', {
    status: 'Stub',
    params: byHash,
    doc: 'A transaction, of a block or of the pool; null when it is unknown.',
    handle: ({ engine }, hash) => {
      const mined = engine.chain.transaction(hash)
      if (mined !== undefined) return minedTransactionJson(mined)
      const pooled = engine.pool.get(hash)
      return pooled === undefined ? null : pendingTransactionJson(pooled)
    },
  }),
  method('eth_getTransactionReceipt', {
    status: 'Stub',
    params: byHash,
    doc: 'What became of a transaction; null while it is in no block.',
    handle: ({ engine }, hash) => {
      const mined = engine.chain.transaction(hash)
      return mined === undefined ? null : receiptJson(mined)
    },
  }),
  method('eth_getTransactionLogs', {
    status: 'Y',
    params: byHash,
    doc: 'The logs of a transaction; null while it is in no block.',
    handle: ({ engine }, hash) => {
      const mined = engine.chain.transaction(hash)
      return mined === undefined ? null : receiptLogs(mined.block, mined.index, mined.receipt).map(logJson)
    },
  }),
  method('eth_getRawTransactionByHash', {
    status: 'N',
    params: byHash,
    doc: 'The bytes of a transaction; null when it is unknown.',
    handle: ({ engine }, hash) => {
      const tx = engine.chain.transaction(hash)?.tx ?? engine.pool.get(hash)?.tx
      return tx === undefined ? null : hex(tx.serialize())
    },
  }),
  method('eth_fillTransaction', {
    status: 'Y',
    params: [required('transaction', transactionRequest)],
    doc: 'A transaction with what was missing filled in, not signed: its bytes and its members.',
    handle: async ({ engine }, request) => {
      const { from, ...fields } = await complete(engine, request)
      const tx = createTx(fields, { common: engine.poolContext().common })
      const { hash, ...json } = pendingTransactionJson({ tx, from, hash: '0x' })
      void hash
      return { raw: hex(tx.serialize()), tx: json }
    },
  }),
  method('eth_accounts', {
    status: 'Y',
    doc: 'The accounts that the node can sign for.',
    handle: ({ engine }) => engine.keystore.addresses(),
  }),
]
