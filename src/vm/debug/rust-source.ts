import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'

/** Folders into which cargo and rustup put the sources of libraries, and names that builds give these folders. */
const LIBRARY =
  /(?:^|\/)(?:rustc\/[\da-f]{9,40}|rust\/(?:library|deps)|library\/(?:core|alloc|std|proc_macro)|\.cargo|cargo\/(?:registry|git)|registry\/src|git\/checkouts|\.rustup|vendor|[\w-]+-\d+\.\d+\.\d+[^/]*\/(?:[\w-]+\/)*src)\//

const libraries = new Map<string, boolean>()

/** Whether a path in debug information is that of a library: Rust's own, or one that cargo fetched. */
export function isLibrary(file: string): boolean {
  let is = libraries.get(file)
  if (is === undefined) libraries.set(file, (is = LIBRARY.test(file.replaceAll('\\', '/'))))
  return is
}

const LARGEST = 4 * 1024 * 1024
/** Lines above and below. */
const AROUND = 1
const WIDEST = 140

const found = new Map<string, string | undefined>()
let roots: readonly string[] | undefined

/** The working directory, and those above it up to the root of its repository. */
function rootsOf(start: string): readonly string[] {
  const all: string[] = []
  for (let folder = start; ; folder = dirname(folder)) {
    all.push(folder)
    if (existsSync(join(folder, '.git'))) return all
    if (folder === dirname(folder)) return [start]
  }
}

/**
 * The local file for a path in debug information, where builds may prefix other folders, or none. Only `.rs` files in the
 * repository of the working directory are found, since the information can come from anyone.
 *
 * @returns the absolute path; undefined if there is none, and for libraries
 */
export function findSource(file: string): string | undefined {
  if (!found.has(file)) found.set(file, search(file))
  return found.get(file)
}

function search(file: string): string | undefined {
  if (!file.endsWith('.rs') || isLibrary(file)) return undefined
  roots ??= rootsOf(process.cwd())
  const parts = file.split(/[\\/]/).filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) return undefined
  const top = roots.at(-1)!
  if (isAbsolute(file) && file.startsWith(top + sep) && isFile(file)) return file
  // Two parts at least: `src/lib.rs`.
  for (let from = 0; from < parts.length - 1; from++)
    for (const root of roots) {
      const path = join(root, ...parts.slice(from))
      if (isFile(path)) return path
    }
  return undefined
}

function isFile(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && stats.isFile() && stats.size <= LARGEST
}

/** A path for display: from the working directory, for a file in it that exists here. */
export function shownSource(file: string): string {
  const path = findSource(file)
  if (path === undefined) return file
  const short = relative(process.cwd(), path)
  return short.startsWith('..') ? path : short
}

/** The lines around a place of a file that is found here, with a mark below the column; none if it is not found. */
export function codeFrame(
  file: string,
  line: number,
  column: number | undefined,
  path = findSource(file),
): readonly string[] {
  const lines = path === undefined ? [] : readFileSync(path, 'utf8').split(/\r?\n/)
  if (line > lines.length) return []
  const first = Math.max(1, line - AROUND)
  const shown = lines.slice(first - 1, line + AROUND)
  const width = String(first + shown.length - 1).length
  return shown.flatMap((text, i) => {
    const number = first + i
    const row = `${number === line ? '>' : '|'} ${String(number).padStart(width)} | ${text.slice(0, WIDEST)}`.trimEnd()
    if (number !== line || column === undefined || column > WIDEST) return [row]
    // Tabs stay, so that the mark is below its character.
    const before = text.slice(0, column - 1).replaceAll(/[^\t]/g, ' ')
    return [row, `| ${' '.repeat(width)} | ${before}^`]
  })
}
