import type { Block } from '@ethereumjs/block'
import { RLP } from '@ethereumjs/rlp'
import type { RunBlockResult } from '@ethereumjs/vm'
import { equalBytes, toHex } from '../../../base/index.js'
import { listRoot } from '../../state/trie.js'

/**
 * Why the contents of a block are not those of its header, in go-ethereum's words; undefined if they are.
 * Source: go-ethereum v1.17.10 core/block_validator.go `ValidateBody`
 */
export function bodyProblem({ header, transactions, withdrawals }: Block): string | undefined {
  const root = (name: string, has: Uint8Array, calculated: Uint8Array): string | undefined =>
    equalBytes(has, calculated)
      ? undefined
      : `${name} root hash mismatch (header value ${toHex(has)}, calculated ${toHex(calculated)})`
  const blobs = transactions.reduce(
    (sum, tx) => sum + BigInt('blobVersionedHashes' in tx ? (tx.blobVersionedHashes as unknown[]).length : 0),
    0n,
  )
  return (
    root('transaction', header.transactionsTrie, listRoot(transactions.map((tx) => tx.serialize()))) ??
    (header.withdrawalsRoot &&
      root('withdrawals', header.withdrawalsRoot, listRoot((withdrawals ?? []).map((one) => RLP.encode(one.raw()))))) ??
    (header.blobGasUsed !== undefined && header.blobGasUsed !== blobs * 131_072n
      ? `blob gas used mismatch (header ${header.blobGasUsed}, calculated ${blobs * 131_072n})`
      : undefined)
  )
}

/** Why a block's header is not that of its execution, as {@link bodyProblem}. Source: `ValidateState` */
export function resultProblem({ header }: Block, result: RunBlockResult): string | undefined {
  const differs = (what: string, remote: Uint8Array, local: Uint8Array | undefined, gap = ' '): string | undefined =>
    local === undefined || equalBytes(remote, local)
      ? undefined
      : `invalid ${what} (remote: ${toHex(remote)}${gap}local: ${toHex(local)})`
  const root = differs('merkle root', header.stateRoot, result.stateRoot)
  return (
    (header.gasUsed === result.gasUsed
      ? undefined
      : `invalid gas used (remote: ${header.gasUsed} local: ${result.gasUsed})`) ??
    differs('bloom', header.logsBloom, result.logsBloom, '  ') ??
    differs('receipt root hash', header.receiptTrie, result.receiptsRoot) ??
    (header.requestsHash && differs('requests hash', header.requestsHash, result.requestsHash)) ??
    (root && `${root} dberr: %!w(<nil>)`)
  )
}
