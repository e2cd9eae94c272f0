import { fromBase64, UsageError } from '../../base/index.js'
import type { ChainHost } from '../host/chain-host.js'
import type { TraceRecorder } from '../trace/recorder.js'
import type { SudoAction } from './actions.js'
import { deliverCall } from './callback.js'
import { DEFAULT_GAS_LIMIT } from './deliver.js'
import type { TxResult } from './result.js'

/**
 * @param trace follows the calls
 * @throws TxError when the call fails as a whole: without the sudo limit when the contract fails, otherwise when the relayer's gas runs out
 */
export function deliverSudo(host: ChainHost, action: SudoAction, trace: TraceRecorder = host.recorder()): TxResult {
  const { app } = host
  const { contractManager } = app
  if (contractManager === undefined)
    throw new UsageError(`${host.key} has no contract manager: it calls no contract back`)
  const contract = app.address(host.contractAddress(action.contract))
  const payload = fromBase64(action.payload)
  const call = {
    gasLimit: action.gasLimit ?? DEFAULT_GAS_LIMIT,
    trace,
    ...(action.tx && { tx: { index: action.tx.index, bytes: fromBase64(action.tx.bytes) } }),
  }
  return deliverCall(host, call, (ctx) => {
    if (action.limited) contractManager.sudo(ctx, contract, payload)
    else app.wasm.contracts.sudo(ctx, contract, payload)
  })
}
