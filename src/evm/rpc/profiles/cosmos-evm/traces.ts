import { createBlockFromRLP } from '@ethereumjs/block'
import { RpcError } from '../../../../base/index.js'
import { goQuote } from '../../../../codec/index.js'
import type { ChainBlock } from '../../../chain/blockchain.js'
import type { NodeChain } from '../../../chain/node-chain.js'
import { MessageRefusal, refuse } from '../../../errors.js'
import { hex, unhex, type Hex } from '../../../hex.js'
import { milliseconds } from '../../../tracers/duration.js'
import { isTracer } from '../../../tracers/names.js'
import type { Tracer } from '../../../tracers/tracer.js'
import type { Budget } from '../../../execution/budget.js'
import { limitOf, tracerFor, type TraceConfig } from '../../methods/traces.js'
import type { Node } from '../../runner.js'
import { optional, required } from '../../table.js'
import { any, boolean, data, hash32, integer, maybe, object, string, type Validator } from '../../../validate.js'
import { answers, type Differing } from './differs.js'
import { grpcError } from './errors.js'
import { named } from './go-types.js'
import { callOf, nodeTransaction, query } from './messages.js'
import { blockBytes } from './raw.js'
import { mustHave, nodeNumber, nodeRef, numbered } from './refs.js'

/** Source: x/vm/types/evm.pb.go `TraceConfig`. */
const members = named(
  object(
    {
      tracer: maybe(string),
      timeout: maybe(string),
      disableStack: maybe(boolean),
      disableStorage: maybe(boolean),
      enableMemory: maybe(boolean),
      enableReturnData: maybe(boolean),
      limit: maybe(integer),
      tracerConfig: maybe(any),
    },
    // One is embedded in another.
    'types.TraceConfig.TraceConfig',
  ),
  'types.TraceConfig',
)
/** An empty text is one that is left out. */
const traceConfig: Validator<TraceConfig> = (value, path) => {
  const read = members(value, path)
  return { ...read, tracer: read.tracer || undefined, timeout: read.timeout || undefined }
}

const config = optional('config', traceConfig)

/** @throws RpcError for a configuration that no trace is made with */
function checkConfig(options: TraceConfig | undefined): void {
  const { limit = 0 } = options ?? {}
  if (limit < 0) throw grpcError('InvalidArgument', `output limit cannot be negative, got ${limit}`)
}

/** @throws RpcError for a timeout that is no duration */
function checkTimeout(timeout: string | undefined): void {
  if (timeout === undefined) return
  try {
    milliseconds(timeout)
  } catch {
    throw grpcError('InvalidArgument', `timeout value: time: invalid duration ${goQuote(timeout)}`)
  }
}

/**
 * A tracer as a query of the node runs it: it hears of no logs, no signers of authorizations and no number of the block. Source: x/vm/keeper/grpc_query.go `traceTxWithMsg`,
 * x/vm/statedb.
 * @param blockHash of a call
 */
function lessTold(tracer: Tracer, blockHash: Hex | undefined): Tracer {
  return {
    start: (whole) => {
      const { authorities: _, place: given, ...start } = whole
      const place = given ?? (blockHash && { blockHash, transactionHash: null, transactionIndex: 0 })
      tracer.start?.({ ...start, ...(place && { place: { ...place, blockNumber: 0n } }) })
    },
    enter: (call) => tracer.enter?.(call),
    exit: (end) => tracer.exit?.(end),
    ...(tracer.opcode !== undefined && { opcode: (step) => tracer.opcode!(step) }),
    ...(tracer.fault !== undefined && { fault: (step, error) => tracer.fault!(step, error) }),
    ...(tracer.needsCall !== undefined && { needsCall: tracer.needsCall }),
    result: (end) => tracer.result(end),
  }
}

/** A name of a variable: as the code of a tracer it is one that is not defined. */
const NAME = /^[A-Za-z_$][\w$]*$/

/**
 * How to make a tracer; of a call with the block that it is on. What is no tracer's name is code of one in the script engine. Source: x/vm/keeper/grpc_query.go `traceTxWithMsg`.
 * @throws RpcError
 */
function makerOf(chain: NodeChain, options: TraceConfig | undefined, budget: Budget, blockHash?: Hex): () => Tracer {
  const name = options?.tracer
  if (name !== undefined && !isTracer(name)) {
    if (!NAME.test(name)) throw refuse('tracers in JavaScript are not supported: right is the name of a tracer')
    throw grpcError('Internal', `ReferenceError: ${name} is not defined at <eval>:1:2(0)`)
  }
  try {
    const make = tracerFor(chain, options, budget)
    checkTimeout(options?.timeout)
    return () => lessTold(make(), blockHash)
  } catch (error) {
    if (error instanceof RpcError && error.shortMessage.startsWith('rpc error:')) throw error
    throw grpcError('Internal', (error as RpcError).shortMessage)
  }
}

/** Traces of the transactions of a block, each alone or with its error. Source: rpc/backend/tracing.go `TraceBlock`. */
async function traceBlock(
  { chain, runner }: Node,
  block: ChainBlock,
  options: TraceConfig | undefined,
): Promise<unknown> {
  if (block.receipts.length === 0) return []
  checkConfig(options)
  return chain.budgets.within(async (budget) => {
    let make: () => Tracer
    try {
      make = makerOf(chain, options, budget)
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return block.receipts.map(() => ({ error: error.shortMessage }))
    }
    const done = await runner.replay(block, make, limitOf(options))
    return done.map((one) => ('error' in one ? { error: one.error } : { result: one.result }))
  })
}

/** Why bytes are no block, in Go's words where they have equivalents. */
function blockProblem(bytes: Uint8Array, error: unknown): string {
  const words = error instanceof Error ? error.message.replace(/ \(.*$/s, '') : ''
  if (words.endsWith('larger than the data')) return 'rlp: value size exceeds available input length'
  return bytes.length === 1 ? 'rlp: too few elements for types.extblock' : words
}

/** First byte of a list in RLP. */
const LIST = 0xc0

/** Traces. Source: rpc/backend/tracing.go, rpc/namespaces/ethereum/debug/api.go. */
export const TRACES: Readonly<Record<string, Differing>> = {
  debug_traceTransaction: answers([required('transactionHash', hash32), config], ({ chain, runner }, hash, options) => {
    const found = chain.blocks.transaction(hash)
    if (found === undefined) throw refuse(`GetTxByEthHash ${hash}: ethereum tx not found`)
    checkConfig(options)
    return chain.budgets.within(async (budget) => {
      const make = makerOf(chain, options, budget)
      const tracerOf = (index: number): Tracer | undefined => (index === found.index ? make() : undefined)
      const [only] = await runner.replay(found.block, tracerOf, limitOf(options))
      if ('error' in only!) throw refuse(only.error)
      return only!.result
    })
  }),
  debug_traceBlockByNumber: answers([required('block', nodeNumber), config], (call, ref, options) => {
    if (ref.kind === 'number' && ref.number === 0n) throw refuse('genesis is not traceable')
    return traceBlock(call, mustHave(call.chain, ref), options)
  }),
  debug_traceBlockByHash: answers([required('blockHash', hash32), config], (call, hash, options) =>
    traceBlock(call, mustHave(call.chain, { kind: 'hash', hash }), options),
  ),
  // Of the given block only the number counts.
  debug_traceBlock: answers([required('blockRlp', data), config], (call, rlp, options) => {
    const { chain } = call
    const bytes = unhex(rlp)
    if (bytes.length === 0) throw refuse('could not decode block: EOF')
    if (bytes[0]! < LIST) throw refuse('could not decode block: rlp: expected input list for types.extblock')
    let number: bigint
    try {
      number = createBlockFromRLP(bytes, { common: chain.forks.copy(), setHardfork: true }).header.number
    } catch (error) {
      throw refuse(`could not decode block: ${blockProblem(bytes, error)}`)
    }
    return traceBlock(call, mustHave(chain, { kind: 'number', number }), options)
  }),
  debug_traceCall: answers(
    [required('transaction', nodeTransaction), required('block', nodeRef), config],
    ({ chain, runner }, request, ref, options) => {
      const block = mustHave(chain, numbered(chain, ref))
      checkConfig(options)
      return chain.budgets.within((budget) =>
        query(async () => {
          const tracer = makerOf(chain, options, budget, block.hash)()
          try {
            return await runner.trace(
              callOf(chain, block, request, chain.feeMarket?.tracedBaseFee(block)),
              block,
              tracer,
              limitOf(options),
            )
          } catch (error) {
            // A message that is refused has no outermost call.
            if (error instanceof MessageRefusal && tracer.needsCall === true)
              throw grpcError('Internal', 'runtime error: index out of range [0] with length 0')
            throw error
          }
        }),
      )
    },
  ),
  debug_getRawBlock: answers([required('block', nodeRef)], ({ chain }, ref) =>
    hex(blockBytes(mustHave(chain, numbered(chain, ref)).block)),
  ),
}
