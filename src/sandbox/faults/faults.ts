import type { ChainError } from '../../base/index.js'
import { registerError } from '../../chain/index.js'
import type {
  CallBegin,
  CallEnd,
  CallRun,
  EvmCall,
  EvmCallEnd,
  Faults,
  LimitedCall,
  ModuleCall,
  ModuleEnd,
  Observer,
  StorageOperation,
} from '../../modules/wasm/index.js'
import type { Backend, EntryPoint } from '../../vm/internal.js'
import type { FaultKind } from './actions.js'
import { failingBackend } from './backend.js'

/** An armed fault, waiting for a matching call. */
export interface Fault {
  /** bech32; undefined: of any contract. */
  readonly contract: string | undefined
  /** Undefined: any. */
  readonly entryPoint: EntryPoint | undefined
  readonly fail: FaultKind
}

/** A fault that found its call, and is used up. */
export interface SpentFault extends Fault {
  /** False when the call made fewer messages or requests than the number of the fault. */
  readonly struck: boolean
}

/** The error of a message that a fault makes fail. */
const ErrInjected = registerError('sudobox', 2, 'injected fault')

type Of<Kind extends string> = Extract<FaultKind, { readonly [K in Kind]: unknown }>

/** A call that has not ended, and the faults that it took. */
interface Call {
  child: { readonly fault: Fault; left: number } | undefined
  host: Fault | undefined
}

/** The observer of a transaction's delivery that the chain takes. */
export interface DeliveryHooks {
  readonly observer: Observer
  readonly faults?: Faults
}

/** Observes everything that traces contain. */
type WholeObserver = Required<Omit<Observer, 'absent'>>

/** The observer of a delivery, which also records the faults that apply. */
interface FaultObserver extends WholeObserver {
  /** A fault applied to the running call. */
  fault(text: string): void
  /** Faults that were spent, in order. */
  readonly faults: SpentFault[]
}

/** The armed faults of one chain. The list is replaced, never changed, so that snapshots can hold it. */
export class ArmedFaults {
  waiting: readonly Fault[] = []

  /** Runs a delivery, in which calls take the faults that match them. If it throws, it had no effect, and all faults stay armed. */
  during<T>(trace: FaultObserver, deliver: (watch: DeliveryHooks) => T): T {
    const before = this.waiting
    try {
      return deliver(this.hooks(trace))
    } catch (error) {
      this.waiting = before
      throw error
    }
  }

  /** Applies the faults to matching calls from now on. */
  hooks(trace: FaultObserver): DeliveryHooks {
    if (this.waiting.length === 0) return { observer: trace }
    const run = new FaultRun(this, trace)
    return { observer: run, faults: run }
  }
}

/** Follows the calls of one delivery, and injects the faults. */
class FaultRun implements Faults, WholeObserver {
  readonly #armed: ArmedFaults
  readonly #trace: FaultObserver
  readonly #calls: Call[] = []
  /** The fault that applies to the call or message that begins next. */
  #coming: string | undefined

  readonly hostCall: FaultObserver['hostCall']

  constructor(armed: ArmedFaults, trace: FaultObserver) {
    this.#armed = armed
    this.#trace = trace
    this.hostCall = trace.hostCall
  }

  layer(name: string | undefined): void {
    this.#trace.layer(name)
  }

  storage(operation: StorageOperation): void {
    this.#trace.storage(operation)
  }

  debug(text: () => string | undefined): void {
    this.#trace.debug(text)
  }

  refusedCode(hints: readonly string[]): void {
    this.#trace.refusedCode(hints)
  }

  evmBegin(call: EvmCall): void {
    this.#trace.evmBegin(call)
  }

  evmEnd(end: EvmCallEnd): void {
    this.#trace.evmEnd(end)
  }

  moduleBegin(call: ModuleCall): void {
    this.#trace.moduleBegin(call)
    this.#mark()
  }

  moduleEnd(end: ModuleEnd): void {
    this.#trace.moduleEnd(end)
  }

  begin(call: CallBegin): void {
    this.#trace.begin(call)
    this.#mark()
    const child = this.#take('child', call.contract, call.entryPoint)
    const host = this.#take('hostCall', call.contract, call.entryPoint)
    this.#calls.push({ child: child && { fault: child, left: (child.fail as Of<'child'>).child }, host })
  }

  ran(run: CallRun): void {
    this.#trace.ran(run)
  }

  end(end: CallEnd): void {
    this.#trace.end(end)
    const call = this.#calls.pop()
    if (call?.child !== undefined) this.#spend(call.child.fault, false)
    if (call?.host !== undefined) this.#spend(call.host, false)
  }

  limited(call: LimitedCall): void {
    this.#trace.limited(call)
    this.#coming = undefined
  }

  sudoLimit(contract: string): bigint | undefined {
    const fault = this.#take('gas', contract, 'sudo')
    if (fault === undefined) return undefined
    const { gas } = fault.fail as Of<'gas'>
    this.#spend(fault, true)
    this.#coming = `gas limit ${gas}`
    return gas
  }

  submessage(): ChainError | undefined {
    let struck: string | undefined
    for (const call of this.#calls) {
      if (call.child === undefined || --call.child.left > 0) continue
      struck ??= `child ${(call.child.fault.fail as Of<'child'>).child}`
      this.#spend(call.child.fault, true)
      call.child = undefined
    }
    if (struck === undefined) return undefined
    this.#coming = struck
    return ErrInjected.error(struck)
  }

  backend(backend: Backend): Backend {
    const call = this.#calls.at(-1)
    if (call?.host === undefined) return backend
    const { hostCall } = call.host.fail as Of<'hostCall'>
    return failingBackend(backend, hostCall, (text) => {
      this.#trace.fault(text)
      this.#spend(call.host!, true)
      call.host = undefined
      return ErrInjected.error(text)
    })
  }

  #mark(): void {
    if (this.#coming !== undefined) this.#trace.fault(this.#coming)
    this.#coming = undefined
  }

  /** Takes the oldest armed fault of a kind that matches a call. */
  #take(kind: 'gas' | 'child' | 'hostCall', contract: string, entryPoint: EntryPoint): Fault | undefined {
    const fault = this.#armed.waiting.find(
      (one) =>
        kind in one.fail && (one.contract ?? contract) === contract && (one.entryPoint ?? entryPoint) === entryPoint,
    )
    if (fault !== undefined) this.#armed.waiting = this.#armed.waiting.filter((one) => one !== fault)
    return fault
  }

  #spend(fault: Fault, struck: boolean): void {
    this.#trace.faults.push({ ...fault, struck })
  }
}
