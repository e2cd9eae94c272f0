import { createBlockFromRLP, type Block } from '@ethereumjs/block'
import { RpcError } from '../../../base/index.js'
import type { ChainBlock } from '../../chain/blockchain.js'
import { LATEST, isPending, type BlockRef, type EvmChain } from '../../chain/evm-chain.js'
import { applyMessage, type Outcome } from '../../execution/apply.js'
import { authoritiesOf } from '../../execution/authorizations.js'
import type { Executor } from '../../execution/executor.js'
import type { TimeLimit } from '../../execution/interruption.js'
import { refuse, worded } from '../../errors.js'
import { override } from '../../execution/overrides.js'
import { hex, quantity as written, unhex, type Hex } from '../../hex.js'
import { beforeTransaction, candidate, replay, type Replayable } from '../../simulation/replay.js'
import type { Budget } from '../../execution/budget.js'
import { milliseconds } from '../../tracers/duration.js'
import { tracerNamed } from '../../tracers/names.js'
import type { State } from '../../state/state.js'
import { StructLogs } from '../../tracers/struct-logs.js'
import { traced } from '../../tracers/traced.js'
import { endOf, type Tracer } from '../../tracers/tracer.js'
import {
  blockNumber,
  blockOverrides,
  blockRef,
  stateOverrides,
  transactionRequest,
  type TransactionRequest,
} from '../request.js'
import { prepare } from '../prepare.js'
import { method, optional, required, type Method } from '../table.js'
import { any, boolean, data, hash32, maybe, number, object, quantity, string } from '../../validate.js'

const traceMembers = {
  tracer: maybe(string),
  /** Each tracer reads its own configuration. */
  tracerConfig: maybe(any),
  timeout: maybe(string),
  enableMemory: maybe(boolean),
  disableStack: maybe(boolean),
  disableStorage: maybe(boolean),
  enableReturnData: maybe(boolean),
  limit: maybe(number),
}

export const traceConfig = object(traceMembers)

/** The configuration of a tracer for a call, which may also run in another block or state. */
const traceCallConfig = object({
  ...traceMembers,
  stateOverrides: maybe(stateOverrides),
  blockOverrides: maybe(blockOverrides),
  txIndex: maybe(quantity),
})

export type TraceConfig = ReturnType<typeof traceConfig>

/** @throws RpcError for an unknown tracer, and for an invalid configuration. */
export function tracerFor(
  { traits }: Pick<EvmChain, 'traits'>,
  options: TraceConfig | undefined,
  budget: Budget,
): () => Tracer {
  const name = options?.tracer
  if (name === undefined) return () => new StructLogs({ ...options, bareWords: traits.bareWords }, budget)
  const make = (): Tracer => tracerNamed(name, options?.tracerConfig, budget)
  // An invalid configuration is an error even if nothing is traced.
  make()
  return make
}

/** Time limit of a trace in milliseconds; undefined for that of calls. */
export function limitOf(options: TraceConfig | undefined): TimeLimit | undefined {
  if (options?.timeout === undefined) return undefined
  return { milliseconds: Math.max(1, milliseconds(options.timeout)), words: 'execution timeout' }
}

/** Traces of all transactions of a block. */
async function traceBlock(
  chain: EvmChain,
  block: Replayable,
  options: TraceConfig | undefined,
  budget: Budget,
): Promise<{ txHash: Hex; result: unknown }[]> {
  const make = tracerFor(chain, options, budget)
  const done = await replay(chain, block, make, limitOf(options))
  return done.map(({ hash, result }) => ({ txHash: hash, result }))
}

/** A block given as RLP: one of the chain, or one whose parent is in the chain. @throws RpcError when it is neither. */
export function blockOfRlp(chain: EvmChain, rlp: Uint8Array): Replayable {
  let block: Block
  try {
    block = createBlockFromRLP(rlp, { common: chain.forks.copy(), setHardfork: true })
  } catch (error) {
    throw refuse(`could not decode block: ${error instanceof Error ? error.message.replace(/ \(.*$/s, '') : ''}`)
  }
  return chain.blocks.withHash(hex(block.hash())) ?? candidate(chain, block)
}

export const byHash = (chain: EvmChain, hash: Hex): ChainBlock => {
  const block = chain.blocks.withHash(hash)
  if (block === undefined) throw refuse(`block ${hash} not found`)
  return block
}

/** {@link traceBlock} of a block that may not be valid. */
export async function traceCandidate(
  chain: EvmChain,
  block: Replayable,
  options: TraceConfig | undefined,
): Promise<{ txHash: Hex; result: unknown }[]> {
  try {
    return await chain.budgets.within((budget) => traceBlock(chain, block, options, budget))
  } catch (error) {
    if (error instanceof RpcError) throw error
    const reason = error instanceof Error ? error.message.replace(/ \(vm hf=.*$/s, '') : String(error)
    throw refuse(`tracing failed: ${reason}`)
  }
}

async function traceCall(
  chain: EvmChain,
  block: ChainBlock,
  state: State,
  request: TransactionRequest,
  options: ReturnType<typeof traceCallConfig> | undefined,
  budget: Budget,
): Promise<unknown> {
  const { message, context, common } = prepare(chain, block, request, options?.blockOverrides)
  const precompiles = override(state, options?.stateOverrides ?? {}, common)
  const tracer = tracerFor(chain, options, budget)()
  const trace = (executor: Executor): Promise<Outcome> => {
    const { from, to, gas } = message
    const coinbase = hex(context.header.coinbase.bytes)
    const of = { from, to, coinbase, gas, authorities: authoritiesOf(message) }
    return worded(
      (reason) => `tracing failed: ${reason}`,
      () => traced(executor, tracer, of, () => applyMessage(executor, context, message)),
    )
  }
  return tracer.result(endOf(chain.traits, await chain.run(state, context, trace, precompiles, limitOf(options))))
}

const notFound = (ref: BlockRef): RpcError =>
  refuse(`block ${ref.kind === 'hash' ? ref.hash : ref.kind === 'number' ? `#${ref.number}` : ref.tag} not found`)

const options = optional('config', traceConfig)

/** Step-by-step traces of executions. */
export const traceMethods: readonly Method[] = [
  method('debug_traceTransaction', {
    status: 'Y',
    access: 'private',
    params: [required('transactionHash', hash32), options],
    doc: 'Traces a transaction: opcodes, or the output of `callTracer`, `flatCallTracer`, `prestateTracer`, `4byteTracer`, `erc7562Tracer`, `keccak256PreimageTracer`, `noopTracer` or `muxTracer`.',
    handle: ({ chain }, hash, options) =>
      chain.budgets.within(async (budget) => {
        const found = chain.blocks.transaction(hash)
        if (found === undefined) throw refuse('transaction not found')
        const make = tracerFor(chain, options, budget)
        const [only] = await replay(
          chain,
          found.block,
          (index) => (index === found.index ? make() : undefined),
          limitOf(options),
        )
        return only!.result
      }),
  }),
  method('debug_traceBlockByNumber', {
    status: 'Y',
    access: 'private',
    params: [required('block', blockNumber), options],
    doc: 'Traces of all transactions of a block.',
    handle: async ({ chain }, ref, options) => {
      const block = await chain.find(ref)
      if (block === undefined) throw notFound(ref)
      return chain.budgets.within((budget) => traceBlock(chain, block, options, budget))
    },
  }),
  method('debug_traceBlockByHash', {
    status: 'Y',
    access: 'private',
    params: [required('blockHash', hash32), options],
    doc: 'Traces of all transactions of a block.',
    handle: ({ chain }, hash, options) =>
      chain.budgets.within((budget) => traceBlock(chain, byHash(chain, hash), options, budget)),
  }),
  method('debug_traceBlock', {
    status: 'Y',
    access: 'private',
    params: [required('blockRlp', data), options],
    doc: 'Traces all transactions of a block given as RLP: one of the chain, or one whose parent is in the chain.',
    handle: ({ chain }, rlp, options) => traceCandidate(chain, blockOfRlp(chain, unhex(rlp)), options),
  }),
  method('debug_traceChain', {
    status: 'N',
    access: 'private',
    params: [required('start', blockNumber), required('end', blockNumber), options],
    doc: 'Traces all transactions of a range of blocks (the first excluded), block by block.',
    handle: async ({ chain }, start, end, options) => {
      const [first, last] = [await chain.block(start), await chain.block(end)]
      const [from, to] = [first.number, last.number]
      if (from >= to) throw refuse(`end block (#${to}) needs to come after start block (#${from})`)
      const cap = BigInt(chain.options.limits.blockRangeCap)
      if (to - from > cap) throw refuse(`maximum [from, to] blocks distance: ${cap}`)
      return chain.budgets.within(async (budget) => {
        const traced: unknown[] = []
        for (let number = from + 1n; number <= to; number += 1n) {
          const block = number === to ? last : chain.blocks.at(number)!
          traced.push({
            block: written(number),
            hash: block.hash,
            traces: await traceBlock(chain, block, options, budget),
          })
        }
        return traced
      })
    },
  }),
  method('debug_traceCall', {
    status: 'Y',
    access: 'private',
    params: [
      required('transaction', transactionRequest),
      optional('block', blockRef, LATEST),
      optional('config', traceCallConfig),
    ],
    doc: 'Traces a call on the state after a block, or before the transaction at `txIndex` in it.',
    handle: async ({ chain }, request, ref, options) => {
      if (isPending(ref)) throw refuse('tracing on top of pending is not supported')
      const block = chain.blocks.find(ref)
      if (block === undefined) throw notFound(ref)
      const { txIndex } = options ?? {}
      return chain.budgets.within((budget) => {
        const trace = (state: State): Promise<unknown> => traceCall(chain, block, state, request, options, budget)
        if (txIndex === undefined) return trace(chain.fork(block))
        return beforeTransaction(chain, block, Number(txIndex), trace)
      })
    },
  }),
]
