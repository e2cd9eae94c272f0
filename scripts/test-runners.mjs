// Runs the test of docs/runners.md in other test runners, and the demo and the scripts of the native VM in other engines, each in its newest release from the npm registry.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'

const ROOT = join(import.meta.dirname, '..')

/** Commands of docs/runners.md, and what takes the place of the test's second line. */
const RUNNERS = {
  'node:test': { command: 'node --test' },
  mocha: { line: "import { after, it as test } from 'mocha'", command: 'mocha' },
  jest: {
    line: "import { afterAll as after, test } from '@jest/globals'",
    command: 'NODE_OPTIONS=--experimental-vm-modules jest',
  },
  bun: { line: "import { afterAll as after, test } from 'bun:test'", command: 'bun test' },
  deno: { command: 'deno test --allow-all --node-modules-dir=manual test' },
}

/** Commands that run a file, with a large stack. */
const ENGINES = {
  node: 'node --stack-size=3900',
  bun: 'ulimit -s 65500; BUN_JSC_maxPerThreadStackUsage=50000000 bun',
  deno: 'deno run --allow-all --node-modules-dir=manual --v8-flags=--stack-size=3900',
}
const DEMO = 'node_modules/sudobox/dist/cli/main.js replay node_modules/sudobox/fixtures/scenarios/first-light.yaml'

/** Prints what the VM makes of each script below a folder. */
const SCRIPTS = `
  import { createHash } from 'node:crypto'
  import { readdirSync, readFileSync } from 'node:fs'
  import { join } from 'node:path'
  import { runVmScript } from 'sudobox/vm'
  const folder = process.argv[2]
  for (const name of readdirSync(folder, { recursive: true }).sort()) {
    if (!/scripts.\\w.*\\.json$/.test(name)) continue
    const file = join(folder, name)
    const results = runVmScript(readFileSync(file, 'utf8'), { file, trust: true })
    const text = JSON.stringify(results, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    console.log(name, createHash('sha256').update(text).digest('hex'))
  }`

const HELP = `Runs the test of docs/runners.md with ${Object.keys(RUNNERS).join(', ')}; Bun and Deno do the same as Node in the demo and in the scripts of the native VM.

  npm run test:runners`

if (parseArgs({ options: { help: { type: 'boolean', short: 'h' } } }).values.help) {
  console.log(HELP)
  process.exit(0)
}

const folder = mkdtempSync(join(tmpdir(), 'sudobox-runners-'))

function run(command) {
  const env = {
    ...process.env,
    PATH: `${join(folder, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
    NO_COLOR: '1',
  }
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 1 << 26,
  })
  return { ok: status === 0, stdout, output: `${stdout}${stderr}` }
}

function report(what, ok, output) {
  console.log(`${ok ? 'passed' : 'FAILED'}  ${what}${ok ? '' : `\n${output}`}`)
  if (!ok) process.exitCode = 1
}

try {
  const npm = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]
  const packed = execFileSync('npm', pack, { ...npm, cwd: ROOT }).trim()
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  execFileSync('npm', ['install', '--silent', `./${packed}`, 'mocha', 'jest', 'bun', 'deno'], { ...npm, cwd: folder })

  const [, test] = /^```js test\/\S+\n(.*?)^```$/ms.exec(readFileSync(join(ROOT, 'docs/runners.md'), 'utf8'))
  mkdirSync(join(folder, 'test'))
  for (const [runner, { line, command }] of Object.entries(RUNNERS)) {
    const text = line === undefined ? test : test.replace(/^import .* from 'node:test'$/m, line)
    writeFileSync(join(folder, 'test/lateness.test.mjs'), text)
    const { ok, output } = run(command)
    report(runner, ok && output.includes('a timeout that spends too much gas'), output)
  }

  writeFileSync(join(folder, 'scripts.mjs'), SCRIPTS)
  const scripts = `scripts.mjs '${join(ROOT, 'fixtures/vm')}'`
  for (const [what, file] of Object.entries({ 'the demo': DEMO, 'the scripts of the native VM': scripts })) {
    let inNode = ''
    for (const [engine, command] of Object.entries(ENGINES)) {
      const { ok, stdout, output } = run(`${command} ${file}`)
      if (engine === 'node') inNode = stdout
      report(`${engine}: ${what}`, ok && stdout === inNode && stdout !== '', output)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
