import { Writer } from '../wasm/writer.js'
import { PROBE_TYPES } from './probe-code.js'

/** What instrumented code reports to, besides the counters of its blocks. */
export interface Probes {
  readonly enter: (index: number, gas: number) => void
  readonly leave: (gas: number) => void
}

/** What a table takes, in its order; and the counters that its first function counts up. */
export interface TableFunctions {
  readonly functions: readonly unknown[]
  readonly counters: Uint32Array
}

const IMPORTS = ['enter', 'leave'] as const
const NAMES = ['block', ...IMPORTS] as const
const PAGE = 65_536
let adapter: WebAssembly.Module | undefined

/**
 * Probes as functions that a table takes: only functions that a module exports can be elements. Blocks are counted in wasm: a call to
 * JavaScript for each would cost more than most blocks. @param blocks their number
 */
export function tableFunctions(probes: Probes, blocks: number): TableFunctions {
  adapter ??= new WebAssembly.Module(adapterBytes())
  const memory = new WebAssembly.Memory({ initial: Math.max(1, Math.ceil((blocks * 4) / PAGE)) })
  const { exports } = new WebAssembly.Instance(adapter, { probes: { ...probes, counters: memory } })
  return {
    functions: NAMES.map((name) => exports[name]),
    counters: new Uint32Array(memory.buffer, 0, blocks),
  }
}

/** `counters[block]++`: shl 2, and of that address load, add 1, store. */
const COUNT = [
  1, 1, 0x7f, 0x20, 0, 0x41, 2, 0x74, 0x22, 1, 0x20, 1, 0x28, 2, 0, 0x41, 1, 0x6a, 0x36, 2, 0, 0x0b,
] as const

/** A module that exports what it imports, and the function that counts. */
function adapterBytes(): Uint8Array<ArrayBuffer> {
  const out = new Writer(256)
  const section = (id: number, write: () => void): void => {
    out.append(id)
    const at = out.pos
    out.append(0, 0, 0, 0, 0)
    write()
    out.paddedU32(out.pos - at - 5, at)
  }
  out.append(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)
  section(1, () => {
    out.append(PROBE_TYPES.length)
    for (const type of PROBE_TYPES) out.append(...type)
  })
  section(2, () => {
    out.append(IMPORTS.length + 1)
    IMPORTS.forEach((name, i) => {
      out.name('probes')
      out.name(name)
      out.append(0, i + 1)
    })
    out.name('probes')
    out.name('counters')
    out.append(2, 0, 1)
  })
  section(3, () => out.append(1, 0))
  section(7, () => {
    out.append(NAMES.length)
    NAMES.forEach((name, i) => {
      out.name(name)
      out.append(0, i === 0 ? IMPORTS.length : i - 1)
    })
  })
  section(10, () => out.append(1, COUNT.length, ...COUNT))
  return out.finish()
}
