import type { ChainBlock } from '../../chain/blockchain.js'
import { LATEST, type EvmChain } from '../../chain/evm-chain.js'
import { applyMessage } from '../../execution/apply.js'
import { refuse } from '../../errors.js'
import { hex, unhex, word, type Hex } from '../../hex.js'
import type { Entered, Exited, Step } from '../../execution/watch/watcher.js'
import { authoritiesOf } from '../../execution/authorizations.js'
import { replay } from '../../simulation/replay.js'
import type { State } from '../../state/state.js'
import type { Budget } from '../../execution/budget.js'
import { ParityCalls, stateDiff, type ParityTrace } from '../../tracers/parity.js'
import { Prestate, type Snapshot } from '../../tracers/prestate.js'
import { traced } from '../../tracers/traced.js'
import type { TraceEnd, TraceStart, Tracer } from '../../tracers/tracer.js'
import { VmTrace } from '../../tracers/vm-trace.js'
import { decodeTransaction } from '../../chain/transaction.js'
import { pendingTransactionJson } from '../encode.js'
import { blockNumber, blockRef, transactionRequest, type TransactionRequest } from '../request.js'
import { prepare } from '../prepare.js'
import { method, optional, required, type Method } from '../table.js'
import { address, array, data, hash32, maybe, number, numeric, object, oneOf, type Validator } from '../../validate.js'

const kinds = array(oneOf('trace', 'stateDiff', 'vmTrace'), 3)
type Kinds = readonly ('trace' | 'stateDiff' | 'vmTrace')[]

/** All requested results of one execution. */
class Everything implements Tracer {
  readonly #calls: ParityCalls
  readonly #accounts: Prestate
  readonly #vm: VmTrace
  readonly #kinds: Kinds

  constructor(kinds: Kinds, budget: Budget) {
    this.#kinds = kinds
    this.#calls = new ParityCalls(budget)
    this.#accounts = new Prestate({}, budget)
    this.#vm = new VmTrace(budget)
  }

  start(start: TraceStart): void {
    this.#calls.start(start)
    this.#accounts.start(start)
  }

  enter(call: Entered): void {
    this.#calls.enter(call)
    if (this.#kinds.includes('vmTrace')) this.#vm.enter(call)
  }

  opcode(step: Step): void {
    this.#accounts.opcode(step)
    if (this.#kinds.includes('vmTrace')) this.#vm.opcode(step)
  }

  exit(end: Exited): void {
    this.#calls.exit(end)
    if (this.#kinds.includes('vmTrace')) this.#vm.exit(end)
  }

  result(end: TraceEnd): Record<string, unknown> {
    const slots = ({ balance, nonce, code, storage }: Snapshot) => ({
      balance,
      nonce,
      code,
      storage: new Map([...storage].map(([slot, value]) => [word(slot), word(value)])),
    })
    const diffs = this.#accounts
      .changes()
      .map(({ address, was, is }) => [address, stateDiff(slots(was), slots(is))] as const)
      .filter(([, diff]) => diff !== undefined)
    return {
      output: hex(end.returnData),
      trace: this.#kinds.includes('trace') ? this.#calls.result(end) : [],
      stateDiff: this.#kinds.includes('stateDiff') ? Object.fromEntries(diffs) : null,
      vmTrace: this.#kinds.includes('vmTrace') ? this.#vm.result() : null,
    }
  }
}

interface Place {
  readonly blockHash: Hex
  readonly blockNumber: number
  readonly transactionHash: Hex
  readonly transactionPosition: number
}

/** The traces of all transactions of a block; the genesis has none. */
async function blockTraces(chain: EvmChain, block: ChainBlock, budget: Budget): Promise<(ParityTrace & Place)[]> {
  if (block.number === 0n) return []
  const done = await replay(chain, block, () => new ParityCalls(budget))
  return done.flatMap(({ hash, result }, index) =>
    (result as ParityTrace[]).map((trace) => ({
      ...trace,
      blockHash: block.hash,
      blockNumber: Number(block.number),
      transactionHash: hash,
      transactionPosition: index,
    })),
  )
}

async function transactionTraces(chain: EvmChain, hash: Hex): Promise<(ParityTrace & Place)[] | null> {
  const found = chain.blocks.transaction(hash)
  if (found === undefined) return null
  const all = await chain.budgets.within((budget) => blockTraces(chain, found.block, budget))
  return all.filter(({ transactionHash }) => transactionHash === hash)
}

async function traceOn(
  chain: EvmChain,
  block: ChainBlock,
  state: State,
  request: TransactionRequest,
  kinds: Kinds,
  budget: Budget,
): Promise<unknown> {
  const { message, context } = prepare(chain, block, request)
  return chain.run(state, context, async (executor) => {
    const tracer = new Everything(kinds, budget)
    const { from, to, gas } = message
    const of = { from, to, coinbase: hex(context.header.coinbase.bytes), gas, authorities: authoritiesOf(message) }
    return tracer.result(await traced(executor, tracer, of, () => applyMessage(executor, context, message)))
  })
}

const call: Validator<readonly [TransactionRequest, Kinds]> = (value, path) => {
  const [request, wanted] = array((one) => one, 2)(value, path)
  return [transactionRequest(request, `${path}[0]`), kinds(wanted, `${path}[1]`)]
}

const filter = object({
  fromBlock: maybe(blockNumber),
  toBlock: maybe(blockNumber),
  fromAddress: maybe(array(address, 1000)),
  toAddress: maybe(array(address, 1000)),
  after: maybe(number),
  count: maybe(number),
})

/** Sender and recipient of an action. */
const ends = ({ action, result }: ParityTrace): { from: unknown; to: unknown } => ({
  from: action.from ?? action.address,
  to: action.to ?? action.refundAddress ?? result?.address,
})

async function filtered(chain: EvmChain, wanted: ReturnType<typeof filter>, budget: Budget): Promise<unknown[]> {
  const { fromAddress = [], toAddress = [], after = 0, count } = wanted
  const [first, last] = [await chain.block(wanted.fromBlock ?? LATEST), await chain.block(wanted.toBlock ?? LATEST)]
  const [from, to] = [first.number, last.number]
  if (to - from > BigInt(chain.options.limits.blockRangeCap))
    throw refuse(`maximum [from, to] blocks distance: ${chain.options.limits.blockRangeCap}`)
  const found: unknown[] = []
  for (let number = from; number <= to; number += 1n)
    for (const trace of await blockTraces(chain, number === to ? last : chain.blocks.at(number)!, budget)) {
      const { from, to } = ends(trace)
      if (fromAddress.length > 0 && !fromAddress.includes(from as Hex)) continue
      if (toAddress.length > 0 && !toAddress.includes(to as Hex)) continue
      found.push(trace)
    }
  return found.slice(after, count === undefined ? undefined : after + count)
}

const hash = required('transactionHash', hash32)
const types = required('traceTypes', kinds)

/** Traces in OpenEthereum's form. */
export const parityMethods: readonly Method[] = [
  method('trace_block', {
    status: 'N',
    params: [required('block', blockRef)],
    doc: 'The traces of all transactions of a block.',
    handle: ({ chain }, ref) =>
      chain.budgets.within(async (budget) => blockTraces(chain, await chain.block(ref), budget)),
  }),
  method('trace_transaction', {
    status: 'N',
    params: [hash],
    doc: 'The traces of a transaction; null if it is not in a block.',
    handle: ({ chain }, hash) => transactionTraces(chain, hash),
  }),
  method('trace_get', {
    status: 'N',
    params: [hash, required('indices', array(numeric, 1024))],
    doc: 'The trace of a transaction at a position in the call tree; null if there is none.',
    handle: async ({ chain }, hash, indices) => {
      const place = indices.join()
      return (await transactionTraces(chain, hash))?.find(({ traceAddress }) => traceAddress.join() === place) ?? null
    },
  }),
  method('trace_filter', {
    status: 'N',
    params: [required('filter', filter)],
    doc: 'The traces of a range of blocks with the given senders or recipients.',
    handle: ({ chain }, wanted) => chain.budgets.within((budget) => filtered(chain, wanted, budget)),
  }),
  method('trace_call', {
    status: 'N',
    params: [required('transaction', transactionRequest), types, optional('block', blockRef, LATEST)],
    doc: 'Traces a message without making a transaction.',
    handle: async ({ chain }, request, kinds, ref) => {
      const block = await chain.block(ref)
      const state = chain.fork(block)
      return chain.budgets.within((budget) => traceOn(chain, block, state, request, kinds, budget))
    },
  }),
  method('trace_callMany', {
    status: 'N',
    params: [required('calls', array(call, 1000)), optional('block', blockRef, LATEST)],
    doc: 'Traces messages one after the other, each on the state after the one before.',
    handle: async ({ chain }, calls, ref) => {
      const block = await chain.block(ref)
      const state = chain.fork(block)
      return chain.budgets.within(async (budget) => {
        const results: unknown[] = []
        for (const [request, kinds] of calls) results.push(await traceOn(chain, block, state, request, kinds, budget))
        return results
      })
    },
  }),
  method('trace_rawTransaction', {
    status: 'N',
    params: [required('transaction', data), types],
    doc: 'Traces a signed transaction without sending it.',
    handle: ({ chain }, raw, kinds) => {
      const { gasPrice, ...members } = pendingTransactionJson(decodeTransaction(unhex(raw), chain.poolContext().common))
      const { head } = chain.blocks
      const price = members['maxFeePerGas'] === undefined ? { gasPrice } : {}
      const request = transactionRequest({ ...members, ...price }, '')
      const state = chain.fork(head)
      return chain.budgets.within((budget) => traceOn(chain, head, state, request, kinds, budget))
    },
  }),
  method('trace_replayTransaction', {
    status: 'N',
    params: [hash, types],
    doc: 'Replays and traces a transaction of a block.',
    handle: async ({ chain }, hash, kinds) => {
      const found = chain.blocks.transaction(hash)
      if (found === undefined) throw refuse('transaction not found')
      return chain.budgets.within(async (budget) => {
        const tracerOf = (at: number) => (at === found.index ? new Everything(kinds, budget) : undefined)
        const [only] = await replay(chain, found.block, tracerOf)
        return only!.result
      })
    },
  }),
  method('trace_replayBlockTransactions', {
    status: 'N',
    params: [required('block', blockRef), types],
    doc: 'Replays and traces all transactions of a block.',
    handle: async ({ chain }, ref, kinds) => {
      const done = await chain.budgets.within(async (budget) =>
        replay(chain, await chain.block(ref), () => new Everything(kinds, budget)),
      )
      return done.map(({ hash, result }) => ({ ...(result as object), transactionHash: hash }))
    },
  }),
]
