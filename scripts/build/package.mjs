// Which parts of the repository the package contains.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const DIST = `${ROOT}dist`

const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'))

/** Whether a package is installed beside this one; all others are bundled. */
export const isInstalled = (name) =>
  Object.hasOwn(manifest.dependencies, name) || Object.hasOwn(manifest.peerDependencies, name)

/** Whether a package is an optional peer dependency. */
export const isOptional = (name) => manifest.peerDependenciesMeta[name]?.optional === true

/** Name of the package that an import refers to. */
export const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

/** Declarations of the entry points, from the root. */
export const ENTRY_DECLARATIONS = Object.values(manifest.exports).flatMap(({ types }) => (types ? [types] : []))

/** Entry points of the exports map, without folder and extension. */
export const ENTRIES = Object.values(manifest.exports).flatMap((entry) =>
  typeof entry === 'string' ? [] : [/^\.\/dist\/(.*)\.js$/.exec(entry.default)[1]],
)
