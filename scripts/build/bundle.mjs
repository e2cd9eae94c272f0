// The JavaScript of the package.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { decode, encode } from '@jridgewell/sourcemap-codec'
import { rolldown } from 'rolldown'
import { minifySync } from 'rolldown/utils'
import { asModules } from './as-modules.mjs'
import { DIST, ENTRIES, isInstalled, packageOf, ROOT } from './package.mjs'

/** Files that are started by their path. Workers are beside the chunks that start them by name, the set-up of tests beside the plug-in. */
const STARTED = {
  'cli/main': 'cli/main',
  'cli/run': 'cli/run',
  'chunks/slices': 'fuzz/cluster/slices',
  'chunks/worker': 'fuzz/pool/worker',
  'chunks/rpc-worker': 'fork/rpc/rpc-worker',
  'vitest/watch/files-of-tests': 'vitest/watch/files-of-tests',
  'vitest/watch/build-first': 'vitest/watch/build-first',
  'vitest/coverage/count': 'vitest/coverage/count',
  'vitest/gas-profile/profile': 'vitest/gas-profile/profile',
  'vitest/mutants/worker': 'vitest/mutants/worker',
  'vitest/mutants/runner': 'vitest/mutants/runner',
}

const input = {
  ...Object.fromEntries(ENTRIES.map((entry) => [entry, `src/${entry}.ts`])),
  ...Object.fromEntries(Object.entries(STARTED).map(([name, file]) => [name, `src/${file}.ts`])),
}

/** cosmjs is included for projects that have none. */
const isExternal = (specifier) =>
  specifier.startsWith('node:') || (!/^([./\0]|@cosmjs\/)/.test(specifier) && isInstalled(packageOf(specifier)))

const PARTS = '\0parts:'
const REQUIRED = /const \{ ([\w, ]+) \} = require\('([^']+)'\)/g

/**
 * Rarely needed modules are required on first use. The sources call Node's `require`; here the modules that a file requires become a chunk,
 * which it requires instead, since Node can require ES modules.
 */
const bundleRequired = {
  name: 'bundle-required',
  transform: {
    filter: { id: /\/src\/(codec\/amino\/sign-doc|evm\/crypto\/kzg|evm\/execution\/sync\/precompiles)\.ts$/ },
    handler(code, id) {
      const name = `${/(\w[\w-]*)\.ts$/.exec(id)[1]}-parts`
      const parts = [...code.matchAll(REQUIRED)].filter(([, , from]) => !isExternal(from))
      if (parts.length === 0) throw new Error('nothing is required here any more: take the file out of bundleRequired')
      const source = parts.map(([, names, from]) => `export { ${names} } from '${from}'`).join('\n')
      this.emitFile({ type: 'chunk', id: `${PARTS}${id}?${source}`, fileName: `chunks/${name}.js` })
      const changed = code.replaceAll(REQUIRED, (whole, names, from) =>
        isExternal(from) ? whole : `const { ${names} } = require('../chunks/${name}.js')`,
      )
      return { code: changed, map: null }
    },
  },
  resolveId: (id) => (id.startsWith(PARTS) ? id : undefined),
  load: (id) => (id.startsWith(PARTS) ? id.slice(id.indexOf('?') + 1) : undefined),
}

/** Packages that do not export everything that is needed, or whose ES modules are not what Node resolves. */
const SMALLER = {
  'hash-wasm': 'hash-wasm/dist/keccak.umd.min.js',
  yaml: 'yaml/browser/index.js',
}
const smaller = {
  name: 'smaller',
  resolveId: (id) => (Object.hasOwn(SMALLER, id) ? `${ROOT}node_modules/${SMALLER[id]}` : undefined),
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

/** What files of rewritten contracts, and of lines in them, are named by: any change of the sources that make them makes them others. */
const REWRITERS = ['vm', 'debug', 'coverage']

const rewriterRelease = {
  name: 'rewriter-release',
  load: {
    filter: { id: /\/src\/vm\/codes\/rewriter-release\.ts$/ },
    handler() {
      const digest = createHash('sha256')
      for (const folder of REWRITERS.map((name) => `${ROOT}src/${name}/`))
        for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
          if (name.endsWith('.ts')) digest.update(`${name}\n`).update(readFileSync(folder + name))
      return `export const rewriterRelease = () => ${JSON.stringify(digest.digest('hex'))}`
    },
  },
}

const isOfPackages = (chunk) => chunk.moduleIds.every((id) => id.includes('/node_modules/') || id.startsWith('\0'))

/**
 * Keeps only the mappings at which another source line begins: a debugger stops at lines, and with columns and names maps are four times
 * as large.
 */
const linesOf = (places) =>
  places
    .filter((place) => place.length > 1)
    .filter(([, source, line], index, all) => source !== all[index - 1]?.[1] || line !== all[index - 1][2])
    .map((place) => place.slice(0, 4))

/** Chunks of packages are minified and have no source maps. The maps of the others refer to the sources, which are published. */
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
        const { sourcesContent: _, mappings, ...rest } = JSON.parse(map.source)
        map.source = JSON.stringify({ ...rest, names: [], mappings: encode(decode(mappings).map(linesOf)) })
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
    plugins: [asModules, bundleRequired, smaller, knownRelease, rewriterRelease],
    preserveEntrySignatures: 'allow-extension',
    // No source is imported for its side effects (lint enforces it): without this an entry point loads everything that an index exports.
    treeshake: { moduleSideEffects: [{ test: /\/src\//, sideEffects: false }] },
    logLevel: 'warn',
  })
  const { output } = await build.write({
    dir: DIST,
    cleanDir: true,
    format: 'esm',
    sourcemap: true,
    comments: false,
    // A group's chunk for some of the entry points has their names appended to its own.
    chunkFileNames: ({ name }) => `chunks/${name.split('~')[0]}.js`,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          debugName: 'packages',
          name: nameOf,
          test: /\/node_modules\//,
          entriesAware: true,
          entriesAwareMergeThreshold: 20000,
        },
      ],
    },
    plugins: [shrinkPackages],
  })
  await build.close()
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
}
