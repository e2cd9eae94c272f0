import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'

const root = join(import.meta.dirname, '../..')
const changed = (file: string): number => statSync(join(root, file)).mtimeMs

/** Builds `dist` where it is missing or older than a source, so that no test meets an old one. */
export function setup(): void {
  // What the build writes last.
  const stamp = 'dist/LICENCES.txt'
  const sources = globSync(['src/**/*.ts', 'ui/**/*', 'scripts/build{.mjs,/*.mjs}', 'tsconfig*.json', 'package.json'], {
    cwd: root,
  })
  const isFresh = existsSync(join(root, stamp)) && sources.every((source) => changed(source) < changed(stamp))
  if (!isFresh) execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
}
