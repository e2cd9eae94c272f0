// Hunts faults of public contracts from their `.wasm` files alone, and checks that campaigns stay silent on the builds that mended them.
// bench/published/faults.json lists the faults, bench/published/README.md says how the folder of builds is laid out.
//
//   npm run bench:published -- FOLDER --seeds 1,2,3 --seconds 600 --only hydro-shares
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cpuOf } from './cpu-time.mjs'
import { judged, shareOfSeeds } from './published/judge.mjs'
import { writeRows } from './results.mjs'
import { commandLine, requireWholeNumbers } from './command-line.mjs'

const HELP = `Hunts faults of public contracts from their .wasm files alone, and checks the builds that mended them.

  npm run bench:published -- FOLDER [options]

  FOLDER           FOLDER/NAME/faulty and FOLDER/NAME/fixed hold the .wasm files of each fault (bench/published/README.md)
  --only NAMES     names with commas between them (default: every fault that has a folder)
  --seeds LIST     seeds with commas between them (default: 1,2,3)
  --seconds N      time of a campaign of the faulty build (default: 600)
  --fixed-seconds N  time of a campaign of the mended build, with the first seed; 0: none (default: 600)
  --workers N      workers of a campaign (default: 2)
  --write          write bench/results/published-faults.json
  --json           print the rows as JSON`

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const { faults } = JSON.parse(readFileSync(join(root, 'bench/published/faults.json'), 'utf8'))

const given = commandLine(HELP, {
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    seeds: { type: 'string', default: '1,2,3' },
    seconds: { type: 'string', default: '600' },
    'fixed-seconds': { type: 'string', default: '600' },
    workers: { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const { values, positionals, usage } = given
const [folder, ...more] = positionals
if (folder === undefined || more.length > 0) usage('one folder of builds is needed')
if (!existsSync(folder)) usage(`there is no folder ${folder}`)
requireWholeNumbers(given, 'seconds', 'fixed-seconds', 'workers')
const seeds = values.seeds.split(',')
if (!seeds.every((seed) => /^\d{1,9}$/.test(seed))) usage(`--seeds must be a list such as 1,2,3, not ${values.seeds}`)
const wanted = values.only?.split(',') ?? faults.map(({ name }) => name)
const unknown = wanted.find((name) => !faults.some((fault) => fault.name === name))
if (unknown !== undefined) usage(`bench/published/faults.json has no fault ${unknown}`)

const wasmIn = (...path) => {
  const place = resolve(folder, ...path)
  const names = existsSync(place) ? readdirSync(place).filter((name) => name.endsWith('.wasm')) : []
  return names.map((name) => join(place, name))
}

/** The files of a build: the contract of the fault first, then those that it needs. */
function filesOf({ name, files }, build) {
  const there = wasmIn(name, build)
  const rank = (file) => {
    const at = files.findIndex((one) => file.endsWith(`/${one}`))
    return at < 0 ? files.length : at
  }
  return there.toSorted((a, b) => rank(a) - rank(b))
}

/** One campaign from bytes alone. @returns its report, its CPU seconds, and when it wrote each finding */
async function hunt(files, seed, seconds) {
  const scratch = mkdtempSync(join(tmpdir(), 'sudobox-published-'))
  const found = join(scratch, 'found')
  const flags = ['--trust', '--json', '--quiet', '--seed', seed, '--seconds', seconds, '--workers', values.workers]
  const child = spawn(
    process.execPath,
    [
      join(root, 'dist/cli/main.js'),
      'fuzz',
      ...files,
      ...flags,
      '--found',
      found,
      '--campaign',
      join(scratch, 'c.yaml'),
    ],
    { cwd: scratch, env: { ...process.env, NO_COLOR: '1' } },
  )
  let text = ''
  let problem = ''
  child.stdout.on('data', (data) => (text += data))
  child.stderr.on('data', (data) => (problem += data))
  const began = performance.now()
  const when = new Map()
  const watch = setInterval(() => {
    for (const name of existsSync(found) ? readdirSync(found) : [])
      if (!when.has(name)) when.set(name, { seconds: (performance.now() - began) / 1000, cpu: cpuOf(child.pid) })
  }, 250)
  let cpu = 0
  const sample = setInterval(() => (cpu = cpuOf(child.pid) ?? cpu), 250)
  const code = await new Promise((done) => child.on('close', done))
  clearInterval(watch)
  clearInterval(sample)
  rmSync(scratch, { recursive: true, force: true })
  return code === 2 ? { problem: problem || text } : { report: JSON.parse(text), cpu, when }
}

const rows = []
for (const fault of faults.filter(({ name }) => wanted.includes(name))) {
  const faulty = filesOf(fault, 'faulty')
  if (faulty.length === 0) {
    console.error(`${fault.name}: no files in ${join(folder, fault.name, 'faulty')}`)
    continue
  }
  const hunts = []
  for (const seed of seeds) {
    hunts.push(judged(fault, await hunt(faulty, seed, values.seconds)))
    console.error(`${fault.name}, seed ${seed}: ${hunts.at(-1).text}`)
  }
  const fixed = filesOf(fault, 'fixed')
  const mended =
    fixed.length === 0 || values['fixed-seconds'] === '0'
      ? undefined
      : judged(fault, await hunt(fixed, seeds[0], values['fixed-seconds']), true)
  if (mended !== undefined) console.error(`${fault.name}, mended: ${mended.text}`)
  rows.push({
    'contract, fault': `${fault.repository} ${fault.fix}, ${fault.contract}: ${fault.fault}`,
    class: fault.class,
    seeds: values.seeds,
    found: fault.finding === null ? 'nothing to find' : shareOfSeeds(hunts, fault.level),
    'the faulty build': hunts.map(({ text }) => text).join('; '),
    'the mended build': mended?.text ?? 'not run',
  })
}
if (values.json) console.log(JSON.stringify(rows, undefined, 2))
else
  console.table(rows.map(({ 'contract, fault': name, found, 'the mended build': mended }) => ({ name, found, mended })))
if (values.write && rows.length > 0) writeRows('published-faults', rows, { whole: values.only === undefined })
