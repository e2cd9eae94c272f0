import type { CallBegin, CallEnd, CallRun, LimitedCall, Observer } from '../modules/wasm/observer.js'
import { fromUtf8, toBase64 } from '../base/bytes.js'
import type { SpentFault } from './faults/faults.js'
import type { SudoCall } from './result.js'
import type { TraceNode } from './trace.js'

interface Growing extends TraceNode {
  gasUsed: bigint
  gasLimit: bigint | undefined
  error: string | undefined
  fault: string | undefined
  readonly children: Growing[]
}

function text(bytes: Uint8Array): string {
  try {
    return fromUtf8(bytes)
  } catch {
    return toBase64(bytes)
  }
}

/** Makes the tree of calls out of what the wasm module reports. */
export class TraceRecorder implements Observer {
  readonly roots: Growing[] = []
  /** Calls under the sudo limit, in order. */
  readonly sudo: SudoCall[] = []
  /** Faults that were spent, in order. */
  readonly faults: SpentFault[] = []
  readonly #stack: Growing[] = []
  readonly #labelOf: (contract: string) => string | undefined

  constructor(labelOf: (contract: string) => string | undefined) {
    this.#labelOf = labelOf
  }

  begin(call: CallBegin): void {
    const node: Growing = {
      entryPoint: call.entryPoint,
      contract: call.contract,
      label: this.#labelOf(call.contract),
      message: text(call.message),
      gasUsed: 0n,
      gasLimit: undefined,
      error: undefined,
      fault: undefined,
      children: [],
    }
    const parent = this.#stack.at(-1)
    if (parent) parent.children.push(node)
    else this.roots.push(node)
    this.#stack.push(node)
  }

  ran(run: CallRun): void {
    const node = this.#stack.at(-1)
    if (node) node.error = run.error
  }

  end(end: CallEnd): void {
    const node = this.#stack.pop()
    if (!node) return
    node.gasUsed = BigInt(end.sdkGas)
    node.error ??= end.error
  }

  /** A fault strikes in the call that is at work. */
  fault(text: string): void {
    const node = this.#stack.at(-1)
    if (node) node.fault = node.fault === undefined ? text : `${node.fault}, ${text}`
  }

  limited(call: LimitedCall): void {
    this.sudo.push(call)
    const node = (this.#stack.at(-1)?.children ?? this.roots).at(-1)
    // A call whose limit did not even pay for the loading of the contract never began.
    if (node?.entryPoint !== 'sudo' || node.contract !== call.contract || node.gasLimit !== undefined) return
    node.gasLimit = call.gasLimit
    node.error ??= call.failure?.details
  }
}
