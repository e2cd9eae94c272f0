import { readFileSync } from 'node:fs'
import { Instrumenter } from '@stryker-mutator/instrumenter'

const logger = { debug() {}, info() {}, warn: console.warn, isDebugEnabled: () => false }
const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true }

/**
 * Stryker's instrumenter puts all mutants of a file into one text, each behind a switch. Its helpers compare strings and
 * count on every pass; hot loops need something cheaper, so the switches are spelled with numbers and the counting can
 * be off.
 */
const cheaper = (code) =>
  `const $m = globalThis.$mutants;\n${code
    .replace(/stryMutAct_9fa48\("(\d+)"\)/g, '($m.active === $1 && $m.hit())')
    .replace(
      /stryCov_9fa48\(("\d+"(?:, "\d+")*)\)/g,
      (_, ids) => `($m.cover && $m.cover(${ids.replaceAll('"', '')}))`,
    )}`

/**
 * The files with all their mutants in them, the mutants (id, file, mutator, place and replacement), and the texts that these
 * places are in: a source may be edited while its mutants are tried.
 */
export async function instrument(paths) {
  const files = paths.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }))
  const { files: instrumented, mutants } = await new Instrumenter(logger).instrument(files, options)
  return {
    code: new Map(instrumented.map(({ name, content }) => [name, cheaper(content)])),
    mutants,
    texts: new Map(files.map(({ name, content }) => [name, content])),
  }
}
