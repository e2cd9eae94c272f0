import { existsSync, readFileSync } from 'node:fs'
import { UsageError, writeAtomically } from '../../base/index.js'

/** The text of a file that a command may have written earlier. @returns undefined if the file is missing @throws UsageError if it cannot be read, or is a folder */
export function readMade(file: string): string | undefined {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  } catch (cause) {
    throw new UsageError(`cannot read ${file}: ${(cause as Error).message}`, {
      details: ['choose another place for --out'],
      cause,
    })
  }
}

/** Refuses to overwrite a file without the mark of those that the command wrote. @throws UsageError */
export function requireMade(file: string, mark: string): void {
  if (readMade(file)?.includes(mark) === false)
    throw new UsageError(`${file} was not written by this command, and is not overwritten`, {
      details: ['choose another place for --out, or remove this file'],
    })
}

/**
 * Writes the output of a command, creating folders. @param mark text that identifies files that the command may overwrite
 * @throws UsageError for a file without the mark, or a place that cannot be written to
 */
export function writeMade(file: string, text: string, mark: string): void {
  requireMade(file, mark)
  writeAtomically(file, text)
}
