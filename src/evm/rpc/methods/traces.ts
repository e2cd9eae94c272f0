import { createBlockFromRLP, type Block } from '@ethereumjs/block'
import { RpcError } from '../../../base/errors.js'
import type { ChainBlock } from '../../blockchain.js'
import { LATEST, type Engine } from '../../engine.js'
import { refuse } from '../../execution/refusal.js'
import { applyMessage } from '../../execution/apply.js'
import { override } from '../../execution/overrides.js'
import { hex, quantity, unhex, type Hex } from '../../hex.js'
import { candidate, replay, type Replayable } from '../../replay.js'
import { Calls } from '../../tracers/calls.js'
import { FourBytes } from '../../tracers/four-bytes.js'
import { Prestate } from '../../tracers/prestate.js'
import { StructLogs } from '../../tracers/struct-logs.js'
import { traced, type Tracer } from '../../tracers/tracer.js'
import { blockNumber, blockOverrides, blockRef, stateOverrides, transactionRequest } from '../request.js'
import { method, optional, required, type Method } from '../table.js'
import { any, boolean, data, hash32, maybe, number, object, string } from '../validate.js'
import { toMessage } from './calls.js'

export const traceConfig = object({
  tracer: maybe(string),
  tracerConfig: maybe(
    object({
      onlyTopCall: maybe(boolean),
      withLog: maybe(boolean),
      diffMode: maybe(boolean),
      disableCode: maybe(boolean),
      disableStorage: maybe(boolean),
    }),
  ),
  timeout: maybe(any),
  reexec: maybe(any),
  enableMemory: maybe(boolean),
  disableStack: maybe(boolean),
  disableStorage: maybe(boolean),
  enableReturnData: maybe(boolean),
  limit: maybe(number),
  stateOverrides: maybe(stateOverrides),
  blockOverrides: maybe(blockOverrides),
})

export type TraceConfig = ReturnType<typeof traceConfig>

/** How to make each tracer. Names as in go-ethereum. */
const TRACERS: Readonly<Record<string, (options: NonNullable<TraceConfig['tracerConfig']> | undefined) => Tracer>> = {
  callTracer: (options) => new Calls(options),
  prestateTracer: (options) => new Prestate(options ?? {}),
  '4byteTracer': () => new FourBytes(),
  noopTracer: () => ({ result: () => ({}) }),
}

/** @throws RpcError for a tracer that there is none of. */
function tracerFor(options: TraceConfig | undefined): () => Tracer {
  const name = options?.tracer
  if (name === undefined || name === '') return () => new StructLogs(options ?? {})
  const make = Object.hasOwn(TRACERS, name) ? TRACERS[name] : undefined
  if (make === undefined) throw refuse(`tracer not found: ${name.slice(0, 80)}`)
  return () => make(options?.tracerConfig)
}

/** Traces of all transactions of a block. */
export async function traceBlock(
  engine: Engine,
  block: Replayable,
  options: TraceConfig | undefined,
): Promise<{ txHash: Hex; result: unknown }[]> {
  const make = tracerFor(options)
  const done = await replay(engine, block, make)
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

const options = optional('config', traceConfig)

/** What an execution did, step by step. */
export const traceMethods: readonly Method[] = [
  method('debug_traceTransaction', {
    status: 'Y',
    access: 'private',
    params: [required('transactionHash', hash32), options],
    doc: 'A trace of a transaction: opcodes, or what the named tracer makes of them.',
    handle: async ({ engine }, hash, options) => {
      const found = engine.chain.transaction(hash)
      if (found === undefined) throw refuse('transaction not found')
      const make = tracerFor(options)
      const [only] = await replay(engine, found.block, (index) => (index === found.index ? make() : undefined))
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
          block: quantity(number),
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
    doc: 'A trace of a call.',
    handle: async ({ engine }, request, ref, options) => {
      const block = engine.block(ref)
      const message = toMessage(engine, block, request)
      const state = engine.state.fork(block.version)
      const precompiles = override(state, options?.stateOverrides ?? {}, block.block.header.common)
      const tracer = tracerFor(options)()
      return engine.run(
        state,
        engine.context(block, message, options?.blockOverrides ?? {}),
        async (executor, context) => {
          const { from, to, gas } = message
          tracer.start?.({ state, from, to, coinbase: hex(context.header.coinbase.bytes), gas })
          return tracer.result(await traced(executor, tracer, () => applyMessage(executor, context, message)))
        },
        precompiles,
      )
    },
  }),
]
