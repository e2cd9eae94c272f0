import { ChainError } from '../../base/index.js'
import {
  ContextKey,
  FiniteGasMeter,
  GoPanic,
  OutOfGasPanic,
  parseAccAddress,
  plainError,
  wrapping,
  type Context,
  type Event,
} from '../../chain/index.js'
import { amountOf, parseCoins } from '../../codec/index.js'
import { encodeEvent, encodeReason } from '../../codec/abi/index.js'
import {
  delegateOf,
  outOfGas,
  reverted,
  type JournaledState,
  type PrecompileCall,
} from '../../evm/execution/sync/index.js'
import { hex, unhex, type Hex } from '../../evm/internal.js'
import { UnlimitedMeter } from '../../modules/evm/index.js'
import { denomOf, writeAll, type StateParts } from './commit.js'
import type { NativeContract } from './precompiles/contract.js'

/** Source: cosmos/evm v0.7.3 x/vm/types/call.go `MaxPrecompileCalls`. */
const MAX_CALLS = 20

/** The message on whose state a call of a contract that is a module runs. */
export const RUNNING = new ContextKey<NativeCalls>('running message')

type Branch = ReturnType<Context['branch']>

/**
 * Calls of contracts that are modules, in one message. Each is on a branch of the state of its own, over those before it, which is dropped when the EVM
 * undoes the call. Source: cosmos/evm v0.7.3 precompiles/common/precompile.go, x/vm/statedb.
 */
export class NativeCalls {
  readonly #parts: StateParts
  readonly #ctx: Context
  /** The journal of the message. */
  readonly state: JournaledState
  readonly #branches: Branch[] = []
  #calls = 0

  constructor(parts: StateParts, ctx: Context, state: JournaledState) {
    this.#parts = parts
    this.#ctx = ctx
    this.state = state
  }

  /** The state with what the calls wrote. */
  get ctx(): Context {
    return this.#branches.at(-1)?.ctx ?? this.#ctx
  }
  /** Keeps what the calls wrote. */
  write(): void {
    while (this.#branches.length > 0) this.#branches.pop()!.write()
  }

  drop(): void {
    while (this.#branches.length > 0) this.#branches.pop()!.discard()
  }

  /** Writes accounts as they are by now to the state of the call that is in progress. @throws ChainError. Source: x/vm/statedb/statedb.go `FlushToCacheCtx` */
  flush(): void {
    wrapping('failed to flush stateDB to cacheCtx', () => writeAll(this.#parts, this.ctx, this.state.dirty))
  }

  /** @throws VmFailure, GoPanic */
  run(contract: NativeContract, address: Hex, input: Uint8Array, call: PrecompileCall): Uint8Array {
    const { state } = this
    const branch = this.ctx.branch()
    this.#branches.push(branch)
    state.undoing(() => this.#branches.pop()!.discard())
    return reverting(() => {
      if (++this.#calls > MAX_CALLS) throw plainError(`max calls to precompiles (${MAX_CALLS}) reached`)
      writeAll(this.#parts, branch.ctx, state.dirty)
      const { ctx } = branch
      const before = ctx.gasMeter.consumed
      const emitted = ctx.events.events.length
      const meter = new FiniteGasMeter(Number(call.gas))
      const data = outOfGasAsFailure(() => {
        meter.consume(before, 'creating a new gas meter')
        return contract.run(this.#callOf(contract, ctx, meter, address, call), input)
      })
      call.charge(BigInt(meter.consumed - before))
      if (contract.movesCoins) for (const event of ctx.events.events.slice(emitted)) this.#follow(ctx, event)
      return data
    })
  }

  #callOf(contract: NativeContract, ctx: Context, meter: FiniteGasMeter, address: Hex, call: PrecompileCall) {
    const { state } = this
    const code = state.code(call.caller)
    return {
      ctx: ctx.withGasMeter(contract.chargesRows ? meter : new UnlimitedMeter(0)).withValue(RUNNING, this),
      caller: unhex(call.caller),
      callerIsContract: code.length > 0 && delegateOf(code) === undefined,
      address: unhex(address),
      value: call.value,
      isStatic: call.isStatic,
      charge: (gas: number) => meter.consume(gas, 'contract of the chain'),
      log: (...event: Parameters<typeof encodeEvent>) => {
        const { topics, data } = encodeEvent(...event)
        const height = BigInt(ctx.block.height)
        state.log({ address, topics: topics.map((topic) => BigInt(hex(topic))), data, height })
      },
    }
  }

  /** The EVM's balances follow what the bank tells of, but for accounts that may not have any. Source: precompiles/common/balance_handler.go */
  #follow(ctx: Context, { type, attributes }: Event): void {
    if (type !== 'coin_spent' && type !== 'coin_received') return
    const { bank, evm } = this.#parts
    const valueOf = (name: string) => attributes.find(([key]) => key === name)?.[1] ?? ''
    const address = parseAccAddress(ctx.prefix, valueOf(type === 'coin_spent' ? 'spender' : 'receiver'))
    if (bank.isBlocked(address)) return
    const amount = amountOf(parseCoins(valueOf('amount')), denomOf(evm, ctx))
    const at = hex(address)
    if (type === 'coin_received') return this.state.addBalance(at, amount)
    const has = this.state.balance(at)
    if (has < amount) throw new GoPanic(`state balance underflow for ${at}: have=${has} sub=${amount}`)
    this.state.subtractBalance(at, amount)
  }
}

/** What a module refuses reverts the call with its text. */
function reverting<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof ChainError ? reverted(encodeReason(error.log)) : error
  }
}

function outOfGasAsFailure<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof OutOfGasPanic ? outOfGas() : error
  }
}
