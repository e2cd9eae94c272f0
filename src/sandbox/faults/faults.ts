import type { ChainError } from '../../base/errors.js'
import { registerError } from '../../chain/errors.js'
import type {
  CallBegin,
  CallEnd,
  CallRun,
  Faults,
  LimitedCall,
  ModuleCall,
  ModuleEnd,
  Observer,
  StorageOperation,
} from '../../modules/wasm/index.js'
import type { Backend } from '../../vm/backend.js'
import type { EntryPoint } from '../../vm/entry-points.js'
import type { FaultKind } from './actions.js'
import { failingBackend } from './backend.js'

/** A fault that waits for a call. */
export interface Fault {
  /** bech32; undefined: of any contract. */
  readonly contract: string | undefined
  /** Undefined: any. */
  readonly entryPoint: EntryPoint | undefined
  readonly fail: FaultKind
}

/** A fault that found its call. */
export interface SpentFault extends Fault {
  /** False when the call did not get as far as the number of the message or request. */
  readonly struck: boolean
}

/** The error of a message that a fault strikes. */
const ErrInjected = registerError('sudobox', 2, 'injected fault')

type Of<Kind extends string> = Extract<FaultKind, { readonly [K in Kind]: unknown }>

/** A call that has not ended, and the faults that it took. */
interface Call {
  child: { readonly fault: Fault; left: number } | undefined
  host: Fault | undefined
}

/** What of the delivery of transactions the chain is given. */
export interface Watch {
  readonly observer: Observer
  readonly faults?: Faults
}

/** What a delivery reports to: it follows the calls, and takes down the faults that strike in them. */
interface FaultObserver extends Required<Omit<Observer, 'absent'>> {
  /** A fault strikes in the call that is at work. */
  fault(text: string): void
  /** Faults that were spent, in order. */
  readonly faults: SpentFault[]
}

/** The faults of one chain. The list of those that wait is replaced, never changed, so that snapshots can hold it. */
export class ArmedFaults {
  waiting: readonly Fault[] = []

  /** Runs a delivery, in which calls take the faults that fit them. When it throws, it has not been, and they wait as before. */
  during<T>(trace: FaultObserver, deliver: (watch: Watch) => T): T {
    if (this.waiting.length === 0) return deliver({ observer: trace })
    const run = new FaultRun(this.waiting, trace)
    const result = deliver({ observer: run, faults: run })
    this.waiting = run.waiting
    return result
  }
}

/** Follows the calls of one delivery, and strikes. */
class FaultRun implements Faults, Observer {
  waiting: readonly Fault[]
  readonly #trace: FaultObserver
  readonly #calls: Call[] = []
  /** What the call or message that begins next is struck by. */
  #coming: string | undefined

  constructor(waiting: readonly Fault[], trace: FaultObserver) {
    this.waiting = waiting
    this.#trace = trace
  }

  storage(operation: StorageOperation): void {
    this.#trace.storage(operation)
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

  /** The oldest fault of a kind that fits a call; it waits no longer. */
  #take(kind: 'gas' | 'child' | 'hostCall', contract: string, entryPoint: EntryPoint): Fault | undefined {
    const fault = this.waiting.find(
      (one) =>
        kind in one.fail && (one.contract ?? contract) === contract && (one.entryPoint ?? entryPoint) === entryPoint,
    )
    if (fault !== undefined) this.waiting = this.waiting.filter((one) => one !== fault)
    return fault
  }

  #spend(fault: Fault, struck: boolean): void {
    this.#trace.faults.push({ ...fault, struck })
  }
}
