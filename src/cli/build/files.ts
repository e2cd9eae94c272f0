import { readFileSync } from 'node:fs'
import { UsageError } from '../../base/index.js'

/** A file that the user named. @throws UsageError if it cannot be read */
export function readWasm(file: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(file))
  } catch (cause) {
    throw new UsageError(`cannot read ${file}`, { cause })
  }
}
