import { basename, dirname, join } from 'node:path'
import { fromUtf8, SudoboxError } from '../base/index.js'
import { fileOf } from '../vm/debug/index.js'
import { probeSchema } from '../vm/probe/index.js'
import type { WasmFiles } from '../sandbox/internal.js'
import type { Json, SchemaData } from './model.js'

/** The suffix that the optimizer adds to a name, for the architecture that built it. */
const MACHINE = /-(?:aarch64|x86_64)$/

/** Schemas of contracts by the checksums of their codes: given by a user, from a file near the code's, or inferred. */
export class Schemas {
  readonly #files: WasmFiles
  readonly #given = new Map<string, SchemaData>()
  readonly #inferred = new Map<string, SchemaData>()

  constructor(files: WasmFiles) {
    this.#files = files
  }

  /** Keeps a schema that a user gave. */
  give(checksum: string, schema: Json): void {
    this.#given.set(checksum, { from: 'given', schema })
  }

  /** @param wasm the code, if the schema may be inferred from it: that calls the contract's parser many times */
  of(checksum: string, wasm: (() => Uint8Array) | undefined): SchemaData {
    const known = this.#given.get(checksum) ?? this.#nearFile(checksum) ?? this.#inferred.get(checksum)
    if (known !== undefined) return known
    if (wasm === undefined) return { from: 'none' }
    const inferred: SchemaData = { from: 'inferred', schema: probeSchema(wasm(), 'contract') }
    this.#inferred.set(checksum, inferred)
    return inferred
  }

  /** The schema near the file that the code was read from: next to it, or in the folder `schema` there or one above. */
  #nearFile(checksum: string): SchemaData | undefined {
    const wasm = fileOf(checksum)
    if (wasm === undefined) return undefined
    const folder = dirname(wasm)
    const name = basename(wasm, '.wasm').replace(MACHINE, '')
    const names = [...new Set([name, name.replaceAll('_', '-'), name.replaceAll('-', '_')])]
    for (const place of [folder, join(folder, 'schema'), join(folder, '..', 'schema')])
      for (const one of names) {
        const file = join(place, `${one}.json`)
        const schema = this.#read(file)
        if (schema !== undefined) return { from: 'file', file, schema }
      }
    return undefined
  }

  #read(file: string): Json | undefined {
    try {
      const schema = JSON.parse(fromUtf8(this.#files.reach.read(file, ''))) as Json
      return isSchema(schema) ? schema : undefined
    } catch (error) {
      if (isUnreadable(error)) return undefined
      throw error
    }
  }
}

/** The file does not exist, is not JSON, or may not be read by this sandbox. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SudoboxError || error instanceof SyntaxError || (error instanceof Error && 'code' in error)

/** Whether it is the file of a contract, as cosmwasm-schema writes it. */
export const isSchema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('execute' in value || 'instantiate' in value || 'query' in value)
