import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import { UsageError } from '../errors.js'
import { nearestTexts } from './nearest.js'

/** Names that a text lists. */
const MAX_NAMES = 5

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'is a folder, not a file',
  ENAMETOOLONG: 'no such file: the name is too long',
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EPERM: 'permission denied',
}

/** Why a path cannot be read, for the message of an error. */
export function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException
  return code === undefined ? message : (REASONS[code] ?? code)
}

/**
 * What there is instead of a path that does not exist: lines for the details of an error, none for a path that exists.
 * @param base the folder that the path is relative to
 */
export function insteadOf(path: string, base: string = process.cwd()): readonly string[] {
  const absolute = resolve(base, path)
  if (existsSync(absolute)) return []
  const shown = (found: string): string => {
    if (absolute === path) return found
    return relative(base, found).split(sep).join('/')
  }
  const fromHere = resolve(path)
  const similar = existsSync(fromHere) ? [fromHere] : similarTo(absolute)
  const looked = `looked for: ${absolute}`
  if (similar.length > 0) return [looked, `similar: ${similar.map(shown).join(', ')}`]
  const folder = dirname(absolute)
  const names = namesIn(folder)
  if (names === undefined) return [looked, `there is no folder ${folder}`]
  const alike = names.filter((name) => extname(name) === extname(absolute))
  if (alike.length === 0 || extname(absolute) === '') return [looked]
  const more = alike.length > MAX_NAMES ? ` and ${alike.length - MAX_NAMES} more` : ''
  return [looked, `the folder has: ${alike.slice(0, MAX_NAMES).join(', ')}${more}`]
}

/** The bytes of a file that the user named. @param what it should be, e.g. `the contract` @throws UsageError with similar paths */
export function readNamed(path: string, what?: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path))
  } catch (cause) {
    throw unreadable(path, cause, what)
  }
}

/** The error for a path that the user named. @param base the folder that the path is relative to */
export const unreadable = (path: string, cause: unknown, what?: string, base?: string): UsageError =>
  new UsageError(`cannot read ${what === undefined ? '' : `${what} `}${path}: ${reasonOf(cause)}`, {
    details: insteadOf(path, base),
    cause,
  })

/** Paths that exist and differ from one that does not in names that are similar, the closest first. */
function similarTo(absolute: string): readonly string[] {
  const above = dirname(absolute)
  if (above === absolute) return [absolute]
  const folders = namesIn(above) === undefined ? similarTo(above) : [above]
  const wanted = basename(absolute)
  const found = folders.flatMap((folder) => {
    const names = namesIn(folder) ?? []
    return (names.includes(wanted) ? [wanted] : similarNames(wanted, names)).map((name) => join(folder, name))
  })
  return (found.length > 0 || folders.includes(above) ? found : folders).slice(0, 3)
}

/** Names are compared without their extensions, which make all names of a kind similar. */
function similarNames(wanted: string, names: readonly string[]): readonly string[] {
  const stem = (name: string): string => basename(name, extname(name))
  const stems = nearestTexts(stem(wanted), [...new Set(names.map(stem))])
  const alike = (name: string): boolean => extname(name) === extname(wanted)
  return stems.flatMap((one) =>
    names.filter((name) => stem(name) === one).toSorted((a, b) => Number(alike(b)) - Number(alike(a))),
  )
}

/** The names in a folder, sorted, without hidden ones; undefined if there is no folder, or if it cannot be read. */
function namesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort()
  } catch {
    return undefined
  }
}
