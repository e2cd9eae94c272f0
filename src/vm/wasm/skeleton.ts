import type { Module } from './module.js'
import { Writer } from './writer.js'

/** The module with every body replaced by `unreachable`: valid exactly when everything but the bodies is. */
export function skeletonOf(module: Module): Uint8Array<ArrayBuffer> {
  const out = new Writer(module.bytes.length + 64)
  out.copy(module.bytes, 0, 8)
  for (const { id, start, end } of module.sections) {
    out.ensure(16)
    out.byte(id)
    out.sized(() => {
      if (id === 10) {
        out.u32(module.bodies.length)
        for (let i = 0; i < module.bodies.length; i++) out.append(3, 0, 0x00, 0x0b)
      } else out.copy(module.bytes, start, end)
    })
  }
  return out.finish()
}
