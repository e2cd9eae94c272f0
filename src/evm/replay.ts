import { buildBlock } from '@ethereumjs/vm'
import type { Block } from '@ethereumjs/block'
import type { Receipt } from './blockchain.js'
import type { Engine } from './engine.js'
import { refuse } from './execution/refusal.js'
import { addressOf } from './execution/message.js'
import { failureOf } from './execution/apply.js'
import { hex, type Hex } from './hex.js'
import { createTx, type TypedTransaction } from '@ethereumjs/tx'
import { traced, type Tracer } from './tracers/tracer.js'

/** One transaction of a replayed block. */
export interface Replayed {
  readonly hash: Hex
  readonly result: unknown
}

/** A block with what has to be known of its transactions: one of the chain, or one whose parent is in it. */
export interface Replayable {
  readonly number: bigint
  readonly block: Block
  readonly receipts: readonly Pick<Receipt, 'hash' | 'from' | 'to'>[]
}

/** A block that is not in the chain, for {@link replay}. @throws RpcError when its parent is not there either, or nobody signed a transaction. */
export function candidate(engine: Engine, block: Block): Replayable {
  const { number, parentHash } = block.header
  if (number > 0n && engine.chain.at(number - 1n)?.hash !== hex(parentHash))
    throw refuse(`parent ${hex(parentHash)} not found`)
  try {
    const receipts = block.transactions.map((tx) => ({
      hash: hex(tx.hash()),
      from: hex(tx.getSenderAddress().bytes),
      to: tx.to === undefined ? null : hex(tx.to.bytes),
    }))
    return { number, block, receipts }
  } catch {
    throw refuse('invalid signature of a transaction')
  }
}

/**
 * Executes a block again on the state before it, on a state of its own, with a tracer for each of its transactions that is
 * wanted. Returns what the tracers made of them, in their order.
 * @throws RpcError for the genesis, which nothing leads to.
 */
export async function replay(
  engine: Engine,
  block: Replayable,
  tracerOf: (index: number) => Tracer | undefined,
): Promise<Replayed[]> {
  const { header, transactions } = block.block
  if (block.number === 0n) throw refuse('genesis is not traceable')
  const parent = engine.chain.at(block.number - 1n)!
  const state = engine.state.fork(parent.version)
  const { baseFeePerGas, excessBlobGas, parentBeaconBlockRoot } = header
  const { number, timestamp, gasLimit, coinbase, mixHash, difficulty, extraData, nonce } = header
  return engine.run(state, { header }, async (executor) => {
    const builder = await buildBlock(executor.vm, {
      parentBlock: parent.block,
      headerData: {
        number,
        timestamp,
        gasLimit,
        coinbase,
        mixHash,
        difficulty,
        extraData,
        nonce,
        ...(baseFeePerGas === undefined ? {} : { baseFeePerGas }),
        ...(excessBlobGas === undefined ? {} : { excessBlobGas }),
        ...(parentBeaconBlockRoot === undefined ? {} : { parentBeaconBlockRoot }),
      },
      blockOpts: { putBlockIntoBlockchain: false },
    })
    const done: Replayed[] = []
    for (const [index, plain] of transactions.entries()) {
      const receipt = block.receipts[index]!
      const tx = sentBy(plain, receipt.from)
      const tracer = tracerOf(index)
      const run = async () =>
        executor.fromAnyone(receipt.from, () => builder.addTransaction(tx, { allowNoBlobs: true }))
      if (tracer === undefined) {
        await run()
        continue
      }
      const { from, to } = receipt
      tracer.start?.({ state, from, to: to ?? undefined, coinbase: hex(coinbase.bytes), gas: tx.gasLimit })
      const { totalGasSpent, execResult } = await traced(executor, tracer, run)
      const end = {
        gasUsed: totalGasSpent,
        failure: failureOf(execResult.exceptionError),
        returnData: execResult.returnValue,
      }
      done.push({ hash: receipt.hash, result: tracer.result(end) })
    }
    await builder.revert()
    return done
  })
}

/** A transaction of a block is read without its signature: who sent it is known. */
function sentBy(tx: TypedTransaction, from: Hex): TypedTransaction {
  const copy = createTx(tx as Parameters<typeof createTx>[0], { common: tx.common, freeze: false })
  copy.getSenderAddress = () => addressOf(from)
  return copy
}
