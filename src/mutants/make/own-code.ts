import { nearestTexts, UsageError } from '../../base/index.js'
import { isLibrary, type RawFrame } from '../../vm/debug/index.js'

/** Operators of the language and of CosmWasm's numbers, inlined: what they are used for is the contract's. */
const OPERATORS = /(?:library\/core\/src\/(?:cmp|num|ops|bool)|cosmwasm-std-[^/]+\/(?:[\w-]+\/)*src\/math)\b/

/** Code that the compiler made from a line of the contract. */
export interface OwnPlace {
  readonly file: string
  readonly line: number
  readonly column: number
  /** Whether the code is of the line itself or of an operator of the language that was inlined there. False for other inlined functions. */
  readonly isDirect: boolean
  /** Which copy of the line, where functions are inlined at several places. */
  readonly copy: string
}

/** The folder of a crate that Cargo fetched. */
const FETCHED = /\/([\w-]+)-\d+\.\d+\.\d+[^/]*\/(?:[\w-]+\/)*src\//

/** Whose code is the contract's own. */
export class OwnCode {
  readonly #crates: ReadonlyMap<string, RegExp>
  /** Files of libraries that were asked about, and the crates that have code. */
  readonly #libraries = new Set<string>()
  readonly #found = new Set<string>()

  /** @param crates further ones, which Cargo fetched: their names */
  constructor(crates: readonly string[] = []) {
    this.#crates = new Map(
      crates.map((name) => [
        name,
        new RegExp(`(?:^|/)${name.replaceAll(/[_-]/g, '[_-]')}(?:-\\d+\\.\\d+\\.\\d+[^/]*)?/(?:[\\w-]+/)*src/`),
      ]),
    )
  }

  has({ file, line }: Pick<RawFrame, 'file' | 'line'>): boolean {
    if (line <= 0) return false
    if (!isLibrary(file)) return true
    this.#libraries.add(file)
    const [crate] = [...this.#crates].find(([, pattern]) => pattern.test(file)) ?? []
    if (crate !== undefined) this.#found.add(crate)
    return crate !== undefined
  }

  /** @throws UsageError for a crate of which no code was asked about */
  requireFound(path: string): void {
    for (const crate of this.#crates.keys()) {
      if (this.#found.has(crate)) continue
      const names = new Set([...this.#libraries].flatMap((file) => FETCHED.exec(file)?.[1] ?? []))
      const similar = nearestTexts(crate, [...names])
      throw new UsageError(`${path} has no code of a crate that is called ${crate}`, {
        details: similar.length === 0 ? [] : [`similar: ${similar.join(', ')}`],
      })
    }
  }

  /** @param frames the innermost first */
  placeOf(frames: readonly RawFrame[]): OwnPlace | undefined {
    const index = frames.findIndex((frame) => this.has(frame))
    const frame = frames[index]
    if (frame === undefined) return undefined
    const { file, line, column } = frame
    const isDirect = frames.slice(0, index).every((inlined) => OPERATORS.test(inlined.file))
    const copy = frames
      .slice(index + 1)
      .map((outer) => `${outer.file}:${outer.line}:${outer.column}`)
      .join(' ')
    return { file, line, column, isDirect, copy }
  }
}
