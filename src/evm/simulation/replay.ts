import { buildBlock } from '@ethereumjs/vm'
import type { Block } from '@ethereumjs/block'
import type { AccessList2930Tx, TypedTransaction } from '@ethereumjs/tx'
import type { ChainBlock } from '../chain/blockchain.js'
import { effectivePrice, feeCap, sentBy, tipCap } from '../chain/transaction.js'
import type { Receipt } from '../chain/receipt.js'
import type { EvmChain } from '../chain/evm-chain.js'
import { refuse } from '../errors.js'
import { applyMessage } from '../execution/apply.js'
import { authoritiesOf, authorizationsOf, delegationRefund } from '../execution/authorizations.js'
import type { Executor } from '../execution/executor.js'
import type { Message } from '../execution/message.js'
import type { TimeLimit } from '../execution/interruption.js'
import { failureOf } from '../execution/watch/failure.js'
import { hex, type Hex } from '../hex.js'
import type { State } from '../state/state.js'
import { traced } from '../tracers/traced.js'
import { endOf, type TraceEnd, type TraceOf, type Tracer } from '../tracers/tracer.js'

/** One transaction of a replayed block. */
export interface Replayed {
  readonly hash: Hex
  readonly result: unknown
}

/** A block with the data needed of its transactions: a block of the chain, or one whose parent is in the chain. */
export interface Replayable {
  readonly number: bigint
  readonly block: Block
  readonly receipts: readonly Pick<Receipt, 'hash' | 'from' | 'to'>[]
}

/** A block that is not in the chain, for {@link replay}. @throws RpcError when its parent is unknown too, or a signature is invalid. */
export function candidate(chain: EvmChain, block: Block): Replayable {
  const { number, parentHash } = block.header
  if (number > 0n && chain.blocks.at(number - 1n)?.hash !== hex(parentHash))
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
 * wanted. Returns the results of the tracers, in order.
 * @throws RpcError for the genesis, which has no state before it.
 */
export async function replay(
  chain: EvmChain,
  block: Replayable,
  tracerOf: (index: number) => Tracer<State> | undefined,
  limit?: TimeLimit,
): Promise<Replayed[]> {
  return again(chain, block, limit, async (executor, add) => {
    const done: Replayed[] = []
    const { header } = block.block
    let logs = 0
    for (const [index, { hash, from, to }] of block.receipts.entries()) {
      const tracer = tracerOf(index)
      if (tracer === undefined) {
        logs += (await add(index)).logs
        continue
      }
      const tx = block.block.transactions[index]!
      const authorizationList = authorizationsOf(tx)
      const of: TraceOf = {
        from,
        to: to ?? undefined,
        coinbase: hex(header.coinbase.bytes),
        gas: tx.gasLimit,
        authorities: authoritiesOf({ authorizationList }),
        logs,
        refund: delegationRefund(executor.state, executor.vm.common, from, authorizationList),
        place: {
          blockHash: hex(header.hash()),
          blockNumber: block.number,
          transactionHash: hash,
          transactionIndex: index,
        },
      }
      const result = await traced(executor, tracer, of, () => add(index))
      logs += result.logs
      done.push({ hash, result: tracer.result(endOf(chain.traits, result)) })
    }
    return done
  })
}

/**
 * Runs a job on the state before the transaction at an index of a block.
 * @throws RpcError for the genesis, and for an index that the block does not have
 */
export async function beforeTransaction<T>(
  chain: EvmChain,
  block: ChainBlock,
  index: number,
  job: (state: State) => Promise<T>,
): Promise<T> {
  if (block.number === 0n) throw refuse('no transaction in genesis')
  if (index >= block.receipts.length && index !== 0)
    throw refuse(`transaction index ${index} out of range for block ${block.hash}`)
  return again(chain, block, undefined, async (executor, add) => {
    for (let at = 0; at < index; at++) await add(at)
    return job(executor.state)
  })
}

/** How a transaction ended, and how many logs it has. */
type Added = Omit<TraceEnd, 'isUntold'> & { readonly logs: number }

/** The message of a transaction of a block. */
export function messageOf(tx: TypedTransaction, from: Hex, baseFee: bigint): Message {
  const authorizationList = authorizationsOf(tx)
  return {
    from,
    to: tx.to === undefined ? undefined : hex(tx.to.bytes),
    gas: tx.gasLimit,
    gasPrice: effectivePrice(tx, baseFee),
    gasFeeCap: feeCap(tx),
    gasTipCap: tipCap(tx),
    value: tx.value,
    data: tx.data,
    accessList: accessListOf(tx),
    authorizationList: authorizationList.length === 0 ? undefined : authorizationList,
    blobVersionedHashes: undefined,
    maxFeePerBlobGas: 0n,
  }
}

const accessListOf = (tx: TypedTransaction): Message['accessList'] =>
  'accessList' in tx
    ? (tx as AccessList2930Tx).accessList.map(([address, keys]) => ({
        address: hex(address),
        storageKeys: keys.map(hex),
      }))
    : undefined

/** Starts a block again; the job adds its transactions one by one. */
async function again<T>(
  chain: EvmChain,
  block: Replayable,
  limit: TimeLimit | undefined,
  job: (executor: Executor, add: (index: number) => Promise<Added>) => Promise<T>,
): Promise<T> {
  const { header, transactions } = block.block
  if (block.number === 0n) throw refuse('genesis is not traceable')
  const parent = chain.blocks.at(block.number - 1n)!
  const state = chain.fork(parent)
  const { baseFeePerGas, excessBlobGas, parentBeaconBlockRoot } = header
  const { number, timestamp, gasLimit, coinbase, mixHash, difficulty, extraData, nonce } = header
  const run = async (executor: Executor): Promise<T> => {
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
    const add = async (index: number): Promise<Added> => {
      const { from } = block.receipts[index]!
      const tx = sentBy(transactions[index]!, from)
      if (chain.traits.feesOutside) {
        const message = messageOf(tx, from, baseFeePerGas ?? 0n)
        const outcome = await applyMessage(executor, { header }, message, { nonce: tx.nonce })
        return { ...outcome, logs: outcome.logs.length }
      }
      const { totalGasSpent, execResult } = await executor.fromAnyone(from, () =>
        builder.addTransaction(tx, { allowNoBlobs: true }),
      )
      return {
        gasUsed: totalGasSpent,
        failure: failureOf(execResult.exceptionError),
        returnData: execResult.returnValue,
        logs: execResult.logs?.length ?? 0,
      }
    }
    const result = await job(executor, add)
    await builder.revert()
    return result
  }
  return chain.run(state, { header }, run, undefined, limit)
}
