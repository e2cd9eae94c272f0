import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from '../../base/errors.js'

/**
 * Writes what a command makes, with its folders. @param mark what stands in a file that the command may write over
 * @throws UsageError for a file of somebody else's
 */
export function writeMade(file: string, text: string, mark: string): void {
  if (existsSync(file) && !readFileSync(file, 'utf8').includes(mark))
    throw new UsageError(`${file} was not written by this command, so it is left alone`, {
      details: ['right: another file for --out, or remove this one first'],
    })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
