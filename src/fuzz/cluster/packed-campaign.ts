import { basename } from 'node:path'
import { FixtureError, Reach } from '../../base/index.js'
import { parseText } from '../../replay/internal.js'
import { defineCampaign, FOUND, type CampaignConfig, type CampaignConfigInput } from '../config.js'
import type { Packed } from './packed.js'

/** Reads the files of a campaign, and records them for packing. */
export class PackingReach extends Reach {
  readonly files = new Map<string, Uint8Array>()
  readonly folders = new Map<string, readonly string[]>()

  override read(path: string, pointer: string): Uint8Array {
    const bytes = super.read(path, pointer)
    this.files.set(path, bytes)
    return bytes
  }

  override list(path: string, pointer: string): readonly string[] | undefined {
    const names = super.list(path, pointer)
    if (names !== undefined) this.folders.set(path, names)
    return names
  }

  /** The campaign with the files that were read so far. */
  packed(text: string): Packed {
    return { name: basename(this.file), text, files: this.files, folders: this.folders }
  }
}

/** Lets a campaign read the files that were sent with it, and none of this machine. */
class PackedReach extends Reach {
  readonly #packed: Packed

  constructor(packed: Packed) {
    super(packed.name)
    this.#packed = packed
  }

  override real(path: string, pointer: string): string {
    throw this.#absent(path, pointer)
  }

  override read(path: string, pointer: string): Uint8Array {
    const bytes = this.#packed.files.get(path)
    if (bytes === undefined) throw this.#absent(path, pointer)
    return bytes.slice()
  }

  override has(path: string): boolean {
    return this.#packed.files.has(path)
  }

  override list(path: string): readonly string[] | undefined {
    return this.#packed.folders.get(path)
  }

  #absent(path: string, pointer: string): FixtureError {
    const message = `${JSON.stringify(path)} was not sent with the campaign`
    return new FixtureError({ file: this.file, pointer, message })
  }
}

/** The campaign as a worker runs it: it reads only the files that were sent with it, and writes nothing. @throws FixtureError if it is invalid */
export function packedCampaign(packed: Packed): CampaignConfig {
  const value = parseText(packed.text, packed.name)
  const config = defineCampaign(value as CampaignConfigInput, packed.name, false)
  return { ...config, found: FOUND, corpus: undefined, reach: new PackedReach(packed) }
}
