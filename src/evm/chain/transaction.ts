import type { Common } from '@ethereumjs/common'
import {
  TransactionType,
  createBlob4844TxFromSerializedNetworkWrapper,
  createMinimal4844TxFromNetworkWrapper,
  createTx,
  createTxFromRLP,
  isBlob4844Tx,
  type FeeMarket1559Tx,
  type LegacyTx,
  type TypedTransaction,
  type TypedTxData,
} from '@ethereumjs/tx'
import { refuse } from '../errors.js'
import { addressOf } from '../execution/message.js'
import { hex, unhex, type Hex } from '../hex.js'

/** A transaction that is known to have been sent by `from`. */
export interface SignedTransaction {
  readonly tx: TypedTransaction
  readonly hash: Hex
  readonly from: Hex
  /** Whether it was accepted without a signature; then its sender may even be a contract. */
  readonly impersonated?: boolean
  /** The blobs that came with it, which are not stored in blocks. */
  readonly blobs?: readonly Hex[]
}

/** Highest price per unit of gas that the transaction may cost. */
export const feeCap = (tx: TypedTransaction): bigint =>
  'maxFeePerGas' in tx ? (tx as FeeMarket1559Tx).maxFeePerGas : (tx as LegacyTx).gasPrice

/** Highest price per unit of gas that may go to the proposer. */
export const tipCap = (tx: TypedTransaction): bigint =>
  'maxPriorityFeePerGas' in tx ? (tx as FeeMarket1559Tx).maxPriorityFeePerGas : (tx as LegacyTx).gasPrice

/** The price of a unit of gas that the transaction pays at this base fee. */
export function effectivePrice(tx: TypedTransaction, baseFee: bigint): bigint {
  const cap = feeCap(tx)
  if (tx.type === TransactionType.Legacy || tx.type === TransactionType.AccessListEIP2930) return cap
  const price = baseFee + tipCap(tx)
  return price < cap ? price : cap
}

/** The most that the transaction can take from its sender. */
export function highestCost(tx: TypedTransaction, common: Common): bigint {
  const blobs = isBlob4844Tx(tx)
    ? BigInt(tx.blobVersionedHashes.length) * common.param('blobGasPerBlob') * tx.maxFeePerBlobGas
    : 0n
  return tx.gasLimit * feeCap(tx) + tx.value + blobs
}

/**
 * Reads a transaction as `eth_sendRawTransaction` takes it.
 * @throws RpcError (-32000) in go-ethereum's words when it is not valid on this chain.
 */
export function decodeTransaction(bytes: Uint8Array, common: Common): SignedTransaction {
  if (bytes.length === 0) throw refuse('typed transaction too short')
  const type = bytes[0]!
  if (type <= 0x7f && !(type >= 1 && type <= 4)) throw refuse('transaction type not supported')
  let tx: TypedTransaction
  let blobs: readonly Hex[] | undefined
  try {
    if (withBlobs(bytes)) ({ tx, blobs } = withoutBlobs(bytes, common))
    else tx = createTxFromRLP(bytes, { common })
  } catch (cause) {
    throw refuse(wordsOf(cause, common))
  }
  if (!tx.isSigned()) throw refuse('invalid sender: the transaction is not signed')
  return blobs === undefined ? signed(tx) : { ...signed(tx), blobs }
}

/** Whether a transaction comes with its blobs (EIP-4844's network form): a list whose first element is the transaction's own list. */
function withBlobs(bytes: Uint8Array): boolean {
  if (bytes[0] !== TransactionType.BlobEIP4844 || bytes.length < 3) return false
  const lengthOfLength = bytes[1]! > 0xf7 ? bytes[1]! - 0xf7 : 0
  return bytes[2 + lengthOfLength]! >= 0xc0
}

/** Checks the blobs and their proofs, and takes them off: a block holds their hashes only. */
function withoutBlobs(bytes: Uint8Array, common: Common): { readonly tx: TypedTransaction; readonly blobs: Hex[] } {
  const whole = createBlob4844TxFromSerializedNetworkWrapper(bytes, { common })
  return { tx: createMinimal4844TxFromNetworkWrapper(whole, { common }), blobs: whole.blobs ?? [] }
}

/** @throws RpcError when the signature is invalid. */
export function signed(tx: TypedTransaction): SignedTransaction {
  try {
    return { tx, hash: hex(tx.hash()), from: hex(tx.getSenderAddress().bytes) }
  } catch {
    throw refuse('invalid sender: the signature does not name an account')
  }
}

/**
 * A transaction of an impersonated account (`hardhat_impersonateAccount`). Its signature is a
 * placeholder: r and s are derived from the address, so that it has a hash and can be put into a block.
 */
export function unsigned(data: TypedTxData, from: Hex, common: Common): SignedTransaction {
  const mark = { r: unhex(`${from}${'00'.repeat(11)}01`), s: unhex(`0x${'00'.repeat(12)}${from.slice(2)}`) }
  const typed = data.type !== undefined && data.type !== 0
  const v = typed ? 0n : common.chainId() * 2n + 35n
  const tx = createTx({ ...data, v, ...mark }, { common })
  return { tx: sentBy(tx, from), hash: hex(tx.hash()), from, impersonated: true }
}

/** A copy of a transaction whose sender is known: the library does not check its signature. It has properties of its own, since the library spreads some types. */
export const sentBy = (tx: TypedTransaction, from: Hex): TypedTransaction =>
  Object.create(Object.getPrototypeOf(tx) as object, {
    ...Object.getOwnPropertyDescriptors(tx),
    getSenderAddress: { value: () => addressOf(from) },
  }) as TypedTransaction

/** The library's error, in go-ethereum's words where it has an equivalent. */
export function wordsOf(cause: unknown, common: Common): string {
  const text = (cause instanceof Error ? cause.message : String(cause)).replace(/ \(.*$/s, '')
  if (/chain ID/i.test(text)) return `invalid chain id for signer: want ${common.chainId()}`
  if (/EIP-?155-based V|not EIP155/i.test(text)) return `invalid chain id for signer: want ${common.chainId()}`
  if (/nonce cannot equal or exceed MAX_UINT64/.test(text)) return 'nonce has max value'
  const size = /initcode size .* it is (\d+) while the max is (\d+)/.exec(text)
  if (size !== null) return `max initcode size exceeded: code size ${size[1]}, limit ${size[2]}`
  if (/maxFeePerGas cannot be less than maxPriorityFeePerGas/.test(text))
    return 'max priority fee per gas higher than max fee per gas'
  if (/EIP-?(?:1559|2930|4844|7702) not enabled/i.test(text)) return 'transaction type not supported'
  if (/maxTransactionGasLimit|EIP-?7825/i.test(text)) return `transaction gas limit too high: ${text}`
  return `invalid transaction: ${text}`
}
