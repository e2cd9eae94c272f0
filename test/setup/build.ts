import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Builds `dist` where it is missing or older than a source, so that no test meets an old one. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/build-if-changed.mjs'], { cwd: root, stdio: 'inherit' })
}
