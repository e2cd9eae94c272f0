import { isLibrary, sourceFrame, Symbols, withoutPlace, type RawSpan, type SourceFrame } from '../vm/debug/index.js'
import { scheduleOf } from '../vm/internal.js'
import { demangle, nameOf, type Charge } from '../vm/tools/index.js'
import { KIND, Kind, skipOperator, type Module } from '../vm/wasm/index.js'
import type { FrameOf } from './profile.js'
import { readModule, type RawCode } from './raw.js'
import { operatorsOf, sameFunctions } from './twin-functions.js'

const isPaidByLength = (kind: number | undefined): boolean => kind === Kind.prefix || kind === Kind.memoryGrow

/** Frames at one place of a function, the outermost first: inlined functions are below those that they were inlined into. */
export type Frames = readonly (SourceFrame & { readonly of: FrameOf })[]

/** A part of a price, and where it is due. */
interface Share {
  readonly frames: Frames
  readonly gas: number
}

/** A function as debug information knows it: in the module itself, or in a twin of other code that has the same function. */
interface Known {
  readonly symbols: Symbols
  readonly index: number
  readonly module: Module
  /** The position in the twin of what is at a position of the module. */
  readonly positionOf: (position: number) => number
  spans: readonly RawSpan[] | undefined
}

/** What debug information says about the places of one code. */
export class PlacesOfCode {
  readonly module: Module
  /** How many functions have their names and lines from a twin of other code. */
  readonly sameAsTwin: number
  readonly #own: Symbols
  readonly #twin:
    | { readonly module: Module; readonly symbols: Symbols; readonly same: ReadonlyMap<number, number> }
    | undefined
  readonly #operator: number
  readonly #accounting: number
  readonly #known = new Map<number, Known>()
  readonly #frames = new Map<RawSpan, Frames>()
  readonly #whole = new Map<number, Frames>()
  readonly #shares = new Map<Charge, readonly Share[]>()

  constructor({ ran, information, version, twin }: RawCode) {
    this.module = readModule(ran)
    this.#own = new Symbols(this.module, information === ran ? this.module : readModule(information))
    if (twin !== undefined && !this.#own.located) {
      const module = readModule(twin)
      this.#twin = { module, symbols: new Symbols(module), same: sameFunctions(this.module, module) }
    }
    this.sameAsTwin = this.#twin?.same.size ?? 0
    const { operator, accounting } = scheduleOf(version)
    this.#operator = operator
    this.#accounting = accounting
  }

  get hasLines(): boolean {
    return this.#own.located
  }

  get hasNames(): boolean {
    return this.module.bodies.some((_, i) => this.#own.functionName(i + this.module.importedFunctions) !== undefined)
  }

  /** The function alone, at no line. */
  whole(index: number): Frames {
    let frames = this.#whole.get(index)
    if (frames === undefined)
      this.#whole.set(index, (frames = [{ ...withoutPlace(this.#name(index)), of: this.#of(index) }]))
    return frames
  }

  /** What runs at a position of a function. */
  at(index: number, position: number): Frames {
    const span = this.#spanAt(index, position)
    if (span === undefined || span.frames.length === 0) return this.whole(index)
    let frames = this.#frames.get(span)
    if (frames === undefined) {
      const last = span.frames.length - 1
      frames = span.frames
        .map((raw, i) => ({
          ...sourceFrame(raw, i === last ? this.#name(index) : undefined),
          of: raw.file === '' || isLibrary(raw.file) ? ('library' as const) : ('own' as const),
        }))
        .toReversed()
      this.#frames.set(span, (frames = withKinds(frames, this.#of(index))))
    }
    return frames
  }

  /** Splits a price among the places where it is due. */
  sharesOf(charge: Charge): readonly Share[] {
    let shares = this.#shares.get(charge)
    if (shares === undefined) this.#shares.set(charge, (shares = this.#divide(charge)))
    return shares
  }

  /** Operators cost the same; the last one of a run costs more. What it costs by length is not known here, and stays with the function. What is left is the price of many locals. */
  #divide({ function: index, from, to, amount }: Charge): readonly Share[] {
    const { bytes } = this.module
    const sums = new Map<Frames, number>()
    let left = amount
    const add = (frames: Frames, gas: number): void => {
      sums.set(frames, (sums.get(frames) ?? 0) + gas)
      left -= gas
    }
    for (let pos = from; pos < to; pos = skipOperator(bytes, pos)) add(this.at(index, pos), this.#operator)
    if (isPaidByLength(KIND[bytes[to]!])) add(this.at(index, to), left)
    else if (left >= this.#accounting) add(this.at(index, to), this.#accounting)
    if (left > 0) add(this.at(index, from), left)
    return Array.from(sums, ([frames, gas]) => ({ frames, gas }))
  }

  #spanAt(index: number, position: number): RawSpan | undefined {
    const known = this.#knownOf(index)
    const at = known.positionOf(position)
    const spans = spansOf(known)
    let [low, high] = [0, spans.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (spans[middle]!.end <= at) low = middle + 1
      else high = middle
    }
    const span = spans[low]
    return span !== undefined && span.start <= at ? span : undefined
  }

  #knownOf(index: number): Known {
    let known = this.#known.get(index)
    if (known === undefined) this.#known.set(index, (known = this.#find(index)))
    return known
  }

  #find(index: number): Known {
    const { module } = this
    const same = this.#twin?.same.get(index)
    if (this.#twin === undefined || same === undefined)
      return { symbols: this.#own, index, module, positionOf: (position) => position, spans: undefined }
    const there = operatorsOf(this.#twin.module, same)
    const numbers = new Map(operatorsOf(module, index).map((position, i) => [position, there[i]!]))
    return {
      symbols: this.#twin.symbols,
      index: same,
      module: this.#twin.module,
      positionOf: (position) => numbers.get(position) ?? there[0]!,
      spans: undefined,
    }
  }

  #name(index: number): string {
    const { module } = this
    if (index < module.importedFunctions) return nameOf(module, index)!.replace(/^env\./, '')
    const exported = module.exports.find((item) => item.kind === 'function' && item.index === index)
    const known = this.#knownOf(index)
    const name = this.#own.functionName(index) ?? known.symbols.functionName(known.index) ?? exported?.name
    return name === undefined ? `function[${index}]` : demangle(name)
  }

  #of(index: number): FrameOf {
    if (index < this.module.importedFunctions) return 'host'
    const file = spansOf(this.#knownOf(index))[0]?.frames.at(-1)?.file
    return file === undefined || file === '' || isLibrary(file) ? 'library' : 'own'
  }
}

function spansOf(known: Known): readonly RawSpan[] {
  const { symbols, module, index } = known
  const { code, end } = module.bodies[index - module.importedFunctions]!
  return (known.spans ??= symbols.spans(code, end))
}

/** Code that a macro put into a function is in another file. */
const withKinds = (frames: Frames, of: FrameOf): Frames =>
  frames.map((frame, i) => (i === 0 ? { ...frame, of } : frame))
