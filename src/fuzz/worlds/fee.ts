import { requiredFee } from '../../app/index.js'
import { coinsText } from '../../codec/index.js'
import { DEFAULT_GAS_LIMIT, type Action, type Sandbox } from '../../sandbox/internal.js'

/** A transaction with the fee that its chain demands. */
export function withFee(sandbox: Sandbox, action: Action): Action {
  if (action.action !== 'tx' || action.impersonate === true || action.fee.length > 0) return action
  const app = sandbox.chain(action.chain)?.host.app
  const fee = app === undefined ? [] : requiredFee(app, action.gasLimit ?? DEFAULT_GAS_LIMIT)
  return fee.length === 0 ? action : { ...action, fee: coinsText(fee) }
}
