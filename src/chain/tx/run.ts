import { ChainError, NO_BYTES } from '../../base/index.js'
import { anyWriter, ProtoWriter, type Any } from '../../codec/index.js'
import { AnteError } from '../ante/basic.js'
import type { AnteStep, PostStep, TxMode } from '../ante/step.js'
import type { Context } from '../context.js'
import { wrapError } from '../errors.js'
import { GAS_TAP } from '../gas-tap.js'
import { event, EventManager, withAttribute, type Event } from '../events.js'
import { OutOfGasPanic, Panic, type GasMeter } from '../gas.js'
import type { MessageRouter } from '../routers.js'
import { ErrOutOfGas, ErrPanic, ErrTxDecode } from '../sdk-errors.js'
import { onBranch } from './on-branch.js'
import { assertHasMessages, decodeTx, type Tx } from './tx.js'

/** The result of a transaction. Gas is SDK gas. */
export interface TxOutcome {
  /** 0 when it succeeded. */
  readonly code: number
  readonly codespace: string
  /** The error's text, of which a block keeps the last part alone when the transaction cannot be decoded; '' when it succeeded. */
  readonly log: string
  readonly events: readonly Event[]
  /** Infinity for a simulation where blocks have no limit. */
  readonly gasWanted: number
  readonly gasUsed: number
  /** Bytes of `TxMsgData`; empty when it failed. */
  readonly data: Uint8Array
  readonly msgResponses: readonly Any[]
  /** The error that `code` and `log` come from, with its full text. */
  readonly error: ChainError | undefined
}

/** The fixed parts of a chain that runs transactions. */
export interface TxRunner {
  readonly router: MessageRouter
  readonly ante: readonly AnteStep[]
  readonly post: readonly PostStep[]
}

/**
 * Runs one transaction on a context that carries its bytes and an infinite meter: steps before, messages on a branch, steps after.
 * Writes of the ante steps are kept when the messages fail. Errors that are neither chain errors nor panics
 * (something unsupported, a bug) leave the state unchanged and are rethrown.
 * @param blockGas gas meter of the block; a transaction that exceeds its limit fails
 * Source: cosmos-sdk baseapp/baseapp.go `runTx`, `runMsgs`.
 */
export function runTx(runner: TxRunner, start: Context, mode: TxMode, blockGas: GasMeter): TxOutcome {
  let ctx = start
  let gasWanted = 0
  let anteEvents: readonly Event[] = []
  let charged = false
  const chargeBlock = () => {
    if (charged) return
    charged = true
    blockGas.consume(ctx.gasMeter.consumedToLimit, 'block gas meter')
  }
  let isRead = false
  const failed = (error: ChainError): TxOutcome => {
    const outcome = ended(error, anteEvents, gasWanted, ctx)
    // Source: cosmos-sdk baseapp/abci.go `internalFinalizeBlock`.
    const isShortened = !isRead && !mode.simulate && !start.release.keepsDecodeErrors
    return isShortened && ErrTxDecode.is(error) ? { ...outcome, log: ErrTxDecode.text } : outcome
  }
  try {
    const tx = readTx(runner, ctx)
    isRead = true

    const ante = runAnte(runner.ante, ctx, tx, mode)
    ctx = ante.ctx
    gasWanted = ctx.gasMeter.limit
    if (ante.error !== undefined) throw ante.error
    anteEvents = ante.events

    const { events, msgResponses } = onBranch(ctx, (branch) => {
      const done = runMessages(runner, branch, tx, mode)
      chargeBlock()
      return done
    })
    return {
      ...ended(undefined, [...anteEvents, ...events], gasWanted, ctx),
      data: encodeTxMsgData(msgResponses),
      msgResponses,
    }
  } catch (error) {
    const recover = (panic: Panic) => recovered(panic, gasWanted, ctx.gasMeter.consumed)
    if (!(error instanceof ChainError || error instanceof Panic)) throw error
    try {
      chargeBlock()
    } catch (panic) {
      if (panic instanceof Panic) return failed(recover(panic))
      throw panic
    }
    return failed(error instanceof Panic ? recover(error) : error)
  }
}

/** The transaction of the context, with messages that are valid by themselves. @throws ChainError */
function readTx({ router }: TxRunner, ctx: Context) {
  const tx = decodeTx(ctx.txBytes, router, ctx)
  assertHasMessages(tx)
  for (const message of tx.messages) router.decode(message).validateBasic()
  return tx
}

/**
 * Runs the steps before the messages, and those after them, whose writes are dropped, as a node does before it takes a transaction into its mempool.
 * Source: cosmos-sdk baseapp/baseapp.go `runTx` in `execModeCheck`.
 */
export function checkTx(runner: TxRunner, start: Context, mode: TxMode): TxOutcome {
  let ctx = start
  let gasWanted = 0
  // A check has no events.
  const outcome = (error: ChainError | undefined): TxOutcome => ended(error, [], gasWanted, ctx)
  try {
    const tx = readTx(runner, ctx)
    const ante = runAnte(runner.ante, ctx, tx, mode)
    ctx = ante.ctx
    gasWanted = ctx.gasMeter.limit
    if (ante.error === undefined)
      dropped(ctx, (inner) => runner.post.reduce((now, step) => step(now, tx, mode, true), inner))
    return outcome(ante.error)
  } catch (error) {
    if (error instanceof ChainError) return outcome(error)
    if (error instanceof Panic) return outcome(recovered(error, gasWanted, ctx.gasMeter.consumed))
    throw error
  }
}

/** Work whose writes and events are dropped. */
function dropped(ctx: Context, work: (ctx: Context) => unknown): void {
  const branch = ctx.branch()
  try {
    work(branch.ctx)
  } finally {
    branch.discard()
  }
}

/** The outcome of a transaction without responses of messages. */
const ended = (
  error: ChainError | undefined,
  events: readonly Event[],
  gasWanted: number,
  { gasMeter }: Context,
): TxOutcome => ({
  code: error?.code ?? 0,
  codespace: error?.codespace ?? '',
  log: error?.log ?? '',
  events,
  gasWanted,
  gasUsed: gasMeter.consumed,
  data: NO_BYTES,
  msgResponses: [],
  error,
})

/** Source: proto cosmos.base.abci.v1beta1 `TxMsgData`. */
function encodeTxMsgData(msgResponses: readonly Any[]): Uint8Array {
  const data = new ProtoWriter()
  for (const response of msgResponses) data.message(2, anyWriter(response))
  return data.finish()
}

/** The outcome that baseapp makes of a panic. Source: baseapp/recovery.go. */
export function recovered(panic: Panic, gasWanted: number, gasUsed: number): ChainError {
  return panic instanceof OutOfGasPanic
    ? ErrOutOfGas.error(`${panic.message}; gasWanted: ${gasWanted}, gasUsed: ${gasUsed}`)
    : ErrPanic.error(`recovered: ${panic.message}\nstack:\n`)
}

interface AnteResult {
  /** The context after the steps, over the state of the transaction. */
  readonly ctx: Context
  readonly events: readonly Event[]
  readonly error: ChainError | undefined
}

function runAnte(steps: readonly AnteStep[], start: Context, tx: Tx, mode: TxMode): AnteResult {
  const branch = start.branch()
  let ctx = branch.ctx
  /** The context over the state below the branch. */
  const settle = () => ctx.onStateOf(start)
  try {
    for (const step of steps) ctx = step(ctx, tx, mode)
  } catch (error) {
    branch.discard()
    if (error instanceof AnteError) {
      ctx = error.ctx
      return { ctx: settle(), events: [], error: error.error }
    }
    if (error instanceof ChainError) return { ctx: settle(), events: [], error }
    if (error instanceof OutOfGasPanic && tx.fee !== undefined) {
      const limit = Number(tx.fee.gasLimit)
      return { ctx: settle(), events: [], error: recovered(error, limit, ctx.gasMeter.consumed) }
    }
    throw error
  }
  const { events } = ctx.events
  branch.write()
  return { ctx: settle(), events, error: undefined }
}

function runMessages(runner: TxRunner, ctx: Context, tx: Tx, mode: TxMode) {
  const outcome = attempt(() => tx.messages.map((message, i) => runMessage(runner.router, ctx, message, i)))
  let after = ctx.withEvents(new EventManager())
  for (const step of runner.post) after = postStep(step, after, tx, mode, outcome)
  if ('error' in outcome) throw outcome.error
  return {
    events: [...outcome.value.flatMap(({ events }) => events), ...after.events.events],
    msgResponses: outcome.value.flatMap(({ response }) => response),
  }
}

type Attempt<T> = { readonly value: T } | { readonly error: ChainError }

function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work() }
  } catch (error) {
    if (error instanceof ChainError) return { error }
    throw error
  }
}

/** A post step that fails after failed messages appends its text to theirs. */
function postStep(step: PostStep, ctx: Context, tx: Tx, mode: TxMode, messages: Attempt<unknown>): Context {
  const done = attempt(() => step(ctx, tx, mode, 'value' in messages))
  if ('value' in done) return done.value
  throw 'error' in messages ? wrapError(messages.error, `postHandler: ${done.error.log}`) : done.error
}

function runMessage(router: MessageRouter, ctx: Context, message: Any, index: number) {
  const handler = router.handler(message.typeUrl)!
  const tap = ctx.value(GAS_TAP)
  const depth = tap?.begin(message.typeUrl.slice(message.typeUrl.lastIndexOf('.') + 1))
  let done: ReturnType<typeof attempt<ReturnType<typeof handler>>>
  try {
    done = attempt(() => handler(ctx, message))
  } finally {
    if (depth !== undefined) tap?.end(depth)
  }
  if ('error' in done) throw wrapError(done.error, `failed to execute message; message index: ${index}`)
  const { events, msgResponses } = done.value
  return {
    events: withAttribute([messageEvent(router, message, events), ...events], ['msg_index', String(index)]),
    response: msgResponses.slice(0, 1),
  }
}

/** `message{action, sender, module}`; the module is omitted when the message's own events name one. Source: baseapp `createEvents`. */
function messageEvent(router: MessageRouter, message: Any, events: readonly Event[]): Event {
  const [sender] = router.signers(message)
  const module = message.typeUrl.split('.')[1]
  const named = events.some(({ attributes }) => attributes.some(([key]) => key === 'module'))
  return event(
    'message',
    ['action', message.typeUrl],
    ...(sender === undefined ? [] : [['sender', sender] as const]),
    ...(named || module === undefined || module === '' ? [] : [['module', module] as const]),
  )
}

/** A transaction that was not run at all. */
export function refused(error: ChainError): TxOutcome {
  const { code, codespace, log } = error
  return { code, codespace, log, error, events: [], gasWanted: 0, gasUsed: 0, data: NO_BYTES, msgResponses: [] }
}
