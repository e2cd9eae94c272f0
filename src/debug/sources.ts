import { readFileSync } from 'node:fs'
import { linesWithoutCode } from '../coverage/index.js'
import { findSource } from '../vm/debug/index.js'

const BRACKETS = /^[\s{}()[\];,]*$/

interface Source {
  readonly path: string
  readonly lines: readonly string[]
  silent?: ReadonlySet<number>
}

/** The files of debug information that are found here. */
export class Sources {
  readonly #found = new Map<string, Source | undefined>()

  /** The absolute path of a file; undefined if it is not here, and for libraries. */
  pathOf(file: string): string | undefined {
    return this.#source(file)?.path
  }

  /** One line of a file, from 1. */
  line(file: string, line: number): string | undefined {
    return this.#source(file)?.lines[line - 1]
  }

  /** Whether a line has only brackets. */
  isBracket(file: string, line: number): boolean {
    const text = this.line(file, line)
    return text !== undefined && BRACKETS.test(text)
  }

  /** Whether nobody wrote a line as something to run: what is derived, attributes, fields of types. */
  isDerived(file: string, line: number): boolean {
    const source = this.#source(file)
    if (source === undefined) return false
    source.silent ??= linesWithoutCode(source.lines.join('\n'))
    return source.silent.has(line) && !this.isBracket(file, line)
  }

  #source(file: string): Source | undefined {
    if (!this.#found.has(file)) {
      const path = findSource(file)
      this.#found.set(file, path === undefined ? undefined : { path, lines: readFileSync(path, 'utf8').split(/\r?\n/) })
    }
    return this.#found.get(file)
  }
}
