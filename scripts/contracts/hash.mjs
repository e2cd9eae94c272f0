import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** @returns {string} lowercase hex */
export function sha256(data) {
  return createHash('sha256').update(data).digest('hex')
}

/**
 * One hash over files and all files of folders: that of the lines `<sha256 of the file>  <path>`, sorted by path, as
 * `sha256sum` prints them.
 */
export function hashSources(root, sources) {
  const files = sources.flatMap((path) => filesOf(root, path)).sort()
  return sha256(files.map((path) => `${sha256(readFileSync(join(root, path)))}  ${path}\n`).join(''))
}

function filesOf(root, path) {
  const absolute = join(root, path)
  if (!existsSync(absolute)) return []
  if (!statSync(absolute).isDirectory()) return [path]
  return readdirSync(absolute).flatMap((name) => filesOf(root, `${path}/${name}`))
}
