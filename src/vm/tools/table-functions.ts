import { Writer } from '../wasm/writer.js'
import { PROBE_TYPES } from './probe-code.js'

/** The functions that instrumented code calls. */
export interface Probes {
  readonly block: (block: number) => void
  readonly enter: (index: number, gas: number) => void
  readonly leave: (gas: number) => void
}

const NAMES = ['block', 'enter', 'leave'] as const
let adapter: WebAssembly.Module | undefined

/** Probes as functions that a table takes, in the order of the table: only functions that a module exports can be elements. */
export function tableFunctions(probes: Probes): readonly unknown[] {
  adapter ??= new WebAssembly.Module(adapterBytes())
  const { exports } = new WebAssembly.Instance(adapter, { probes: { ...probes } })
  return NAMES.map((name) => exports[name])
}

/** A module that exports what it imports. */
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
    out.append(NAMES.length)
    NAMES.forEach((name, i) => {
      out.name('probes')
      out.name(name)
      out.append(0, i)
    })
  })
  section(7, () => {
    out.append(NAMES.length)
    NAMES.forEach((name, i) => {
      out.name(name)
      out.append(0, i)
    })
  })
  return out.finish()
}
