import { ChainError, toUtf8 } from '../../base/index.js'
import { GoPanic, GrpcError, nilPointer, plainError, type Context } from '../../chain/index.js'
import { GoJsonError } from '../../codec/go-json/index.js'
import { decimalTruncate } from '../../codec/index.js'
import type {
  MsgEthereumTx,
  QueryTraceBlockRequest,
  QueryTraceTxRequest,
  TraceConfig,
} from '../../codec/messages/cosmos.evm.vm.v1.js'
import { hex, type Hex } from '../../evm/internal.js'
import { endOf, type Place } from '../../evm/tracers/index.js'
import type { EvmFeeMarketKeeper } from '../../modules/evmfeemarket/index.js'
import {
  decodeEthereumTx,
  effectivePrice,
  EthereumMeter,
  gasProblem,
  intrinsicGas,
  lenientHex,
  messageOf,
  NOBODY,
  readCallArgs,
  senderOf,
  usedGas,
  type CallMessage,
  type Config,
  type EthereumKeeper,
  type EthereumTx,
  type EvmTraces,
  type Executed,
} from '../../modules/evm/index.js'
import type { executeOn, WatchedExecution } from './execute.js'
import { traceJson } from './trace-json.js'
import { checkLimit, tracerOf } from './tracer.js'
import { watchedBy } from './tracing.js'

interface TraceParts {
  readonly ethereum: EthereumKeeper
  readonly feemarket: EvmFeeMarketKeeper
  readonly run: ReturnType<typeof executeOn>
}

const MAX_PREDECESSORS = 10_000
const MAX_PREDECESSOR_GAS = 50_000_000n

/** What a request says of the block in which messages run. */
type Stated = Pick<QueryTraceTxRequest, 'blockNumber' | 'blockHash' | 'blockTime' | 'proposerAddress'>

/** A block in which messages run again. */
interface Scene {
  readonly config: Config
  readonly blockHash: Hex | null
  /** Gas limit of the block, if it is not the chain's. */
  readonly maxGas?: bigint
}

/** A message with its gas limit, before what the transaction itself costs. */
type Sent = Omit<CallMessage, 'feeCap'>

/** Runs Ethereum transactions and calls again while a tracer watches. Nothing is kept. Source: cosmos/evm v0.7.3 x/vm/keeper/grpc_query.go `TraceTx`, `TraceBlock`, `TraceCall` */
export class Traces implements EvmTraces {
  readonly #parts: TraceParts

  constructor(parts: TraceParts) {
    this.#parts = parts
  }

  tx(query: Context, request: QueryTraceTxRequest): Uint8Array {
    const { msg, traceConfig, predecessors } = request
    if (msg === undefined) throw new GrpcError('InvalidArgument', 'empty request')
    checkLimit(traceConfig)
    if (predecessors.length > MAX_PREDECESSORS)
      throw new GrpcError(
        'InvalidArgument',
        `too many predecessors, got ${predecessors.length}: limit ${MAX_PREDECESSORS}`,
      )
    checkHeight(query, request)
    return onBranch(query, (ctx) => {
      const at = inBlock(ctx, request)
      const scene = this.#sceneOf(at, request, 'failed to load evm config: ', request.blockMaxGas)
      let index = 0
      for (const [i, tx] of predecessors.map(decoded).entries()) {
        const sent = this.#sentBy(tx, scene)
        if (sent instanceof ChainError) continue
        index = i
        const gas = sent.gas < MAX_PREDECESSOR_GAS ? sent.gas : MAX_PREDECESSOR_GAS
        ignoringErrors(() => this.#run(at, { ...sent, gas }, scene, { commits: true }))
      }
      if (predecessors.length > 0) index++
      return toUtf8(this.#txTrace(at, decoded(msg), scene, traceConfig, index, false))
    })
  }

  block(query: Context, request: QueryTraceBlockRequest): Uint8Array {
    const { txs, traceConfig } = request
    checkLimit(traceConfig)
    return onBranch(query, (ctx) => {
      const at = inBlock(ctx, request)
      const scene = this.#sceneOf(at, request, undefined, request.blockMaxGas)
      const traces = txs.map((tx, index) => {
        try {
          return `{"result":${this.#txTrace(at, decoded(tx), scene, traceConfig, index, true)}}`
        } catch (error) {
          if (!(error instanceof GrpcError)) throw error
          return traceJson({ error: error.log })
        }
      })
      return toUtf8(`[${traces.join(',')}]`)
    })
  }

  call(query: Context, request: Parameters<EvmTraces['call']>[1]): Uint8Array {
    const { args: json, gasCap, traceConfig } = request
    if (json.length === 0) throw new GrpcError('InvalidArgument', 'empty request')
    checkLimit(traceConfig)
    checkHeight(query, request)
    return onBranch(query, (ctx) => {
      const at = inBlock(ctx, request)
      const scene = this.#sceneOf(at, request, 'failed to load evm config: ')
      const args = argsIn(json)
      const { accounts, chainId } = this.#parts.ethereum.options
      const nonce = accounts.get(at, args.from ?? NOBODY)?.sequence ?? 0n
      const message = refused('InvalidArgument', () =>
        messageOf({ args, gasCap }, { chainId, baseFee: this.#calculated(at, undefined), nonce }),
      )
      const place = { ...placeOf(scene), transactionHash: null, transactionIndex: 0 }
      return toUtf8(this.#trace(at, message, scene, traceConfig, { place, commits: false }))
    })
  }

  /** @param wrongConfig what stands before the reason why it has no config; without it the reason is left out */
  #sceneOf(ctx: Context, { blockHash }: Stated, wrongConfig: string | undefined, blockMaxGas?: bigint): Scene {
    const config = refused(
      'Internal',
      () => this.#parts.ethereum.config(ctx),
      ({ log }) => (wrongConfig === undefined ? 'failed to load evm config' : `${wrongConfig}${log}`),
    )
    const most = blockMaxGas === undefined || blockMaxGas < 0n ? undefined : blockMaxGas
    return {
      config: { ...config, baseFee: this.#calculated(ctx, most) ?? config.baseFee },
      blockHash: hashIn(blockHash),
      ...(blockMaxGas !== undefined && { maxGas: blockMaxGas }),
    }
  }

  /** The base fee of the block by the one before it; undefined if it stays as it is. @param maxGas undefined for no limit */
  #calculated(ctx: Context, maxGas: bigint | undefined): bigint | undefined {
    const fee = this.#parts.feemarket.calculated(ctx, maxGas)
    return fee === undefined ? undefined : decimalTruncate(fee)
  }

  /** @returns why it has no sender otherwise */
  #sentBy(tx: EthereumTx, { config: { baseFee } }: Scene): Sent | ChainError {
    try {
      const from = senderOf(tx, this.#parts.ethereum.options.chainId)
      return { from, tx, gas: tx.gas, price: effectivePrice(tx, baseFee), blobHashes: [] }
    } catch (error) {
      if (error instanceof ChainError) return error
      throw error
    }
  }

  #txTrace(
    ctx: Context,
    tx: EthereumTx,
    scene: Scene,
    config: TraceConfig | undefined,
    transactionIndex: number,
    commits: boolean,
  ): string {
    const sent = this.#sentBy(tx, scene)
    if (sent instanceof ChainError) throw new GrpcError('Internal', sent.log)
    const place = { ...placeOf(scene), transactionHash: hex(tx.hash), transactionIndex }
    return this.#trace(ctx, sent, scene, config, { place, commits })
  }

  /** @throws GrpcError, GoPanic, NotSupportedError. Source: `traceTxWithMsg` */
  #trace(
    ctx: Context,
    sent: Sent,
    scene: Scene,
    config: TraceConfig | undefined,
    { place, commits }: { readonly place: Place; readonly commits: boolean },
  ): string {
    const tracer = tracerOf(config)
    // Nothing that it has called, when code cannot begin.
    if (gasProblem(sent.tx, sent.gas) !== undefined && tracer.needsCall === true)
      throw new GoPanic('runtime error: index out of range [0] with length 0')
    const watch = watchedBy(tracer, {
      common: PRAGUE,
      from: hex(sent.from),
      to: sent.tx.to && hex(sent.tx.to),
      coinbase: hex(scene.config.coinbase),
      gas: sent.gas,
      place,
    })
    const done = refused('Internal', () => this.#run(ctx, sent, scene, { commits, watch }))
    const { gasUsed } = usedGas(sent.gas, done, scene.config.minGasMultiplier)
    const failure = done.vmError === '' ? undefined : done.vmError === 'execution reverted' ? 'revert' : done.vmError
    return traceJson(tracer.result(endOf({ feesOutside: true }, { gasUsed, failure, returnData: done.returned })))
  }

  /** @throws ChainError. Source: x/vm/keeper/state_transition.go `ApplyMessageWithConfig` */
  #run(ctx: Context, sent: Sent, { config, maxGas }: Scene, how: WatchedExecution): Executed {
    const problem = gasProblem(sent.tx, sent.gas)
    if (problem !== undefined) throw problem
    const metered = ctx.withGasMeter(new EthereumMeter(Number(sent.gas)))
    const message = { ...sent, ...config, gas: sent.gas - intrinsicGas(sent.tx) }
    return this.#parts.run(metered, message, { ...how, ...(maxGas !== undefined && { maxGas }) })
  }
}

/** The rules of which tracers ask are all in force. */
const PRAGUE = { isActivatedEIP: () => true }

function onBranch<T>(query: Context, job: (ctx: Context) => T): T {
  const branch = query.branch()
  try {
    return job(branch.ctx)
  } finally {
    branch.discard()
  }
}

/** The chain begins with block 1. */
const heightIn = ({ blockNumber }: Pick<Stated, 'blockNumber'>): number => Number(blockNumber < 1n ? 1n : blockNumber)

/** The state is to be that before the block. @throws GrpcError */
function checkHeight({ block: { height } }: Context, stated: Stated): void {
  const asked = heightIn(stated)
  if (asked > height + 1)
    throw new GrpcError(
      'FailedPrecondition',
      `requested height [${asked}] must be less than or equal to current height [${height}]`,
    )
}

function inBlock(ctx: Context, stated: Stated): Context {
  const { blockTime: time, proposerAddress } = stated
  const proposer = proposerAddress.length === 0 ? ctx.block.proposer : proposerAddress
  return ctx.withBlock({ ...ctx.block, height: heightIn(stated), time, ...(proposer && { proposer }) })
}

/** The last 32 bytes of a hash in hexadecimal, read as leniently as the node reads them; null if they are all zero. */
function hashIn(digits: string): Hex | null {
  const bytes = lenientHex(digits).slice(-32)
  return bytes.some((byte) => byte !== 0) ? `0x${hex(bytes).slice(2).padStart(64, '0')}` : null
}

/** The node leaves the number of the block out. */
const placeOf = ({ blockHash }: Scene): Pick<Place, 'blockHash' | 'blockNumber'> => ({ blockHash, blockNumber: 0n })

/** @throws ChainError undefined/1 */
function argsIn(json: Uint8Array): ReturnType<typeof readCallArgs> {
  try {
    return readCallArgs(json)
  } catch (error) {
    throw error instanceof GoJsonError ? plainError(error.shortMessage) : error
  }
}

/** @throws GoPanic for a message without a transaction */
function decoded({ raw }: MsgEthereumTx): EthereumTx {
  if (raw.length === 0) throw nilPointer()
  return decodeEthereumTx(raw)
}

/** @throws GrpcError in place of a plain error of the chain */
function refused<T>(
  code: 'Internal' | 'InvalidArgument',
  work: () => T,
  words: (error: ChainError) => string = ({ log }) => log,
): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof ChainError ? new GrpcError(code, words(error)) : error
  }
}

function ignoringErrors(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
  }
}
