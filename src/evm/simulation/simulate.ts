import { Block, createBlockHeader, type BlockHeader } from '@ethereumjs/block'
import { Hardfork, type Common } from '@ethereumjs/common'
import { createTx, type TypedTransaction, type TypedTxData } from '@ethereumjs/tx'
import { RLP } from '@ethereumjs/rlp'
import { createWithdrawal } from '@ethereumjs/util'
import { encodeReceipt, Bloom } from '@ethereumjs/vm'
import { RpcError } from '../../base/index.js'
import type { ChainBlock } from '../chain/blockchain.js'
import type { EvmChain } from '../chain/evm-chain.js'
import type { FixedRules } from '../rules/rules.js'
import { applyMessage, type Outcome } from '../execution/apply.js'
import type { Executor } from '../execution/executor.js'
import { addressOf, type BlockContext, type Message } from '../execution/message.js'
import { override, type BlockOverrides, type StateOverrides } from '../execution/overrides.js'
import { MessageRefusal, type RefusalReason } from '../errors.js'
import { failureError } from '../execution/revert.js'
import { beginBlock, endBlock } from '../execution/system.js'
import { hex, unhex, type Hex } from '../hex.js'
import type { State } from '../state/state.js'
import { listRoot } from '../state/trie.js'
import { traced } from '../tracers/traced.js'
import { Transfers, type NumberedLog } from '../tracers/transfers.js'

/** Seconds between simulated blocks without a given time. */
const INTERVAL = 12n
const MAX_BLOCKS = 256n

/** A call as it was given; what is missing is filled in when it runs. */
export interface SimulatedCall {
  readonly from: Hex
  readonly nonce: bigint | undefined
  readonly gas: bigint | undefined
  /** The message for a nonce and an amount of gas, and the transaction that it would be. */
  readonly build: (found: { nonce: bigint; gas: bigint; baseFee: bigint; common: Common }) => {
    readonly message: Message
    readonly data: TypedTxData
  }
}

export interface SimulatedBlock {
  readonly overrides: BlockOverrides
  readonly state: StateOverrides
  readonly calls: readonly SimulatedCall[]
}

/** The outcome of one call. */
interface CallResult {
  readonly outcome: Outcome
  /** Whether it got less gas than it wanted, since all calls together may use no more. */
  readonly isCapped: boolean
  readonly logs: readonly NumberedLog[]
  readonly tx: TypedTransaction
  readonly hash: Hex
  readonly from: Hex
}

export interface BlockResult {
  readonly block: Block
  readonly calls: readonly CallResult[]
}

const CODES: Readonly<Record<RefusalReason, number>> = {
  nonceTooLow: -38010,
  nonceTooHigh: -38011,
  feeCap: -38012,
  intrinsicGas: -38013,
  floorGas: -32603,
  funds: -38014,
  initCode: -38025,
  nonceMax: -32603,
  tipAboveFeeCap: -32602,
  other: -32603,
}

const fail = (code: number, message: string): RpcError => new RpcError({ code, message })

/**
 * Runs calls in blocks that follow a given block, on a copy of its state. Source: go-ethereum internal/ethapi/simulate.go.
 * @param options.validate checks calls like transactions of a block.
 * @throws RpcError with the codes of `eth_simulateV1` (-380xx) for blocks out of order and calls that cannot be run.
 */
export async function simulate(
  chain: EvmChain,
  base: ChainBlock,
  wanted: readonly SimulatedBlock[],
  options: { readonly validate: boolean; readonly traceTransfers: boolean },
): Promise<BlockResult[]> {
  const blocks = arrange(wanted, base.block.header)
  const state = chain.fork(base)
  const results: BlockResult[] = []
  const budget = { left: chain.options.limits.gasCap }
  let parent = base.block
  for (const block of blocks) {
    const common = chain.forks.at(block.number, block.timestamp)
    const precompiles = override(state, block.state, common)
    const simulated = results.map(({ block }) => block)
    const context = contextOf(block, parent, common, options.validate)
    const result = await chain.run(
      state,
      context,
      async (executor) => {
        executor.useBlockHashes((number) =>
          number === base.number
            ? base.block.hash()
            : number < base.number
              ? chain.blocks.at(number)?.block.hash()
              : simulated.find(({ header }) => header.number === number)?.hash(),
        )
        return runBlock({ executor, state, context, block, parent, common, budget, logs: { count: 0 }, ...options })
      },
      precompiles,
    )
    results.push(result)
    parent = result.block
  }
  return results
}

type Arranged = SimulatedBlock & { readonly number: bigint; readonly timestamp: bigint }

/** The blocks with their numbers and times, and empty ones in the gaps between them. */
function arrange(wanted: readonly SimulatedBlock[], base: BlockHeader): Arranged[] {
  if (wanted.length === 0) throw fail(-32602, 'empty input')
  if (BigInt(wanted.length) > MAX_BLOCKS) throw fail(-38026, 'too many blocks')
  const blocks: Arranged[] = []
  let { number: last, timestamp: time } = base
  for (const block of wanted) {
    const number = block.overrides.number ?? last + 1n
    if (number <= last) throw fail(-38020, `block numbers must be in order: ${number} <= ${last}`)
    if (number - base.number > MAX_BLOCKS) throw fail(-38026, 'too many blocks')
    for (last += 1n; last < number; last += 1n)
      blocks.push({ overrides: {}, state: {}, calls: [], number: last, timestamp: (time += INTERVAL) })
    const timestamp = block.overrides.time ?? time + INTERVAL
    if (timestamp <= time) throw fail(-38021, `block timestamps must be in order: ${timestamp} <= ${time}`)
    time = timestamp
    blocks.push({ ...block, number, timestamp })
  }
  return blocks
}

interface SimulatedContext extends BlockContext {
  readonly excessBlobGas: bigint | undefined
}

function contextOf(block: Arranged, parent: Block, common: Common, validate: boolean): SimulatedContext {
  const { overrides, number, timestamp } = block
  const baseFee = common.isActivatedEIP(1559)
    ? (overrides.baseFeePerGas ?? (validate ? parent.header.calcNextBaseFee() : 0n))
    : undefined
  const excessBlobGas = common.isActivatedEIP(4844) ? parent.header.calcNextExcessBlobGas(common) : undefined
  const priced = createBlockHeader(
    { number, timestamp, ...(excessBlobGas === undefined ? {} : { excessBlobGas }) },
    { common, skipConsensusFormatValidation: true },
  )
  return {
    excessBlobGas,
    header: {
      number,
      timestamp,
      gasLimit: overrides.gasLimit ?? parent.header.gasLimit,
      coinbase: overrides.feeRecipient === undefined ? parent.header.coinbase : addressOf(overrides.feeRecipient),
      difficulty: common.isActivatedEIP(3675) ? 0n : parent.header.difficulty,
      prevRandao: unhex(overrides.prevRandao ?? NO_HASH),
      ...(baseFee === undefined ? {} : { baseFeePerGas: baseFee }),
      getBlobGasPrice: () => overrides.blobBaseFee ?? (excessBlobGas === undefined ? 0n : priced.getBlobGasPrice()),
    },
  }
}

const NO_HASH: Hex = `0x${'00'.repeat(32)}`

interface Run {
  readonly executor: Executor
  readonly state: State
  readonly context: SimulatedContext
  readonly block: Arranged
  readonly parent: Block
  readonly common: FixedRules
  readonly budget: { left: bigint }
  readonly validate: boolean
  readonly traceTransfers: boolean
  /** How many logs the block has had, those of failed calls included. */
  readonly logs: { count: number }
}

async function runBlock(run: Run): Promise<BlockResult> {
  const { executor, state, context, block: wanted, parent, common } = run
  const beaconRoot = unhex(wanted.overrides.beaconRoot ?? NO_HASH)
  beginBlock(executor, context, parent.hash(), beaconRoot)
  const calls: CallResult[] = []
  const receipts: Uint8Array[] = []
  const bloom = new Bloom()
  let gasUsed = 0n
  let blobGasUsed = 0n
  for (const call of wanted.calls) {
    const { message, data, isCapped } = prepare(run, call, gasUsed)
    const result = await runCall(run, message, call)
    const { outcome } = result
    const tx = unsignedTransaction(data, common)
    gasUsed += outcome.gasUsed
    run.budget.left -= outcome.gasUsed
    blobGasUsed +=
      BigInt(message.blobVersionedHashes?.length ?? 0) *
      (common.isActivatedEIP(4844) ? common.param('blobGasPerBlob') : 0n)
    const own = new Bloom()
    for (const [address, topics] of outcome.logs) for (const part of [address, ...topics]) own.add(part)
    bloom.or(own)
    receipts.push(receiptBytes(run, tx, outcome, gasUsed, own.bitvector))
    calls.push({ ...result, isCapped, tx, hash: hex(tx.hash()), from: call.from })
  }
  if (common.consensusType() === 'pow') reward(run)
  const withdrawals = common.isActivatedEIP(4895)
    ? (wanted.overrides.withdrawals ?? []).map(createWithdrawal)
    : undefined
  for (const { address, amount } of withdrawals ?? []) credit(state, hex(address.bytes), amount * GWEI)
  const requestsHash = await endBlock(executor, context)
  const { header } = context
  const assembled = createBlockHeader(
    {
      parentHash: parent.hash(),
      number: header.number,
      timestamp: header.timestamp,
      gasLimit: header.gasLimit,
      gasUsed,
      coinbase: header.coinbase,
      difficulty: header.difficulty,
      mixHash: header.prevRandao,
      logsBloom: bloom.bitvector,
      stateRoot: state.roots.root(),
      transactionsTrie: listRoot(calls.map(({ tx }) => tx.serialize())),
      receiptTrie: listRoot(receipts),
      ...(header.baseFeePerGas === undefined ? {} : { baseFeePerGas: header.baseFeePerGas }),
      ...(context.excessBlobGas === undefined ? {} : { excessBlobGas: context.excessBlobGas, blobGasUsed }),
      ...(withdrawals && { withdrawalsRoot: listRoot(withdrawals.map((one) => RLP.encode(one.raw()))) }),
      ...(common.isActivatedEIP(4788) ? { parentBeaconBlockRoot: beaconRoot } : {}),
      ...(requestsHash === undefined ? {} : { requestsHash }),
    },
    { common, skipConsensusFormatValidation: true },
  )
  const transactions = calls.map(({ tx }) => tx)
  const block = new Block(assembled, transactions, [], withdrawals, { common, skipConsensusFormatValidation: true })
  return { block, calls }
}

/** The transaction that a call would be, without a signature. */
function unsignedTransaction(data: TypedTxData, common: FixedRules): TypedTransaction {
  const tx = createTx({ ...data, nonce: 0n }, { common: withoutGasCap(common), freeze: false })
  // The library takes neither the maximal nonce nor a signature of zeros, a simulation has both.
  Object.assign(tx, { nonce: data.nonce as bigint, v: 0n, r: 0n, s: 0n })
  Object.freeze(tx)
  return tx
}

/** Rules without the gas limit of transactions since Osaka (EIP-7825). */
function withoutGasCap(common: FixedRules): Common {
  if (!common.isActivatedEIP(7825)) return common
  return common.under(Hardfork.Prague)
}

/** The miner's reward for a block before the merge. */
function reward({ state, context, common }: Run): void {
  credit(state, hex(context.header.coinbase.bytes), common.param('minerReward'))
}

const credit = (state: State, address: Hex, amount: bigint): void =>
  state.setBalance(address, state.balance(address) + amount)

/** Withdrawals are in Gwei. */
const GWEI = 1_000_000_000n

/** The message with the gas and the nonce that it gets. */
function prepare(
  run: Run,
  call: SimulatedCall,
  gasUsed: bigint,
): ReturnType<SimulatedCall['build']> & Pick<CallResult, 'isCapped'> {
  const { context, state, common, budget } = run
  const { gasLimit, baseFeePerGas: baseFee = 0n } = context.header
  const remaining = gasLimit - gasUsed
  const wanted = call.gas ?? remaining
  if (remaining < wanted) throw fail(-38015, `block gas limit reached: remaining: ${remaining}, required: ${wanted}`)
  const nonce = call.nonce ?? state.account(call.from)?.nonce ?? 0n
  const isCapped = budget.left < wanted
  return { ...call.build({ nonce, gas: isCapped ? budget.left : wanted, baseFee, common }), isCapped }
}

async function runCall(run: Run, message: Message, call: SimulatedCall): Promise<Pick<CallResult, 'outcome' | 'logs'>> {
  const { executor, state, context, validate, traceTransfers, logs } = run
  const nonce = call.nonce ?? state.account(call.from)?.nonce ?? 0n
  const strictness = validate ? { nonce } : { mayBeFree: true }
  const tracer = new Transfers(traceTransfers, logs)
  const apply = (): Promise<Outcome> => applyMessage(executor, context, message, strictness)
  try {
    const coinbase = hex(context.header.coinbase.bytes)
    const { from, to, gas } = message
    const outcome = await traced(executor, tracer, { from, to, coinbase, gas }, apply)
    return { outcome, logs: tracer.result() }
  } catch (error) {
    if (!(error instanceof MessageRefusal)) throw error
    throw fail(CODES[error.reason], `err: ${error.shortMessage} (supplied gas ${message.gas})`)
  }
}

function receiptBytes(
  run: Run,
  tx: TypedTransaction,
  outcome: Outcome,
  cumulative: bigint,
  bitvector: Uint8Array,
): Uint8Array {
  const { state, common } = run
  const base = { cumulativeBlockGasUsed: cumulative, bitvector, logs: [...outcome.logs] }
  const receipt = common.gteHardfork('byzantium')
    ? { ...base, status: outcome.failure === undefined ? (1 as const) : (0 as const) }
    : { ...base, stateRoot: state.roots.root() }
  return encodeReceipt(receipt, tx.type)
}

/** The error of a failed call: code 3 with the data of its revert, or -32015. */
export function callError({
  outcome,
  isCapped,
}: Pick<CallResult, 'outcome' | 'isCapped'>): { message: string; code: number; data?: unknown } | undefined {
  if (outcome.failure === undefined) return undefined
  if (outcome.failure !== 'revert') {
    const why = isCapped ? " (gas limit was capped by the RPC server's global gas cap)" : ''
    return { message: `${outcome.failure}${why}`, code: -32015 }
  }
  const { shortMessage } = failureError(outcome)
  return { message: shortMessage, code: 3, data: hex(outcome.returnData) }
}
