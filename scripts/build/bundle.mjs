// The JavaScript of the package.
import { readFileSync } from 'node:fs'
import { rolldown } from 'rolldown'
import { minifySync } from 'rolldown/utils'
import { DIST, ENTRIES, isInstalled, packageOf, ROOT } from './package.mjs'

/** Files that are started by their path. A worker stands beside the chunk that starts it by its name, the set-up of tests beside the plug-in. */
const STARTED = {
  'cli/main': 'cli/main',
  'cli/run': 'cli/run',
  'chunks/worker': 'fuzz/pool/worker',
  'vitest/watch/files-of-tests': 'vitest/watch/files-of-tests',
}

const input = {
  ...Object.fromEntries(ENTRIES.map((entry) => [entry, `src/${entry}.ts`])),
  ...Object.fromEntries(Object.entries(STARTED).map(([name, file]) => [name, `src/${file}.ts`])),
}

/** cosmjs comes along for projects that have none. */
const isExternal = (specifier) =>
  specifier.startsWith('node:') || (!/^([./\0]|@cosmjs\/)/.test(specifier) && isInstalled(packageOf(specifier)))

/**
 * What is needed seldom is required when it is used. The sources take Node's `require` for it; here the package is put into the bundle, and
 * still evaluated by its first use.
 */
const bundleRequired = {
  name: 'bundle-required',
  transform: {
    filter: { id: /\/src\/(codec\/amino\/sign-doc|evm\/crypto\/kzg)\.ts$/ },
    handler(code) {
      const line = 'const require = createRequire(import.meta.url)'
      if (!code.includes(line))
        throw new Error('nothing is required here any more: take the file out of bundleRequired')
      // The map stays right.
      return { code: code.replace(line, ' '.repeat(line.length)), map: null }
    },
  },
}

/** The installed release of ethereumjs is the one in the bundle. */
const knownRelease = {
  name: 'known-release',
  load: {
    filter: { id: /\/src\/evm\/installed-release\.ts$/ },
    handler() {
      const { version } = JSON.parse(readFileSync(`${ROOT}node_modules/@ethereumjs/evm/package.json`, 'utf8'))
      return `export const installedRelease = () => ${JSON.stringify(version)}`
    },
  },
}

const isOfPackages = (chunk) => chunk.moduleIds.every((id) => id.includes('/node_modules/') || id.startsWith('\0'))

/** Chunks of packages are made small, and nobody steps through them. The maps of the others lead to the sources, which are published. */
const shrinkPackages = {
  name: 'shrink-packages',
  generateBundle(_, output) {
    for (const chunk of Object.values(output)) {
      if (chunk.type !== 'chunk') continue
      const map = output[`${chunk.fileName}.map`]
      if (isOfPackages(chunk)) {
        chunk.code = minifySync(chunk.fileName, chunk.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, ''), {
          module: true,
          mangle: { keepNames: true },
        }).code
        if (map) delete output[map.fileName]
      } else if (map) {
        const { sourcesContent: _, ...rest } = JSON.parse(map.source)
        map.source = JSON.stringify(rest)
      }
    }
  },
}

const nameOf = (id) => {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? []
  return name && `lib-${name.replace('@', '').replace('/', '-')}`
}

/** Writes `dist`. @returns the modules that are in it */
export async function bundle() {
  const build = await rolldown({
    cwd: ROOT,
    input,
    platform: 'node',
    external: isExternal,
    resolve: { conditionNames: ['import', 'node', 'default'] },
    plugins: [bundleRequired, knownRelease],
    preserveEntrySignatures: 'allow-extension',
    logLevel: 'warn',
  })
  const { output } = await build.write({
    dir: DIST,
    cleanDir: true,
    format: 'esm',
    sourcemap: true,
    comments: false,
    chunkFileNames: 'chunks/[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ debugName: 'packages', name: nameOf, test: /\/node_modules\// }],
    },
    plugins: [shrinkPackages],
  })
  await build.close()
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
}
