import type { Command, Script } from './suite.js'

/**
 * Claims of an old script on segments that do not fit: that nothing of any segment is written then, and that this is a link error.
 * Bulk memory made it a trap that leaves earlier segments written, as engines and the native VM have it; `wasm-v1/linking.wast` is the
 * same script with the new claims.
 */
const BEFORE_BULK_MEMORY = new Set([206, 227, 236, 238, 248, 298, 334, 342, 344, 354])

/** Why a command of the suite is not run; undefined where it is. */
export function outOfScope(script: Script, command: Command, release: string | undefined): string | undefined {
  if ('module' in command && command.module === null) return 'speaks of the text format, which the VM does not read'
  if (script.suite === 'mutable-global' && script.file === 'linking.wast' && BEFORE_BULK_MEMORY.has(command.line))
    return 'holds for segments before bulk memory only'
  if (release === '3.0.9' && script.suite === 'multi-value') return 'multi-value, which this release does not run'
  return undefined
}
