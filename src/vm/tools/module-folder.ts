import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toHex, UsageError, writeAtomically } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'

const MODULE = /^[\da-f]{64}\.wasm$/

/** Modules in a folder, each under its checksum: what several processes write next to their parts of a report. */
export class ModuleFolder {
  readonly #folder: string
  readonly #read = new Map<string, Uint8Array>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** @returns the name of its file */
  write(bytes: Uint8Array): string {
    const file = `${toHex(sha256(bytes))}.wasm`
    if (!existsSync(join(this.#folder, file))) writeAtomically(join(this.#folder, file), bytes)
    return file
  }

  /** @param file as a part of a report names it @throws UsageError for anything else than a module of this folder */
  read(file: string): Uint8Array {
    if (typeof file !== 'string' || !MODULE.test(file))
      throw new UsageError(`a part in ${this.#folder} names the file ${JSON.stringify(file)}, not a module next to it`)
    let bytes = this.#read.get(file)
    if (bytes === undefined) this.#read.set(file, (bytes = readFileSync(join(this.#folder, file))))
    return bytes
  }
}
