import { ChainError, equalBytes } from '../../../base/index.js'
import { GrpcError, nilPointer, plainError, rethrowing, type Context } from '../../../chain/index.js'
import { EMPTY_CODE_HASH } from '../keeper.js'
import type { EvmLog } from '../response.js'
import { messageOf, NOBODY, type CallMessage, type CallRequest } from './call-args.js'
import { gasProblem, intrinsicGas, usedGas } from './gas.js'
import type { Config, EthereumKeeper } from './keeper.js'
import { EthereumMeter } from './meter.js'

/** How a call went of which nothing is kept. */
interface CallAnswer {
  /** What it returned, or reverted with. */
  readonly returned: Uint8Array
  /** Empty if it succeeded. */
  readonly vmError: string
  readonly logs: readonly EvmLog[]
  readonly gasUsed: bigint
  /** Before refunds. */
  readonly maxUsedGas: bigint
}

/** The least gas that runs, or why code stopped: a call that reverts has no such gas. */
interface GasEstimate extends Pick<CallAnswer, 'returned' | 'vmError'> {
  readonly gas: bigint
}

/** Gas of a plain transfer, and what comes with coins. Source: go-ethereum params/protocol_params.go. */
const TRANSFER_GAS = 21_000n
const STIPEND = 2_300n
const MAX_UINT64 = (1n << 64n) - 1n

/** Runs messages on the state of any height, and keeps nothing. Source: cosmos/evm v0.7.3 x/vm/keeper/grpc_query.go. */
export class EthereumCalls {
  readonly #keeper: EthereumKeeper

  constructor(keeper: EthereumKeeper) {
    this.#keeper = keeper
  }

  /**
   * Code that fails is an answer. @param ctx of a height, whose meter is charged for the rows that it reads
   * @throws GrpcError for what cannot run. Source: `EthCall`
   */
  call(ctx: Context, request: CallRequest): CallAnswer {
    const at = proposedBy(ctx, request)
    const config = rethrowing(internal, () => this.#keeper.config(at))
    const message = this.#messageOf(at, request, config)
    return rethrowing(internal, () => {
      const problem = gasProblem(message.tx, message.gas)
      if (problem !== undefined) throw problem
      return this.#run(at, message, request, config)
    })
  }

  /** @throws GrpcError, ChainError undefined/1 for a call that fails with all gas, GoPanic. Source: `EstimateGas` */
  estimate(ctx: Context, request: CallRequest): GasEstimate {
    const { args, gasCap } = request
    if (gasCap < TRANSFER_GAS) throw new GrpcError('InvalidArgument', `gas cap cannot be lower than ${TRANSFER_GAS}`)
    const given = args.gas ?? 0n
    const allowed = given >= TRANSFER_GAS && given < gasCap ? given : gasCap
    const at = proposedBy(ctx, request)
    const config = rethrowing(
      () => new GrpcError('Internal', 'failed to load evm config'),
      () => this.#keeper.config(at),
    )
    const message = this.#messageOf(at, request, config)
    const most = this.#affordable(at, request, message, allowed)
    const attempt = (gas: bigint) => this.#attempt(at, { ...message, gas }, request, config)
    if (this.#isTransfer(at, message) && succeeds(attempt, TRANSFER_GAS))
      return { gas: TRANSFER_GAS, returned: new Uint8Array(0), vmError: '' }
    const first = attempt(most)
    if (first === undefined || first.vmError !== '') return failed(first, most, allowed)
    return { gas: least(attempt, most, first.maxUsedGas), returned: new Uint8Array(0), vmError: '' }
  }

  #messageOf(ctx: Context, request: CallRequest, { baseFee }: Config): CallMessage {
    const { accounts, chainId } = this.#keeper.options
    const nonce = accounts.get(ctx, request.args.from ?? NOBODY)?.sequence ?? 0n
    return rethrowing(
      ({ log }) => new GrpcError('InvalidArgument', log),
      () => messageOf(request, { chainId, baseFee, nonce }),
    )
  }

  /** How much of the gas the sender can pay for. */
  #affordable(ctx: Context, { args }: CallRequest, { feeCap, from }: CallMessage, allowed: bigint): bigint {
    if (feeCap === 0n) return allowed
    if (args.from === undefined) throw nilPointer()
    const { value = 0n } = args
    const { amount } = this.#keeper.options.bank.spendableCoin(ctx, from, this.#keeper.denom(ctx))
    if (value >= amount) throw plainError('insufficient funds for transfer')
    const paid = (amount - value) / feeCap
    if (paid > MAX_UINT64 || paid >= allowed) return allowed
    if (paid < TRANSFER_GAS) throw plainError('insufficient funds for gas * price + value')
    return paid
  }

  #isTransfer(ctx: Context, { tx: { data, to } }: CallMessage): boolean {
    const { accounts, evm } = this.#keeper.options
    if (data.length > 0 || to === undefined) return false
    return accounts.get(ctx, to) === undefined || equalBytes(evm.codeHash(ctx, to), EMPTY_CODE_HASH)
  }

  /** With the nonce as it is after the steps before messages. Undefined if so little gas is not enough to begin. */
  #attempt(ctx: Context, message: CallMessage, request: CallRequest, config: Config): CallAnswer | undefined {
    const branch = ctx.branch()
    try {
      this.#keeper.options.setNonce(branch.ctx, message.from, message.tx.nonce + 1n)
      if (gasProblem(message.tx, message.gas) !== undefined) return undefined
      return this.#run(branch.ctx.withGasMeter(new EthereumMeter(Number(message.gas))), message, request, config)
    } finally {
      branch.discard()
    }
  }

  #run(
    ctx: Context,
    { from, tx, gas: limit, price, blobHashes }: CallMessage,
    { overrides }: CallRequest,
    config: Config,
  ): CallAnswer {
    const gas = limit - intrinsicGas(tx)
    this.#keeper.options.readLimits(ctx)
    const done = this.#keeper.options.execute(
      ctx,
      { from, tx, gas, price, blobHashes, ...config },
      { commits: false, overrides },
    )
    const { returned, vmError, logs } = done
    return { returned, vmError, logs, ...usedGas(limit, done, config.minGasMultiplier) }
  }
}

const internal = ({ log }: ChainError): GrpcError => new GrpcError('Internal', log)

const proposedBy = (ctx: Context, { proposer }: CallRequest): Context =>
  proposer === undefined || proposer.length === 0 ? ctx : ctx.withBlock({ ...ctx.block, proposer })

type Attempt = (gas: bigint) => CallAnswer | undefined

/** What the chain refuses is another reason not to succeed. */
function succeeds(attempt: Attempt, gas: bigint): boolean {
  try {
    return attempt(gas)?.vmError === ''
  } catch (error) {
    if (error instanceof ChainError) return false
    throw error
  }
}

/** @throws ChainError undefined/1 unless the call reverts */
function failed(answer: CallAnswer | undefined, gas: bigint, allowed: bigint): GasEstimate {
  if (gas !== allowed || answer === undefined || answer.vmError === 'out of gas')
    throw plainError(`gas required exceeds allowance (${gas})`)
  const { returned, vmError } = answer
  if (vmError !== 'execution reverted') throw plainError(vmError)
  return { gas: 0n, returned, vmError }
}

/** The search of go-ethereum, from what the first attempt used. */
function least(attempt: Attempt, enough: bigint, used: bigint): bigint {
  const isEnough = (gas: bigint) => attempt(gas)?.vmError === ''
  let [low, high] = [TRANSFER_GAS - 1n, enough]
  const hint = ((used + STIPEND) * 64n) / 63n
  if (hint < high)
    if (isEnough(hint)) high = hint
    else low = hint
  while (low + 1n < high) {
    const middle = (low + high) / 2n
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return high
}
