import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** The release of Vitest that the tests are written for. */
const VITEST = 4

/**
 * The packages that a project still has to install: this one, and Vitest if it is missing or older than the peer dependency allows.
 *
 * @param release of this package
 */
export function missingPackages(folder: string, release: string): string[] {
  const require = createRequire(join(folder, 'package.json'))
  const manifestOf = (name: string): string =>
    // `pnpm create` makes its own packages resolvable by NODE_PATH, though the project does not have them.
    process.versions['pnp'] === undefined
      ? require.resolve(join(folderOf(resolve(folder), name), 'package.json'))
      : require.resolve(`${name}/package.json`)
  const installed = (name: string): string | undefined => {
    try {
      return (JSON.parse(readFileSync(manifestOf(name), 'utf8')) as { version: string }).version
    } catch {
      return undefined
    }
  }
  return [
    ...(installed('sudobox') === undefined ? [`sudobox@^${release}`] : []),
    ...(Number.parseInt(installed('vitest') ?? '0', 10) < VITEST ? [`vitest@^${VITEST}`] : []),
  ]
}

/** Where a package is installed, in the folder or above it. */
function folderOf(folder: string, name: string): string {
  const found = join(folder, 'node_modules', name)
  return existsSync(found) || dirname(folder) === folder ? found : folderOf(dirname(folder), name)
}
