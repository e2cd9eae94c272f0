import { UsageError } from '../../base/errors.js'
import { addressText } from '../../chain/address.js'
import type { Context } from '../../chain/context.js'
import { event } from '../../chain/events.js'
import { FiniteGasMeter, OutOfGasPanic } from '../../chain/gas.js'
import { ErrOutOfGas, ErrUnknownRequest } from '../../chain/sdk-errors.js'
import type { MsgRouter, QueryRouter } from '../../chain/router.js'
import type { Any } from '../../codec/any.js'
import { moduleAddress } from '../../modules/auth/index.js'
import type { BankKeeper } from '../../modules/bank/index.js'
import type { WasmKeeper } from '../../modules/wasm/index.js'
import { pluginBank, type PluginBank } from './bank.js'
import { pluginContracts, type PluginContracts } from './contracts.js'
import { pluginStore, type PluginStore } from './store.js'

/** The gas of what runs, in SDK gas. */
export interface PluginGas {
  readonly used: bigint
  /** Undefined where there is no limit. */
  readonly limit: bigint | undefined
  /**
   * Charges the message, query or block that runs; stores, bank and contracts charge by themselves.
   * @param amount a whole number from 0 on @param what names the place when gas ends there
   */
  consume(amount: bigint | number, what?: string): void
}

/** What a handler of a plug-in works with, for as long as it runs. Addresses are bech32, gas is SDK gas. */
export interface PluginContext {
  readonly block: {
    readonly chainId: string
    readonly height: bigint
    /** Nanoseconds since 1970. */
    readonly time: bigint
  }
  /** What addresses of the chain start with. */
  readonly prefix: string
  /** Address of the plug-in's module account. */
  readonly account: string
  readonly gas: PluginGas
  /** The plug-in's own store. */
  readonly store: PluginStore
  readonly bank: PluginBank
  readonly contracts: PluginContracts
  /** Emits an event; attributes stand in the order in which they are given. */
  emit(type: string, attributes?: Readonly<Record<string, string | number | bigint | boolean>>): void
  /**
   * Runs a message of the chain as a module does, in nobody's name: signers are not checked.
   * @returns the bytes of its response. @throws ChainError as the chain reports it
   */
  run(message: Any): Uint8Array
  /** Asks a gRPC query of the chain. @returns the bytes of its response. @throws ChainError */
  query(path: string, request?: Uint8Array): Uint8Array
  /**
   * Runs `work` so that what it writes and emits stays only when it returns: for what may fail and is caught.
   * While it runs only the context that it is given can be used.
   * @param options.gasLimit a limit of its own; when it ends, the error is sdk/11 and the whole limit is paid
   */
  branch<T>(work: (ctx: PluginContext) => T, options?: { readonly gasLimit?: bigint }): T
}

/** Of a handler that a contract has called. */
export interface ContractContext extends PluginContext {
  /** Address of the contract. */
  readonly contract: string
}

/** What contexts are made of. */
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
      throw new UsageError(`plug-in ${this.name}: a branch is open`, {
        details: ['right: use the context that branch() gives to its function'],
      })
    }
    return {
      block: { chainId: ctx.block.chainId, height: BigInt(ctx.block.height), time: ctx.block.time },
      prefix: ctx.prefix,
      account: addressText(ctx.prefix, moduleAddress(this.name)),
      gas: pluginGas(live),
      store: pluginStore(() => live().store(this.name)),
      bank: pluginBank(this.#around.bank, this.name, live),
      contracts: pluginContracts(this.#around.wasm(), this.name, live),
      emit: (type, attributes = {}) =>
        live().events.emit(
          event(type, ...Object.entries(attributes).map(([key, value]) => [key, String(value)] as const)),
        ),
      run: (message) => this.#run(live(), message),
      query: (path, request = new Uint8Array(0)) => this.#query(live(), path, request),
      branch: (work, options = {}) => {
        const outer = live()
        state.branched = true
        try {
          return this.#branch(outer, work, options.gasLimit)
        } finally {
          state.branched = false
        }
      },
    }
  }

  /** @param contract who called */
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
      if (meter !== undefined) ctx.gasMeter.consume(meter.consumedToLimit, `branch of plug-in ${this.name}`)
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

/** @throws UsageError for what is no amount of gas */
function gasAmount(amount: bigint | number): number {
  const gas = Number(amount)
  if (Number.isSafeInteger(gas) && gas >= 0) return gas
  throw new UsageError(`${amount} is no amount of gas`, { details: ['expected: a whole number from 0 on'] })
}
