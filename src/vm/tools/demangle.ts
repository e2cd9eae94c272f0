import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as glue from 'gecko-profiler-demangle/index_bg.js'

const known = new Map<string, string>()
const MOST_KNOWN = 10_000
let ready = false

/**
 * A function's name as its source has it, for what rustc (in both of its schemes) or a C++ compiler mangled, without rustc's hash; any other
 * name as it is.
 */
export function demangle(name: string): string {
  if (!/^_[RZ]/.test(name)) return name
  let readable = known.get(name)
  if (readable !== undefined) return readable
  if (!ready) load()
  const found = glue.demangle_any(name)
  // A name that cannot be demangled comes back without its first character.
  readable = found === name.slice(1) ? name : found
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(name, readable)
  return readable
}

/** The demangler is a module of 500 KB; most processes never need it. */
function load(): void {
  const path = createRequire(import.meta.url).resolve('gecko-profiler-demangle/index_bg.wasm')
  const { __wbindgen_init_externref_table } = glue
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), {
    './index_bg.js': { __wbindgen_init_externref_table },
  })
  glue.__wbg_set_wasm(exports)
  ;(exports['__wbindgen_start'] as () => void)()
  ready = true
}
