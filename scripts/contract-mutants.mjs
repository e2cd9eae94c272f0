// Tries mutants of contracts of this repository against the suites in bench/mutants, and says how many a second.
//
//   npm run contracts -- --only cw20_base --only remote_vault --twins FOLDER
//   npm run bench:mutants -- FOLDER --sketch-seconds 60
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeRows } from './results.mjs'
import { commandLine, requireWholeNumbers } from './command-line.mjs'

const HELP = `Tries mutants of contracts against suites of ours.

  npm run bench:mutants -- FOLDER [options]

  FOLDER               NAME.wasm and NAME.debug.wasm of each contract (npm run contracts -- --only NAME --twins FOLDER)
  --only NAMES         names with commas between them (default: all)
  --jobs N             processes at once (default: 2)
  --sketch-seconds N   also look for tests that would catch survivors, for so long; 0: do not (default: 0)
  --write              write bench/results/contract-mutants.json, and docs/figures.md from it`

const given = commandLine(HELP, {
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    'sketch-seconds': { type: 'string', default: '0' },
    write: { type: 'boolean', default: false },
  },
})
const { values, positionals, usage } = given
const [folder, ...more] = positionals
if (folder === undefined || more.length > 0) usage('one folder of contracts is needed')
requireWholeNumbers(given, 'jobs', 'sketch-seconds')

/** The contracts with a suite, and the libraries that are their code. */
const SUITES = { cw20_base: ['--crate', 'cw20-base'], remote_vault: [] }
const wanted = values.only?.split(',') ?? Object.keys(SUITES)
const unknown = wanted.find((name) => !(name in SUITES))
if (unknown !== undefined) usage(`there is no suite for ${unknown}`)

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const scratch = mkdtempSync(join(tmpdir(), 'sudobox-bench-mutants-'))

function run(name) {
  const vitest = ['vitest', 'run', '--config', join(root, 'bench/mutants/vitest.config.mjs'), `${name}.suite.mjs`]
  const sketches =
    values['sketch-seconds'] === '0'
      ? []
      : ['--sketches', join(scratch, 'sketches'), '--sketch-seconds', values['sketch-seconds']]
  const report = spawnSync(
    process.execPath,
    [
      join(root, 'dist/cli/main.js'),
      'mutants',
      join(resolve(folder), `${name}.wasm`),
      ...SUITES[name],
      '--json',
      '--jobs',
      values.jobs,
      ...sketches,
      '--',
      'npx',
      ...vitest,
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, SUDOBOX_TWINS: resolve(folder) } },
  )
  if (report.status !== 0) throw new Error(report.stderr)
  return JSON.parse(report.stdout)
}

const rows = []
for (const name of wanted) {
  if (!existsSync(join(folder, `${name}.debug.wasm`))) {
    console.error(`${name}: there is no ${join(folder, `${name}.debug.wasm`)}`)
    continue
  }
  const { totals, seconds, unnoticed } = run(name)
  const tried = totals.mutants - totals.noCoverage
  rows.push({
    contract: name,
    mutants: totals.mutants,
    killed: totals.killed,
    timeout: totals.timeout,
    survived: totals.survived,
    'no coverage': totals.noCoverage,
    score: `${totals.score} %`,
    seconds: Math.round(seconds),
    'a second': (tried / seconds).toFixed(1),
    ...(values['sketch-seconds'] !== '0' && {
      sketches: unnoticed.filter(({ sketch }) => sketch !== undefined).length,
    }),
  })
  console.error(Object.values(rows.at(-1)).join(' | '))
}
rmSync(scratch, { recursive: true, force: true })
if (values.write && rows.length > 0) writeRows('contract-mutants', rows, { whole: values.only === undefined })
