import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { globSync } from 'tinyglobby'
import { AREAS, ELSEWHERE, SOURCES } from './areas.mjs'

export const textHash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** The sources of an area: of a path below `src`, which may be a folder, a file or a pattern, or of a row in `areas.mjs`. */
export function sourcesOf(root, area) {
  const patterns = (SOURCES[area] ?? [area]).map((path) =>
    /\.ts$|\*/.test(path) ? `src/${path}` : `src/${path}/**/*.ts`,
  )
  const elsewhere = Object.keys(ELSEWHERE).map((path) => `src/${path}`)
  return globSync(patterns, { cwd: root, absolute: true, ignore: ['**/*.d.ts', ...elsewhere] }).sort()
}

function testFolders(root, path) {
  for (let at = path; at !== '.'; at = dirname(at)) {
    if (AREAS[at]) return AREAS[at]
    if (existsSync(join(root, 'test', at))) return [at]
  }
  return []
}

/** The test files at a place: of a folder, a file, or a name without its kind and `.test.ts`. */
export function testFilesAt(root, place) {
  const found = statSync(join(root, place), { throwIfNoEntry: false })
  const pattern = found?.isDirectory() ? `${place}/**/*.test.ts` : found ? place : `${place}{,.*}.test.ts`
  return globSync(pattern, { cwd: root, absolute: true })
}

/** The test files of an area, those of its row in `areas.mjs` or those that are given; no `*.e2e.test.ts`, which run the sources in other processes. */
export function testsOf(root, path, given) {
  const places = given ?? testFolders(root, path).map((place) => `test/${place}`)
  const files = new Set(places.flatMap((place) => testFilesAt(root, place)))
  return [...files].filter((file) => given || !file.endsWith('.e2e.test.ts')).sort((a, b) => (a < b ? -1 : 1))
}

/** A hash of a test file and of all that it imports from `test/`. */
export function testHash(path, seen = new Set()) {
  if (seen.has(path) || !existsSync(path)) return ''
  seen.add(path)
  const text = readFileSync(path, 'utf8')
  const imports = [...text.matchAll(/from '(\.[^']+)\.js'/g)].map(([, to]) => resolve(dirname(path), `${to}.ts`))
  return textHash(
    text +
      imports
        .filter((to) => to.includes('/test/'))
        .map((to) => testHash(to, seen))
        .join(),
  )
}
