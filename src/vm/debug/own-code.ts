import { nearestTexts, UsageError } from '../../base/index.js'
import { KIND, Kind } from '../wasm/operators.js'
import type { Module } from '../wasm/module.js'
import { readU32, skipOperator } from '../wasm/skip.js'
import type { RawFrame } from './debug-reader.js'
import { isLibrary } from './rust-source.js'
import type { Symbols } from './symbols.js'

/** Whose code is the contract's own: that of its workspace, and of crates that count as it. */
export class OwnCode {
  /** Names of crates that Cargo fetched. */
  readonly crates: readonly string[]
  readonly #patterns: readonly RegExp[]
  /** Files that were asked about. */
  readonly #known = new Map<string, boolean>()

  constructor(crates: readonly string[] = []) {
    this.crates = crates
    this.#patterns = crates.map(patternOf)
  }

  has({ file, line }: Pick<RawFrame, 'file' | 'line'>): boolean {
    return line > 0 && this.hasFile(file)
  }

  hasFile(file: string): boolean {
    let is = this.#known.get(file)
    if (is === undefined) {
      is = file !== '' && (!isLibrary(file) || this.#patterns.some((crate) => crate.test(file)))
      this.#known.set(file, is)
    }
    return is
  }

  /** @param path of the contract @throws UsageError for a crate of which no code was asked about */
  requireFound(path: string): void {
    const libraries = [...this.#known.keys()].filter(isLibrary)
    for (const [i, crate] of this.crates.entries()) {
      if (libraries.some((file) => this.#patterns[i]!.test(file))) continue
      const names = new Set(libraries.flatMap((file) => CRATE.exec(file)?.[1] ?? []))
      const similar = nearestTexts(crate, [...names])
      throw new UsageError(`${path} has no code of a crate that is called ${crate}`, {
        details: similar.length === 0 ? [] : [`similar: ${similar.join(', ')}`],
      })
    }
  }
}

const patternOf = (crate: string): RegExp =>
  new RegExp(`(?:^|/)${crate.replaceAll(/[_-]/g, '[_-]')}(?:-\\d+\\.\\d+\\.\\d+[^/]*)?/(?:[\\w-]+/)*src/`)

/** A contract with at most this many lines of its own only wraps other crates. */
const MAX_WRAPPER_LINES = 24

/** Crates that every contract calls, and that are never what it wraps. */
const PLUMBING = /^(?:core|alloc|std|cosmwasm-.*|serde.*|schemars|thiserror|cw-storage-plus)$/

/** The crate of a file in a folder `src`: `cw20-base` of `cw20-base-2.0.0/src/contract.rs`. */
const CRATE = /^(?:.*\/)?([\w-]+?)(?:-\d+\.\d+\.\d+[^/]*)?\/src\//

/**
 * Whose code is a contract's own. Of a contract that does no more than wrap published crates, those that its few lines call are.
 * @param crates names of crates, in place of that rule
 */
export const ownCodeOf = (module: Module, symbols: Symbols, crates?: readonly string[]): OwnCode =>
  new OwnCode(crates ?? wrappedCrates(module, symbols))

function wrappedCrates(module: Module, symbols: Symbols): readonly string[] {
  const workspace = new OwnCode()
  const lines = new Set<string>()
  const called = new Set<string>()
  const note = (frame: RawFrame | undefined): void => {
    if (frame === undefined || workspace.hasFile(frame.file)) return
    const [, crate] = CRATE.exec(frame.file) ?? []
    if (crate !== undefined && !PLUMBING.test(crate)) called.add(crate)
  }
  for (const { code, end } of module.bodies) {
    const spans = symbols.spans(code, end)
    if (!spans.some(({ frames }) => frames.some((frame) => workspace.has(frame)))) continue
    for (const { frames } of spans) {
      const own = frames.findIndex((frame) => workspace.has(frame))
      if (own < 0) continue
      lines.add(`${frames[own]!.file}:${frames[own]!.line}`)
      // What was inlined into the line.
      note(frames[own - 1])
    }
    if (lines.size > MAX_WRAPPER_LINES) return []
    let next = 0
    for (let at = code; at < end; at = skipOperator(module.bytes, at)) {
      if (KIND[module.bytes[at]!] !== Kind.call) continue
      while (next < spans.length && spans[next]!.end <= at) next++
      const [frame] = spans[next]?.frames ?? []
      if (frame === undefined || spans[next]!.start > at || !workspace.has(frame)) continue
      const callee = module.bodies[readU32(module.bytes, at + 1) - module.importedFunctions]
      if (callee !== undefined) note(symbols.frames(callee.code).at(-1))
    }
  }
  return [...called].sort()
}
