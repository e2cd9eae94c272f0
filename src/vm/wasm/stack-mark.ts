import { I32, type Module } from './module.js'
import { BinaryReader } from './binary-reader.js'

/**
 * Where the contract's own stack begins, in modules with the layout of rustc and LLVM: it is the first global, grows down from there to
 * address 0, and all data lies above it. Undefined for modules of another layout.
 */
export function stackBaseOf({ importedGlobals, globals, memories, data }: Module): number | undefined {
  const [pointer] = globals
  const [memory] = memories
  if (importedGlobals.length > 0 || !pointer || !memory) return undefined
  if (pointer.type !== I32 || !pointer.mutable || pointer.init[0] !== 0x41) return undefined
  const base = new BinaryReader(pointer.init, 1).s32()
  if (base <= 0 || base > memory.initial * 65_536) return undefined
  return data.every(({ offset }) => offset !== undefined && offset >= base) ? base : undefined
}
