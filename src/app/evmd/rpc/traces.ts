import { RpcError } from '../../../base/index.js'
import type { Context } from '../../../chain/index.js'
import {
  endOf,
  hex,
  MessageRefusal,
  messageOfTransaction,
  refuse,
  type Call,
  type ChainBlock,
  type Place,
  type Runner,
  type Tracer,
} from '../../../evm/inside.js'
import { watchedBy } from '../tracing.js'
import type { InsideChain } from './chain.js'
import type { MessageRuns } from './run.js'

/** Runs messages again while tracers watch. A time limit has no effect: the machine does not pause. Source: cosmos/evm v0.7.3 x/vm/keeper/grpc_query.go `TraceTx`, `TraceBlock`, `TraceCall` */
export function tracesOn(chain: InsideChain, runs: MessageRuns): Pick<Runner, 'trace' | 'replay'> {
  const traced = (
    ctx: Context,
    call: Pick<Call, 'message' | 'context' | 'common'>,
    tracer: Tracer,
    how: { readonly commits: boolean; readonly nonce?: bigint; readonly place?: Place },
  ): unknown => {
    const { message, context, common } = call
    const { place, ...run } = how
    const watch = watchedBy(tracer, {
      common,
      from: message.from,
      to: message.to,
      coinbase: hex(context.header.coinbase.bytes),
      gas: message.gas,
      ...(place && { place }),
    })
    return tracer.result(endOf(chain.traits, runs.run(ctx, call, { ...run, watch })))
  }

  return {
    trace: async (call, block, tracer) =>
      traced(runs.stateAfter(block), call, tracer, {
        commits: false,
        place: { blockHash: block.hash, blockNumber: 0n, transactionHash: null, transactionIndex: 0 },
      }),
    replay: async (block, tracerOf) => {
      const ctx = runs.stateAfter(before(chain, block), block)
      const { header, transactions } = block.block
      const context = { header }
      const common = chain.forks.at(header.number, header.timestamp)
      return block.receipts.flatMap(({ hash, from }, index): Awaited<ReturnType<Runner['replay']>> => {
        const tx = transactions[index]!
        const call = { message: messageOfTransaction(tx, from, header.baseFeePerGas ?? 0n), context, common }
        const how = { commits: true, nonce: tx.nonce }
        const tracer = tracerOf(index)
        if (tracer === undefined) {
          ignoringRefusals(() => runs.run(ctx, call, how))
          return []
        }
        const place = {
          blockHash: block.hash,
          // The node leaves it out.
          blockNumber: 0n,
          transactionHash: hash,
          transactionIndex: index,
        }
        try {
          return [{ hash, result: traced(ctx, call, tracer, { ...how, place }) }]
        } catch (error) {
          return [{ error: refusalOf(error, tracer) }]
        }
      })
    },
  }
}

/** The text of what stopped a message before its code ran. @throws RpcError for a tracer of calls, which has seen none; what else it is */
function refusalOf(error: unknown, { needsCall }: Tracer): string {
  if (!(error instanceof RpcError)) throw error
  if (!(error instanceof MessageRefusal)) return error.shortMessage
  if (needsCall === true)
    throw refuse('rpc error: code = Internal desc = runtime error: index out of range [0] with length 0')
  return `rpc error: code = Internal desc = ${error.shortMessage}`
}

/** The block whose state a block began with; of the first, it is its own. */
const before = ({ blocks }: InsideChain, block: ChainBlock): ChainBlock => block.parent ?? blocks.lowest

function ignoringRefusals(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
  }
}
