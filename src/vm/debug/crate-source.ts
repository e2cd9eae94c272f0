import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Folder of a release, name of its crate, and path in the folder. */
const PACKAGED = /(?:^|\/)(([\w-]+?)-\d+\.\d+\.\d+[^/]*)\/((?:[\w-]+\/)*src\/[\w/-]+\.rs)$/

/**
 * The file of a published crate in Cargo's own folder, for a path in debug information.
 * @param crates names of those that are looked for: whoever built the module wrote its paths
 */
export function findInCrates(file: string, crates: readonly string[]): string | undefined {
  const [, folder, crate, rest] = PACKAGED.exec(file.replaceAll('\\', '/')) ?? []
  if (folder === undefined || rest === undefined) return undefined
  if (!crates.some((name) => name.replaceAll('_', '-') === crate!.replaceAll('_', '-'))) return undefined
  const registry = join(process.env['CARGO_HOME'] ?? join(homedir(), '.cargo'), 'registry/src')
  if (!existsSync(registry)) return undefined
  return readdirSync(registry)
    .map((index) => join(registry, index, folder, rest))
    .find((path) => existsSync(path))
}
