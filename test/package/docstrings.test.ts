import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

// The reference is made of the docstrings: a public name without one has an empty page there.

const sourceOf = (entry: { readonly types: string }) => entry.types.replace('./dist/', 'src/').replace('.d.ts', '.ts')
const entries = Object.values(manifest.exports).flatMap((entry) => (typeof entry === 'string' ? [] : [sourceOf(entry)]))

const DECLARATION =
  /^export (?:declare |default |abstract |async )*(?:const|let|function\*?|class|interface|type|enum|namespace) (\w+)/gm
const LIST = /^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?/gm
const STAR = /^export \*(?: as (\w+))? from '([^']+)'/gm

/** Public names of a file that have no docstring where they are declared, as `name (file)`. */
function bare(file: string, wanted?: ReadonlySet<string>): string[] {
  const text = readFileSync(file, 'utf8')
  const found: string[] = []
  const at = (specifier: string) => join(dirname(file), specifier.replace(/\.js$/, '.ts'))
  for (const match of text.matchAll(DECLARATION)) {
    const name = match[1]!
    if (wanted !== undefined && !wanted.has(name)) continue
    const overload = new RegExp(`\\*/\\nexport (?:async )?function ${name}\\b`).test(text)
    if (!text.slice(0, match.index).endsWith('*/\n') && !overload) found.push(`${name} (${file})`)
  }
  for (const [, list, from] of text.matchAll(LIST)) {
    if (from === undefined || !from.startsWith('.')) continue
    const names = list!
      .split(',')
      .map((item) => item.trim().replace(/^type /, ''))
      .filter(Boolean)
      .map((item) => item.split(' as ') as [string, string?])
      .filter(([name, as]) => wanted === undefined || wanted.has(as ?? name))
      .map(([name]) => name)
    if (names.length > 0) found.push(...bare(at(from), new Set(names)))
  }
  for (const [, as, from] of text.matchAll(STAR))
    if (as === undefined) found.push(...bare(at(from!), wanted))
    else if (wanted === undefined || wanted.has(as)) found.push(...bare(at(from!)))
  return found
}

test.each(entries)('every public name of %s has a docstring', (entry) => {
  expect(existsSync(entry)).toBe(true)
  expect([...new Set(bare(entry))]).toEqual([])
})

test('a docstring stands alone: it does not begin by pointing at the one above', () => {
  const opening = /\/\*\*\s*(?:\* )?((?:The same|Of|As|Also|Likewise)\b[^\n]*)/g
  const files = globSync(['src/**/*.ts', 'ui/**/*.{ts,tsx}'], { ignore: ['**/dist/**'] })
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(opening)].map((match) => `${file}: ${match[1]}`),
  )
  expect(found).toEqual([])
})
