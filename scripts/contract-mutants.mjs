// Tries mutants of contracts of this repository against the suites in bench/mutants, and says how many a second.
//
//   npm run bench:mutants
//   npm run bench:mutants -- --sketch-seconds 60 --record
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeRows } from './results.mjs'
import { withoutCustomSections } from './contracts/wasm.mjs'
import { commandLine, requireWholeNumbers } from './command-line.mjs'

const HELP = `Tries mutants of contracts against suites of ours.

  npm run bench:mutants -- [options]

  --twins FOLDER       NAME.debug.wasm of each contract, from npm run contracts -- --only NAME --twins FOLDER (default: those of the repository)
  --only NAMES         names with commas between them (default: all)
  --jobs N             processes at once (default: 2)
  --sketch-seconds N   also look for tests that would catch what no test noticed, for so long; 0: do not (default: 0)
  --record             write sketches of survivors to fixtures/mutants/sketches.json
  --write              write bench/results/contract-mutants.json, and docs/figures.md from it`

const given = commandLine(HELP, {
  options: {
    only: { type: 'string' },
    twins: { type: 'string' },
    record: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2' },
    'sketch-seconds': { type: 'string', default: '0' },
    write: { type: 'boolean', default: false },
  },
})
const { values, usage } = given
requireWholeNumbers(given, 'jobs', 'sketch-seconds')

/** The contracts with a suite: their twins in the repository, and the libraries that are their code. */
const SUITES = {
  cw20_base: { twin: 'fixtures/mutants/cw20_base.wasm', options: ['--crate', 'cw20-base'] },
  remote_vault: { twin: 'fixtures/mutants/remote_vault.wasm', options: [] },
  callback_lab: { twin: 'contracts/artifacts/callback_lab.debug.wasm', options: [] },
}
const wanted = values.only?.split(',') ?? Object.keys(SUITES)
const unknown = wanted.find((name) => !(name in SUITES))
if (unknown !== undefined) usage(`there is no suite for ${unknown}`)

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const scratch = mkdtempSync(join(tmpdir(), 'sudobox-bench-mutants-'))
const folder = join(scratch, 'contracts')
mkdirSync(folder)

/** The contract as it is stored, and its twin next to it. */
function place(name) {
  const twin = values.twins === undefined ? join(root, SUITES[name].twin) : join(values.twins, `${name}.debug.wasm`)
  copyFileSync(twin, join(folder, `${name}.debug.wasm`))
  writeFileSync(join(folder, `${name}.wasm`), withoutCustomSections(readFileSync(twin)))
}

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
      join(folder, `${name}.wasm`),
      ...SUITES[name].options,
      '--json',
      '--jobs',
      values.jobs,
      ...sketches,
      '--',
      'npx',
      ...vitest,
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, SUDOBOX_TWINS: folder } },
  )
  if (report.status !== 0) throw new Error(report.stderr)
  return JSON.parse(report.stdout)
}

/** The sketches to record of each contract: a test runs each twice. */
const MAX_RECORDED = 9

/** Where contracts are that sketches are recorded of. */
const RECORDED = 'fixtures/mutants/'

const sketchesFile = join(root, RECORDED, 'sketches.json')
const known = JSON.parse(readFileSync(sketchesFile, 'utf8'))

/** Sketches of survivors, as test/mutants/sketches.test.ts reads them: of each mutant the shortest that was ever found, and of all those the shortest. */
function sketchesOf(contract, unnoticed) {
  if (!SUITES[contract].twin.startsWith(RECORDED)) return []
  const survivors = unnoticed.filter(({ status }) => status === 'Survived')
  const found = survivors
    .filter(({ sketch }) => sketch !== undefined)
    .map(({ id, file, line, text, replacement, sketch: { what, lines, file: path } }) => {
      const fixture = JSON.parse(
        readFileSync(path, 'utf8').replaceAll(`"../contracts/${contract}.wasm"`, `"${contract}.wasm"`),
      )
      return { contract, mutant: { id, file, line, text, replacement }, what, lines, fixture }
    })
  const earlier = known.filter((one) => one.contract === contract && survivors.some(({ id }) => id === one.mutant.id))
  const sorted = [...found, ...earlier].toSorted((a, b) => a.fixture.steps.length - b.fixture.steps.length)
  return sorted
    .filter(({ mutant }, i) => sorted.findIndex((one) => one.mutant.id === mutant.id) === i)
    .slice(0, MAX_RECORDED)
}

const rows = []
const recorded = []
for (const name of wanted) {
  place(name)
  const { totals, seconds, cpuSeconds, unnoticed } = run(name)
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
    'a CPU second': (tried / cpuSeconds).toFixed(1),
    ...(values['sketch-seconds'] !== '0' && {
      sketches: unnoticed.filter(({ sketch }) => sketch !== undefined).length,
    }),
  })
  console.error(Object.values(rows.at(-1)).join(' | '))
  recorded.push(...sketchesOf(name, unnoticed))
}
if (values.record) {
  const others = known.filter(({ contract }) => !wanted.includes(contract))
  writeFileSync(sketchesFile, `${JSON.stringify([...others, ...recorded], undefined, 1)}\n`)
}
rmSync(scratch, { recursive: true, force: true })
if (values.write && rows.length > 0) writeRows('contract-mutants', rows, { whole: values.only === undefined })
