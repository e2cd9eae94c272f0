import { createBlockFromRLP, type Block } from '@ethereumjs/block'
import { RpcError } from '../../../base/errors.js'
import type { ChainBlock } from '../../chain/blockchain.js'
import { LATEST, type Engine } from '../../node/engine.js'
import { applyMessage, type Outcome } from '../../execution/apply.js'
import { authoritiesOf } from '../../execution/authorizations.js'
import type { Executor } from '../../execution/executor.js'
import type { TimeLimit } from '../../execution/interruption.js'
import type { BlockContext } from '../../execution/message.js'
import { refuse } from '../../execution/refusal.js'
import { override } from '../../execution/overrides.js'
import { hex, quantity as written, unhex, type Hex } from '../../hex.js'
import { beforeTransaction, candidate, replay, type Replayable } from '../../execution/replay.js'
import { milliseconds } from '../../tracers/duration.js'
import { tracerNamed } from '../../tracers/names.js'
import type { State } from '../../state/state.js'
import { StructLogs } from '../../tracers/struct-logs.js'
import { traced, type Tracer } from '../../tracers/tracer.js'
import {
  blockNumber,
  blockOverrides,
  blockRef,
  stateOverrides,
  transactionRequest,
  type TransactionRequest,
} from '../request.js'
import { method, optional, required, type Method } from '../table.js'
import { any, boolean, data, hash32, maybe, number, object, quantity, string } from '../validate.js'
import { toMessage } from './calls.js'

export const traceConfig = object({
  tracer: maybe(string),
  /** Each tracer reads its own. */
  tracerConfig: maybe(any),
  timeout: maybe(string),
  reexec: maybe(any),
  enableMemory: maybe(boolean),
  disableStack: maybe(boolean),
  disableStorage: maybe(boolean),
  enableReturnData: maybe(boolean),
  limit: maybe(number),
  stateOverrides: maybe(stateOverrides),
  blockOverrides: maybe(blockOverrides),
  txIndex: maybe(quantity),
})

export type TraceConfig = ReturnType<typeof traceConfig>

/** @throws RpcError for a tracer that there is none of, and for a configuration that it cannot read. */
function tracerFor(options: TraceConfig | undefined): () => Tracer {
  const name = options?.tracer
  if (name === undefined) return () => new StructLogs(options ?? {})
  const make = (): Tracer => tracerNamed(name, options?.tracerConfig)
  // Also where nothing is traced, a mistake is told.
  make()
  return make
}

/** How long a trace may take, in milliseconds; undefined for as long as any call. */
function limitOf(options: TraceConfig | undefined): TimeLimit | undefined {
  if (options?.timeout === undefined) return undefined
  return { milliseconds: Math.max(1, milliseconds(options.timeout)), words: 'execution timeout' }
}

/** Traces of all transactions of a block. */
export async function traceBlock(
  engine: Engine,
  block: Replayable,
  options: TraceConfig | undefined,
): Promise<{ txHash: Hex; result: unknown }[]> {
  const make = tracerFor(options)
  const done = await replay(engine, block, make, limitOf(options))
  return done.map(({ hash, result }) => ({ txHash: hash, result }))
}

/** A block as RLP: that of the chain, or one whose parent is in it. @throws RpcError when it is neither. */
export function blockOfRlp(engine: Engine, rlp: Uint8Array): Replayable {
  let block: Block
  try {
    block = createBlockFromRLP(rlp, { common: engine.forks.copy(), setHardfork: true })
  } catch (error) {
    throw refuse(`could not decode block: ${error instanceof Error ? error.message.replace(/ \(.*$/s, '') : ''}`)
  }
  return engine.chain.withHash(hex(block.hash())) ?? candidate(engine, block)
}

export const byHash = (engine: Engine, hash: Hex): ChainBlock => {
  const block = engine.chain.withHash(hash)
  if (block === undefined) throw refuse(`block ${hash} not found`)
  return block
}

/** {@link traceBlock} of a block that may not be valid. */
export async function traceCandidate(
  engine: Engine,
  block: Replayable,
  options: TraceConfig | undefined,
): Promise<{ txHash: Hex; result: unknown }[]> {
  try {
    return await traceBlock(engine, block, options)
  } catch (error) {
    if (error instanceof RpcError) throw error
    const reason = error instanceof Error ? error.message.replace(/ \(vm hf=.*$/s, '') : String(error)
    throw refuse(`tracing failed: ${reason}`)
  }
}

async function traceCall(
  engine: Engine,
  block: ChainBlock,
  state: State,
  request: TransactionRequest,
  options: TraceConfig | undefined,
): Promise<unknown> {
  const message = toMessage(engine, block, request)
  const precompiles = override(state, options?.stateOverrides ?? {}, block.block.header.common)
  const tracer = tracerFor(options)()
  const trace = (executor: Executor, context: BlockContext): Promise<Outcome> => {
    const { from, to, gas } = message
    const coinbase = hex(context.header.coinbase.bytes)
    const of = { from, to, coinbase, gas, authorities: authoritiesOf(message) }
    return traced(executor, tracer, of, () => applyMessage(executor, context, message))
  }
  const context = engine.context(block, message, options?.blockOverrides ?? {})
  return tracer.result(await engine.run(state, context, trace, precompiles, limitOf(options)))
}

const options = optional('config', traceConfig)

/** What an execution did, step by step. */
export const traceMethods: readonly Method[] = [
  method('debug_traceTransaction', {
    status: 'Y',
    access: 'private',
    params: [required('transactionHash', hash32), options],
    doc: 'A trace of a transaction: opcodes, or what `callTracer`, `flatCallTracer`, `prestateTracer`, `4byteTracer`, `erc7562Tracer`, `keccak256PreimageTracer`, `noopTracer` or `muxTracer` make of it.',
    handle: async ({ engine }, hash, options) => {
      const found = engine.chain.transaction(hash)
      if (found === undefined) throw refuse('transaction not found')
      const make = tracerFor(options)
      const [only] = await replay(
        engine,
        found.block,
        (index) => (index === found.index ? make() : undefined),
        limitOf(options),
      )
      return only!.result
    },
  }),
  method('debug_traceBlockByNumber', {
    status: 'Y',
    access: 'private',
    params: [required('block', blockNumber), options],
    doc: 'Traces of all transactions of a block.',
    handle: ({ engine }, ref, options) => {
      const block = engine.find(ref)
      if (block === undefined) throw refuse(`block #${ref.kind === 'number' ? ref.number : ''} not found`)
      return traceBlock(engine, block, options)
    },
  }),
  method('debug_traceBlockByHash', {
    status: 'Y',
    access: 'private',
    params: [required('blockHash', hash32), options],
    doc: 'Traces of all transactions of a block.',
    handle: ({ engine }, hash, options) => traceBlock(engine, byHash(engine, hash), options),
  }),
  method('debug_traceBlock', {
    status: 'Y',
    access: 'private',
    params: [required('blockRlp', data), options],
    doc: 'Traces of all transactions of a block given as RLP: one of the chain, or one whose parent is in it.',
    handle: ({ engine }, rlp, options) => traceCandidate(engine, blockOfRlp(engine, unhex(rlp)), options),
  }),
  method('debug_traceChain', {
    status: 'N',
    access: 'private',
    params: [required('start', blockNumber), required('end', blockNumber), options],
    doc: 'Traces of all transactions of the blocks after the first up to the second, block by block.',
    handle: async ({ engine }, start, end, options) => {
      const [from, to] = [engine.block(start).number, engine.block(end).number]
      if (from >= to) throw refuse(`end block (#${to}) needs to come after start block (#${from})`)
      const cap = BigInt(engine.options.limits.blockRangeCap)
      if (to - from > cap) throw refuse(`maximum [from, to] blocks distance: ${cap}`)
      const traced: unknown[] = []
      for (let number = from + 1n; number <= to; number += 1n) {
        const block = engine.chain.at(number)!
        traced.push({
          block: written(number),
          hash: block.hash,
          traces: await traceBlock(engine, block, options),
        })
      }
      return traced
    },
  }),
  method('debug_traceCall', {
    status: 'Y',
    access: 'private',
    params: [required('transaction', transactionRequest), optional('block', blockRef, LATEST), options],
    doc: 'A trace of a call, after a block or before the transaction at `txIndex` in it.',
    handle: async ({ engine }, request, ref, options) => {
      const block = engine.block(ref)
      const { txIndex } = options ?? {}
      if (txIndex === undefined) return traceCall(engine, block, engine.state.fork(block.version), request, options)
      return beforeTransaction(engine, block, Number(txIndex), (state) =>
        traceCall(engine, block, state, request, options),
      )
    },
  }),
]
