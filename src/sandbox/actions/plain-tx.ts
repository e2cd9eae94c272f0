import type { ActionInput, ActionOf } from './schema.js'
import { isName, type Json } from '../values/values.js'

type TxInput = Extract<ActionInput, { action: 'tx' }>

/**
 * The parsed form of the most common transactions, without running the schema, which takes longer than a short call of a contract: code
 * is stored, or a contract is called without coins, and no fee is paid. Undefined where the schema is needed. A message in `msg` has to be JSON.
 */
export function plainTx({
  chain,
  from,
  messages,
  gasLimit,
  fee,
  memo,
  impersonate,
}: TxInput): ActionOf<'tx'> | undefined {
  const [message, ...others] = messages
  if (!isName(chain) || !isName(from) || message === undefined || others.length > 0) return undefined
  if (impersonate !== undefined) return undefined
  if (fee !== '' || typeof memo !== 'string') return undefined
  if (gasLimit !== undefined && !(typeof gasLimit === 'bigint' && gasLimit >= 0n)) return undefined
  const rest = { action: 'tx' as const, chain, from, gasLimit, fee, memo }
  if ('execute' in message) {
    const { funds, msg, ...execute } = message.execute
    if (!isName(execute.contract) || funds !== '') return undefined
    return { ...rest, messages: [{ execute: { ...execute, ...(msg !== undefined && { msg: msg as Json }), funds } }] }
  }
  if ('store' in message) {
    const { wasm } = message.store
    if (!('path' in wasm ? isName(wasm.path) && wasm.sha256 === undefined : typeof wasm.base64 === 'string'))
      return undefined
    return { ...rest, messages: [{ store: { wasm } }] }
  }
  return undefined
}
