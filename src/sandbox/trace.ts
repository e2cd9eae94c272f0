/** One call of a contract's entry point, as the chain made it. */
export interface TraceNode {
  readonly entryPoint: string
  readonly contract: string
  /** The label of the contract, where it has one. */
  readonly label: string | undefined
  /** The message as text of JSON; base64 where it is not UTF-8. */
  readonly message: string
  /** SDK gas from the loading of the contract to the end of the call, with its queries and submessages. */
  readonly gasUsed: bigint
  /** The sudo limit, for a call under it. */
  readonly gasLimit: bigint | undefined
  /** What the contract or the VM said; undefined when the call succeeded. */
  readonly error: string | undefined
  /** What of an injected fault struck in it, such as `child 2`, `db_write 1` or `gas limit 300000`; undefined: nothing. */
  readonly fault: string | undefined
  readonly children: readonly TraceNode[]
}

const WIDTH = 100

const shorten = (text: string): string => (text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text)

const failsBelow = (node: TraceNode): boolean =>
  node.children.some((child) => child.error !== undefined || failsBelow(child))

/** One line for a call: what was called, with what, at which price, and how it ended. The innermost failing call is marked. */
export function traceLine(node: TraceNode): string {
  const limit = node.gasLimit === undefined ? '' : ` of ${node.gasLimit}`
  const failing = node.error !== undefined && !failsBelow(node)
  const end = node.error === undefined ? '' : ` ${failing ? '✗' : '·'} ${node.error}`
  const fault = node.fault === undefined ? '' : ` (injected fault: ${node.fault})`
  return `${node.entryPoint} ${node.label ?? node.contract} ${shorten(node.message)} [${node.gasUsed}${limit} gas]${end}${fault}`
}

/** The tree as lines of text. */
export function traceLines(node: TraceNode, depth = 0): string[] {
  return [`${'  '.repeat(depth)}${traceLine(node)}`, ...node.children.flatMap((child) => traceLines(child, depth + 1))]
}
