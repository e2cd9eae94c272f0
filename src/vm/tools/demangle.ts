import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import { BinaryReader } from '../wasm/binary-reader.js'
import { Writer } from '../wasm/writer.js'

/** Longest name that is demangled or returned, in characters. A name of 200 bytes can stand for one of 35 MB: it may refer to its own parts. */
export const MAX_NAME_LENGTH = 1024

/** In pages of 64 KiB. The demangler begins with 17; names that need more than the rest stay mangled. */
const MAX_MEMORY = 24

const MEMORY_SECTION = 5

/** Its size is in characters, of names and what they stand for. */
const known = new LRUCache<string, string>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (readable, name) => name.length + readable.length,
})
let compiled: WebAssembly.Module | undefined
let running: Demangler | undefined

interface Demangler {
  readonly memory: WebAssembly.Memory
  readonly __wbindgen_start: () => void
  readonly __wbindgen_malloc: (length: number, alignment: number) => number
  readonly __wbindgen_free: (at: number, length: number, alignment: number) => void
  /** Takes the name, and returns what {@link Demangler.__wbindgen_free} must free. */
  readonly demangle_any: (at: number, length: number) => [at: number, length: number]
}

/**
 * A function's name as its source has it, for what rustc (in both of its schemes) or a C++ compiler mangled, without rustc's hash; any other
 * name as it is. Of a long one only the first {@link MAX_NAME_LENGTH} characters, then `…`.
 */
export function demangle(name: string): string {
  if (name.length > MAX_NAME_LENGTH || !/^_[RZ]/.test(name)) return cut(name)
  let readable = known.get(name)
  if (readable !== undefined) return readable
  readable = cut(readableOf(name) ?? name)
  known.set(name, readable)
  return readable
}

const cut = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH).replace(/[\ud800-\udbff]$/, '')}…` : name

/** Undefined for a name that cannot be demangled within {@link MAX_MEMORY}. */
function readableOf(name: string): string | undefined {
  const demangler = (running ??= start())
  const given = new TextEncoder().encode(name)
  try {
    const from = demangler.__wbindgen_malloc(given.length, 1)
    new Uint8Array(demangler.memory.buffer, from, given.length).set(given)
    const [at, length] = demangler.demangle_any(from, given.length)
    // More than four bytes a character are not read.
    const bytes = new Uint8Array(demangler.memory.buffer, at, Math.min(length, 4 * (MAX_NAME_LENGTH + 1)))
    const found = new TextDecoder().decode(bytes)
    demangler.__wbindgen_free(at, length, 1)
    // A name that cannot be demangled comes back without its first character.
    return found === name.slice(1) ? undefined : found
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error
    // What it left in its memory is lost.
    running = undefined
    return undefined
  }
}

/** The demangler is a module of 500 KB; most processes never need it. */
function start(): Demangler {
  compiled ??= new WebAssembly.Module(
    withMostMemory(readFileSync(createRequire(import.meta.url).resolve('gecko-profiler-demangle/index_bg.wasm'))),
  )
  // It would fill a table of JavaScript's objects, which the demangler passes none of.
  const glue = { './index_bg.js': { __wbindgen_init_externref_table: () => {} } }
  const demangler = new WebAssembly.Instance(compiled, glue).exports as unknown as Demangler
  demangler.__wbindgen_start()
  return demangler
}

/** The module, whose own memory has no maximum, with one. */
function withMostMemory(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const reader = new BinaryReader(module, 8)
  for (;;) {
    const start = reader.pos
    const id = reader.byte()
    const length = reader.u32()
    const end = reader.pos + length
    if (id === MEMORY_SECTION) {
      // One memory, without a maximum.
      reader.pos += 2
      const least = reader.u32()
      const section = new Writer(16)
      for (const value of [1, 1, least, MAX_MEMORY]) section.u32(value)
      const out = new Uint8Array(start + 2 + section.pos + module.length - end)
      out.set(module.subarray(0, start))
      out.set([MEMORY_SECTION, section.pos], start)
      out.set(section.bytes.subarray(0, section.pos), start + 2)
      out.set(module.subarray(end), start + 2 + section.pos)
      return out
    }
    reader.pos = end
  }
}
