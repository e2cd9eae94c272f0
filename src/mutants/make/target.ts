import { existsSync, readFileSync } from 'node:fs'
import { insteadOf, UsageError } from '../../base/index.js'
import { checksumOf, type Checksum } from '../../vm/internal.js'
import { noteFile, noteTwin, sameCode, Symbols, twinFor, twinPathOf } from '../../vm/debug/index.js'
import { parseLeniently, type Module } from '../../vm/wasm/index.js'

/** A contract that is to be mutated. */
export interface Target {
  readonly path: string
  readonly checksum: Checksum
  /** What runs: the file itself, or a debug twin of other code. */
  readonly module: Module
  readonly symbols: Symbols
  readonly isTwin: boolean
}

const read = (path: string): Module => {
  try {
    return parseLeniently(readFileSync(path))
  } catch (cause) {
    throw new UsageError(`${path} is not a module of WebAssembly`, { cause })
  }
}

/** @throws UsageError for a file that is missing or no contract */
export function openTarget(path: string): Target {
  if (!existsSync(path)) throw new UsageError(`there is no contract ${path}`, { details: insteadOf(path) })
  const module = read(path)
  const checksum = checksumOf(module.bytes)
  noteFile(checksum, path)
  const twinPath = twinPathOf(path)
  if (twinPath !== path && existsSync(twinPath)) noteTwin(checksum, twinPath, () => readFileSync(twinPath))
  const twin = twinFor(checksum, module)
  if (twin === undefined) return { path, checksum, module, symbols: new Symbols(module), isTwin: false }
  if (sameCode(module, twin)) return { path, checksum, module, symbols: new Symbols(module, twin), isTwin: false }
  return { path, checksum, module: twin, symbols: new Symbols(twin), isTwin: true }
}
