import { FixtureError, fromBase64, Reach, textOf, toHex, unreadable, UsageError } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import { noteFile, noteTwin, twinPathOf } from '../../vm/debug/index.js'
import { z } from 'zod'
import { base64, hex32 } from '../values/values.js'

export const wasmFile = z
  .union([z.strictObject({ path: z.string().min(1), sha256: hex32.optional() }), z.strictObject({ base64 })])
  .meta({
    id: 'WasmFile',
    description: 'A contract: the path of its .wasm (and its hash, then checked), or its bytes.',
  })

export type WasmFile = z.output<typeof wasmFile>

/** Reads the contracts that actions name. */
export class WasmFiles {
  /** The base of paths, and the files that may be read. */
  readonly reach: Reach
  /** Hashes of the files that were read for actions, since the file may change afterwards. */
  readonly #hashes = new WeakMap<object, string>()

  constructor(reach: Reach) {
    this.reach = reach
  }

  /**
   * @param pointer where the file is named
   * @throws UsageError when the file cannot be read, or is not the one of the hash; FixtureError when it may not be read
   */
  read(file: WasmFile, pointer: string): Uint8Array {
    if ('base64' in file) return fromBase64(file.base64)
    const bytes = this.#bytes(file.path, `${pointer}/path`)
    const hash = toHex(sha256(bytes))
    this.#hashes.set(file, hash)
    this.#note(hash, file.path, pointer)
    assertHash(file, hash)
    return bytes
  }

  /** A compiled contract in Solidity. @throws UsageError for a file that cannot be read, is another one or no JSON; FixtureError when it may not be read */
  readJson(file: { readonly path: string; readonly sha256?: string | undefined }, pointer: string): unknown {
    const bytes = this.#bytes(file.path, `${pointer}/path`)
    const hash = toHex(sha256(bytes))
    this.#hashes.set(file, hash)
    assertHash(file, hash)
    try {
      return JSON.parse(textOf(bytes))
    } catch (cause) {
      throw new UsageError(`${file.path} is no JSON`, {
        cause,
        details: ['right: an artifact of solc, Hardhat or Foundry, such as out/Vault.sol/Vault.json'],
      })
    }
  }

  #note(hash: string, path: string, pointer: string): void {
    noteFile(hash, this.pathOf(path))
    const twin = twinPathOf(path)
    if (twin !== path && this.reach.has(twin))
      noteTwin(hash, this.pathOf(twin), () => this.reach.read(twin, `${pointer}/path`))
  }

  #bytes(path: string, pointer: string): Uint8Array {
    try {
      return this.reach.read(path, pointer)
    } catch (cause) {
      if (cause instanceof FixtureError) throw cause
      throw unreadable(path, cause, 'the contract', this.reach.folder)
    }
  }

  /** The absolute path. */
  pathOf(path: string): string {
    return this.reach.pathOf(path)
  }

  /** SHA-256 in hex of what {@link read} found for this very value; undefined when it was not called, or found nothing. */
  hashOf(file: object): string | undefined {
    return this.#hashes.get(file)
  }
}

/** @throws UsageError if the file is another one than a fixture was recorded with */
function assertHash(file: { readonly path: string; readonly sha256?: string | undefined }, hash: string): void {
  if (file.sha256 === undefined || file.sha256 === hash) return
  throw new UsageError(`${file.path} is not the contract that was meant`, {
    details: [`expected sha256: ${file.sha256}`, `found sha256: ${hash}`],
  })
}
