import { fromBase64 } from '../../base/bytes.js'
import { UsageError } from '../../base/errors.js'
import type { ActionOf } from './schema.js'
import { deliver } from './callback.js'
import { DEFAULT_GAS_LIMIT, type ChainHost } from '../host/chain-host.js'
import { TxError, type TxResult } from '../api/result.js'
import type { TraceRecorder } from '../trace/recorder.js'

/** @param trace follows the calls @throws TxError when the whole fails: without limit as the contract does, else when the relayer's gas ends */
export function sudo(host: ChainHost, action: ActionOf<'sudo'>, trace: TraceRecorder = host.recorder()): TxResult {
  const { app } = host
  const { contractManager, keepers } = app
  if (contractManager === undefined)
    throw new UsageError(`${host.key} has no contract manager: it calls no contract back`)
  const contract = app.address(host.contractAddress(action.contract))
  const payload = fromBase64(action.payload)
  const result = deliver(
    app,
    {
      chain: host.key,
      gasLimit: action.gasLimit ?? DEFAULT_GAS_LIMIT,
      trace,
      faults: host.faults,
      ...(action.tx && { tx: { index: action.tx.index, bytes: fromBase64(action.tx.bytes) } }),
    },
    (ctx) => {
      if (action.limited) contractManager.sudo(ctx, contract, payload)
      else keepers.wasm.contracts.sudo(ctx, contract, payload)
    },
  )
  if (result.code !== 0) throw new TxError(result)
  return result
}
