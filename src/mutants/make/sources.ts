import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { linesWithoutCode, pathInReports } from '../../coverage/index.js'
import type { Mutant } from './mutant.js'
import { findSource, shownSource } from '../../vm/debug/index.js'

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

/** Folder of a release, name of its crate, and path in the folder. */
const PACKAGED = /(?:^|\/)(([\w-]+?)-\d+\.\d+\.\d+[^/]*)\/((?:[\w-]+\/)*src\/[\w/-]+\.rs)$/

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
    const path = findSource(file) ?? this.#inRegistry(file)
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

  /** Only of the crates that were asked for: whoever built the module wrote its paths. */
  #inRegistry(file: string): string | undefined {
    const [, folder, crate, rest] = PACKAGED.exec(file) ?? []
    if (folder === undefined || rest === undefined) return undefined
    if (!this.#crates.some((name) => name.replaceAll('_', '-') === crate!.replaceAll('_', '-'))) return undefined
    const registry = join(process.env['CARGO_HOME'] ?? join(homedir(), '.cargo'), 'registry/src')
    if (!existsSync(registry)) return undefined
    return readdirSync(registry)
      .map((index) => join(registry, index, folder, rest))
      .find((path) => existsSync(path))
  }
}
