import { createHash } from 'node:crypto'
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { UsageError, version } from '../../base/index.js'
import { GRAPH_FORMAT } from '../../base/object-graph/index.js'
import type { FilePrefix } from '../../sandbox/internal.js'

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
  /** Hash over the previous piece's hash and this piece: a piece refers to all before it. */
  readonly sha256: string
  readonly actions: { readonly length: number; readonly sha256: string }
}

const BY = `sudobox ${version()}, format ${GRAPH_FORMAT}`

/** @param before the hash of the piece before; empty for the first */
const hashOf = (before: string, piece: Uint8Array): string =>
  createHash('sha256').update(before).update(piece).digest('hex')

/** The file of checkpoints that belongs to a file of actions. Deleting it loses nothing: the actions are then replayed. */
export const checkpointFileOf = (state: string): string => `${state}.checkpoint`

/** The whole checkpoints in a file, oldest first: what follows a damaged one, or one of another release, does not count. */
export function readCheckpoints(file: string): readonly Checkpoint[] {
  if (!existsSync(file)) return []
  const bytes = readFileSync(file)
  const found: Checkpoint[] = []
  let before = ''
  for (let at = 0; at < bytes.length;) {
    const header = headerOf(bytes, at)
    if (header === undefined) break
    const piece = bytes.subarray(header.from, header.from + header.length)
    if (piece.length !== header.length || hashOf(before, piece) !== header.sha256) break
    before = header.sha256
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
    const { length, sha256 } = header.actions
    return header.by === BY && typeof length === 'number' && typeof sha256 === 'string'
      ? { ...header, from: end + 1 }
      : undefined
  } catch {
    return undefined
  }
}

/** The bytes of a checkpoint in its file. */
function written({ piece, actions }: Checkpoint, sha256: string): Buffer {
  const { length, sha256: hash } = actions
  const header: Header = {
    by: BY,
    length: piece.length,
    sha256,
    actions: { length, sha256: Buffer.from(hash).toString('hex') },
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), piece])
}

/** Writes checkpoints, each after those before it. What a killed process wrote in part is overwritten by the next. */
export class CheckpointFile {
  readonly #file: string
  #size = 0
  /** Hash of the last piece. */
  #hash = ''

  /** @param kept those that stay in the file */
  constructor(file: string, kept: readonly Checkpoint[]) {
    this.#file = file
    for (const checkpoint of kept) this.#follow(checkpoint)
  }

  /** @throws UsageError when it cannot be written */
  append(checkpoint: Checkpoint): void {
    const from = this.#size
    const bytes = this.#follow(checkpoint)
    try {
      const handle = openSync(this.#file, from > 0 ? 'r+' : 'w')
      try {
        ftruncateSync(handle, from)
        for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at, bytes.length - at, from + at)
      } finally {
        closeSync(handle)
      }
    } catch (cause) {
      throw new UsageError(`cannot write ${this.#file}: ${(cause as Error).message}`, { cause })
    }
  }

  /** Its bytes after those before it. */
  #follow(checkpoint: Checkpoint): Buffer {
    this.#hash = hashOf(this.#hash, checkpoint.piece)
    const bytes = written(checkpoint, this.#hash)
    this.#size += bytes.length
    return bytes
  }
}
