import { Writer } from '../wasm/writer.js'
import { PROBE } from './instrument.js'
import { PROBE_TYPES } from './probe-code.js'

/** The callbacks of instrumented code, besides its counters. */
export interface Probes {
  /** @returns where the counters of the call are */
  readonly enter: (index: number, site: number, gas: number) => number
  readonly leave: (gas: number) => void
  /** The halves of two operands of a comparison, the low one first. */
  readonly compare: (lowOne: number, highOne: number, lowOther: number, highOther: number) => void
  /** A step begins. @param frames bytes of stack that its function has: less than those of the functions around it @returns 1 to be given its locals */
  readonly step: (step: number, frames: number, gas: number) => number
  readonly keep32: (local: number, value: number) => void
  readonly keep64: (local: number, value: bigint) => void
  /** All locals of the step are given. */
  readonly kept: () => void
  /** A function with steps calls another one; its locals are given. @param position of the call in the original module */
  readonly site: (position: number, frames: number) => void
}

/** For code that does not have them. */
export const NO_CALLBACKS: Probes = {
  enter: () => 0,
  leave: () => {},
  compare: () => {},
  step: () => 0,
  keep32: () => {},
  keep64: () => {},
  kept: () => {},
  site: () => {},
}

/** The functions of a table, in order, and the counters that they increment. */
export interface TableFunctions {
  readonly functions: readonly unknown[]
  readonly blocks: Uint32Array
  readonly charges: WebAssembly.Memory
}

const IMPORTS = ['enter', 'leave', 'compare', 'step', 'keep32', 'keep64', 'kept', 'site'] as const
const NAMES = Object.keys(PROBE) as readonly (keyof typeof PROBE)[]
const PAGE = 65_536
let adapter: WebAssembly.Module | undefined

const memoryOf = (bytes: number): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: Math.max(1, Math.ceil(bytes / PAGE)) })

/**
 * Probes as functions for a table: only functions that a module exports can be elements. Counters are counted in wasm: a call to
 * JavaScript for each would cost more than most blocks. @param blocks their number
 */
export function tableFunctions(probes: Probes, blocks: number): TableFunctions {
  adapter ??= new WebAssembly.Module(adapterBytes())
  const module = adapter
  const [ofBlocks, ofCharges] = [memoryOf(blocks * 4), memoryOf(PAGE)]
  // The counters of blocks stay where they are; those of charges become more.
  const [first, second] = [ofBlocks, ofCharges].map(
    (counters) => new WebAssembly.Instance(module, { probes: { ...probes, counters } }).exports,
  )
  return {
    functions: NAMES.map((name) => (name === 'charge' ? second : first)![name]),
    blocks: new Uint32Array(ofBlocks.buffer, 0, blocks),
    charges: ofCharges,
  }
}

/** Body of a function with its locals and its code. */
const body = (locals: readonly number[], code: readonly number[]): readonly number[] => {
  const bytes = [...locals, ...code, 0x0b]
  return [bytes.length, ...bytes]
}

/** `counters[block]++`: shl 2, and of that address load, add 1, store. */
const COUNT_BLOCK = body(
  [1, 1, 0x7f],
  [0x20, 0, 0x41, 2, 0x74, 0x22, 1, 0x20, 1, 0x28, 2, 0, 0x41, 1, 0x6a, 0x36, 2, 0],
)
/** `counters[block] += number`. */
const ADD = body([1, 1, 0x7f], [0x20, 0, 0x41, 2, 0x74, 0x22, 2, 0x20, 2, 0x28, 2, 0, 0x20, 1, 0x6a, 0x36, 2, 0])
/** Adds 1 to a counter of 8 bytes at a given address. */
const COUNT_CHARGE = body([0], [0x20, 0, 0x20, 0, 0x29, 3, 0, 0x42, 1, 0x7c, 0x37, 3, 0])

/** A module that exports what it imports, and the functions that count. */
function adapterBytes(): Uint8Array<ArrayBuffer> {
  const out = new Writer(256)
  const section = (id: number, write: () => void): void => {
    out.append(id)
    out.sized(write)
  }
  out.append(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)
  section(1, () => {
    out.append(PROBE_TYPES.length)
    for (const type of PROBE_TYPES) out.append(...type)
  })
  section(2, () => {
    out.append(IMPORTS.length + 1)
    IMPORTS.forEach((name) => {
      out.name('probes')
      out.name(name)
      out.append(0, PROBE[name])
    })
    out.name('probes')
    out.name('counters')
    out.append(2, 0, 1)
  })
  section(3, () => out.append(3, PROBE.block, PROBE.charge, PROBE.add))
  section(7, () => {
    out.append(NAMES.length)
    // Imported functions come first.
    const order: readonly string[] = [...IMPORTS, 'block', 'charge', 'add']
    for (const name of NAMES) {
      out.name(name)
      out.append(0, order.indexOf(name))
    }
  })
  section(10, () => out.append(3, ...COUNT_BLOCK, ...COUNT_CHARGE, ...ADD))
  return out.finish()
}
