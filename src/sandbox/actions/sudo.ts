import { fromBase64 } from '../../base/bytes.js'
import { UsageError } from '../../base/errors.js'
import { NeutronApp } from '../../app/neutron/app.js'
import type { ActionOf } from './schema.js'
import { deliver } from './callback.js'
import { DEFAULT_GAS_LIMIT, type Engine } from '../host/chain-host.js'
import { TxError, type TxResult } from '../api/result.js'
import type { TraceRecorder } from '../trace/recorder.js'

/** @param trace follows the calls @throws TxError when the whole fails: without limit as the contract does, else when the relayer's gas ends */
export function sudo(engine: Engine, action: ActionOf<'sudo'>, trace: TraceRecorder = engine.recorder()): TxResult {
  const { app } = engine
  if (!(app instanceof NeutronApp))
    throw new UsageError(`${engine.key} has no contract manager: it calls no contract back`)
  const contract = app.address(engine.contractAddress(action.contract))
  const payload = fromBase64(action.payload)
  const { contractManager, keepers } = app
  const result = deliver(
    app,
    {
      chain: engine.key,
      gasLimit: action.gasLimit ?? DEFAULT_GAS_LIMIT,
      trace,
      faults: engine.faults,
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
