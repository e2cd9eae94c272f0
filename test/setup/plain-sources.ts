import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import swc from '@swc/wasm-typescript'
import { globSync } from 'tinyglobby'
import type { Plugin } from 'vitest/config'
import { checkoutCache } from '../../scripts/checkout-cache.mjs'

const root = join(import.meta.dirname, '../..')
const SOURCES = join(root, 'src/')
/** As deep as `src`, since a source finds the package's manifest by its own place. */
const COPY = checkoutCache(root)
const COPIES = join(COPY, 'src/')

/** What replaces modules, or asks for fresh ones, has no power over modules that Node itself loads. */
const REPLACES_MODULES = /\bvi\.(?:mock|doMock|resetModules)\(/

/** Two runs may write one file at the same time. */
function write(path: string, text: string): void {
  const part = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(part, text)
  renameSync(part, path)
}

const changed = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs

/** The source with blanks in place of its types: every line and column stays, and the engine calls it by the name of the source. */
function strip(source: string): string {
  try {
    const { code } = swc.transformSync(readFileSync(source, 'utf8'), { mode: 'strip-only', filename: source })
    return `${code}\n//# sourceURL=${pathToFileURL(source).href}\n`
  } catch (error) {
    throw new Error(`${source} cannot be read: ${(error as { message?: string }).message ?? String(error)}`, {
      cause: error,
    })
  }
}

/** Beside the manifest, as in the package. */
function copyReader(): void {
  const [reader, copy] = [root, COPY].map((folder) => join(folder, 'contracts/artifacts/tools/debug_reader.wasm'))
  if (changed(copy!) === changed(reader!)) return
  const { atime, mtime } = statSync(reader!)
  mkdirSync(dirname(copy!), { recursive: true })
  copyFileSync(reader!, `${copy}.${process.pid}`)
  renameSync(`${copy}.${process.pid}`, copy!)
  utimesSync(copy!, atime, mtime)
}

/** Writes the copies of sources that are new or have changed, and takes away those whose source is gone. */
function copySources(): void {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8')
  const kept = join(COPY, 'package.json')
  if (!existsSync(kept) || readFileSync(kept, 'utf8') !== manifest) write(kept, manifest)
  copyReader()
  const wanted = new Set<string>()
  for (const name of globSync('**/*.ts', { cwd: SOURCES })) {
    const [source, copy] = [join(SOURCES, name), join(COPIES, name.replace(/ts$/, 'js'))]
    wanted.add(copy)
    const at = statSync(source)
    if (changed(copy) === at.mtimeMs) continue
    write(copy, strip(source))
    utimesSync(copy, at.atime, at.mtime)
  }
  for (const copy of globSync('**/*.js', { cwd: COPIES, absolute: true })) if (!wanted.has(copy)) rmSync(copy)
}

/** Names the source where a stack has its copy. */
export function nameSource(_error: unknown, frame: { file: string }): void {
  if (frame.file.startsWith(COPIES)) frame.file = join(SOURCES, frame.file.slice(COPIES.length).replace(/js$/, 'ts'))
}

/**
 * Has Node load the sources as its own modules, which start in a quarter of the time and run without an accessor for every name
 * that is imported. Where Vitest has to see into them, to watch, to count coverage, or to find what a change affects, it loads them itself.
 */
export function plainSources(): Plugin {
  let on = false
  return {
    name: 'plain-sources',
    enforce: 'pre',
    configureVitest({ vitest: { config } }) {
      on = !config.watch && !config.coverage.enabled && config.related === undefined && !config.changed
      if (on) copySources()
    },
    async resolveId(id, importer) {
      if (!on || importer === undefined) return undefined
      const source = await this.resolve(id, importer, { skipSelf: true })
      return source?.id.startsWith(SOURCES)
        ? join(COPIES, source.id.slice(SOURCES.length).replace(/ts$/, 'js'))
        : undefined
    },
    transform(code, id) {
      if (id.endsWith('.test.ts') && REPLACES_MODULES.test(code))
        throw new Error(`${id} replaces modules: its name has to end in .mocking.test.ts`)
    },
  }
}
