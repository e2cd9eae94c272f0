import type {
  CallBegin,
  CallEnd,
  CallRun,
  LimitedCall,
  ModuleCall,
  ModuleEnd,
  Observer,
  StorageOperation,
} from '../../modules/wasm/index.js'
import type { SpentFault } from '../faults/faults.js'
import { bytesText, moduleMessage, unpackedText } from './message-text.js'
import { StorageUses } from './storage-uses.js'
import { LONGEST_DEBUG_LINE, MOST_DEBUG_LINES, type DebugLine } from './debug.js'
import type { StorageUse, SudoCall, TraceNode } from './trace.js'

interface Begun {
  readonly kind: TraceNode['kind']
  readonly entryPoint: string
  readonly contract: string
  readonly label: string | undefined
  readonly info?: CallBegin['info']
  readonly text: () => string
}

/** A node of the tree. Its texts are made when they are read, since most traces never are. */
class CallNode implements TraceNode {
  readonly kind: TraceNode['kind']
  readonly entryPoint: string
  readonly contract: string
  readonly label: string | undefined
  readonly sender: string | undefined
  gasUsed = 0n
  gasLimit: bigint | undefined
  error: string | undefined
  fault: string | undefined
  events = 0
  readonly children: CallNode[] = []
  readonly #begun: Begun
  #uses: StorageUses | undefined
  #trap: CallRun['fault']

  constructor(begun: Begun) {
    this.kind = begun.kind
    this.entryPoint = begun.entryPoint
    this.contract = begun.contract
    this.label = begun.label
    this.sender = begun.info?.sender
    this.#begun = begun
  }

  get funds(): string {
    return (this.#begun.info?.funds ?? []).map(({ denom, amount }) => `${amount}${denom}`).join(',')
  }
  get message(): string {
    return this.#begun.text()
  }
  get decoded(): string {
    return unpackedText(this.message)
  }
  get ownGas(): bigint {
    const own = this.children.reduce((rest, child) => rest - child.gasUsed, this.gasUsed)
    // A caller does not pay for what a submessage used beyond its own limit.
    return own < 0n ? 0n : own
  }
  get stack(): readonly string[] {
    return this.#trap?.functions ?? []
  }
  get storage(): readonly StorageUse[] {
    return this.#uses?.list ?? []
  }
  get moreKeys(): number {
    return this.#uses?.more ?? 0
  }

  touched(operation: StorageOperation): void {
    this.#uses ??= new StorageUses()
    this.#uses.add(operation)
  }

  ran({ error, fault }: CallRun): void {
    this.error = error
    this.#trap = fault
  }
}

/** Builds the tree of calls from what the wasm module reports. */
export class TraceRecorder implements Observer {
  readonly roots: CallNode[] = []
  /** Calls under the sudo limit, in order. */
  readonly sudo: SudoCall[] = []
  /** Faults that were spent, in order. */
  readonly faults: SpentFault[] = []
  /** What contracts printed for who debugs them, in order. */
  readonly debugged: DebugLine[] = []
  readonly #stack: CallNode[] = []
  readonly #labelOf: (contract: string) => string | undefined
  readonly #onDebug: ((line: DebugLine) => void) | undefined

  constructor(labelOf: (contract: string) => string | undefined, onDebug?: (line: DebugLine) => void) {
    this.#labelOf = labelOf
    this.#onDebug = onDebug
  }

  begin({ entryPoint, contract, message, info }: CallBegin): void {
    const label = this.#labelOf(contract)
    this.#push(new CallNode({ kind: 'call', entryPoint, contract, label, info, text: () => bytesText(message) }))
  }

  ran(run: CallRun): void {
    this.#stack.at(-1)?.ran(run)
  }

  end(end: CallEnd): void {
    const node = this.#stack.pop()
    if (!node) return
    node.gasUsed = BigInt(end.sdkGas)
    node.error ??= end.error
    node.events = end.events.length
  }

  moduleBegin({ kind, contract, content }: ModuleCall): void {
    const { name, text } = moduleMessage(content)
    this.#push(new CallNode({ kind, entryPoint: kind, contract, label: name, text }))
  }

  moduleEnd({ sdkGas, error }: ModuleEnd): void {
    const node = this.#stack.pop()
    if (!node) return
    node.gasUsed = BigInt(sdkGas)
    node.error = error
  }

  storage(operation: StorageOperation): void {
    this.#stack.at(-1)?.touched(operation)
  }

  debug(read: () => string | undefined): void {
    const node = this.#stack.at(-1)
    if (node === undefined || this.debugged.length === MOST_DEBUG_LINES) return
    const text = read()?.slice(0, LONGEST_DEBUG_LINE)
    if (text === undefined) return
    const line = { contract: node.contract, label: node.label, text }
    this.debugged.push(line)
    this.#onDebug?.(line)
  }

  /** Notes a fault that struck in the running call. */
  fault(text: string): void {
    const node = this.#stack.at(-1)
    if (node) node.fault = node.fault === undefined ? text : `${node.fault}, ${text}`
  }

  limited(call: LimitedCall): void {
    this.sudo.push(call)
    const node = (this.#stack.at(-1)?.children ?? this.roots).at(-1)
    // If the limit did not even pay for loading the contract, the call never began.
    if (node?.entryPoint !== 'sudo' || node.contract !== call.contract || node.gasLimit !== undefined) return
    node.gasLimit = call.gasLimit
    node.error ??= call.failure?.details
  }

  #push(node: CallNode): void {
    const parent = this.#stack.at(-1)
    ;(parent?.children ?? this.roots).push(node)
    this.#stack.push(node)
  }
}
