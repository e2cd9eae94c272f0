import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from './errors.js'

/**
 * A page as the build left it: in `dist/ui` of the package, above this file. @param what for the error
 * @throws UsageError where the package was not built
 */
export const builtPage = (name: string, what: string): string => readFileSync(fileOf(name, what), 'utf8')

/** Checks for a page before the run whose data fills it. @throws UsageError where the package was not built */
export const requirePage = (name: string): void => void fileOf(name, `the page ${name}`)

function fileOf(name: string, what: string): string {
  const own = dirname(fileURLToPath(import.meta.url))
  for (let folder = own; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'dist/ui', name)
    if (existsSync(file)) return file
  }
  throw new UsageError(`${what} is missing from the package`, {
    details: [`expected dist/ui/${name} above ${own}`, 'right: npm run build'],
  })
}
