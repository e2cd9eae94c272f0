// Builds the site of all pages, and below it the reference of all names, into `docs/out`: `npm run docs`. Both have tools of their own, which are
// installed below `docs/site` and `docs/api`. A link between pages that leads nowhere fails.
//
//   npm run docs -- --open   serves it afterwards
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PAGES = join(ROOT, 'docs/site/pages')

const npm = (folder, ...args) =>
  execFileSync('npm', args, {
    cwd: join(ROOT, 'docs', folder),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })

/** The pages of the repository, below each other as they are here, so that links between them lead to each other. */
const pages = [
  ...['README', 'ARCHITECTURE', 'CONTRIBUTING', 'CHANGELOG'].map((name) => `${name}.md`),
  ...['docs', 'docs/guides'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
  'fixtures/golden-stories/README.md',
]
rmSync(PAGES, { recursive: true, force: true })
for (const page of pages) {
  mkdirSync(dirname(join(PAGES, page)), { recursive: true })
  cpSync(join(ROOT, page), join(PAGES, page))
}

// The site empties the folder first.
for (const folder of ['site', 'api']) {
  npm(folder, 'ci', '--no-audit', '--no-fund')
  npm(folder, 'run', '--silent', 'docs')
}
if (process.argv.includes('--open')) npm('site', 'run', '--silent', 'preview')
