import { encodeReceipt, type RunTxResult } from '@ethereumjs/vm'
import type { TransactionType } from '@ethereumjs/tx'
import { generateAddress } from '@ethereumjs/util'
import { keccak256 } from '../crypto/hash.js'
import { hex, minimalBytes, unhex, type Hex } from '../hex.js'
import type { SignedTransaction } from './transaction.js'

export interface LogEntry {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/**
 * The result of a transaction in its block, without what follows from the rest: every transaction of the chain keeps one. Gas in units, prices in the smallest unit of the EVM denomination.
 */
export interface Receipt {
  readonly hash: Hex
  readonly type: TransactionType
  readonly from: Hex
  readonly to: Hex | null
  readonly contractAddress: Hex | null
  readonly gasUsed: bigint
  readonly cumulativeGasUsed: bigint
  readonly effectiveGasPrice: bigint
  /** 1 or 0 since Byzantium; before, `root` is there instead. */
  readonly status?: 0 | 1
  readonly root?: Hex
  readonly logs: readonly LogEntry[]
  readonly blobGasUsed?: bigint
  readonly blobGasPrice?: bigint
}

/** The receipt of a transaction that the VM ran. */
export function receiptOf({ tx, hash, from }: SignedTransaction, result: RunTxResult, cumulative: bigint): Receipt {
  const { receipt, totalGasSpent } = result
  // The library counts from the block's gas so far, which before its refund rules is the same; ours is the receipt's own sum.
  receipt.cumulativeBlockGasUsed = cumulative
  return {
    hash,
    from,
    type: tx.type,
    to: tx.to === undefined ? null : hex(tx.to.bytes),
    contractAddress: tx.to === undefined ? hex(generateAddress(unhex(from), minimalBytes(tx.nonce))) : null,
    gasUsed: totalGasSpent,
    cumulativeGasUsed: cumulative,
    effectiveGasPrice: totalGasSpent === 0n ? 0n : result.amountSpent / totalGasSpent,
    ...('status' in receipt ? { status: receipt.status } : { root: hex(receipt.stateRoot) }),
    logs: receipt.logs.map(([address, topics, data]) => ({
      address: hex(address),
      topics: topics.map(hex),
      data: hex(data),
    })),
    ...('blobGasUsed' in receipt ? { blobGasUsed: receipt.blobGasUsed, blobGasPrice: receipt.blobGasPrice } : {}),
  }
}

/** The Bloom filter of the addresses and topics of its logs, 256 bytes. Source: Ethereum yellow paper, section 4.3.1. */
export function logsBloom({ logs }: Receipt): Uint8Array {
  const bloom = new Uint8Array(256)
  for (const { address, topics } of logs)
    for (const part of [address, ...topics]) {
      const hash = keccak256(unhex(part))
      for (const at of [0, 2, 4]) {
        const bit = ((hash[at]! << 8) | hash[at + 1]!) & 2047
        bloom[255 - (bit >> 3)]! |= 1 << (bit & 7)
      }
    }
  return bloom
}

/** The bytes in the receipts trie (EIP-2718). */
export function receiptBytes(receipt: Receipt): Uint8Array {
  const { type, cumulativeGasUsed, status, root, logs } = receipt
  return encodeReceipt(
    {
      ...(status === undefined ? { stateRoot: unhex(root!) } : { status }),
      cumulativeBlockGasUsed: cumulativeGasUsed,
      bitvector: logsBloom(receipt),
      logs: logs.map(({ address, topics, data }) => [unhex(address), topics.map(unhex), unhex(data)]),
    },
    type,
  )
}
