import type { Module } from './module.js'
import { BinaryReader } from './binary-reader.js'

const cache = new WeakMap<Module, ReadonlyMap<number, string>>()

/** Name of a function by the module's name section; undefined without one, or if it cannot be read. */
export function functionNameOf(module: Module, index: number): string | undefined {
  let names = cache.get(module)
  if (!names) cache.set(module, (names = functionNames(module.names)))
  return names.get(index)
}

function functionNames(section: Uint8Array | undefined): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  if (!section) return names
  try {
    for (const reader = new BinaryReader(section); !reader.done;) {
      const id = reader.byte()
      const part = reader.part(reader.u32())
      if (id !== 1) continue
      for (let count = part.u32(); count > 0; count--) {
        const index = part.u32()
        names.set(index, part.name())
      }
    }
  } catch {
    // A name section is never validated: the names read so far are used.
  }
  return names
}
