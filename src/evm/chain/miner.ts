import { Block, createBlockHeader, type HeaderData } from '@ethereumjs/block'
import { ConsensusType } from '@ethereumjs/common'
import { RLP } from '@ethereumjs/rlp'
import { Bloom, buildBlock, encodeReceipt, runTx, type RunTxResult } from '@ethereumjs/vm'
import { isBlob4844Tx } from '@ethereumjs/tx'
import { createWithdrawal, type WithdrawalData } from '@ethereumjs/util'
import { complete } from './header.js'
import { receiptOf, type Receipt } from './receipt.js'
import type { Executor, Judge } from '../execution/executor.js'
import { chargeAsHere } from '../execution/charge.js'
import { plainTransfer } from '../execution/plain-transfer.js'
import { beginBlock, requestsOf, requestsHash } from '../execution/system.js'
import { hex, type Hex } from '../hex.js'
import { listRoot } from '../state/trie.js'
import type { SignedTransaction } from './transaction.js'

/** A finished block, and the transactions that could not go into it. */
export interface Assembled {
  readonly block: Block
  readonly receipts: readonly Receipt[]
  /** Non-empty requests of contracts to a beacon chain (EIP-7685). */
  readonly requests: readonly Uint8Array[]
  readonly included: readonly SignedTransaction[]
  /** Transactions that are not valid on this state, each with the reason; there is no point in retrying them. */
  readonly rejected: readonly { readonly transaction: SignedTransaction; readonly reason: string }[]
}

/** The parts of a block that its proposer chooses. */
export type BlockPlan = Required<Pick<HeaderData, 'timestamp' | 'gasLimit' | 'coinbase' | 'mixHash'>> &
  Pick<HeaderData, 'baseFeePerGas' | 'extraData' | 'parentBeaconBlockRoot'> & {
    readonly withdrawals?: WithdrawalData[]
  }

/** A block in the making. */
interface Making {
  readonly gasUsed: bigint
  run(transaction: SignedTransaction): Promise<RunTxResult>
  build(): Promise<Pick<Assembled, 'block' | 'requests'>>
}

/**
 * Makes a block of the candidates, in their order, on the state that the executor has; the state is then that after the
 * block. A candidate that does not fit is left out, along with later ones of the same sender.
 * @param judge decides in addition whether a transaction may be in the block
 */
export async function assemble(
  executor: Executor,
  parent: Block,
  plan: BlockPlan,
  candidates: readonly SignedTransaction[],
  judge?: Judge,
): Promise<Assembled> {
  const { common } = executor.vm
  const plain =
    common.consensusType() === ConsensusType.ProofOfStake &&
    !FOREIGN.some((eip) => common.isActivatedEIP(eip)) &&
    !candidates.some(({ tx }) => isBlob4844Tx(tx))
  const making = await (plain ? begin : beginWithLibrary)(executor, parent, plan)
  const gasLimit = plan.gasLimit as bigint
  const included: SignedTransaction[] = []
  const receipts: Receipt[] = []
  const rejected: { transaction: SignedTransaction; reason: string }[] = []
  const skipped = new Set<Hex>()
  let cumulative = 0n
  for (const transaction of candidates) {
    if (skipped.has(transaction.from)) continue
    if (transaction.tx.gasLimit > gasLimit - making.gasUsed) {
      skipped.add(transaction.from)
      continue
    }
    const result = await attempt(executor, making, transaction, judge)
    if (typeof result === 'string') {
      rejected.push({ transaction, reason: result })
      skipped.add(transaction.from)
      continue
    }
    cumulative += result.totalGasSpent
    included.push(transaction)
    receipts.push(receiptOf(transaction, result, cumulative))
  }
  const { block, requests } = await making.build()
  return { block, receipts, included, rejected, requests: requests.filter(({ length }) => length > 1) }
}

/** Rules that change how a block is built; under them, and for blobs, the library's builder is used. */
const FOREIGN = [7778, 7843, 7864, 7928, 8037]

/** The library's builder. */
async function beginWithLibrary({ vm }: Executor, parent: Block, plan: BlockPlan): Promise<Making> {
  const { withdrawals = [], ...header } = plan
  const builder = await buildBlock(vm, {
    parentBlock: parent,
    headerData: { ...header, number: parent.header.number + 1n },
    ...(vm.common.isActivatedEIP(4895) ? { withdrawals } : {}),
    blockOpts: { putBlockIntoBlockchain: false },
  })
  return {
    get gasUsed() {
      return builder.gasUsed
    },
    run: ({ tx }) => builder.addTransaction(tx, { allowNoBlobs: true }),
    build: async () => {
      const { block, requests = [] } = await builder.build()
      return { block, requests: requests.map(({ bytes }) => bytes) }
    },
  }
}

/** Begins a block like the library's builder, which makes a block for each transaction on the way. */
async function begin(executor: Executor, parent: Block, plan: BlockPlan): Promise<Making> {
  const { vm, state, rules: common } = executor
  const { withdrawals = [], ...decided } = plan
  const parentHash = parent.hash()
  const number = parent.header.number + 1n
  const blobs = common.isActivatedEIP(4844)
  const data: HeaderData = {
    ...decided,
    parentHash,
    number,
    ...(blobs ? { excessBlobGas: parent.header.calcNextExcessBlobGas(common) } : {}),
  }
  const header = createBlockHeader(data, { common, freeze: false })
  const seen = { header, common, errorStr: () => `block ${number}` } as unknown as Block
  const bloom = new Bloom(undefined, common)
  const results: RunTxResult[] = []
  const transactions: Block['transactions'] = []
  let gasUsed = 0n
  beginBlock(executor, { header }, parentHash, header.parentBeaconBlockRoot ?? new Uint8Array(32))
  await vm.evm.journal.cleanup()
  return {
    get gasUsed() {
      return gasUsed
    },
    run: async ({ tx }) => {
      const transfer = plainTransfer(executor, tx, header)
      if (transfer !== undefined) await executor.interruption.before('beforeMessage')
      const result = transfer?.() ?? (await runTx(vm, { tx, block: seen, blockGasUsed: gasUsed }))
      chargeAsHere(executor.traits, state, tx, header.coinbase.bytes, result)
      gasUsed += result.blockGasSpent
      bloom.or(result.bloom)
      results.push(result)
      transactions.push(tx)
      return result
    },
    build: async () => {
      const paid = common.isActivatedEIP(4895) ? withdrawals.map(createWithdrawal) : undefined
      for (const { address, amount } of paid ?? []) {
        if (amount === 0n) continue
        const name = hex(address.bytes)
        state.setBalance(name, state.balance(name) + amount * GWEI)
      }
      const requests = await requestsOf(
        executor,
        { header },
        results.flatMap(({ receipt }) => receipt.logs),
      )
      const finished = complete(
        header,
        {
          stateRoot: state.roots.root(),
          transactionsTrie: listRoot(transactions.map((tx) => tx.serialize())),
          receiptTrie: listRoot(results.map(({ receipt }, index) => encodeReceipt(receipt, transactions[index]!.type))),
          withdrawalsRoot: paid && listRoot(paid.map((one) => RLP.encode(one.raw()))),
          logsBloom: bloom.bitvector,
          gasUsed,
          blobGasUsed: blobs ? 0n : undefined,
          requestsHash: requests && requestsHash(requests),
        },
        parent.header,
      )
      const block = new Block(finished, transactions, [], paid, { common })
      return { block, requests: (requests ?? []).map(({ bytes }) => bytes) }
    },
  }
}

const GWEI = 10n ** 9n

async function attempt(
  executor: Executor,
  making: Making,
  transaction: SignedTransaction,
  judge: Judge | undefined,
): Promise<RunTxResult | string> {
  const { from, impersonated } = transaction
  const run = (): Promise<RunTxResult> => making.run(transaction)
  const judged = judge === undefined ? run : (): Promise<RunTxResult> => executor.judged(judge, run)
  try {
    return await (impersonated === true ? executor.fromAnyone(from, judged) : judged())
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(/ \(vm hf=.*$/s, '')
  }
}
