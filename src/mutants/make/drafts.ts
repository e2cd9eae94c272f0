import type { Patch } from '../../vm/stand-in/index.js'
import type { Mutant, Mutator } from './mutant.js'
import type { Site } from './sites.js'
import type { Source } from './sources.js'

/** A change at one site. */
export interface Draft {
  readonly mutator: Mutator
  readonly column: number
  /** What stands there in the source. */
  readonly original: string
  readonly replacement: string
  readonly patches: readonly Patch[]
}

/** Collects changes: those of one expression in several copies of a function are one mutant. */
export class Drafts {
  readonly #found = new Map<string, Omit<Mutant, 'id'>>()
  readonly #ordinals = new Map<string, number>()

  add({ function: index, place }: Site, source: Source, draft: Draft): void {
    const { mutator, column, original, replacement, patches } = draft
    const { line } = place
    const expression = `${mutator} ${source.shown}:${line}:${column} ${replacement}`
    const copy = `${expression} ${index} ${place.copy}`
    const ordinal = this.#ordinals.get(copy) ?? 0
    this.#ordinals.set(copy, ordinal + 1)
    const key = `${expression} ${ordinal}`
    const known = this.#found.get(key)
    this.#found.set(key, {
      mutator,
      file: source.shown,
      line,
      column,
      endColumn: column + Math.max(1, original.length),
      text: source.lines[line - 1]?.trim() ?? '',
      replacement,
      patches: [...(known?.patches ?? []), ...patches],
    })
  }

  get mutants(): readonly Omit<Mutant, 'id'>[] {
    return [...this.#found.values()]
  }
}
