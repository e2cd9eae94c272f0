import { createHash } from 'node:crypto'
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { UsageError } from '../../base/errors.js'
import { GRAPH_FORMAT } from '../../base/object-graph/index.js'
import { version } from '../../base/version.js'
import type { FilePrefix } from '../../sandbox/record/live-file.js'

/** A piece of a saved state, and what the file of actions holds at that time. */
export interface Checkpoint {
  readonly piece: Uint8Array
  readonly actions: FilePrefix
}

/** What stands before each piece, in a line of JSON. */
interface Header {
  /** Release and format that wrote it; no other reads it. */
  readonly by: string
  readonly length: number
  readonly sha256: string
  readonly actions: { readonly length: number; readonly sha256: string }
}

const BY = `sudobox ${version()}, format ${GRAPH_FORMAT}`

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The file of checkpoints that belongs to a file of actions. Deleting it loses nothing: the actions are then replayed. */
export const checkpointFileOf = (state: string): string => `${state}.checkpoint`

/** The whole checkpoints in a file, oldest first: what follows a damaged one, or one of another release, does not count. */
export function readCheckpoints(file: string): readonly Checkpoint[] {
  if (!existsSync(file)) return []
  const bytes = readFileSync(file)
  const found: Checkpoint[] = []
  for (let at = 0; at < bytes.length;) {
    const header = headerOf(bytes, at)
    if (header === undefined) break
    const piece = bytes.subarray(header.from, header.from + header.length)
    if (piece.length !== header.length || sha256(piece) !== header.sha256) break
    const { length, sha256: hash } = header.actions
    found.push({ piece, actions: { length, sha256: Buffer.from(hash, 'hex') } })
    at = header.from + header.length
  }
  return found
}

function headerOf(bytes: Buffer, at: number): (Header & { readonly from: number }) | undefined {
  const end = bytes.indexOf(0x0a, at)
  try {
    const header = JSON.parse(bytes.toString('utf8', at, end)) as Header
    return header.by === BY ? { ...header, from: end + 1 } : undefined
  } catch {
    return undefined
  }
}

/** The bytes of a checkpoint in its file. */
function written({ piece, actions }: Checkpoint): Buffer {
  const { length, sha256: hash } = actions
  const header: Header = {
    by: BY,
    length: piece.length,
    sha256: sha256(piece),
    actions: { length, sha256: Buffer.from(hash).toString('hex') },
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), piece])
}

/** Writes checkpoints, each after those before it. What a killed process wrote in part is overwritten by the next. */
export class CheckpointFile {
  readonly #file: string
  #size: number

  /** @param kept those that stay in the file */
  constructor(file: string, kept: readonly Checkpoint[]) {
    this.#file = file
    this.#size = kept.reduce((size, checkpoint) => size + written(checkpoint).length, 0)
  }

  /** @throws UsageError when it cannot be written */
  append(checkpoint: Checkpoint): void {
    const bytes = written(checkpoint)
    try {
      const handle = openSync(this.#file, this.#size > 0 ? 'r+' : 'w')
      try {
        ftruncateSync(handle, this.#size)
        for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at, bytes.length - at, this.#size + at)
      } finally {
        closeSync(handle)
      }
    } catch (cause) {
      throw new UsageError(`cannot write ${this.#file}: ${(cause as Error).message}`, { cause })
    }
    this.#size += bytes.length
  }
}
