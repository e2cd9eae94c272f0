import { mkdirSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { checkoutCache } from './checkout-cache.mjs'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/**
 * Modules of the sources, for parts that no entry point exports, without a build. They share their imports.
 * @param names without folder and extension: `store/ics23/index`
 */
export async function sources(...names) {
  const out = `${checkoutCache(at(''))}/sources/${process.pid}`
  mkdirSync(out, { recursive: true })
  const build = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, at(`src/${name}.ts`)])),
    external: /^[^./\0]/,
    platform: 'node',
  })
  await build.write({ dir: out, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  await build.close()
  return Promise.all(names.map((name) => import(pathToFileURL(`${out}/${name}.mjs`).href)))
}
