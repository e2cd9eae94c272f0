import { ChainError } from '../../../base/index.js'
import {
  ErrOutOfGas,
  EventManager,
  FiniteGasMeter,
  OutOfGasPanic,
  wrapping,
  type Context,
  type Event,
} from '../../../chain/index.js'
import type { CosmosMsg, MsgResponse, Reply, SubMsg, SubMsgResult } from '../../../codec/wasm/index.js'
import { typedEngineStack } from '../calls/engine-stack.js'
import { ErrInvalid, errorForContract } from '../errors.js'
import { emitAll, filterEvents, sortAttributes, toContractEvent, type Wasmd } from '../events.js'
import { FAULTS } from '../calls/faults.js'
import { moduleObserved } from '../calls/observer.js'

/** The result of a message: events not yet on the context's manager, and the data and responses of each chain message. */
export interface Dispatched {
  readonly events: readonly Event[]
  readonly data: readonly Uint8Array[]
  readonly msgResponses: readonly MsgResponse[]
}

/** Sends one message of a contract. @throws ChainError, Panic */
export type Messenger = (ctx: Context, contract: Uint8Array, ibcPort: string, message: CosmosMsg) => Dispatched

/** Calls the contract's `reply`. @returns the reply's data */
export type Replier = (ctx: Context, contract: Uint8Array, reply: Reply) => Uint8Array | undefined

/**
 * Runs the submessages of a response, each on a branch that is kept only when it succeeds, and calls `reply` where the contract asked for it.
 * Source: wasmd x/wasm/keeper/msg_dispatcher.go.
 */
export class Dispatcher {
  readonly #messenger: Messenger
  readonly #replier: Replier
  readonly #wasmd: Wasmd

  constructor(messenger: Messenger, replier: Replier, wasmd: Wasmd) {
    this.#messenger = messenger
    this.#replier = replier
    this.#wasmd = wasmd
  }

  /** @returns data of the last reply that returned data @throws ChainError of the message that fails the contract, Panic */
  run(ctx: Context, contract: Uint8Array, ibcPort: string, messages: readonly SubMsg[]): Uint8Array | undefined {
    let data: Uint8Array | undefined
    for (const message of messages) {
      if (message.reply_on === 'unset') throw ErrInvalid.error('replyOn value')
      const outcome = this.#onBranch(ctx, contract, ibcPort, message)
      const failed = outcome instanceof ChainError
      const wanted = message.reply_on === 'always' || message.reply_on === (failed ? 'error' : 'success')
      if (!wanted) {
        if (failed) throw outcome
        continue
      }
      const result: SubMsgResult = failed ? { error: errorForContract(outcome) } : outcome
      const reply: Reply = { id: message.id, result, payload: message.payload }
      data = this.#reply(ctx, contract, reply) ?? data
    }
    return data
  }

  #reply(ctx: Context, contract: Uint8Array, reply: Reply): Uint8Array | undefined {
    return wrapping('reply', () => this.#replier(ctx, contract, reply))
  }

  /** The submessage's result for the reply, or its error, in which case the branch is dropped. */
  #onBranch(
    ctx: Context,
    contract: Uint8Array,
    ibcPort: string,
    message: SubMsg,
  ): Exclude<SubMsgResult, { error: string }> | ChainError {
    const branch = ctx.branch()
    const events = new EventManager()
    const limit = message.gas_limit
    const limited =
      limit !== undefined && Number(limit) < ctx.gasMeter.limit - ctx.gasMeter.consumed ? Number(limit) : undefined
    let sent: Dispatched
    try {
      const fault = ctx.value(FAULTS)?.submessage()
      const inner = branch.ctx.withEvents(events)
      const send = () => {
        if (fault !== undefined) throw fault
        return limited === undefined
          ? this.#messenger(inner, contract, ibcPort, message.msg)
          : this.#withLimit(inner, contract, ibcPort, message.msg, limited)
      }
      // A message to a contract is reported as the call that it causes, unless it causes none.
      const isCall = message.msg.wasm !== undefined && fault === undefined
      sent = isCall ? send() : moduleObserved(ctx, contract, 'message', message.msg, send)
    } catch (error) {
      branch.discard()
      if (error instanceof ChainError) return error
      throw typedEngineStack(error)
    }
    branch.write()
    const kept = filterEvents([...events.events, ...sent.events], this.#wasmd)
    const data = sent.data[0]
    if (message.msg.wasm === undefined) {
      emitAll(ctx, kept)
      return { events: [], data, msgResponses: sent.msgResponses }
    }
    // The reference sorts the attributes in place, after it has emitted the events: both sides see them sorted.
    const sorted = kept.map(sortAttributes)
    emitAll(ctx, sorted)
    return { events: sorted.map(toContractEvent), data, msgResponses: sent.msgResponses }
  }

  /** Runs a message under its own meter. When that runs out, the parent is charged the whole limit and the panic becomes an error. */
  #withLimit(ctx: Context, contract: Uint8Array, ibcPort: string, message: CosmosMsg, limit: number): Dispatched {
    const meter = new FiniteGasMeter(limit)
    const settle = () => ctx.gasMeter.consume(meter.consumed, 'From limited Sub-Message', meter.consumedToLimit)
    let sent: Dispatched
    try {
      sent = this.#messenger(ctx.withGasMeter(meter), contract, ibcPort, message)
    } catch (error) {
      if (error instanceof OutOfGasPanic) {
        ctx.gasMeter.consume(limit, 'Sub-Message OutOfGas panic', meter.consumedToLimit)
        throw ErrOutOfGas.error('SubMsg hit gas limit')
      }
      if (error instanceof ChainError || !ctx.release.unpatched.has('CWA-2025-004')) settle()
      throw error
    }
    settle()
    return sent
  }
}
