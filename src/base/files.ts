import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { toUtf8 } from './bytes.js'
import { UsageError } from './errors.js'

let written = 0

/**
 * Writes a file atomically: to a temporary file, synced to disk and then renamed, so that a reader, or a crash during
 * the write, finds the old or the new file. Missing folders are created. @throws UsageError when it cannot be written
 * @param isLasting whether it is synced. If not, a crash of the machine may lose the file or leave it empty; one of the process may not
 */
export function writeAtomically(file: string, content: string | Uint8Array, isLasting = true): void {
  const folder = dirname(file)
  const temporary = join(folder, `.${basename(file)}-${process.pid}-${threadId}-${written++}.tmp`)
  const bytes = typeof content === 'string' ? toUtf8(content) : content
  try {
    mkdirSync(folder, { recursive: true })
    const handle = openSync(temporary, 'wx')
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at)
      if (isLasting) fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(temporary, file)
  } catch (cause) {
    try {
      rmSync(temporary, { force: true })
    } catch {
      // If the file could not be created, there is nothing to remove.
    }
    throw new UsageError(`cannot write ${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
