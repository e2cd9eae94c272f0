import { z } from 'zod'
import { toHex, toUtf8 } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'

/** A campaign with all files that it reads, for workers that do not have them. */
export interface Packed {
  /** The name of the campaign's file. */
  readonly name: string
  /** The content of the campaign's file. */
  readonly text: string
  /** The files that it names, by the paths that it uses. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The names of the files in the folders that it names. */
  readonly folders: ReadonlyMap<string, readonly string[]>
}

export const hashOf = (content: Uint8Array | string): string =>
  toHex(sha256(typeof content === 'string' ? toUtf8(content) : content))

export const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** A packed campaign without the contents of its files, which are sent separately, by hash. */
export const manifestSchema = z.strictObject({
  name: z.string().min(1).max(255),
  text: z.string(),
  files: z.record(z.string(), hash),
  folders: z.record(z.string(), z.array(z.string())),
})
export type Manifest = z.output<typeof manifestSchema>

/** Equal campaigns with equal files have equal manifests. */
export const manifestOf = ({ name, text, files, folders }: Packed): Manifest => ({
  name,
  text,
  files: Object.fromEntries([...files].sort(byName).map(([path, bytes]) => [path, hashOf(bytes)])),
  folders: Object.fromEntries([...folders].sort(byName).map(([path, names]) => [path, [...names]])),
})

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)
