import type { Module } from '../wasm/module.js'
import { functionNameOf } from '../wasm/names.js'
import { demangle } from './demangle.js'

/** Frames that the engine keeps of an error in a module with names: Rust's own panicking takes a dozen of them. */
export const STACK_FRAMES = 100

/** Where the host began the call of the entry point: frames below it belong to another call. See calls.ts. */
const ENTRY = 'callEntryPoint'

/** Frames of Rust's and CosmWasm's libraries that turn a panic into a trap; they say nothing about its cause. */
const PANICKING =
  /^(?:<?(?:core|std|alloc)::(?:panicking|panic|rt|sys|option::(?:expect|unwrap)_failed|result::unwrap_failed)|cosmwasm_std::(?:panic|exports::(?:panic|abort))|rust_begin_unwind|rust_panic|__rust|__rustc::|abort$)/

/** The functions of a contract that were running when an error occurred. Computed on demand, since it is rarely needed. */
export class WasmStack {
  readonly #module: Module
  readonly #error: Error
  #names: readonly string[] | undefined

  constructor(module: Module, error: Error) {
    this.#module = module
    this.#error = error
  }

  /** Their names by the module's name section, demangled, the innermost first; `function[N]` for one that has none there and is not exported. Rust's panicking is left out. */
  get functions(): readonly string[] {
    if (this.#names) return this.#names
    // The rewriter adds functions only after the module's own, so these are the original indices.
    const names = functionIndices(nativeStack(this.#error))
      .filter((index) => index < this.#module.functions.length)
      .map((index) => demangle(nameOf(this.#module, index)))
    const cause = names.findIndex((name) => !PANICKING.test(name))
    return (this.#names = names.slice(Math.max(cause, 0)))
  }
}

function nameOf(module: Module, index: number): string {
  const exported = module.exports.find((item) => item.kind === 'function' && item.index === index)
  return functionNameOf(module, index) ?? exported?.name ?? `function[${index}]`
}

/** The stack in the engine's own form, which has the indices of functions: test runners replace it with another form. */
function nativeStack(error: Error): string {
  const previous: unknown = Reflect.get(Error, 'prepareStackTrace')
  Error.prepareStackTrace = (_, sites: readonly unknown[]) => [error, ...sites].map(String).join('\n    at ')
  try {
    return error.stack ?? ''
  } finally {
    Reflect.set(Error, 'prepareStackTrace', previous)
  }
}

/** Functions of the innermost module, from the top down to the start of its entry point. */
function functionIndices(stack: string): readonly number[] {
  const indices: number[] = []
  let module: string | undefined
  for (const line of stack.split('\n')) {
    if (line.includes(ENTRY)) break
    const [, url, index] = /(wasm:\/\/[^\s()]*):wasm-function\[(\d+)\]/.exec(line) ?? []
    if (index === undefined) continue
    module ??= url
    if (url === module) indices.push(Number(index))
  }
  return indices
}
