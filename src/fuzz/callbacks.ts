import { isRun, memoLimit, SOLIDITY_CALLBACKS, type TraceNode, type TxResult } from '../sandbox/internal.js'
import type { CallbackSeen } from './view.js'

/** The callbacks that the chain made in a transaction, in order. */
export function callbacksOf(result: TxResult): CallbackSeen[] {
  const found: CallbackSeen[] = []
  const before: TraceNode[] = []
  const struck = result.faults?.some((fault) => fault.struck) === true
  const walk = (node: TraceNode): void => {
    if (isCallback(result, node)) {
      const limit =
        node.gasLimit ?? memoLimit(result, node, before) ?? (result.gasWanted > 0n ? result.gasWanted : undefined)
      before.push(node)
      found.push({
        chain: result.chain,
        contract: node.contract,
        kind: callbackName(result, node),
        node,
        limit,
        struck,
      })
    }
    node.children.forEach(walk)
  }
  result.trace.forEach(walk)
  return found
}

/** Whether an error comes from the VM and not from the contract. */
export const isTrap = (error: string): boolean =>
  /Error calling the VM|Error executing Wasm|out of gas|panicked|Aborted|RuntimeError|unreachable/i.test(error)

/** The kinds of calls that schedules make: this, and the name of the message. */
export const SCHEDULED = 'cron:'

const isScheduled = (result: TxResult, node: TraceNode): boolean =>
  isRun(result) && result.run.module === 'cron' && result.trace.includes(node)

/** The chain calls all IBC entry points by itself except `ibc2_packet_send`, which runs in the sender's transaction. */
const isCallback = (result: TxResult, node: TraceNode): boolean =>
  node.gasLimit !== undefined ||
  (node.entryPoint === 'sudo' && result.trace.includes(node)) ||
  isScheduled(result, node) ||
  (/^ibc2?_/.test(node.entryPoint) && node.entryPoint !== 'ibc2_packet_send') ||
  (SOLIDITY_CALLBACKS.has(node.entryPoint) && 'packet' in result && result.trace.includes(node))

function callbackName(result: TxResult, node: TraceNode): string {
  if (isScheduled(result, node)) return `${SCHEDULED}${kindOf(node.message)}`
  return node.entryPoint === 'sudo' ? kindOf(node.message) : node.entryPoint
}

/** The name of a message: its first member, or the message itself if it is a string. */
export function kindOf(message: string): string {
  try {
    const value: unknown = JSON.parse(message)
    if (typeof value === 'string') return value
    return (typeof value === 'object' && value !== null ? Object.keys(value)[0] : undefined) ?? '?'
  } catch {
    return '?'
  }
}
