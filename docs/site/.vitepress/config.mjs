import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A page under the name that its first line gives. */
const page = (path) => ({
  text: /^# ([^:\n]*)/m.exec(readFileSync(`${ROOT}${path}`, 'utf8'))[1],
  link: `/${path.replace('.md', '')}`,
})
const pages = (text, ...names) => ({ text, items: names.map((name) => page(`docs/${name}.md`)) })

const sidebar = [
  pages('Begin', 'init', 'guides/testing', 'building', 'types', 'typescript', 'migration', 'comparison'),
  pages('Guides', 'guides/fuzzing', 'guides/reproducing', 'doubles', 'cookbook', 'debugging'),
  pages('Reference', 'matchers', 'fixtures', 'plugins', 'evm-methods', 'security'),
  pages('Facts', 'differences', 'figures', 'mutants'),
  { text: 'The repository', items: ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map(page) },
]

export default defineConfig({
  title: 'Sudobox',
  description: 'A test harness for CosmWasm contracts that live by callbacks.',
  // `scripts/docs.mjs` copies them there: what renders them is looked for from where they stand.
  srcDir: './pages',
  rewrites: { 'README.md': 'index.md' },
  outDir: `${ROOT}docs/out`,
  cacheDir: './cache',
  // Pages speak of types such as `deploy<T>`; none holds HTML.
  markdown: { html: false },
  themeConfig: {
    nav: [{ text: 'All names', link: '/api/', target: '_self' }],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
  },
})
