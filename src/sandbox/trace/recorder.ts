import type {
  CallBegin,
  CallEnd,
  CallRun,
  EvmCall,
  EvmCallEnd,
  HostCall,
  LimitedCall,
  MadeCall,
  ModuleCall,
  ModuleEnd,
  Observer,
  StorageOperation,
} from '../../modules/wasm/index.js'
import type { SourceFrame } from '../../vm/debug/index.js'
import type { SpentFault } from '../faults/faults.js'
import { bytesText, moduleMessage, unpackedText } from './message-text.js'
import { StorageUses } from './storage-uses.js'
import { MAX_DEBUG_LINE_LENGTH, MAX_DEBUG_LINES, type DebugLine } from './debug.js'
import { plainNode, type StorageUse, type SudoCall, type TraceNode } from './trace.js'
import { savedClass } from '../../base/object-graph/index.js'

interface Begun {
  readonly kind: TraceNode['kind']
  readonly entryPoint: string
  readonly contract: string
  readonly label: string | undefined
  readonly double?: true | undefined
  readonly layer?: string | undefined
  readonly info?: CallBegin['info']
  readonly impersonated?: string | undefined
  readonly text: () => string
}

/** The first so many host calls of a call are kept. */
const MAX_HOST_CALLS = 10_000

/** A host call, and how many calls below its own had begun before it ended. */
export interface NotedHostCall extends HostCall {
  readonly before: number
}

/** A node of the tree. Its texts are made when they are read, since most traces never are. */
class CallNode implements TraceNode {
  readonly kind: TraceNode['kind']
  readonly entryPoint: string
  readonly contract: string
  readonly label: string | undefined
  readonly double: true | undefined
  readonly layer: string | undefined
  readonly sender: string | undefined
  readonly impersonated: string | undefined
  gasUsed = 0n
  gasLimit: bigint | undefined
  error: string | undefined
  fault: string | undefined
  events = 0
  readonly children: CallNode[] = []
  readonly #begun: Begun
  #uses: StorageUses | undefined
  #trap: CallRun['vmError']
  #thrownAt: CallRun['thrownAt']
  #made: CallRun['made']
  #host: NotedHostCall[] | undefined

  constructor(begun: Begun) {
    this.kind = begun.kind
    this.entryPoint = begun.entryPoint
    this.contract = begun.contract
    this.label = begun.label
    this.double = begun.double
    this.layer = begun.layer
    this.sender = begun.info?.sender
    this.impersonated = begun.impersonated
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
    // A caller does not pay for gas that a submessage used beyond its own limit.
    return own < 0n ? 0n : own
  }
  get stack(): readonly string[] {
    return this.#thrownAt ?? this.#trap?.functions ?? []
  }
  /** An accessor, so that nodes of equal calls are equal. */
  get made(): CallRun['made'] {
    return this.#made
  }

  /** An accessor for the same reason. */
  get host(): readonly NotedHostCall[] {
    return this.#host ?? []
  }

  get frames(): readonly SourceFrame[] {
    return this.#trap?.frames ?? []
  }
  get isOnTwin(): true | undefined {
    return this.#trap?.isOnTwin === true ? true : undefined
  }
  get storage(): readonly StorageUse[] {
    return this.#uses?.list ?? []
  }
  get moreKeys(): number {
    return this.#uses?.more ?? 0
  }

  called(call: HostCall): void {
    this.#host ??= []
    if (this.#host.length < MAX_HOST_CALLS) this.#host.push({ ...call, before: this.children.length })
  }

  touched(operation: StorageOperation): void {
    this.#uses ??= new StorageUses()
    this.#uses.add(operation)
  }

  ran({ error, vmError, thrownAt, made }: CallRun): void {
    this.#made = made
    this.error = error
    this.#trap = vmError
    this.#thrownAt = thrownAt
  }
}

/** The calls of a transaction that can be made again, in order: those of contracts, not of doubles. */
export const madeCalls = (nodes: readonly TraceNode[]): readonly MadeCall[] =>
  nodes.flatMap((node) => [
    ...(node instanceof CallNode && node.made !== undefined ? [node.made] : []),
    ...madeCalls(node.children),
  ])

/** The call of a node, so that it can be made again; undefined for a double, and for what is not a contract's. */
export const madeOf = (node: TraceNode): MadeCall | undefined => (node instanceof CallNode ? node.made : undefined)

/** The host calls of a call, in order; kept if the sandbox was created with `hostCalls`. */
export const hostCallsOf = (node: TraceNode): readonly NotedHostCall[] => (node instanceof CallNode ? node.host : [])

/** Makes texts of the calls of an EVM inside the chain. */
export interface EvmReader {
  begin(call: EvmCall): {
    /** Bech32. */
    readonly contract: string
    readonly label: string
    readonly entryPoint: string
    readonly text: () => string
    readonly info: CallBegin['info']
  }
  /** Why a call failed. */
  error(call: EvmCall, output: Uint8Array, error: string): string
}

/** Options of a recorder. */
interface RecorderOptions {
  /** Receives the debug output of contracts. */
  readonly onDebug?: ((line: DebugLine) => void) | undefined
  /** Whether calls keep what their contract asks the chain; they are then slower. */
  readonly hostCalls?: boolean | undefined
  /** Receives hints; see {@link TraceRecorder.hints}. */
  readonly onHints?: ((hints: readonly string[]) => void) | undefined
  /** Reads calls of an EVM inside the chain, on a chain that has one. */
  readonly evm?: EvmReader | undefined
  /** The impersonated sender of the transaction. */
  readonly actor?: { readonly address: string; readonly name: string } | undefined
}

/** In a saved state, a call is its values. */
export const SAVED_CALL = savedClass({
  name: 'Call',
  type: CallNode,
  write: plainNode,
  read: (node) => node,
})

/** Builds the tree of calls from what the wasm module reports. */
export class TraceRecorder implements Observer {
  readonly roots: CallNode[] = []
  /** Calls under the sudo limit, in order. */
  readonly sudo: SudoCall[] = []
  /** Faults that were spent, in order. */
  readonly faults: SpentFault[] = []
  /** Debug output of contracts, in order. */
  readonly debugged: DebugLine[] = []
  /** What helps with what was refused, in lines of text: which releases of the VM accept a code, how to build it. */
  readonly hints: string[] = []
  readonly hostCall: ((call: HostCall) => void) | undefined
  readonly #stack: CallNode[] = []
  /** The layer that makes the next call. */
  #layer: string | undefined
  readonly #labelOf: (contract: string) => string | undefined
  readonly #onDebug: RecorderOptions['onDebug']
  readonly #onHints: RecorderOptions['onHints']
  readonly #actor: RecorderOptions['actor']
  readonly #evm: EvmReader | undefined
  /** The calls of the EVM that are running. */
  readonly #evmCalls: EvmCall[] = []

  constructor(
    labelOf: (contract: string) => string | undefined,
    { onDebug, onHints, hostCalls, evm, actor }: RecorderOptions = {},
  ) {
    this.#labelOf = labelOf
    this.#onDebug = onDebug
    this.#onHints = onHints
    this.#actor = actor
    this.#evm = evm
    this.hostCall = hostCalls ? (call) => this.#stack.at(-1)?.called(call) : undefined
  }

  begin({ entryPoint, contract, message, info, isDouble }: CallBegin): void {
    const label = this.#labelOf(contract)
    const impersonated = this.#isSent(entryPoint, info) ? this.#actor?.name : undefined
    const text = () => bytesText(message)
    const double = isDouble || undefined
    const layer = this.#layer
    this.#layer = undefined
    this.#push(new CallNode({ kind: 'call', entryPoint, contract, label, double, layer, info, impersonated, text }))
  }

  layer(name: string | undefined): void {
    this.#layer = name
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

  evmBegin(call: EvmCall): void {
    const read = this.#evm?.begin(call)
    this.#evmCalls.push(call)
    if (read === undefined) return
    const { contract, label, entryPoint, text, info } = read
    this.#push(new CallNode({ kind: 'call', entryPoint, contract, label, info, text }))
  }

  evmEnd({ output, gasUsed, error }: EvmCallEnd): void {
    const call = this.#evmCalls.pop()
    const node = this.#evm && this.#stack.pop()
    if (!node || call === undefined) return
    node.gasUsed = gasUsed
    node.error = error === undefined ? undefined : this.#evm?.error(call, output, error)
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

  refusedCode(hints: readonly string[]): void {
    this.hint(hints)
  }

  /** Adds hints, each once. */
  hint(lines: readonly string[]): void {
    const added = lines.filter((line) => !this.hints.includes(line))
    if (added.length === 0) return
    this.hints.push(...added)
    this.#onHints?.(added)
  }

  debug(read: () => string | undefined): void {
    const node = this.#stack.at(-1)
    if (node === undefined || this.debugged.length === MAX_DEBUG_LINES) return
    const text = read()?.slice(0, MAX_DEBUG_LINE_LENGTH)
    if (text === undefined) return
    const line = { contract: node.contract, label: node.label, ...(node.double && { double: node.double }), text }
    this.debugged.push(line)
    this.#onDebug?.(line)
  }

  /** Records a fault that applied to the running call. */
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

  /** Whether a message of the transaction itself makes the call, and not a contract or the chain. */
  #isSent(entryPoint: string, info: CallBegin['info']): boolean {
    if (this.#stack.length > 0) return false
    return info === undefined ? entryPoint === 'migrate' : info.sender === this.#actor?.address
  }

  #push(node: CallNode): void {
    const parent = this.#stack.at(-1)
    ;(parent?.children ?? this.roots).push(node)
    this.#stack.push(node)
  }
}
