import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { GROUPS } from '../pages.mjs'

const PAGES = fileURLToPath(new URL('../.pages', import.meta.url))

const link = (page) => `/${page.replace(/\.md$/, '')}`
const guides = GROUPS.map(({ text, collapsed, pages }) => ({
  text,
  ...(collapsed && { collapsed }),
  items: pages.map(({ text, page }) => ({ text, link: link(page) })),
}))

/** The names of each part of the API, in the order of the page that lists them. */
function names(part) {
  const page = readFileSync(`${PAGES}/api/${part}/index.md`, 'utf8')
  const items = [...page.matchAll(/\[(\w+)\]\(([\w/.-]+)\.md\)/g)].map(([, text, path]) => ({
    text,
    link: `/api/${part}/${path}`,
  }))
  const seen = new Set()
  return items.filter(({ link }) => !seen.has(link) && seen.add(link))
}

const PARTS = [
  'sandbox',
  'vitest',
  'vitest/config',
  'vitest/reporter',
  'fuzz',
  'replay',
  'profile',
  'server',
  'vm',
  'evm',
]
const parts = PARTS.filter((part) => existsSync(`${PAGES}/api/${part}/index.md`))
const nameOf = (part) => (part === 'sandbox' ? 'sudobox' : `sudobox/${part}`)
const allParts = { text: 'API', items: parts.map((part) => ({ text: nameOf(part), link: `/api/${part}/` })) }
/** All parts, and the names of the one that is open. */
const api = Object.fromEntries(
  parts.map((part) => [`/api/${part}/`, [allParts, { text: nameOf(part), items: names(part) }]]),
)

/** The anchor of a heading, as GitHub makes it: the pages are read there too. */
const slugify = (text) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-')

export default defineConfig({
  title: 'Sudobox',
  description: 'A test harness for CosmWasm contracts driven by callbacks',
  srcDir: '.pages',
  outDir: '../out',
  cacheDir: '.cache/vitepress',
  cleanUrls: false,
  lastUpdated: false,
  // check-links.mjs checks them all, headings too.
  ignoreDeadLinks: true,
  vite: { build: { chunkSizeWarningLimit: 4000 }, logLevel: 'warn' },
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify },
    languageAlias: { console: 'text', wat: 'wasm' },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
  },
  themeConfig: {
    nav: [
      { text: 'First hour', link: '/init', activeMatch: '^/(init|guides/(testing|reproducing|fuzzing))' },
      { text: 'Recipes', link: '/cookbook' },
      { text: 'Command line', link: '/cli' },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
    ],
    sidebar: { ...api, '/api/': [allParts], '/': guides },
    outline: { level: [2, 3], label: 'On this page' },
    search: {
      provider: 'local',
      options: {
        // Names of the API come after pages that explain them.
        miniSearch: {
          searchOptions: {
            fuzzy: 0.15,
            prefix: true,
            boost: { title: 4, titles: 1, text: 2 },
            boostDocument: (id) => (id.startsWith('/api/') ? 0.4 : 1),
          },
        },
      },
    },
    docFooter: { prev: 'Before', next: 'Next' },
  },
})
