// Builds the site of all pages and all names into `docs/out`, to be opened in a browser: `npm run docs`. A link to a page, a heading or a name that does not exist fails. The
// generator and the compiler that it needs are installed below `docs/site`.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SITE = fileURLToPath(new URL('../docs/site', import.meta.url))
const INSTALLED = `${SITE}/node_modules/.package-lock.json`

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

if (!isInstalled()) run('npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline')
run(process.execPath, 'node_modules/typedoc/bin/typedoc', '--logLevel', 'Warn')
