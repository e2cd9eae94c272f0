import { z } from 'zod'
import { toHex, toUtf8 } from '../../base/bytes.js'
import { sha256 } from '../../crypto/hash.js'

/** A campaign with all that it reads: what a worker needs, which has none of its files. */
export interface Packed {
  /** Of the campaign's file. */
  readonly name: string
  /** The campaign as it is written. */
  readonly text: string
  /** What it names, by the names that it gives. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** What is in the folders that it names. */
  readonly folders: ReadonlyMap<string, readonly string[]>
}

export const hashOf = (content: Uint8Array | string): string =>
  toHex(sha256(typeof content === 'string' ? toUtf8(content) : content))

export const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** What is sent of a campaign beside its files, which are sent under their hashes. */
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
