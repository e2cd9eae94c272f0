import type { Block, HeaderData } from '@ethereumjs/block'
import { buildBlock, encodeReceipt, type BlockBuilder, type RunTxResult } from '@ethereumjs/vm'
import { generateAddress, type WithdrawalData } from '@ethereumjs/util'
import type { Receipt } from './blockchain.js'
import type { Executor } from './execution/executor.js'
import { hex, minimalBytes, unhex, type Hex } from './hex.js'
import type { SignedTransaction } from './transaction.js'

/** A block as it came out of its transactions, and the ones that could not go into it. */
export interface Assembled {
  readonly block: Block
  readonly receipts: readonly Receipt[]
  /** What contracts ask of a beacon chain (EIP-7685), those with content. */
  readonly requests: readonly Uint8Array[]
  readonly included: readonly SignedTransaction[]
  /** Transactions that are not valid on this state, each with the reason; they are worth no second try. */
  readonly rejected: readonly { readonly transaction: SignedTransaction; readonly reason: string }[]
}

/** What its maker decides about a block. */
export type BlockPlan = Required<Pick<HeaderData, 'timestamp' | 'gasLimit' | 'coinbase' | 'mixHash'>> &
  Pick<HeaderData, 'baseFeePerGas' | 'extraData' | 'parentBeaconBlockRoot'> & {
    readonly withdrawals?: WithdrawalData[]
  }

/**
 * Makes a block of the candidates, in their order, on the state that the executor has; the state is then that after the
 * block. A candidate that does not fit is left out, and with it those of the same sender behind it.
 */
export async function assemble(
  executor: Executor,
  parent: Block,
  plan: BlockPlan,
  candidates: readonly SignedTransaction[],
): Promise<Assembled> {
  const { vm } = executor
  const { withdrawals = [], ...header } = plan
  const builder = await buildBlock(vm, {
    parentBlock: parent,
    headerData: { ...header, number: parent.header.number + 1n },
    ...(vm.common.isActivatedEIP(4895) ? { withdrawals } : {}),
    blockOpts: { putBlockIntoBlockchain: false },
  })
  const gasLimit = plan.gasLimit as bigint
  const included: SignedTransaction[] = []
  const receipts: Receipt[] = []
  const rejected: { transaction: SignedTransaction; reason: string }[] = []
  const skipped = new Set<Hex>()
  let cumulative = 0n
  for (const transaction of candidates) {
    if (skipped.has(transaction.from)) continue
    if (transaction.tx.gasLimit > gasLimit - builder.gasUsed) {
      skipped.add(transaction.from)
      continue
    }
    const result = await attempt(executor, builder, transaction)
    if (typeof result === 'string') {
      rejected.push({ transaction, reason: result })
      skipped.add(transaction.from)
      continue
    }
    cumulative += result.totalGasSpent
    included.push(transaction)
    receipts.push(receiptOf(transaction, result, cumulative))
  }
  const { block, requests = [] } = await builder.build()
  const asked = requests.map(({ bytes }) => bytes).filter(({ length }) => length > 1)
  return { block, receipts, included, rejected, requests: asked }
}

async function attempt(
  executor: Executor,
  builder: BlockBuilder,
  { tx, from, impersonated }: SignedTransaction,
): Promise<RunTxResult | string> {
  const run = (): Promise<RunTxResult> => builder.addTransaction(tx, { allowNoBlobs: true })
  try {
    return await (impersonated === true ? executor.fromAnyone(from, run) : run())
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(/ \(vm hf=.*$/s, '')
  }
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
    logsBloom: hex(receipt.bitvector),
    ...('blobGasUsed' in receipt ? { blobGasUsed: receipt.blobGasUsed, blobGasPrice: receipt.blobGasPrice } : {}),
    encoded: encodeReceipt(receipt, tx.type),
  }
}
