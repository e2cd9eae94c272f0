import { attributeValues, isRun, type TraceNode, type TxResult } from '../sandbox/internal.js'
import type { CallbackSeen } from './view.js'

/** The callbacks that the chain made in a transaction, in order. */
export function callbacksOf(result: TxResult): CallbackSeen[] {
  const found: CallbackSeen[] = []
  const struck = result.faults?.some((fault) => fault.struck) === true
  const walk = (node: TraceNode): void => {
    if (isCallback(result, node)) {
      const limit =
        node.gasLimit ?? memoLimit(result, node, found) ?? (result.gasWanted > 0n ? result.gasWanted : undefined)
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

/** Callbacks that the memo of a transfer asks for, with the event that tells their gas limit. Source: ibc-go v10.5.0 apps/callbacks/types/events.go */
const BY_MEMO: ReadonlyMap<string, string> = new Map([
  ['onPacketAcknowledgement', 'ibc_src_callback'],
  ['onPacketTimeout', 'ibc_src_callback'],
  ['ibc_source_callback', 'ibc_src_callback'],
  ['ibc_destination_callback', 'ibc_dest_callback'],
])

/** The gas limit that the memo of a packet gives to its callback; undefined for any other callback. */
function memoLimit(result: TxResult, { entryPoint }: TraceNode, before: readonly CallbackSeen[]): bigint | undefined {
  const event = BY_MEMO.get(entryPoint)
  if (event === undefined) return undefined
  const earlier = before.filter(({ node }) => BY_MEMO.get(node.entryPoint) === event).length
  const limit = attributeValues(result, event, 'callback_commit_gas_limit')[earlier]
  return limit === undefined ? undefined : BigInt(limit)
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

/** Functions that a contract in Solidity has for the outcome of its packets. Source: cosmos/evm v0.7.3 precompiles/callbacks/ICallbacks.sol */
export const SOLIDITY_CALLBACKS: ReadonlySet<string> = new Set(['onPacketAcknowledgement', 'onPacketTimeout'])

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
