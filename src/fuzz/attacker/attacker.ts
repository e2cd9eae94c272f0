import { fromUtf8, jsonText } from '../../base/index.js'
import { queryRaw } from '../../modules/wasm/index.js'
import type { Json, Sandbox } from '../../sandbox/internal.js'
import { mayBeAddress, type ContractSchema } from '../../schema/index.js'
import { textKey } from '../../store/index.js'
import type { CampaignConfig } from '../config.js'
import { deployOn } from './deploy.js'

/**
 * The `.wasm` of the attacker's contract. It returns each response that it is given, such as `{"ok":{"messages":[…]}}`, and so sends any message. Any other call uses up
 * all gas, until it is given a response for later, `{"later":{"ok":…}}`: that is its response to the next call, so that it calls contracts back, once; then it does
 * nothing any more. In base64, since findings are one file. Source: attacker.wat next to this file
 */
export const ATTACKER_WASM =
  'AGFzbQEAAAABHwZgAn9/AGABfwF/YAAAYAF/AGADf39/AX9gAn9/AX8CHgIDZW52CGRiX3dyaXRlAAADZW52B2RiX3JlYWQAAQMJCAIBAwEBBAQFBQMBAAQGCAF/AUGAgBAL' +
  'B1gHBm1lbW9yeQIAE2ludGVyZmFjZV92ZXJzaW9uXzgAAghhbGxvY2F0ZQADCmRlYWxsb2NhdGUABAtpbnN0YW50aWF0ZQAHB2V4ZWN1dGUACAVyZXBseQAJCqwCCAIAC0MB' +
  'AX8jACEBIAEgAGpBE2pBeHEkAAJAA0AjAD8AQRB0TQ0BQQFAAEF/Rg0BDAALCyABIAFBDGo2AgAgASAANgIEIAELAgALOwEBfyAARQRAQQAPCyAAKAIAIQEgACgCCEEGSQRA' +
  'QQAPCyABKAAAQcAAKAAARiABLwAEQcAALwAERnELLgEBfyAAKAIAIQEgACgCCEEKSQRAQQAPCyABKQAAQYABKQAAUSABLQAIQTpGcQsEAEEQC2sBAX8gAhAFBEAgAg8LIAIQ' +
  'BgRAQZABIAIoAgBBCWo2AgBBlAEgAigCCEEKazYCAEGYAUGUASgCADYCAEEwQZABEABBEA8LQTAQASEDIAMQBQRAQTBBEBAAIAMPCwNAQfABQSAQAAwAC0EQCwQAQRALC64B' +
  'CABBEAsMQAAAAEAAAAA+AAAAAEEgCwwAAAEAAAACAAAAAgAAQTALDOAAAAAGAAAABgAAAABBwAALPnsib2siOnsibWVzc2FnZXMiOltdLCJhdHRyaWJ1dGVzIjpbXSwiZXZl' +
  'bnRzIjpbXSwiZGF0YSI6bnVsbH19AEGAAQsIeyJsYXRlciIAQeABCwZhbnN3ZXIAQewBCwRqdW5rAEHwAQsM7AAAAAQAAAAEAAAA'

/** The label of the attacker's contract. */
export const ATTACKER = 'attacker'

/** Whether messages name addresses, of which a contract may call any. */
function takesAddress(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return (value as readonly Json[]).some(takesAddress)
  return Object.entries(value).some(
    ([name, member]) =>
      (name === 'properties' && Object.keys(member as object).some(mayBeAddress)) || takesAddress(member),
  )
}

/**
 * Puts the attacker's contract on the chains of the contracts, if the campaign wants it; by default where messages name addresses.
 * @param from who deploys it
 */
export async function setUpAttacker(
  sandbox: Sandbox,
  config: CampaignConfig,
  schemas: readonly ContractSchema[],
  from: string,
): Promise<void> {
  const named = schemas.some(({ execute }) => takesAddress(execute as Json | undefined))
  if (!(config.attacker ?? named)) return
  const chains = config.contracts.map(({ chain }) => chain)
  await deployOn(sandbox, chains, { label: ATTACKER, wasm: ATTACKER_WASM }, from)
}

/** Whether there is an attacker's contract on any chain. */
export const hasAttacker = ({ sandbox }: { readonly sandbox: Sandbox }): boolean =>
  Object.values(sandbox.chains).some(({ host }) => host.addressOf(ATTACKER) !== undefined)

/** The key under which the attacker's contract keeps a response, and the empty response that is there after it was given. */
const KEPT = textKey('answer')
const EMPTY = '{"ok":{"messages":[],'

/** Whether an attacker's contract has instructions to call back, and was not called since. */
export const isArmed = ({ sandbox }: { readonly sandbox: Sandbox }): boolean =>
  Object.values(sandbox.chains).some(({ host }) => {
    const address = host.addressOf(ATTACKER)
    if (address === undefined) return false
    const kept = queryRaw(host.app.context, host.app.address(address), KEPT)
    return kept !== undefined && kept.length > 0 && !fromUtf8(kept).startsWith(EMPTY)
  })

/** Its label, as a contract that is executed and as a sender. */
const LABEL = new RegExp(`"${ATTACKER}["/]`)

/** Whether actions name an attacker's contract. An action is the same in all states. */
const known = new WeakMap<object, boolean>()

/** Whether an action or a message names an attacker's contract by its address, or goes through it, so that a contract may call it. */
export function namesAttacker({ sandbox }: { readonly sandbox: Sandbox }, action: object): boolean {
  let names = known.get(action)
  if (names !== undefined) return names
  const text = jsonText(action)
  names = Object.values(sandbox.chains).some(({ host }) => {
    const address = host.addressOf(ATTACKER)
    return address !== undefined && (text.includes(address) || LABEL.test(text))
  })
  known.set(action, names)
  return names
}
