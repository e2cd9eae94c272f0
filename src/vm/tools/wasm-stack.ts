import { sha256 } from '../../crypto/index.js'
import { toHex } from '../../base/index.js'
import type { CompiledCode } from '../codes/code.js'
import { sourceFrame, withoutPlace, type SourceFrame } from '../debug/frames.js'
import { OffsetMap } from '../debug/offset-map.js'
import { sameCode, Symbols, twinFor } from '../debug/symbols.js'
import type { Schedule } from '../schedules.js'
import type { Module } from '../wasm/module.js'
import { demangle } from './demangle.js'

/** Frames that the engine keeps of an error in a module with names: Rust's own panicking takes a dozen of them. */
export const STACK_FRAMES = 100

/** Where the host began the call of the entry point: frames below it belong to another call. See calls.ts. */
const ENTRY = 'callEntryPoint'

/** Frames of Rust's and CosmWasm's libraries that turn a panic into a trap; they say nothing about its cause. */
const PANICKING =
  /^(?:<?(?:core|std|alloc)::(?:panicking|panic|rt|sys|option::(?:expect|unwrap)_failed|result::unwrap_failed|alloc::(?:rust_oom|handle_alloc_error)|raw_vec::handle_error)|cosmwasm_std::(?:panic|exports::(?:panic|abort))|rust_begin_unwind|rust_panic|__rust|__rustc::|abort$|handle_panic$|.*\bPanicHookInfo\b)/

/** The functions of a contract that were running when an error occurred. Computed on demand, since it is rarely needed. */
export class WasmStack {
  readonly #code: CompiledCode
  readonly #schedule: Schedule
  readonly #error: Error
  readonly #isOutOfGas: boolean
  #frames: readonly SourceFrame[] | undefined
  #elsewhere: (() => WasmStack | undefined) | undefined
  #isTwin = false

  /** @param error as the engine or the host threw it @param isOutOfGas whether it means that */
  constructor(code: CompiledCode, schedule: Schedule, error: Error, isOutOfGas: boolean) {
    this.#isOutOfGas = isOutOfGas
    this.#code = code
    this.#schedule = schedule
    this.#error = error
  }

  /**
   * The running functions, the innermost first, inlined functions included where there is debug information; a function has its name there or in the
   * name section, demangled; `function[N]` if it has none and is not exported. Rust's panicking is left out.
   */
  get frames(): readonly SourceFrame[] {
    return (this.#frames ??= this.#find())
  }

  /** Whether the frames are those of a debug twin with other code, on which the call was made once more. */
  get isTwin(): boolean {
    return this.frames.length > 0 && this.#isTwin
  }

  /** How to fail in the same way on a debug twin, for code without debug information. */
  elsewhere(fail: () => WasmStack | undefined): void {
    this.#elsewhere = fail
  }

  #find(): readonly SourceFrame[] {
    const { module } = this.#code
    // The rewriter adds functions only after the module's own, so these are the original indices.
    const places = placesIn(nativeStack(this.#error)).filter(({ index }) => index < module.functions.length)
    const symbols = symbolsOf(module)
    // Other code runs out of gas at another place.
    if (!symbols.located && places.length > 0 && !this.#isOutOfGas) {
      const twin = this.#elsewhere?.()
      if (twin !== undefined && twin.frames.length > 0) {
        this.#isTwin = true
        return twin.frames
      }
    }
    const positions = positionsOf(this.#code, this.#schedule, symbols, places)
    const frames = places.flatMap(({ index }, i): readonly SourceFrame[] => {
      const known = nameOf(module, symbols, index)
      const name = known ?? `function[${index}]`
      const position = positions?.[i]
      const found = position === undefined ? [] : symbols.frames(position)
      return found.length === 0
        ? [withoutPlace(name)]
        : found.map((frame, depth) =>
            sourceFrame(
              frame,
              depth < found.length - 1 ? undefined : (known ?? (frame.symbol === '' ? name : undefined)),
            ),
          )
    })
    const cause = frames.findIndex((frame) => !PANICKING.test(frame.function))
    return frames.slice(Math.max(cause, 0))
  }
}

interface Place {
  /** Index of the function. */
  readonly index: number
  /** In the rewritten module. */
  readonly position: number
}

/** The original positions for those of the rewritten module; undefined if unknown. */
function positionsOf(
  code: CompiledCode,
  schedule: Schedule,
  symbols: Symbols,
  places: readonly Place[],
): readonly number[] | undefined {
  if (!symbols.located) return undefined
  const { module } = code
  const offsets = offsetsOf(code, schedule)
  return places.map(({ index, position }) => {
    const body = module.bodies[index - module.importedFunctions]
    const original = offsets.original(position)
    // What is charged before the first operator follows another function's last one.
    return body === undefined ? original : Math.min(Math.max(original, body.code), body.end - 1)
  })
}

const offsetMaps = new WeakMap<CompiledCode, OffsetMap>()

function offsetsOf(code: CompiledCode, schedule: Schedule): OffsetMap {
  let offsets = offsetMaps.get(code)
  if (offsets === undefined) offsetMaps.set(code, (offsets = new OffsetMap(code.module, schedule, code.additions)))
  return offsets
}

const known = new WeakMap<Module, Symbols>()

/** Symbols of the module itself if it has debug information, else those of its twin if that is the same code. */
function symbolsOf(module: Module): Symbols {
  let symbols = known.get(module)
  if (symbols === undefined) {
    const twin = twinFor(toHex(sha256(module.bytes)), module)
    symbols = new Symbols(module, twin && sameCode(module, twin) ? twin : module)
    known.set(module, symbols)
  }
  return symbols
}

function nameOf(module: Module, symbols: Symbols, index: number): string | undefined {
  const exported = module.exports.find((item) => item.kind === 'function' && item.index === index)
  const name = symbols.functionName(index) ?? exported?.name
  return name === undefined ? undefined : demangle(name)
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

/** Places in the innermost module, from the top down to the start of its entry point. */
function placesIn(stack: string): readonly Place[] {
  const places: Place[] = []
  let module: string | undefined
  for (const line of stack.split('\n')) {
    if (line.includes(ENTRY)) break
    const [, url, index, position] = /(wasm:\/\/[^\s()]*):wasm-function\[(\d+)\](?::0x([\da-f]+))?/.exec(line) ?? []
    if (index === undefined) continue
    module ??= url
    if (url === module) places.push({ index: Number(index), position: Number.parseInt(position ?? '0', 16) })
  }
  return places
}
