// Builds `dist` where it is missing or older than what it is built from: `npm run build:if-changed`.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { DIST, ROOT } from './build/package.mjs'

/** What the build writes last. */
const LAST = join(DIST, 'LICENCES.txt')
/** Folders too: what was deleted leaves no other trace. */
const SOURCES = ['src', 'src/**', 'ui', 'ui/**', 'scripts/build{.mjs,/*}', 'tsconfig*.json', 'package{,-lock}.json']

const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
const built = changed(LAST)
const sources = globSync(SOURCES, { cwd: ROOT, absolute: true, onlyFiles: false, expandDirectories: false })
if (sources.some((source) => changed(source) >= built)) await import('./build.mjs')
