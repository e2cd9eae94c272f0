import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from '../../base/index.js'

/** Refuses to overwrite a file without the mark of those that the command wrote. @throws UsageError */
export function requireMade(file: string, mark: string): void {
  if (existsSync(file) && !readFileSync(file, 'utf8').includes(mark))
    throw new UsageError(`${file} was not written by this command, and is not overwritten`, {
      details: ['choose another place for --out, or remove this file'],
    })
}

/**
 * Writes the output of a command, creating folders. @param mark text that identifies files that the command may overwrite
 * @throws UsageError for a file without the mark
 */
export function writeMade(file: string, text: string, mark: string): void {
  requireMade(file, mark)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
