import { NO_BYTES, strict, UsageError } from '../../base/index.js'
import {
  addressText,
  ErrOutOfGas,
  ErrUnknownRequest,
  event,
  FiniteGasMeter,
  OutOfGasPanic,
  type Context,
  type MsgRouter,
  type QueryRouter,
} from '../../chain/index.js'
import type { Any } from '../../codec/index.js'
import { moduleAddress } from '../../modules/auth/index.js'
import type { BankKeeper } from '../../modules/bank/index.js'
import type { WasmKeeper } from '../../modules/wasm/index.js'
import { pluginBank, type PluginBank } from './bank.js'
import { pluginContracts, type PluginContracts } from './contracts.js'
import { pluginStore, type PluginStore } from './store.js'

/** The gas meter of the running message, query or block, in SDK gas. */
export interface PluginGas {
  readonly used: bigint
  /** Undefined if there is no limit. */
  readonly limit: bigint | undefined
  /**
   * Charges the running message, query or block. Stores, bank and contracts charge their own gas.
   * @param amount a whole number, 0 or more @param what appears in the error if the gas runs out here
   */
  consume(amount: bigint | number, what?: string): void
}

/** What a handler of a plug-in works with; valid until the handler returns. Addresses are bech32, gas is SDK gas. */
export interface PluginContext {
  readonly block: {
    readonly chainId: string
    readonly height: bigint
    /** Nanoseconds since 1970. */
    readonly time: bigint
  }
  /** Prefix of the chain's addresses. */
  readonly prefix: string
  /** Address of the plug-in's module account. */
  readonly account: string
  readonly gas: PluginGas
  /** The plug-in's own store. */
  readonly store: PluginStore
  readonly bank: PluginBank
  readonly contracts: PluginContracts
  /** Emits an event, with its attributes in the given order. */
  emit(type: string, attributes?: Readonly<Record<string, string | number | bigint | boolean>>): void
  /**
   * Runs a message of the chain as a module does: without checking signers.
   * @returns the bytes of its response. @throws ChainError with the chain's error
   */
  run(message: Any): Uint8Array
  /** Makes a gRPC query on the chain. @returns the bytes of its response. @throws ChainError */
  query(path: string, request?: Uint8Array): Uint8Array
  /**
   * Runs `work` on a branch of the state: what it writes and emits is kept only if it returns. For work whose errors are caught.
   * While it runs, use only the context that it receives.
   * @param options.gasLimit a gas limit for `work`; if it is exceeded, the error is sdk/11 and the whole limit is charged
   */
  branch<T>(work: (ctx: PluginContext) => T, options?: { readonly gasLimit?: bigint }): T
}

/** The context of a handler that a contract has called. */
export interface ContractContext extends PluginContext {
  /** Address of the contract. */
  readonly contract: string
}

/** What contexts are built from. */
export interface Surroundings {
  readonly bank: BankKeeper
  readonly wasm: () => WasmKeeper
  readonly router: () => MsgRouter
  readonly queries: () => QueryRouter
}

/** The contexts of one plug-in. */
export class PluginContexts {
  readonly name: string
  readonly #around: Surroundings

  constructor(name: string, around: Surroundings) {
    this.name = name
    this.#around = around
  }

  of(ctx: Context): PluginContext {
    const state = { branched: false }
    const live = (): Context => {
      if (!state.branched) return ctx
      throw new UsageError(`plug-in ${this.name}: a branch() is running`, {
        details: ['right: use the context that branch() passes to its function'],
      })
    }
    const [around, name] = [this.#around, this.name]
    return {
      block: { chainId: ctx.block.chainId, height: BigInt(ctx.block.height), time: ctx.block.time },
      prefix: ctx.prefix,
      account: addressText(ctx.prefix, moduleAddress(this.name)),
      gas: pluginGas(live),
      store: pluginStore(() => live().store(this.name)),
      bank: pluginBank(this.#around.bank, this.name, live),
      get contracts() {
        return pluginContracts(around.wasm(), name, live)
      },
      emit: (type, attributes = {}) =>
        live().events.emit(
          event(type, ...Object.entries(attributes).map(([key, value]) => [key, String(value)] as const)),
        ),
      run: strict('PluginContext.run', (message) => this.#run(live(), message)),
      query: (path, request = NO_BYTES) => this.#query(live(), path, request),
      branch: strict('PluginContext.branch', (work, options = {}) => {
        const outer = live()
        state.branched = true
        try {
          return this.#branch(outer, work, options.gasLimit)
        } finally {
          state.branched = false
        }
      }),
    }
  }

  /** @param contract the caller */
  ofContract(ctx: Context, contract: Uint8Array): ContractContext {
    return { ...this.of(ctx), contract: addressText(ctx.prefix, contract) }
  }

  #run(ctx: Context, message: Any): Uint8Array {
    const handler = this.#around.router().handler(message.typeUrl)
    if (handler === undefined) throw ErrUnknownRequest.error(`can't route message ${message.typeUrl}`)
    const { data, events } = handler(ctx, message)
    ctx.events.emit(...events)
    return data
  }

  #query(ctx: Context, path: string, request: Uint8Array): Uint8Array {
    const handler = this.#around.queries().handler(path)
    if (handler === undefined) throw ErrUnknownRequest.error(`unknown query path: ${path}`)
    return handler(ctx, request)
  }

  #branch<T>(ctx: Context, work: (ctx: PluginContext) => T, gasLimit: bigint | undefined): T {
    const branch = ctx.branch()
    const meter = gasLimit === undefined ? undefined : new FiniteGasMeter(gasAmount(gasLimit))
    const pay = () => {
      if (meter !== undefined)
        ctx.gasMeter.consume(meter.consumedToLimit, `branch of plug-in ${this.name}`, meter.consumedToLimit)
    }
    let value: T
    try {
      value = work(this.of(meter === undefined ? branch.ctx : branch.ctx.withGasMeter(meter)))
    } catch (error) {
      branch.discard()
      pay()
      if (error instanceof OutOfGasPanic && meter?.isPastLimit) throw ErrOutOfGas.error(error.message)
      throw error
    }
    branch.write()
    pay()
    return value
  }
}

const pluginGas = (live: () => Context): PluginGas => ({
  get used() {
    return BigInt(live().gasMeter.consumed)
  },
  get limit() {
    const { limit } = live().gasMeter
    return limit === Infinity ? undefined : BigInt(limit)
  },
  consume: (amount, what = 'plug-in') => live().gasMeter.consume(gasAmount(amount), what),
})

/** @throws UsageError for an invalid amount of gas */
function gasAmount(amount: bigint | number): number {
  const gas = Number(amount)
  if (Number.isSafeInteger(gas) && gas >= 0) return gas
  throw new UsageError(`${amount} is not a valid amount of gas`, { details: ['expected: a whole number, 0 or more'] })
}
