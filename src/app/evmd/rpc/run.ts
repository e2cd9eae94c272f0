import { ChainError } from '../../../base/index.js'
import type { Context } from '../../../chain/index.js'
import {
  MessageRefusal,
  refuse,
  unhex,
  type Authorization,
  type Call,
  type ChainBlock,
  type Hex,
  type Message,
  type Outcome,
  type Runner,
  type StateOverrides,
} from '../../../evm/inside.js'
import {
  EthereumMeter,
  gasProblem,
  intrinsicGas,
  usedGas,
  type EvmMessage,
  type Execution,
} from '../../../modules/evm/index.js'
import type { WatchedExecution } from '../execute.js'
import type { InsideChain } from './chain.js'
import { proofOf } from './proofs.js'
import { tracesOn } from './traces.js'

/** Runs messages on the chain's own state. */
export class MessageRuns {
  readonly #chain: InsideChain

  constructor(chain: InsideChain) {
    this.#chain = chain
  }

  /** The state after a block, whose changes are lost. @param inside the block in which the code believes to be */
  stateAfter(block: ChainBlock, inside = block): Context {
    const { baseApp } = this.#chain.app
    const ctx = baseApp.queryContext(block.version)
    const { chainId, height, time, proposer } = baseApp.block(inside.version)!
    return ctx.withBlock({ chainId, height, time, ...(proposer && { proposer }) })
  }

  /** @param ctx gets what it changes, if it commits and succeeds @throws RpcError, MessageRefusal */
  run(ctx: Context, { message, context }: Pick<Call, 'message' | 'context'>, { nonce, ...how }: MessageRun): Outcome {
    const { ethereum, run } = this.#chain.app
    const { gas: limit } = message
    const metered = ctx.withGasMeter(new EthereumMeter(Number(limit)))
    const { minGasMultiplier, coinbase } = ethereum.config(metered)
    const { from, tx, price } = this.#sent(metered, message, nonce)
    checkGas(tx, limit)
    const baseFee = context.header.baseFeePerGas ?? 0n
    const done = worded(() => run(metered, { from, tx, price, coinbase, baseFee, gas: limit - intrinsicGas(tx) }, how))
    const { gasUsed, maxUsedGas } = usedGas(limit, done, minGasMultiplier)
    const { vmError } = done
    return {
      gasUsed,
      peakGas: maxUsedGas,
      returnData: done.returned,
      failure: vmError === '' ? undefined : vmError === REVERTED ? 'revert' : vmError,
      logs: done.logs.map(({ address, topics, data }) => [address, [...topics], data]),
      createdAddress: undefined,
    }
  }

  #sent(ctx: Context, message: Message, nonce: bigint | undefined): Pick<EvmMessage, 'from' | 'tx' | 'price'> {
    const from = unhex(message.from)
    const { value, data, accessList = [], authorizationList = [] } = message
    return {
      from,
      tx: {
        to: message.to === undefined ? undefined : unhex(message.to),
        value,
        data,
        nonce: nonce ?? this.#chain.app.state.accounts.get(ctx, from)?.sequence ?? 0n,
        accessList: accessList.map(({ address, storageKeys }) => ({
          address: unhex(address),
          slots: storageKeys.map(unhex),
        })),
        authorizations: authorizationList.map(authorizationOf),
      },
      price: message.gasPrice,
    }
  }
}

/** How a message runs. */
export interface MessageRun extends WatchedExecution {
  /** That of a transaction; without one, the sender's. */
  readonly nonce?: bigint
}

const REVERTED = 'execution reverted'

/** @throws MessageRefusal */
function checkGas(tx: EvmMessage['tx'], limit: bigint): void {
  const problem = gasProblem(tx, limit)
  if (problem !== undefined)
    throw new MessageRefusal(limit < intrinsicGas(tx) ? 'intrinsicGas' : 'floorGas', problem.log)
}

const authorizationOf = ({ chainId, address, nonce, yParity, r, s }: Authorization) => ({
  chainId: BigInt(chainId),
  address: unhex(address),
  nonce: BigInt(nonce),
  signature: { v: BigInt(yParity), r: BigInt(r), s: BigInt(s) },
})

/** Changed accounts as the chain has them. */
const overridesOf = (overrides: StateOverrides): Execution['overrides'] =>
  (Object.entries(overrides) as [Hex, StateOverrides[Hex]][]).map(([address, account]) => [
    unhex(address),
    {
      nonce: account.nonce,
      code: account.code === undefined ? undefined : unhex(account.code),
      balance: account.balance,
      state: slotsOf(account.state),
      stateDiff: slotsOf(account.stateDiff),
      movePrecompileTo: account.movePrecompileToAddress && unhex(account.movePrecompileToAddress),
    },
  ])

const slotsOf = (slots: Readonly<Record<Hex, Hex>> | undefined): ReadonlyMap<bigint, bigint> | undefined =>
  slots && new Map(Object.entries(slots).map(([slot, value]) => [BigInt(slot), BigInt(value)]))

/** @throws RpcError in place of what a query of the chain would refuse */
function worded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof ChainError ? refuse(`rpc error: code = Internal desc = ${error.log}`) : error
  }
}

/** Runs code for the methods of a node. */
export function runnerOn(chain: InsideChain): Runner {
  const runs = new MessageRuns(chain)
  const once = (call: Call, block: ChainBlock, overrides: StateOverrides | undefined): Outcome =>
    runs.run(runs.stateAfter(block), call, { commits: false, overrides: overrides && overridesOf(overrides) })
  return {
    call: async (call, block, overrides) => once(call, block, overrides),
    attempts: (call, block, overrides, job) =>
      job(async (gas) => once({ ...call, message: { ...call.message, gas } }, block, overrides)),
    ...tracesOn(chain, runs),
    proof: (block, address, slots) => proofOf(chain, block, address, slots),
  }
}
