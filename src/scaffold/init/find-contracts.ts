import { readdirSync, type Dirent } from 'node:fs'
import { basename, join } from 'node:path'
import { readContractSchemas } from '../../schema/index.js'

/** A contract of a project. Paths are relative to the project's folder, with slashes. */
export interface FoundContract {
  /** The name of its crate, with underscores. */
  readonly name: string
  readonly wasm: string
  /** The file or files of its schema; empty if it has none. */
  readonly schema: readonly string[]
}

/** Folders that are not searched. */
const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'deps', 'found', 'raw', 'cw_schema'])
const RELEASE = 'target/wasm32-unknown-unknown/release'
const MAX_DEPTH = 5

/** The suffix that the optimizer adds to a name, for the architecture that built it. */
const MACHINE = /-(?:aarch64|x86_64)$/

/**
 * The common name of a crate, its `.wasm` and its schema. It becomes part of paths, comments and shell commands, so what no crate's name has is
 * an underscore.
 */
export const contractName = (name: string): string => name.replace(MACHINE, '').replaceAll(/[^\p{L}\p{N}_.]|^\./gu, '_')

/**
 * The contracts in a folder: all `.wasm` files (in `artifacts/`, in the folder of a release build, next to the sources), and their schemas. Of two
 * builds of a contract, the one outside `target` is used.
 *
 * @param folder of the project
 */
export function findContracts(folder: string): readonly FoundContract[] {
  const files = [...filesBelow(folder, '')]
  const schemas = schemasOf(folder, files)
  const found = new Map<string, FoundContract>()
  const isBuild = (path: string): boolean => path.includes(RELEASE)
  const wasms = files.filter((path) => path.endsWith('.wasm') && !path.endsWith('.debug.wasm'))
  for (const wasm of [...wasms.filter((path) => !isBuild(path)), ...wasms.filter(isBuild)]) {
    const name = contractName(basename(wasm, '.wasm'))
    if (!found.has(name)) found.set(name, { name, wasm, schema: schemas.get(name) ?? [] })
  }
  return [...found.values()]
}

function* filesBelow(root: string, folder: string, depth = 0): Generator<string> {
  for (const entry of entriesOf(join(root, folder))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isFile()) yield path
    else if (entry.isDirectory() && depth < MAX_DEPTH && isLookedInto(path, entry.name))
      yield* filesBelow(root, path, depth + 1)
  }
}

/** Whether a folder is searched. Of a build folder, only the release build is: the rest has many files that are not contracts. */
function isLookedInto(path: string, name: string): boolean {
  if (SKIPPED.has(name) || (name.startsWith('.') && name !== '.')) return false
  const at = path.split('/').indexOf('target')
  if (at < 0) return true
  const inside = path.split('/').slice(at).join('/')
  return RELEASE.startsWith(inside)
}

/** A folder that cannot be read counts as empty. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

/** Schemas by the names of their contracts. Files that are not schemas are skipped. */
function schemasOf(folder: string, files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const folders = new Set(
    files.filter((path) => /(?:^|\/)schemas?\/[^/]+\.json$/.test(path)).map((path) => path.replace(/\/[^/]+$/, '')),
  )
  for (const one of folders) {
    const inside = files.filter(
      (path) => path.startsWith(`${one}/`) && /^[^/]+\.json$/.test(path.slice(one.length + 1)),
    )
    for (const { contract, files: of } of readable(inside.map((path) => join(folder, path)))) {
      const relative = of.map((path) => inside.find((candidate) => join(folder, candidate) === path)!)
      if (!found.has(contractName(contract))) found.set(contractName(contract), relative)
    }
  }
  return found
}

function readable(paths: readonly string[]): ReturnType<typeof readContractSchemas> {
  try {
    return readContractSchemas(paths)
  } catch {
    // One of them is not a schema, so they are read one by one.
    return paths.length === 1 ? [] : paths.flatMap((path) => readable([path]))
  }
}
