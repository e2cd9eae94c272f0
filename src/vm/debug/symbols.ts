import { fromUtf8 } from '../../base/index.js'
import { BinaryReader } from '../wasm/binary-reader.js'
import type { Module } from '../wasm/module.js'
import { functionNameOf } from '../wasm/names.js'
import type { Checksum } from '../vm.js'
import { DebugReader, type RawFrame, type RawSpan } from './debug-reader.js'
import { NO_TYPE, type RawScope, type RawType } from './raw-variables.js'
import { isTwinOf, twinOf } from './twins.js'

const CODE = 10

const codeSection = ({ sections }: Module): { readonly start: number; readonly end: number } | undefined =>
  sections.find(({ id }) => id === CODE)

/** Whether two modules have the same code, byte by byte, so that places in one are places in the other. */
export function sameCode(one: Module, other: Module): boolean {
  const [a, b] = [codeSection(one), codeSection(other)]
  if (!a || !b) return a === b
  return Buffer.compare(one.bytes.subarray(a.start, a.end), other.bytes.subarray(b.start, b.end)) === 0
}

/** The symbols of a module: names of functions, and places by its debug information. */
export class Symbols {
  readonly #module: Module
  /** Where the information is: the module itself, or another one with the same code. */
  readonly #from: Module
  #reader: DebugReader | false | undefined

  constructor(module: Module, from: Module = module) {
    this.#module = module
    this.#from = from
  }

  /** Whether there is debug information. */
  get located(): boolean {
    return this.#debug !== undefined
  }

  /** By the name section, unchanged. */
  functionName(index: number): string | undefined {
    return functionNameOf(this.#module, index) ?? functionNameOf(this.#from, index)
  }

  /** What runs at a position in the module, the innermost first; empty if it is not known. */
  frames(position: number): readonly RawFrame[] {
    return this.#debug?.frames(position - this.#start) ?? []
  }

  /** The places of all positions from `low` up to `high`. */
  spans(low: number, high: number): readonly RawSpan[] {
    const offset = this.#start
    const spans = this.#debug?.spans(low - offset, high - offset) ?? []
    return spans.map(({ start, end, frames }) => ({ start: start + offset, end: end + offset, frames }))
  }

  /** The locals of the module that hold variables of the function at a position. */
  locals(position: number): readonly number[] {
    return this.#debug?.locals(position - this.#start) ?? []
  }

  /** What runs at a position with its variables, the innermost first, as many as {@link frames}; empty if the information has none. */
  scopes(position: number): readonly RawScope[] {
    return this.#debug?.scopes(position - this.#start) ?? []
  }

  /** A type by its number in {@link RawVariable}. */
  describe(type: number): RawType {
    return this.#debug?.describe(type) ?? NO_TYPE
  }

  get #start(): number {
    return codeSection(this.#module)?.start ?? 0
  }

  get #debug(): DebugReader | undefined {
    this.#reader ??= openDebug(this.#from) ?? false
    return this.#reader === false ? undefined : this.#reader
  }
}

function openDebug(module: Module): DebugReader | undefined {
  const found = debugSections(module)
  return found.has('.debug_line') ? DebugReader.open(found) : undefined
}

function debugSections({ bytes, sections }: Module): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>()
  for (const { id, start, end } of sections) {
    if (id !== 0) continue
    const reader = new BinaryReader(bytes, start, end)
    const name = fromUtf8(reader.take(reader.u32()))
    if (name.startsWith('.debug_')) found.set(name, bytes.subarray(reader.pos, end))
  }
  return found
}

/** The debug twin of a module without debug information; undefined if it has some, or there is no twin of this contract. */
export function twinFor(checksum: Checksum, module: Module): Module | undefined {
  if (debugSections(module).size > 0) return undefined
  const twin = twinOf(checksum)?.module
  return twin !== undefined && isTwinOf(module, twin) ? twin : undefined
}
