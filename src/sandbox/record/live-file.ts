import { createHash, type Hash } from 'node:crypto'
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs'
import { toUtf8, UsageError, writeAtomically } from '../../base/index.js'
import type { Json } from '../values/values.js'

type Head = object

const line = (mark: ' ' | '#', step: Json): string => `${mark} - ${JSON.stringify(step)}\n`

/** A fixture in YAML with a line of JSON for each step. */
export function lines(head: Head, steps: readonly Json[]): string {
  const members = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
  return `${members.join('')}${steps.length === 0 ? '' : 'steps:\n'}${steps.map((step) => line(' ', step)).join('')}`
}

/** The beginning of a file. */
export interface FilePrefix {
  /** Bytes. */
  readonly length: number
  readonly sha256: Uint8Array
}

/**
 * A fixture that grows by steps while others may read it, or its writer may be killed: at every moment it is a whole fixture. A new step is written
 * as a comment, so that a partial write is not an error; when it is complete, changing one byte makes it a step.
 */
export class LiveFile {
  readonly file: string
  #head: Head | undefined
  #handle: number | undefined
  #size = 0
  #hash: Hash = createHash('sha256')

  constructor(file: string) {
    this.file = file
  }

  /** Rewrites it. @throws UsageError when it cannot be written */
  write(head: Head, steps: readonly Json[]): void {
    this.close()
    const bytes = toUtf8(lines(head, steps))
    writeAtomically(this.file, bytes)
    this.#head = head
    this.#hash = createHash('sha256').update(bytes)
    if (steps.length === 0) return
    this.#handle = openSync(this.file, 'r+')
    this.#size = bytes.length
  }

  /** Adds a step. @throws UsageError when it cannot be written */
  append(step: Json): void {
    if (this.#handle === undefined) return this.write(this.#head!, [step])
    const bytes = toUtf8(line('#', step))
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#handle, bytes, at, bytes.length - at, this.#size + at)
      writeSync(this.#handle, ' ', this.#size)
    } catch (cause) {
      throw new UsageError(`cannot write ${this.file}: ${(cause as Error).message}`, { cause })
    }
    this.#size += bytes.length
    this.#hash.update(line(' ', step))
  }

  /** Whether it was deleted since, or another process has put its own in its place. */
  get isGone(): boolean {
    return this.#handle !== undefined && fstatSync(this.#handle).nlink === 0
  }

  /** What it holds; undefined without a step. */
  get written(): FilePrefix | undefined {
    return this.#handle === undefined ? undefined : { length: this.#size, sha256: this.#hash.copy().digest() }
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle)
    this.#handle = undefined
  }
}
