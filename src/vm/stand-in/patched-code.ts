import type { CompiledCode } from '../codes/code.js'
import type { Schedule } from '../schedules.js'
import { NO_PROBES, NOT_INSTRUMENTED } from '../tools/instrument.js'
import { layoutOf } from '../wasm/layout.js'
import { I32, type Body, type Module } from '../wasm/module.js'
import { parse } from '../wasm/parse.js'
import { privateNames, rewrite } from '../wasm/rewrite.js'
import { BodyRewriter } from '../wasm/rewrite-body.js'
import { readU32, skipInteger } from '../wasm/skip.js'
import { Writer } from '../wasm/writer.js'
import type { Patch } from './stand-ins.js'

const GLOBALS = 6
const EXPORTS = 7
const CODE = 10

/** A global that patches may use: i32, 0 when a call begins. */
export const flagOf = ({ importedGlobals, globals }: Module): number => importedGlobals.length + globals.length

/**
 * A module whose functions can be patched: only those that change are metered again, which takes a hundredth of the time for all of them. It has one global
 * more, {@link flagOf}, and no custom sections.
 */
export class PatchedCode {
  readonly #schedule: Schedule
  readonly #module: Module
  /** How far its code is behind that of the module that it was made of. */
  readonly #shift: number
  readonly #rewritten: Uint8Array
  /** In the rewritten module: where the content of the code section begins and ends, and each of its bodies, with their sizes. */
  readonly #code: { readonly start: number; readonly end: number }
  readonly #bodies: readonly Range[]

  constructor(module: Module, schedule: Schedule) {
    this.#schedule = schedule
    this.#module = parse(withFlag(module), schedule)
    this.#shift = (this.#module.bodies[0]?.start ?? 0) - (module.bodies[0]?.start ?? 0)
    this.#rewritten = rewrite(this.#module, schedule).bytes
    this.#code = sectionOf(this.#rewritten, CODE)
    this.#bodies = bodiesOf(this.#rewritten, this.#code.start)
  }

  /** @throws WebAssembly.CompileError for patches that make no valid module */
  compile(patches: readonly Patch[]): CompiledCode {
    const module = this.#patched(patches)
    const bytes = this.#splice(module, new Set(patches.map((patch) => patch.function)))
    const names = privateNames(module, NOT_INSTRUMENTED, false)
    const compiled = new WebAssembly.Module(bytes)
    return { module, names, map: NO_PROBES, compiled, additions: NOT_INSTRUMENTED }
  }

  /** The module with the new bodies behind its end, so that all other positions stay. */
  #patched(patches: readonly Patch[]): Module {
    const { bytes, bodies, importedFunctions } = this.#module
    const out = new Writer(bytes.length + 65_536)
    out.copy(bytes, 0, bytes.length)
    const changed = [...bodies]
    for (const index of new Set(patches.map((patch) => patch.function))) {
      const body = bodies[index - importedFunctions]!
      const own = patches.filter((patch) => patch.function === index)
      const more = Math.max(0, ...own.map(({ locals = 0 }) => locals))
      const start = out.pos
      declareLocals(out, bytes, body, more)
      const code = out.pos
      let at = body.code
      for (const { from, to, bytes: replacement } of own) {
        out.copy(bytes, at, from + this.#shift)
        out.copy(replacement, 0, replacement.length)
        at = to + this.#shift
      }
      out.copy(bytes, at, body.end)
      const moved: Body = { ...body, start, code, end: out.pos, locals: body.locals + more }
      changed[index - importedFunctions] = moved
    }
    return { ...this.#module, bytes: out.finish(), bodies: changed }
  }

  #splice(module: Module, changed: ReadonlySet<number>): Uint8Array<ArrayBuffer> {
    const from = this.#rewritten
    const out = new Writer(from.length + 65_536)
    const rewriter = new BodyRewriter(module, layoutOf(module), this.#schedule, out)
    // The size of the section has five bytes.
    out.copy(from, 0, this.#code.start)
    let at = this.#code.start
    for (const index of [...changed].sort((a, b) => a - b)) {
      const range = this.#bodies[index - module.importedFunctions]!
      out.copy(from, at, range.start)
      rewriter.rewrite(index)
      at = range.end
    }
    out.copy(from, at, this.#code.end)
    out.paddedU32(out.pos - this.#code.start, this.#code.start - 5)
    out.copy(from, this.#code.end, from.length)
    return out.finish()
  }
}

interface Range {
  readonly start: number
  readonly end: number
}

function sectionOf(bytes: Uint8Array, wanted: number): Range {
  for (let pos = 8; pos < bytes.length;) {
    const id = bytes[pos]!
    const start = skipInteger(bytes, pos + 1)
    const end = start + readU32(bytes, pos + 1)
    if (id === wanted) return { start, end }
    pos = end
  }
  return { start: bytes.length, end: bytes.length }
}

function bodiesOf(bytes: Uint8Array, codeSection: number): readonly Range[] {
  const bodies: Range[] = []
  let pos = skipInteger(bytes, codeSection)
  for (let left = readU32(bytes, codeSection); left > 0; left--) {
    const end = skipInteger(bytes, pos) + readU32(bytes, pos)
    bodies.push({ start: pos, end })
    pos = end
  }
  return bodies
}

/** The declarations of a body, with some more of i32. */
function declareLocals(out: Writer, bytes: Uint8Array, { start, code }: Body, more: number): void {
  if (more === 0) {
    out.copy(bytes, start, code)
    return
  }
  out.ensure(16)
  out.u32(readU32(bytes, start) + 1)
  out.copy(bytes, skipInteger(bytes, start), code)
  out.ensure(16)
  out.u32(more)
  out.byte(I32)
}

/** The module with a global more. */
function withFlag({ bytes, sections, globals }: Module): Uint8Array {
  const out = new Writer(bytes.length + 64)
  out.copy(bytes, 0, 8)
  const write = (id: number, content: () => void): void => {
    out.append(id, 0, 0, 0, 0, 0)
    const start = out.pos
    content()
    out.paddedU32(out.pos - start, start - 5)
  }
  const writeGlobals = (items: Range): void =>
    write(GLOBALS, () => {
      out.ensure(5)
      out.u32(globals.length + 1)
      out.copy(bytes, items.start, items.end)
      out.append(I32, 1, 0x41, 0, 0x0b)
    })
  let isWritten = false
  for (const { id, start, end } of sections) {
    if (id === 0) continue
    if (id >= EXPORTS && !isWritten) writeGlobals({ start: 0, end: 0 })
    isWritten ||= id >= GLOBALS
    if (id === GLOBALS) writeGlobals({ start: skipInteger(bytes, start), end })
    else write(id, () => out.copy(bytes, start, end))
  }
  return out.finish()
}
