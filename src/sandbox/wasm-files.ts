import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fromBase64, toHex } from '../base/bytes.js'
import { UsageError } from '../base/errors.js'
import { sha256 } from '../crypto/hash.js'
import type { z } from 'zod'
import type { wasmFile } from './action.js'

type WasmFile = z.output<typeof wasmFile>

/** Reads the contracts that actions name; paths are relative to one folder. */
export class WasmFiles {
  readonly #folder: string
  /** What was found under the path of an action, which may be another file by now. */
  readonly #hashes = new WeakMap<WasmFile, string>()

  /** @param baseFile the file beside which paths are looked up; the working directory when left out */
  constructor(baseFile?: string) {
    this.#folder = baseFile === undefined ? process.cwd() : dirname(resolve(baseFile))
  }

  /** @throws UsageError when the file cannot be read, or is not the one of the hash. */
  read(file: WasmFile): Uint8Array {
    if ('base64' in file) return fromBase64(file.base64)
    const path = this.pathOf(file.path)
    let bytes: Uint8Array
    try {
      bytes = readFileSync(path)
    } catch (cause) {
      throw new UsageError(`cannot read the contract ${file.path}`, { details: [`looked for: ${path}`], cause })
    }
    const hash = toHex(sha256(bytes))
    this.#hashes.set(file, hash)
    if (file.sha256 !== undefined && file.sha256 !== hash)
      throw new UsageError(`${file.path} is not the contract that was meant`, {
        details: [`expected sha256: ${file.sha256}`, `found sha256: ${hash}`],
      })
    return bytes
  }

  /** The absolute path. */
  pathOf(path: string): string {
    return resolve(this.#folder, path)
  }

  /** SHA-256 in hex of what {@link read} found for this very value; undefined when it was not asked, or found nothing. */
  hashOf(file: WasmFile): string | undefined {
    return this.#hashes.get(file)
  }
}
