import { codeFrame, findSource, shownSource, type SourceFrame } from '../../vm/debug/index.js'
/** The operations of a call on one key of its contract's storage. */
export interface StorageUse {
  /** The key for display: text, without the lengths inside; see `keyText`. */
  readonly key: string
  /** The key in lower-case hex. */
  readonly hex: string
  readonly reads: number
  readonly writes: number
  readonly removes: number
  /** Iterators that began here. */
  readonly scans: number
  /** SDK gas that the operations took from the chain's meter. */
  readonly gas: bigint
}

/** One call of a contract's entry point, as the chain made it, or a contract's message or query that a module of the chain handled. */
export interface TraceNode {
  /** A call of a contract, or a message or query that a module of the chain answered. */
  readonly kind: 'call' | 'message' | 'query'
  /** Entry point of the contract; equal to `kind` for what a module answered. */
  readonly entryPoint: string
  /** Bech32; for a message or query to a module, the contract that sent it. */
  readonly contract: string
  /** The label of the contract, where it has one; for a message or query to a module its kind, such as `bank.send`. */
  readonly label: string | undefined
  /** Set for a contract that a test wrote in TypeScript: see `mock()` of a chain. */
  readonly double?: true | undefined
  /** The layer around transfers that made the call: `ibc-hooks` or `rate-limit`; undefined for all other calls. */
  readonly layer?: string | undefined
  /** The caller, for `instantiate` and `execute`. */
  readonly sender: string | undefined
  /** The name or address of the caller if the test impersonates it; undefined otherwise. */
  readonly impersonated?: string | undefined
  /** Coins that come with the call, as `5uatom,100untrn`; empty for none. */
  readonly funds: string
  /** The message as text of JSON; base64 where it is not UTF-8. */
  readonly message: string
  /** The message for display: JSON that it contains in base64, such as the data of a packet, is decoded in place. */
  readonly decoded: string
  /** SDK gas from the loading of the contract to the end of the call, with its queries and submessages. */
  readonly gasUsed: bigint
  /** Gas without its children: loading, the contract's own work, its storage. */
  readonly ownGas: bigint
  /** The sudo limit, for a call under it. */
  readonly gasLimit: bigint | undefined
  /** The error of the contract or the VM; undefined when the call succeeded. */
  readonly error: string | undefined
  /** The injected fault that applied to it, such as `child 2`, `db_write 1` or `gas limit 300000`; undefined when none did. */
  readonly fault: string | undefined
  /** Names of the contract's functions that were running when it trapped or ran out of gas, the innermost first, for code with a name section. */
  readonly stack: readonly string[]
  /**
   * The stack with its places in the source, inlined functions included, for code with debug information: its own, or that of a file
   * `contract.debug.wasm` next to `contract.wasm` with the same code.
   */
  readonly frames: readonly SourceFrame[]
  /** Set when the file `contract.debug.wasm` is other code: the call was made on it once more, and failed there. Not done for calls that ran out of gas. */
  readonly isOnTwin?: true | undefined
  /** Keys of the contract's own storage that it touched, in the order of the first touch; no more than 256. */
  readonly storage: readonly StorageUse[]
  /** Further keys that it touched. */
  readonly moreKeys: number
  /** How many events of the call and of all below it were kept; 0 when it failed. */
  readonly events: number
  readonly children: readonly TraceNode[]
}

/** One call of a contract under the sudo limit, as the contract manager made it. */
export interface SudoCall {
  readonly contract: string
  /** SDK gas that the relayer's meter was charged for it: what was used, at most the limit. */
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  /** The failure that was recorded, its redacted error and the full one; undefined when the call succeeded. */
  readonly failure: { readonly id: bigint; readonly error: string; readonly details: string } | undefined
}

const WIDTH = 100
/** For the message of the call that failed. */
const FAILING_WIDTH = 400
const MAX_KEYS = 8
const MAX_FRAMES = 12

const shorten = (text: string, width = WIDTH): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text)

const failsBelow = (node: TraceNode): boolean =>
  node.children.some((child) => child.error !== undefined || failsBelow(child))

const isFailingLeaf = (node: TraceNode): boolean => node.error !== undefined && !failsBelow(node)

/** A copy with every member filled in, which a node otherwise computes when it is read: to print or to store. */
export const plainNode = (node: TraceNode): TraceNode => ({
  kind: node.kind,
  entryPoint: node.entryPoint,
  contract: node.contract,
  label: node.label,
  ...(node.double && { double: node.double }),
  ...(node.layer !== undefined && { layer: node.layer }),
  sender: node.sender,
  ...(node.impersonated !== undefined && { impersonated: node.impersonated }),
  funds: node.funds,
  message: node.message,
  decoded: node.decoded,
  gasUsed: node.gasUsed,
  ownGas: node.ownGas,
  gasLimit: node.gasLimit,
  error: node.error,
  fault: node.fault,
  stack: node.stack,
  frames: node.frames,
  ...(node.isOnTwin && { isOnTwin: node.isOnTwin }),
  storage: node.storage,
  moreKeys: node.moreKeys,
  events: node.events,
  children: node.children.map(plainNode),
})

/** The tree without the nodes of modules, each replaced by the contract calls below it. */
export function contractCalls(nodes: readonly TraceNode[]): readonly TraceNode[] {
  return nodes.flatMap((node) => {
    const children = contractCalls(node.children)
    return node.kind === 'call' ? [{ ...plainNode(node), children }] : children
  })
}

/** The error of a call; only the end of a long one, which states the cause. */
const ending = (error: string): string => (error.length > 300 ? `…${error.slice(-200)}` : error)

/** One line for a call: what was called, with which message, its gas, and how it ended. The innermost failing call is marked. */
function traceLine(node: TraceNode): string {
  const failing = isFailingLeaf(node)
  const own = node.children.length === 0 ? '' : `, ${node.ownGas} own`
  const limit = node.gasLimit === undefined ? '' : ` of ${node.gasLimit}`
  const events = node.events === 0 ? '' : `, ${node.events} event${node.events === 1 ? '' : 's'}`
  const funds = node.funds === '' ? '' : ` with ${node.funds}`
  const as = node.impersonated === undefined ? '' : ` as ${node.impersonated} (impersonated)`
  const end = node.error === undefined ? '' : ` ${failing ? '✗' : '·'} ${ending(node.error)}`
  const fault = node.fault === undefined ? '' : ` (injected fault: ${node.fault})`
  const message = shorten(node.decoded, failing ? FAILING_WIDTH : WIDTH)
  const double = node.double ? ' (double)' : ''
  const layer = node.layer === undefined ? '' : ` from ${node.layer}`
  return `${node.entryPoint} ${node.label ?? node.contract}${double} ${message}${funds}${as}${layer} [${node.gasUsed}${limit} gas${own}${events}]${end}${fault}`
}

/** The tree as lines of text: calls, the keys that each touched, and the functions that were running where it failed. */
export function traceLines(node: TraceNode, depth = 0): string[] {
  const more = [...storageLine(node), ...(isFailingLeaf(node) ? stackLines(node) : [])]
  return [
    `${'  '.repeat(depth)}${traceLine(node)}`,
    ...more.map((line) => `${'  '.repeat(depth + 1)}${line}`),
    ...node.children.flatMap((child) => traceLines(child, depth + 1)),
  ]
}

function storageLine({ storage, moreKeys }: TraceNode): string[] {
  if (storage.length === 0) return []
  const shown = storage
    .slice(0, MAX_KEYS)
    .map((use) => `${useText(use)} ${use.key === '' ? 'from the first key on' : shorten(use.key, 60)}`)
  const left = storage.length - shown.length + moreKeys
  return [`storage: ${[...shown, ...(left > 0 ? [`${left} more`] : [])].join(', ')}`]
}

/** The operations on a key, such as `read×2+wrote`. */
export function useText({ reads, writes, removes, scans }: StorageUse): string {
  const counted = (word: string, count: number): string[] =>
    count === 0 ? [] : [count === 1 ? word : `${word}×${count}`]
  return [
    ...counted('read', reads),
    ...counted('wrote', writes),
    ...counted('removed', removes),
    ...counted('scanned', scans),
  ].join('+')
}

/** With `in`: Vitest takes lines with `at` and a place for frames of JavaScript, and shows them once more. */
function stackLines({ stack, frames, isOnTwin }: TraceNode): string[] {
  const shown = stack.slice(0, MAX_FRAMES)
  const nearest = frames.findIndex(({ file }) => file !== undefined && findSource(file) !== undefined)
  return [
    ...(isOnTwin ? ['found by making the call once more on the debug twin, which is other code:'] : []),
    ...shown.flatMap((name, i) => {
      const { file, line, column } = frames[i] ?? {}
      if (file === undefined || line === undefined) return [`in ${shorten(name, 160)}`]
      const place = `${shownSource(file)}:${line}${column === undefined ? '' : `:${column}`}`
      return [`in ${shorten(name, 160)} (${place})`, ...(i === nearest ? codeFrame(file, line, column) : [])]
    }),
    ...(stack.length > MAX_FRAMES ? [`… and ${stack.length - MAX_FRAMES} more`] : []),
  ]
}
