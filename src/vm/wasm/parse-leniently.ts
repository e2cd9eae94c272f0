import { UsageError } from '../../base/index.js'
import { WasmParseError } from './binary-reader.js'
import type { Module } from './module.js'
import { parse } from './parse.js'

/** Reads a module with all that any release of the contract VM accepts. @throws WasmParseError */
export const parseLeniently = (bytes: Uint8Array): Module =>
  parse(bytes, { passiveData: true, bulkMemory: true, references: 'all', migrateVersion: false })

/** Reads a user's module as {@link parseLeniently} does. @throws UsageError for bytes that cannot be read */
export function readModule(bytes: Uint8Array): Module {
  try {
    return parseLeniently(bytes)
  } catch (error) {
    if (!(error instanceof WasmParseError)) throw error
    throw new UsageError(`this WebAssembly module cannot be read: ${error.message}`)
  }
}
