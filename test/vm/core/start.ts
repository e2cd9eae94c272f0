import { Writer } from '../../../src/vm/wasm/writer.js'
import type { Module } from '../../../src/vm/wasm/module.js'

/** The module with its start function exported in place of started; undefined without one. */
export function withExportedStart(module: Module): { readonly bytes: Uint8Array; readonly name: string } | undefined {
  const { bytes, sections, start, exports } = module
  if (start === undefined) return undefined
  let name = 'start'
  while (exports.some((item) => item.name === name)) name += "'"
  const out = new Writer(bytes.length + 64)
  const section = (id: number, write: () => void): void => {
    out.append(id)
    const at = out.pos
    out.append(0, 0, 0, 0, 0)
    write()
    out.paddedU32(out.pos - at - 5, at)
  }
  const added = (): void => {
    out.name(name)
    out.append(0)
    out.ensure(5)
    out.u32(start)
  }
  const known = sections.some(({ id }) => id === 7)
  out.copy(bytes, 0, 8)
  for (const { id, start: from, end } of sections) {
    if (id === 7)
      section(7, () => {
        let items = from
        while (bytes[items++]! > 0x7f);
        out.ensure(5)
        out.u32(exports.length + 1)
        out.copy(bytes, items, end)
        added()
      })
    // Exports stand just before the start.
    else if (id === 8) {
      if (!known)
        section(7, () => {
          out.append(1)
          added()
        })
    } else section(id, () => out.copy(bytes, from, end))
  }
  return { bytes: out.finish(), name }
}
