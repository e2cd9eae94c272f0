import { readdirSync, statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'

const SPECIAL = /[*?{}]/

/** What a part of a pattern stands for. */
const MEANINGS: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  [/^\*\*(?:\/|$)/, () => '(?:[^/]+/)*'],
  [/^\*/, () => '[^/]*'],
  [/^\?/, () => '[^/]'],
  [/^\{([^{}]*)\}/, (_, choices = '') => `(?:${choices.split(',').map(regexOf).join('|')})`],
  [/^./s, (sign) => sign.replace(/[\\^$.|+()[\]{}]/, String.raw`\$&`)],
]

function regexOf(pattern: string): string {
  let regex = ''
  for (let rest = pattern; rest !== '';) {
    const [found, meaning] = MEANINGS.map(([sign, means]) => [sign.exec(rest), means] as const).find(
      ([match]) => match !== null,
    )!
    regex += meaning(...found!)
    rest = rest.slice(found![0].length)
  }
  return regex
}

/**
 * The files that a pattern names, sorted: a star is any name, two are any folders, `{json,yaml}` one of some. Names that begin with a dot and
 * `node_modules` are passed over. @param folder where relative patterns start @returns paths as the pattern writes them
 */
export function filesOf(pattern: string, folder: string = process.cwd()): readonly string[] {
  const parts = pattern.split(sep).join('/').split('/')
  const first = parts.findIndex((part) => SPECIAL.test(part))
  if (first < 0) return isFile(resolve(folder, pattern)) ? [pattern] : []
  const root = parts.slice(0, first).join('/')
  const wanted = new RegExp(`^${regexOf(parts.slice(first).join('/'))}$`, 'u')
  const base = root === '' && parts[0] === '' ? '/' : root
  return below(resolve(folder, base))
    .filter((path) => wanted.test(path))
    .map((path) => (base === '' ? path : join(base, path)))
    .sort()
}

function below(folder: string, before = ''): string[] {
  let rows
  try {
    rows = readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
  return rows
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .flatMap((row) =>
      row.isDirectory() ? below(join(folder, row.name), `${before}${row.name}/`) : [`${before}${row.name}`],
    )
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}
