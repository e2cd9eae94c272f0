import { ChainError, fromBase64, NO_BYTES, UsageError } from '../../base/index.js'
import { Panic, recovered, type Context, type Event } from '../../chain/index.js'
import type { Callback, ContractManagerKeeper } from '../../modules/contractmanager/index.js'
import { sha256 } from '../../crypto/index.js'
import { rejectingBlock, rejectingTx, rejectingValues } from '../../modules/interchainqueries/index.js'
import { callbackKind, type CallbackMessage } from './callback-message.js'
import { queryCallbacksOf, type ChainApp } from '../../app/index.js'
import type { DeliveryHooks } from '../faults/faults.js'
import type { ChainHost } from '../host/chain-host.js'
import type { SudoCall } from '../trace/trace.js'
import type { TraceRecorder } from '../trace/recorder.js'
import type { CallbackAction } from './actions.js'
import { DEFAULT_GAS_LIMIT } from './deliver.js'
import { TxError, type TxResult } from './result.js'
import { shownTx } from './result-text.js'

/** A call that the chain itself makes to a contract, in a block of its own. */
export interface ChainCall {
  /** Limit of the relayer's gas meter. */
  readonly gasLimit: bigint
  readonly trace: TraceRecorder
  /** The transaction that contracts see in `env`; none when left out. */
  readonly tx?: { readonly index: number; readonly bytes: Uint8Array }
}

/** The message with its base64 fields decoded. */
function callbackOf(message: CallbackMessage): Callback {
  if ('response' in message) {
    const { request, data } = message.response
    return { response: { request: { ...request, data: fromBase64(request.data) }, data: fromBase64(data) } }
  }
  if ('error' in message) {
    const { request, details } = message.error
    return { error: { request: { ...request, data: fromBase64(request.data) }, details } }
  }
  if ('timeout' in message) {
    const { request } = message.timeout
    return { timeout: { request: { ...request, data: fromBase64(request.data) } } }
  }
  if ('tx_query_result' in message) {
    const { query_id, height, data } = message.tx_query_result
    return { tx_query_result: { query_id, height, data: fromBase64(data) } }
  }
  return message
}

/** A query callback without the sudo limit: its error rejects the submission. */
function directly(
  manager: ContractManagerKeeper,
  ctx: Context,
  [contract, address]: readonly [text: string, bytes: Uint8Array],
  callback: Callback,
): void {
  const call = () => manager.directCallback(ctx, address, callback)
  if ('kv_query_result' in callback) rejectingValues(contract, callback.kv_query_result.query_id, call)
  else if ('tx_query_result' in callback) {
    const hash = sha256(callback.tx_query_result.data ?? NO_BYTES)
    rejectingBlock(() => rejectingTx(contract, hash, call))
  }
}

interface Ended {
  readonly events: readonly Event[]
  readonly gasUsed: number
  readonly sudo: readonly SudoCall[]
  readonly error: ChainError | undefined
}

function run(
  app: ChainApp,
  { gasLimit, trace, tx }: ChainCall,
  watch: DeliveryHooks,
  work: (ctx: Context) => void,
): Ended {
  let meter: Context['gasMeter'] | undefined
  try {
    return app.runInBlock(
      (ctx) => {
        meter = ctx.gasMeter
        work(ctx)
        return { events: ctx.events.events, gasUsed: meter.consumed, sudo: trace.sudo, error: undefined }
      },
      { gasLimit: Number(gasLimit), tx, ...watch },
    )
  } catch (error) {
    if (!(error instanceof ChainError || error instanceof Panic)) throw error
    const gasUsed = meter?.consumed ?? 0
    const failure = error instanceof Panic ? recovered(error, Number(gasLimit), gasUsed) : error
    return { events: [], gasUsed, sudo: [], error: failure }
  }
}

/** Runs a call of the chain and reports it like a transaction. @throws TxError when it fails */
export function deliverCall(host: ChainHost, call: ChainCall, work: (ctx: Context) => void): TxResult {
  const { key, app, faults } = host
  const { gasLimit, trace } = call
  const { events, gasUsed, sudo, error } = faults.during(trace, (watch) => run(app, call, watch, work))
  const result = shownTx({
    chain: key,
    height: BigInt(app.height),
    hash: '',
    code: error?.code ?? 0,
    codespace: error?.codespace ?? '',
    rawLog: error?.log ?? '',
    events,
    gasWanted: gasLimit,
    gasUsed: BigInt(gasUsed),
    data: NO_BYTES,
    trace: trace.roots,
    sudo,
    ...(trace.faults.length > 0 && { faults: trace.faults }),
    ...(trace.debugged.length > 0 && { debug: trace.debugged }),
  })
  host.notified(result)
  if (result.code !== 0) throw new TxError(result)
  return result
}

/**
 * The chain calls a contract back: under the sudo limit, or directly for query results if the chain is configured so.
 * @throws TxError when the callback is refused as a whole; UsageError on a chain without a contract manager, or for an acknowledgement
 * that is not JSON-able
 */
export function deliverCallback(host: ChainHost, { contract, message, gasLimit }: CallbackAction): TxResult {
  const { key, app } = host
  const { contractManager } = app
  const address = host.contractAddress(contract)
  if (contractManager === undefined)
    throw new UsageError(`${key} has no contract manager: it calls no contract back`, {
      details: [`given: ${callbackKind(message)} for ${address}`],
    })
  const callback = callbackOf(message)
  const isResult = 'kv_query_result' in callback || 'tx_query_result' in callback
  const bytes = app.address(address)
  return deliverCall(host, { gasLimit: gasLimit ?? DEFAULT_GAS_LIMIT, trace: host.recorder() }, (ctx) => {
    if (isResult && queryCallbacksOf(app.options) === 'direct')
      directly(contractManager, ctx, [address, bytes], callback)
    else contractManager.callback(ctx, bytes, callback)
  })
}
