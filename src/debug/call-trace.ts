import { fromUtf8 } from '../base/index.js'
import { fileOf, sameCode, Symbols, twinFor, type OwnCode, type RawScope, type SourceFrame } from '../vm/debug/index.js'
import { SteppedCall, type MadeCall, type VmError } from '../vm/internal.js'
import { parseLeniently, type Module } from '../vm/wasm/index.js'
import { mapGas, type GasMark, type StepGas } from './gas-map.js'
import { locate, type Machine } from './location.js'
import { Moments } from './moments.js'
import { placeAt, type Place, type Plan } from './plan.js'
import { prepare } from './prepare.js'
import type { Sources } from './sources.js'
import { record, type TracedHostCall } from './record.js'
import type { IndexedStep, Search, StepIndex } from './step-index.js'
import { Values, type DebugVariable } from './values.js'

/** A function that runs at a step, inlined or not. */
export interface TracedFrame extends SourceFrame {
  /** Whether it was inlined into the next one. */
  readonly isInlined: boolean
  /** Arguments first. Where the information has no variables at all, none. */
  readonly variables: () => readonly DebugVariable[]
}

/** How a call is opened. */
export interface TraceOptions {
  /** Names of crates that count as the contract's own code. Default: of a contract that only wraps published crates, those. */
  readonly crates?: readonly string[] | undefined
}

/** A code that cannot be stepped through, and why. */
export class NoLines extends Error {}

/** How far from a step those are that are probably shown next. */
const REACH = 64

/**
 * A call that was run again, line by line. Steps are numbered from 0. Whatever their number, its memory is bounded: what is not kept is made
 * again by running the call once more up to it.
 */
export class CallTrace {
  /** Whether a debug twin ran that is other code than the contract. */
  readonly isTwin: boolean
  /** The file of the module that ran. */
  readonly file: string | undefined
  readonly call: MadeCall
  readonly hostCalls: readonly TracedHostCall[]
  readonly data: Uint8Array | undefined
  readonly error: VmError | undefined
  readonly plan: Plan
  readonly sources: Sources
  readonly #own: OwnCode
  readonly #module: Module
  readonly #symbols: Symbols
  readonly #index: StepIndex
  readonly #moments: Moments
  /** Gas of the module that ran, at the end of each call to the chain and of the call itself. */
  readonly #ends: readonly number[]
  #marks: readonly GasMark[] | undefined
  readonly #values: Values

  /** @throws NoLines if there is no debug information for the contract, or none of its own lines ran */
  static open(call: MadeCall, options: TraceOptions = {}): CallTrace {
    return new CallTrace(call, options)
  }

  private constructor(call: MadeCall, { crates }: TraceOptions) {
    this.call = call
    const own = parseLeniently(call.wasm())
    const twin = twinFor(call.checksum, own)
    this.#module = twin ?? own
    this.isTwin = twin !== undefined && !sameCode(own, twin)
    this.file = fileOf(call.checksum)
    this.#symbols = new Symbols(this.#module)
    const prepared = prepare(call, this.#module, this.#symbols, crates)
    if (prepared === undefined) throw new NoLines(noLinesText(this.file))
    const { plan, stepped } = prepared
    this.plan = plan
    this.sources = prepared.sources
    this.#own = prepared.own
    this.#values = new Values((type) => this.#symbols.describe(type))
    const { index, hostCalls, gasUsed, data, error } = record(stepped, plan.places.length, call.gasLimit)
    this.#index = index
    this.hostCalls = hostCalls
    this.data = data
    this.error = error
    this.#ends = [...hostCalls.map(({ gasAfter }) => gasAfter), gasUsed]
    this.#moments = new Moments((callbacks, pass) => void stepped.run(callbacks, pass), index.length)
    if (index.length === 0) throw new NoLines('no line of the contract ran in this call')
  }

  /** Why the call failed, in the words of the VM or of the contract; undefined if it succeeded. */
  get failure(): string | undefined {
    if (this.error !== undefined) return this.error.shortMessage
    return this.data === undefined ? undefined : errorIn(this.data)
  }

  /** How many steps there are. */
  get length(): number {
    return this.#index.length
  }

  /** Where a step is. */
  place(step: number): Place {
    return this.plan.places[this.#index.at(step).place]!
  }

  /** VM gas of the contract in the whole call. */
  get gasUsed(): number {
    return this.#gasMarks?.at(-1)?.contract ?? this.#ends.at(-1)!
  }

  /** For a twin: the contract itself is run for them once. */
  get #gasMarks(): readonly GasMark[] | undefined {
    if (this.isTwin) this.#marks ??= marksOf(this.call, this.#ends)
    return this.#marks
  }

  /** VM gas that the contract had used at a step, from the start of its code. */
  gas(step: number): StepGas {
    return mapGas(this.#gasMarks, this.#index.at(step).gas)
  }

  /** Whether a file has code of the contract's own. */
  isOwn(file: string): boolean {
    return this.#own.hasFile(file)
  }

  find(from: number, direction: 1 | -1, search: Search): number | undefined {
    return this.#index.find(from, direction, search)
  }

  indexed(step: number): IndexedStep {
    return this.#index.at(step)
  }

  /** Records what runs around a step ahead of time: the step next to it that is not recorded yet, if there is one within reach. */
  recordAround(step: number): void {
    const next = [step - REACH, step + REACH].find((at) => at >= 0 && at < this.length && !this.#moments.has(at))
    if (next !== undefined) this.#moments.at(next)
  }

  /** What runs at a step, the innermost first. Functions of libraries that call the contract's own are left out, unless they are inlined. */
  frames(step: number): readonly TracedFrame[] {
    const { place, locals, callers, read } = this.#moments.at(step)
    const here = this.plan.places[place]!
    return [
      ...this.#framesAt(here, here.own, { read, local: (index) => locals.get(index) }),
      ...callers.flatMap((caller) => {
        const there = placeAt(this.#module, this.#symbols, this.#own, caller.position)
        const machine: Machine = { read, local: (index) => caller.locals.get(index) }
        return there === undefined ? [] : this.#framesAt(there, there.own, machine)
      }),
    ]
  }

  #framesAt({ frames, position }: Place, from: number, machine: Machine): readonly TracedFrame[] {
    let scopes: readonly RawScope[] | undefined
    return frames.slice(from).map((frame, i) => ({
      ...frame,
      isInlined: from + i < frames.length - 1,
      variables: () => {
        scopes ??= this.#symbols.scopes(position)
        const scope = scopes[from + i]
        return scope === undefined ? [] : this.#variables(scope, scopes.at(-1)?.frameBase, machine)
      },
    }))
  }

  #variables({ variables }: RawScope, frameBase: string | undefined, machine: Machine): readonly DebugVariable[] {
    const found = new Map<string, DebugVariable>()
    for (const { name, type, location, constant } of variables) {
      const value =
        constant === undefined
          ? this.#values.at(type, location === undefined ? undefined : locate(location, machine, frameBase), machine)
          : this.#values.constant(type, constant, machine)
      // A later one of the same name hides the earlier one, unless it is gone.
      if (!found.has(name) || !value.isOptimisedOut) found.set(name, { name, value })
    }
    return [...found.values()]
  }
}

/** The contract's own gas at the places where its twin is known to be. */
function marksOf(call: MadeCall, twin: readonly number[]): readonly GasMark[] {
  const own: number[] = []
  const { gasUsed } = new SteppedCall(call).run((view) => ({
    hostCall: () => own.push(Number(view.gasUsed)),
  }))
  own.push(Number(gasUsed))
  const count = Math.min(own.length, twin.length)
  return Array.from({ length: count }, (_, i) => {
    // The last one of each is its end, wherever the others are.
    const isLast = i === count - 1
    return { twin: isLast ? twin.at(-1)! : twin[i]!, contract: isLast ? own.at(-1)! : own[i]! }
  })
}

/** The error in a contract's answer: `{"error":"…"}`. */
function errorIn(data: Uint8Array): string | undefined {
  try {
    const answer = JSON.parse(fromUtf8(data)) as { readonly error?: unknown }
    return typeof answer.error === 'string' ? answer.error : undefined
  } catch {
    return undefined
  }
}

const noLinesText = (file: string | undefined): string =>
  `${file ?? 'the contract'} has no debug information with lines of its own source, and no debug twin next to it: build it with sudobox build`
