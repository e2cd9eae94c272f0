import type { TxResult as ChainTxResult } from '../../chain/index.js'
import type { DeliveredTx } from '../../server/internal.js'
import type { Actor } from '../host/actor.js'
import type { TxResult } from './result.js'
import { shownTx } from './result-text.js'
import type { TraceRecorder } from '../trace/recorder.js'

/** Only a simulation has an infinite gas limit. */
const gas = (amount: number): bigint => (Number.isFinite(amount) ? BigInt(amount) : 0n)

/** The sandbox's result for a transaction of the chain. */
export function txResult(
  chain: string,
  tx: Omit<ChainTxResult, 'index' | 'bytes'>,
  trace: TraceRecorder,
  actor?: Actor,
): TxResult {
  return shownTx({
    chain,
    height: BigInt(tx.height),
    hash: tx.hash,
    code: tx.code,
    codespace: tx.codespace,
    rawLog: tx.log,
    events: tx.events,
    gasWanted: gas(tx.gasWanted),
    gasUsed: gas(tx.gasUsed),
    data: tx.data,
    trace: trace.roots,
    // The failures that a failing transaction recorded are rolled back with it.
    sudo: tx.code === 0 ? trace.sudo : [],
    ...(actor && { impersonated: actor.address }),
    ...(trace.faults.length > 0 && { faults: trace.faults }),
    ...(trace.hints.length > 0 && { hints: trace.hints }),
    ...(trace.debugged.length > 0 && { debug: trace.debugged }),
  })
}

/** A result in the chain's own form, for servers. */
export const deliveredTx = (result: TxResult): DeliveredTx => ({
  height: Number(result.height),
  hash: result.hash,
  code: result.code,
  codespace: result.codespace,
  log: result.rawLog,
  events: result.events,
  gasWanted: Number(result.gasWanted),
  gasUsed: Number(result.gasUsed),
  data: result.data,
})
