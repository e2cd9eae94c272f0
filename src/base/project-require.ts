import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * The `require` that finds optional packages: that of the project in the working directory, or else of where this package is installed.
 * @returns undefined where neither finds all of them
 */
export function projectRequire(packages: readonly string[]): NodeJS.Require | undefined {
  return [join(process.cwd(), 'package.json'), import.meta.url]
    .map((from) => createRequire(from))
    .find((require) => packages.every((name) => isFound(require, name)))
}

function isFound(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name)
    return true
  } catch {
    return false
  }
}
