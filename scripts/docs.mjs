// Builds the site of all pages and all names into `docs/out`: `npm run docs`. A link to a page, a heading or a name that does not exist fails. What makes it is installed
// below `docs/site`. Nothing is done if nothing has changed since it was built; `-- --open` serves it then, on a port of its own.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brokenLinks } from '../docs/site/check-links.mjs'
import { PAGES } from '../docs/site/pages.mjs'
import { stage } from '../docs/site/stage.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SITE = `${ROOT}docs/site`
const OUT = `${ROOT}docs/out`
const INSTALLED = `${SITE}/node_modules/.package-lock.json`
const BUILT = `${SITE}/.cache/built`
/** What the site is made from. */
const INPUTS = [...PAGES.keys(), 'docs/images', 'docs/site', 'dist', 'package.json', 'scripts/docs.mjs']

const { values } = parseArgs({ options: { open: { type: 'boolean', default: false } } })

function run(command, ...args) {
  const { status } = spawnSync(command, args, { cwd: SITE, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(1)
}

/** The lock file that npm leaves has the same packages, without the project itself. */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false
  const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const installed = packages(INSTALLED)
  return Object.entries(packages(`${SITE}/package-lock.json`)).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  )
}

/** The declarations alone of `dist`, and all else but what is made or installed. */
const isInput = (path) =>
  path.startsWith('dist/') ? path.endsWith('.d.ts') : !/(^|\/)(node_modules|\.cache|\.pages|out)\//.test(path)

function inputs(path) {
  if (!existsSync(ROOT + path)) return []
  if (!statSync(ROOT + path).isDirectory()) return isInput(path) ? [path] : []
  if (!isInput(`${path}/x.d.ts`)) return []
  return readdirSync(ROOT + path)
    .sort()
    .flatMap((name) => inputs(`${path}/${name}`))
}

function hashOfInputs() {
  const hash = createHash('sha256')
  for (const path of INPUTS.flatMap(inputs))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(ROOT + path))
      .update('\0')
  return hash.digest('hex')
}

function build() {
  rmSync(BUILT, { force: true })
  rmSync(`${SITE}/.pages`, { recursive: true, force: true })
  run(process.execPath, 'node_modules/typedoc/bin/typedoc', '--logLevel', 'Warn')
  stage(`${SITE}/.pages`)
  run(process.execPath, 'node_modules/vitepress/bin/vitepress.js', 'build')
  const broken = brokenLinks(OUT)
  if (broken.length > 0) {
    console.error(broken.join('\n'))
    process.exit(1)
  }
}

if (!isInstalled()) run('npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline')
const hash = hashOfInputs()
if (existsSync(join(OUT, 'index.html')) && existsSync(BUILT) && readFileSync(BUILT, 'utf8') === hash)
  console.log('docs/out is as its sources are')
else {
  build()
  mkdirSync(`${SITE}/.cache`, { recursive: true })
  writeFileSync(BUILT, hash)
}
if (values.open) run(process.execPath, 'node_modules/vitepress/bin/vitepress.js', 'preview')
