// Runs the test of docs/runners.md in other test runners, and the demo in other engines, each in its newest release from the npm registry.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const ROOT = join(import.meta.dirname, '..')
const DEMO = 'node_modules/sudobox/fixtures/scenarios/first-light.yaml'

/** What takes the place of the import from `node:test`, and the command. */
const RUNNERS = {
  'node:test': { command: ['node', '--test', 'test/lateness.test.mjs'] },
  mocha: { imports: "import { after, it as test } from 'mocha'", command: ['mocha', 'test/lateness.test.mjs'] },
  jest: {
    imports: "import { afterAll as after, test } from '@jest/globals'",
    command: ['node', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--testMatch=**/*.test.mjs'],
  },
  bun: { imports: "import { afterAll as after, test } from 'bun:test'", command: ['bun', 'test'] },
  deno: { command: ['deno', 'test', '--allow-all', '--node-modules-dir=manual', 'test/lateness.test.mjs'] },
}

const SUDOBOX = 'node_modules/sudobox/dist/cli/main.js'
const ENGINES = {
  node: ['node', SUDOBOX],
  bun: ['bun', SUDOBOX],
  deno: ['deno', 'run', '--allow-all', '--node-modules-dir=manual', SUDOBOX],
}

const HELP = `Runs the test of docs/runners.md with ${Object.keys(RUNNERS).join(', ')}, and the demo with Bun and Deno as with Node.

  npm run test:runners`

if (parseArgs({ options: { help: { type: 'boolean', short: 'h' } } }).values.help) {
  console.log(HELP)
  process.exit(0)
}

const folder = mkdtempSync(join(tmpdir(), 'sudobox-runners-'))
const npm = (...words) =>
  execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })

function run([program, ...words]) {
  const bin = join(folder, 'node_modules/.bin')
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, NO_COLOR: '1' }
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 120_000,
  })
  return { status, stdout, output: `${stdout}${stderr}${error ?? ''}` }
}

const [, test] = /^```js test\/\S+\n(.*?)^```$/ms.exec(readFileSync(join(ROOT, 'docs/runners.md'), 'utf8'))
const failed = []
function tell(what, ok, output) {
  console.log(`${ok ? 'passed' : 'FAILED'}  ${what}`)
  if (ok) return
  failed.push(what)
  console.log(output)
}

try {
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  npm('install', '--silent', `./${packed.trim()}`, 'mocha', 'jest', 'bun', 'deno')
  mkdirSync(join(folder, 'test'))
  for (const [runner, { imports, command }] of Object.entries(RUNNERS)) {
    const text = imports === undefined ? test : test.replace(/^import .* from 'node:test'$/m, imports)
    writeFileSync(join(folder, 'test/lateness.test.mjs'), text)
    const { status, output } = run(command)
    tell(runner, status === 0 && /a timeout that spends|1 pass(?:ing|ed)?\b/.test(output), output)
  }
  const wanted = run([...ENGINES.node, 'replay', DEMO])
  for (const [engine, command] of Object.entries(ENGINES)) {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const shown = run([...command, '--version'])
    tell(`${engine}: sudobox --version`, shown.stdout.trim() === version, shown.output)
    const { status, stdout, output } = run([...command, 'replay', DEMO])
    tell(`${engine}: the demo`, status === 0 && stdout === wanted.stdout, output)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failed.length > 0 ? 1 : 0
