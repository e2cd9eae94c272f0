import { readFileSync } from 'node:fs'
import { linesWithoutCode, pathInReports } from '../../coverage/index.js'
import type { Mutant } from './mutant.js'
import { findInCrates, findSource, shownSource } from '../../vm/debug/index.js'

/** A file of Rust that a contract was made of. */
export interface Source {
  /** The path as reports name it. */
  readonly shown: string
  /** Undefined if it is not on this machine. */
  readonly text: string | undefined
  readonly lines: readonly string[]
  /** Lines that nobody wrote as something to run. */
  readonly silent: ReadonlySet<number>
}

/** The sources of a contract, by the paths that the compiler noted. */
export class Sources {
  readonly #known = new Map<string, Source>()
  readonly #crates: readonly string[]

  /** @param crates names of those whose sources are read from Cargo's own folder */
  constructor(crates: readonly string[] = []) {
    this.#crates = crates
  }

  of(file: string): Source {
    let source = this.#known.get(file)
    if (source === undefined) this.#known.set(file, (source = this.#read(file)))
    return source
  }

  /** Where a message is handled: its name in the sources, else the entry point. */
  handlerOf(
    entry: string,
    variant: string | undefined,
  ): Pick<Mutant, 'file' | 'line' | 'column' | 'endColumn' | 'text'> {
    const patterns = [
      ...(variant === undefined ? [] : [new RegExp(`\\bMsg::${variant}\\b`), new RegExp(`::${variant}\\b.*=>`)]),
      new RegExp(`\\bfn (?:${entry}|execute)\\b`),
    ]
    for (const pattern of patterns)
      for (const { shown, lines } of this.#known.values())
        for (const [i, line] of lines.entries()) {
          const found = pattern.exec(line)
          if (found !== null)
            return {
              file: shown,
              line: i + 1,
              column: found.index + 1,
              endColumn: found.index + 1 + found[0].length,
              text: line.trim(),
            }
        }
    const { shown = '' } = this.#known.values().next().value ?? {}
    return { file: shown, line: 1, column: 1, endColumn: 2, text: '' }
  }

  /** By shown path. */
  get all(): readonly Source[] {
    return [...this.#known.values()]
  }

  #read(file: string): Source {
    const path = findSource(file) ?? findInCrates(file, this.#crates)
    const text = path === undefined ? undefined : readFileSync(path, 'utf8')
    const shown =
      findSource(file) === undefined
        ? pathInReports(file).replace(/^.*\/(?=[\w-]+-\d+\.\d+\.\d+)/, '')
        : shownSource(file)
    return {
      shown,
      text,
      lines: text?.split(/\r?\n/) ?? [],
      silent: text === undefined ? new Set() : linesWithoutCode(text),
    }
  }
}
