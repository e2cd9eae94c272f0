import {
  isBlob4844Tx,
  isEOACode7702Tx,
  type AccessList2930Tx,
  type FeeMarket1559Tx,
  type TypedTransaction,
} from '@ethereumjs/tx'
import type { Block, BlockHeader } from '@ethereumjs/block'
import type { ChainBlock, Located } from '../chain/blockchain.js'
import { authorizationsOf } from '../execution/authorizations.js'
import { hex, quantity, type Hex } from '../hex.js'
import type { LocatedLog } from '../chain/logs.js'
import { logsBloom, type Receipt } from '../chain/receipt.js'
import { feeCap, type SignedTransaction } from '../chain/transaction.js'

/** An object of a JSON-RPC result. */
export type RpcObject = Readonly<Record<string, unknown>>

/** Members as in Ethereum's execution API. Members of later forks appear from their fork on. */
export function headerJson(header: BlockHeader, hash: Hex | null): RpcObject {
  return {
    number: quantity(header.number),
    hash,
    parentHash: hex(header.parentHash),
    nonce: hex(header.nonce),
    mixHash: hex(header.mixHash),
    sha3Uncles: hex(header.uncleHash),
    logsBloom: hex(header.logsBloom),
    stateRoot: hex(header.stateRoot),
    miner: hex(header.coinbase.bytes),
    difficulty: quantity(header.difficulty),
    extraData: hex(header.extraData),
    gasLimit: quantity(header.gasLimit),
    gasUsed: quantity(header.gasUsed),
    timestamp: quantity(header.timestamp),
    transactionsRoot: hex(header.transactionsTrie),
    receiptsRoot: hex(header.receiptTrie),
    ...member('baseFeePerGas', header.baseFeePerGas, quantity),
    ...member('withdrawalsRoot', header.withdrawalsRoot, hex),
    ...member('blobGasUsed', header.blobGasUsed, quantity),
    ...member('excessBlobGas', header.excessBlobGas, quantity),
    ...member('parentBeaconBlockRoot', header.parentBeaconBlockRoot, hex),
    ...member('requestsHash', header.requestsHash, hex),
  }
}

/** @param transactions as hashes or as objects. */
export function blockJson(block: Block, hash: Hex | null, transactions: readonly unknown[]): RpcObject {
  return {
    ...headerJson(block.header, hash),
    size: quantity(block.serialize().length),
    transactions,
    uncles: block.uncleHeaders.map((header) => hex(header.hash())),
    ...(block.withdrawals === undefined
      ? {}
      : {
          withdrawals: block.withdrawals.map(({ index, validatorIndex, address, amount }) => ({
            index: quantity(index),
            validatorIndex: quantity(validatorIndex),
            address: hex(address.bytes),
            amount: quantity(amount),
          })),
        }),
  }
}

export function chainBlockJson(found: ChainBlock, full: boolean): RpcObject {
  const { block, receipts, hash } = found
  const transactions = receipts.map((receipt, index) =>
    full ? minedTransactionJson({ block: found, index, tx: block.transactions[index]!, receipt }) : receipt.hash,
  )
  return blockJson(block, hash, transactions)
}

export function minedTransactionJson({ block, index, tx, receipt }: Located): RpcObject {
  return {
    ...transactionJson({ tx, hash: receipt.hash, from: receipt.from }, receipt.effectiveGasPrice),
    blockHash: block.hash,
    blockNumber: quantity(block.number),
    blockTimestamp: quantity(block.block.header.timestamp),
    transactionIndex: quantity(index),
  }
}

/** A pending transaction: the price that it will pay is unknown, so its maximum price is shown. */
export const pendingTransactionJson = (transaction: SignedTransaction): RpcObject =>
  transactionJson(transaction, feeCap(transaction.tx))

/** A transaction that was only simulated, at the price that it paid. */
export const simulatedTransactionJson = (transaction: SignedTransaction, gasPrice: bigint): RpcObject =>
  transactionJson(transaction, gasPrice)

function transactionJson({ tx, hash, from }: SignedTransaction, gasPrice: bigint): RpcObject {
  const typed = tx.type !== 0
  return {
    blockHash: null,
    blockNumber: null,
    blockTimestamp: null,
    transactionIndex: null,
    hash,
    from,
    to: tx.to === undefined ? null : hex(tx.to.bytes),
    type: quantity(tx.type),
    nonce: quantity(tx.nonce),
    gas: quantity(tx.gasLimit),
    gasPrice: quantity(gasPrice),
    value: quantity(tx.value),
    input: hex(tx.data),
    ...feeMembers(tx),
    ...(typed ? { accessList: accessListJson(tx as AccessList2930Tx) } : {}),
    ...chainIdMember(tx),
    ...(isBlob4844Tx(tx)
      ? { maxFeePerBlobGas: quantity(tx.maxFeePerBlobGas), blobVersionedHashes: tx.blobVersionedHashes }
      : {}),
    ...(isEOACode7702Tx(tx) ? { authorizationList: authorizationsOf(tx) } : {}),
    v: quantity(tx.v ?? 0n),
    r: quantity(tx.r ?? 0n),
    s: quantity(tx.s ?? 0n),
    ...(typed ? { yParity: quantity(tx.v ?? 0n) } : {}),
  }
}

export function receiptJson({ block, index, receipt }: Located): RpcObject {
  return {
    transactionHash: receipt.hash,
    transactionIndex: quantity(index),
    blockHash: block.hash,
    blockNumber: quantity(block.number),
    from: receipt.from,
    to: receipt.to,
    type: quantity(receipt.type),
    contractAddress: receipt.contractAddress,
    gasUsed: quantity(receipt.gasUsed),
    cumulativeGasUsed: quantity(receipt.cumulativeGasUsed),
    effectiveGasPrice: quantity(receipt.effectiveGasPrice),
    ...(receipt.status === undefined ? { root: receipt.root } : { status: quantity(receipt.status) }),
    logs: receiptLogs(block, index, receipt).map(logJson),
    logsBloom: hex(logsBloom(receipt)),
    ...member('blobGasUsed', receipt.blobGasUsed, quantity),
    ...member('blobGasPrice', receipt.blobGasPrice, quantity),
  }
}

/** The logs of one receipt with their positions. */
export function receiptLogs(block: ChainBlock, index: number, receipt: Receipt): LocatedLog[] {
  return receipt.logs.map((log, offset) => ({
    log,
    block,
    transactionIndex: index,
    transactionHash: receipt.hash,
    logIndex: block.firstLog[index]! + offset,
  }))
}

export function logJson({ log, block, transactionIndex, transactionHash, logIndex }: LocatedLog): RpcObject {
  return {
    address: log.address,
    topics: log.topics,
    data: log.data,
    blockNumber: quantity(block.number),
    blockHash: block.hash,
    blockTimestamp: quantity(block.block.header.timestamp),
    transactionHash,
    transactionIndex: quantity(transactionIndex),
    logIndex: quantity(logIndex),
    removed: false,
  }
}

const accessListJson = (tx: AccessList2930Tx): RpcObject[] =>
  tx.accessList.map(([address, keys]) => ({ address: hex(address), storageKeys: keys.map(hex) }))

function feeMembers(tx: TypedTransaction): RpcObject {
  if (!('maxFeePerGas' in tx)) return {}
  const { maxFeePerGas, maxPriorityFeePerGas } = tx as FeeMarket1559Tx
  return { maxFeePerGas: quantity(maxFeePerGas), maxPriorityFeePerGas: quantity(maxPriorityFeePerGas) }
}

/** A legacy transaction names its chain only when its signature does (EIP-155). */
function chainIdMember(tx: TypedTransaction): RpcObject {
  if (tx.type !== 0) return { chainId: quantity(tx.common.chainId()) }
  const v = tx.v ?? 0n
  return v >= 35n ? { chainId: quantity((v - 35n) / 2n) } : {}
}

const member = <T>(name: string, value: T | undefined, encode: (value: T) => Hex): RpcObject =>
  value === undefined ? {} : { [name]: encode(value) }
