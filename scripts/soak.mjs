// Runs the random tests with new seeds until the time is over: `npm run soak -- --minutes 30`.
// A failure is printed with its seed and kept in fixtures/soak/regressions.json, which the suite runs from then on.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createPrng } from './soak/prng.mjs'
import { soakRow } from './figures/rows.mjs'
import { writeRows } from './results.mjs'
import { addRegressions } from './soak/regressions.mjs'
import { randomTestFiles, runFile } from './soak/run-file.mjs'
import { commandLine } from './command-line.mjs'

const REGRESSIONS = 'fixtures/soak/regressions.json'
/** Seconds that the tests of one file should run for in one process, so that loading them is the smaller part. */
const TARGET_SECONDS = 30
const MAX_FACTOR = 500

const HELP = `Runs the random tests with new seeds until the time is over.

  npm run soak -- [--minutes N] [--jobs N] [--seed N] [--write] [FILTER…]

  --minutes N  how long; default 30. Files that are under way then are finished
  --jobs N     processes at the same time; default one a core
  --seed N     the seed from which all seeds follow; default a new one
  --write      write a row to bench/results/soak.json, and docs/figures.md from it
  FILTER       only files whose path contains it

A failure is printed with its seed, and kept in ${REGRESSIONS}.
Exit code: 0 nothing failed, 1 something failed, 2 wrong arguments.`

const { values, positionals, usage } = commandLine(HELP, {
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '30' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    write: { type: 'boolean', default: false },
  },
})
const [minutes, jobs, seed] = [Number(values.minutes), Number(values.jobs), Number(values.seed)]
if (!(minutes > 0)) usage(`--minutes ${values.minutes} is not a number above 0`)
if (!Number.isInteger(jobs) || jobs < 1) usage(`--jobs ${values.jobs} is not an integer from 1 up`)
if (!Number.isInteger(seed)) usage(`--seed ${values.seed} is not an integer`)
const files = randomTestFiles().filter(
  (file) => positionals.length === 0 || positionals.some((part) => file.includes(part)),
)
if (files.length === 0) usage(`no random test has ${positionals.join(' or ')} in its path`)

const start = performance.now()
const elapsed = () => (performance.now() - start) / 60_000
const nextSeed = createPrng(seed)
/** By file: how often it ran, how many times the suite's number of runs that was, and with which factor it runs next. */
const tally = new Map(files.map((file) => [file, { processes: 0, factors: 0, factor: 1, failures: 0, tests: 0 }]))
const children = new Set()
const turns = []
/** Names of the tests that failed, each as often as it did. */
const failed = []

console.log(`soak: ${files.length} files, ${minutes} minutes, ${jobs} at the same time, seed ${seed}`)
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    for (const child of children) child.kill()
    summary()
    process.exit(1)
  })

const nextFile = () => {
  if (turns.length === 0) turns.push(...files)
  return turns.shift()
}

function report(file, { testName, path, message, ...run }) {
  failed.push(testName)
  tally.get(file).failures++
  const how = [`SEED=${run.seed}`, ...(path === undefined ? [`RUNS=${run.factor}`] : [`RUN_PATH=${path}`])].join(' ')
  console.log(`\nFAILED ${file}: ${testName}\n  again: ${how} npx vitest run ${file} -t ${JSON.stringify(testName)}`)
  console.log(message.replace(/^/gm, '  ').slice(0, 2000))
}

async function work() {
  while (elapsed() < minutes) {
    const file = nextFile()
    const state = tally.get(file)
    const run = { seed: nextSeed(), factor: state.factor }
    const outcome = await runFile(file, run, children)
    state.processes++
    state.factors += run.factor
    state.tests = outcome.tests
    for (const failure of outcome.failures) report(file, { ...failure, ...run })
    if (outcome.failures.length > 0) {
      const kept = addRegressions(JSON.parse(readFileSync(REGRESSIONS, 'utf8')), file, run.seed, outcome.failures)
      writeFileSync(REGRESSIONS, `${JSON.stringify(kept, undefined, 2)}\n`)
    }
    const wanted = Math.round((run.factor * TARGET_SECONDS) / Math.max(outcome.seconds, 0.05))
    // A test that ended by its own limit of time had too many runs.
    state.factor = outcome.timedOut ? Math.max(1, run.factor >> 1) : Math.min(Math.max(1, wanted), MAX_FACTOR)
  }
}

function summary() {
  console.log('\n processes  times the suite  failures  file')
  for (const [file, { processes, factors, failures: failed }] of tally)
    console.log(
      `${String(processes).padStart(10)}${String(factors).padStart(17)}${String(failed).padStart(10)}  ${file}`,
    )
  console.log(`\nsoak: ${elapsed().toFixed(1)} minutes, seed ${seed}: ${failed.length} failures`)
}

await Promise.all(Array.from({ length: Math.min(jobs, files.length) }, work))
summary()
process.exitCode = failed.length > 0 ? 1 : 0
if (values.write) {
  const filters = positionals.map((part) => ` ${part}`).join('')
  const command = `npm run soak -- --minutes ${minutes} --jobs ${jobs} --seed ${seed}${filters}`
  writeRows('soak', [soakRow({ minutes: elapsed(), jobs, seed, failed, command })])
}
