import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fromBase64, toHex } from '../base/bytes.js'
import { UsageError } from '../base/errors.js'
import { sha256 } from '../crypto/hash.js'
import type { z } from 'zod'
import type { wasmFile } from './action.js'

/** Reads the contracts that actions name; paths are relative to one folder. */
export class WasmFiles {
  readonly #folder: string

  /** @param baseFile the file beside which paths are looked up; the working directory when left out */
  constructor(baseFile?: string) {
    this.#folder = baseFile === undefined ? process.cwd() : dirname(resolve(baseFile))
  }

  /** @throws UsageError when the file cannot be read, or is not the one of the hash. */
  read(file: z.output<typeof wasmFile>): Uint8Array {
    if ('base64' in file) return fromBase64(file.base64)
    const path = resolve(this.#folder, file.path)
    let bytes: Uint8Array
    try {
      bytes = readFileSync(path)
    } catch (cause) {
      throw new UsageError(`cannot read the contract ${file.path}`, { details: [`looked for: ${path}`], cause })
    }
    const hash = toHex(sha256(bytes))
    if (file.sha256 !== undefined && file.sha256 !== hash)
      throw new UsageError(`${file.path} is not the contract that was meant`, {
        details: [`expected sha256: ${file.sha256}`, `found sha256: ${hash}`],
      })
    return bytes
  }
}
