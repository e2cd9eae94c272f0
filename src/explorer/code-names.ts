import { basename } from 'node:path'
import { fileOf } from '../vm/debug/index.js'

const MAX_LENGTH = 100

/** Names of codes by their checksums: of the files that they were read from, here or in a page. */
export class CodeNames {
  readonly #given = new Map<string, string>()

  /** Keeps the name of the file that a page has read. */
  give(checksum: string, file: string): void {
    this.#given.set(checksum, basename(file.replaceAll('\\', '/')).slice(0, MAX_LENGTH))
  }

  /** Undefined for a code that a client stored. */
  of(checksum: string): string | undefined {
    const file = fileOf(checksum)
    return this.#given.get(checksum) ?? (file === undefined ? undefined : basename(file))
  }
}
