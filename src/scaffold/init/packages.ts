import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The release of Vitest that the tests are written for. */
const VITEST = 4

/**
 * What a project has to install besides its own packages: this one, and Vitest if it is missing or so old that npm would refuse it
 * together with this one.
 *
 * @param release of this package
 */
export function missingPackages(folder: string, release: string): string[] {
  const require = createRequire(join(folder, 'package.json'))
  const installed = (name: string): string | undefined => {
    try {
      return (JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')) as { version: string }).version
    } catch {
      return undefined
    }
  }
  return [
    ...(installed('sudobox') === undefined ? [`sudobox@^${release}`] : []),
    ...(Number.parseInt(installed('vitest') ?? '0', 10) < VITEST ? [`vitest@^${VITEST}`] : []),
  ]
}
