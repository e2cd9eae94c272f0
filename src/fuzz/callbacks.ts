import type { TraceNode, TxResult } from '../sandbox/index.js'
import type { CallbackSeen } from './view.js'

/** The callbacks that the chain made in a transaction, in order. */
export function callbacksOf(result: TxResult): CallbackSeen[] {
  const found: CallbackSeen[] = []
  const struck = result.faults?.some((fault) => fault.struck) === true
  const walk = (node: TraceNode): void => {
    if (isCallback(result, node))
      found.push({ chain: result.chain, contract: node.contract, kind: callbackName(node), node, struck })
    node.children.forEach(walk)
  }
  result.trace.forEach(walk)
  return found
}

/** Whether an error comes from the VM and not from the contract. */
export const isTrap = (error: string): boolean =>
  /Error calling the VM|Error executing Wasm|out of gas|panicked|Aborted|RuntimeError|unreachable/i.test(error)

/** The chain calls all IBC entry points by itself except `ibc2_packet_send`, which runs in the sender's transaction. */
const isCallback = ({ trace }: TxResult, node: TraceNode): boolean =>
  node.gasLimit !== undefined ||
  (node.entryPoint === 'sudo' && trace.includes(node)) ||
  (/^ibc2?_/.test(node.entryPoint) && node.entryPoint !== 'ibc2_packet_send')

const callbackName = ({ entryPoint, message }: TraceNode): string =>
  entryPoint === 'sudo' ? kindOf(message) : entryPoint

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
