import { readFileSync } from 'node:fs'
import { toHex, toUtf8 } from '../base/index.js'
import { linesWithoutCode } from '../coverage/index.js'
import { sha256 } from '../crypto/index.js'
import { findInCrates, findSource } from '../vm/debug/index.js'

const BRACKETS = /^[\s{}()[\];,]*$/

interface Source {
  readonly path: string
  readonly lines: readonly string[]
  silent?: ReadonlySet<number>
}

/** A file, and the digest of its text. */
export type SourceDigest = readonly [file: string, digest: string | null]

const digestOf = ({ lines }: Source): string => toHex(sha256(toUtf8(lines.join('\n'))))

/** The files of debug information that are found here. */
export class Sources {
  readonly #found = new Map<string, Source | undefined>()
  /** Published crates whose files are looked for in Cargo's own folder. */
  readonly #crates: readonly string[]

  constructor(crates: readonly string[] = []) {
    this.#crates = crates
  }

  /** The absolute path of a file; undefined if it is not here, and for libraries that do not count as the contract. */
  pathOf(file: string): string | undefined {
    return this.#source(file)?.path
  }

  /** One line of a file, from 1. */
  line(file: string, line: number): string | undefined {
    return this.#source(file)?.lines[line - 1]
  }

  text(file: string): string | undefined {
    return this.#source(file)?.lines.join('\n')
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

  /** The digests of all files that were looked for; null for those that are not here. */
  digests(): readonly SourceDigest[] {
    return Array.from(this.#found, ([file, source]) => [file, source === undefined ? null : digestOf(source)])
  }

  /** Whether files are as they were when they were looked for. */
  isUnchanged(digests: readonly SourceDigest[]): boolean {
    return digests.every(([file, digest]) => {
      const source = this.#source(file)
      return (source === undefined ? null : digestOf(source)) === digest
    })
  }

  #source(file: string): Source | undefined {
    if (!this.#found.has(file)) {
      const path = findSource(file) ?? findInCrates(file, this.#crates)
      this.#found.set(file, path === undefined ? undefined : { path, lines: readFileSync(path, 'utf8').split(/\r?\n/) })
    }
    return this.#found.get(file)
  }
}
