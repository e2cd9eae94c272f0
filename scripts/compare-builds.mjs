// Compares builds with `sudobox diff`: contracts with a planted or a published fault with the builds without it, which must differ, and builds of the same source,
// which must not.
//
//   npm run bench:diff -- FOLDER --seconds 120 --only remote_vault_p1
import binaryen from 'binaryen'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withoutCustomSections } from './contracts/wasm.mjs'
import { cpuOf } from './cpu-time.mjs'
import { writeRows } from './results.mjs'
import { commandLine, requireWholeNumbers } from './command-line.mjs'

const HELP = `Compares builds of contracts with sudobox diff.

  npm run bench:diff -- [FOLDER] [options]

  FOLDER         FOLDER/NAME/faulty and FOLDER/NAME/fixed hold builds of published faults (bench/published/README.md); left out: only the contracts of
                 this repository
  --only NAMES   names with commas between them (default: all)
  --seconds N    time of each comparison; it ends at the first difference (default: 120)
  --seed N       (default: 1)
  --write        write bench/results/build-differences.json, and docs/figures.md from it
  --json         print the rows as JSON`

const given = commandLine(HELP, {
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const { values, positionals, usage } = given
const [folder, ...more] = positionals
if (more.length > 0) usage('only one folder of builds can be given')
if (folder !== undefined && !existsSync(folder)) usage(`there is no folder ${folder}`)
requireWholeNumbers(given, 'seconds', 'seed')

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const artifacts = join(root, 'contracts/artifacts')
const scratch = mkdtempSync(join(tmpdir(), 'sudobox-bench-diff-'))

const wasmIn = (place) => (existsSync(place) ? readdirSync(place).filter((name) => name.endsWith('.wasm')) : [])

/** Faulty builds of this repository, by their names: `remote_vault_p1` is `remote_vault` with a fault. */
const planted = () => {
  const names = wasmIn(artifacts)
    .map((name) => name.replace(/\.wasm$/, ''))
    .filter((name) => !name.includes('.'))
  return names.flatMap((name) => {
    const clean = names.find((other) => name.startsWith(`${other}_`))
    const fileOf = (one) => join(artifacts, `${one}.wasm`)
    return clean === undefined
      ? []
      : [{ name, is: 'a planted fault', files: [fileOf(name), fileOf(clean)], differs: true }]
  })
}

/** Published faults: the file of the contract is the one that differs, the others are needed by it. */
const published = () =>
  (folder === undefined ? [] : readdirSync(folder)).flatMap((name) => {
    const [faulty, fixed] = ['faulty', 'fixed'].map((build) => join(resolve(folder), name, build))
    const isOther = (file) => !readFileSync(join(faulty, file)).equals(readFileSync(join(fixed, file)))
    const files = wasmIn(faulty).filter((file) => existsSync(join(fixed, file)))
    const changed = files.filter(isOther)
    if (changed.length !== 1) return []
    const others = files.filter((file) => file !== changed[0]).map((file) => join(fixed, file))
    return [
      {
        name,
        is: 'a published fault',
        files: [join(faulty, changed[0]), join(fixed, changed[0]), ...others],
        differs: true,
      },
    ]
  })

const SAME = ['account_owner', 'coin_bridge', 'courier', 'cw20_base', 'remote_vault', 'savings_club']

/** The same source, written again by an optimiser with other goals. */
function optimisedAgain(name) {
  const path = join(artifacts, `${name}.wasm`)
  const module = binaryen.readBinary(readFileSync(path))
  binaryen.setOptimizeLevel(2)
  binaryen.setShrinkLevel(0)
  module.optimize()
  const place = join(scratch, `${name}.wasm`)
  mkdirSync(scratch, { recursive: true })
  writeFileSync(place, withoutCustomSections(module.emitBinary()))
  return { name: `${name}, optimised again`, is: 'the same source', files: [path, place], differs: false }
}

const all = [...planted(), ...published(), ...SAME.map((name) => ({ name: `${name}, optimised again`, of: name }))]
const wanted = values.only?.split(',')
const unknown = wanted?.find((name) => !all.some((one) => one.name === name || one.of === name))
if (unknown !== undefined) usage(`there are no builds of the name ${unknown}`)
const chosen = all.filter(({ name, of }) => wanted === undefined || wanted.includes(name) || wanted.includes(of))

async function compare(files) {
  const flags = [
    '--trust',
    '--json',
    '--quiet',
    '--differences',
    '1',
    '--seed',
    values.seed,
    '--seconds',
    values.seconds,
  ]
  const child = spawn(
    process.execPath,
    [join(root, 'dist/cli/main.js'), 'diff', ...files, ...flags, '--found', join(scratch, 'found')],
    { cwd: scratch, env: { ...process.env, NO_COLOR: '1' } },
  )
  let [text, problem, cpu] = ['', '', 0]
  child.stdout.on('data', (data) => (text += data))
  child.stderr.on('data', (data) => (problem += data))
  const began = performance.now()
  const sample = setInterval(() => (cpu = cpuOf(child.pid) ?? cpu), 100)
  const code = await new Promise((done) => child.on('close', done))
  clearInterval(sample)
  const seconds = (performance.now() - began) / 1000
  return { seconds, cpu, ...(code === 2 ? { problem: problem.trim() } : { report: JSON.parse(text) }) }
}

function textOf({ problem, report }) {
  if (problem !== undefined) return `cannot be compared: ${problem.split('\n')[0]}`
  const [found] = report.differences
  if (found === undefined) return 'no difference'
  return `${found.at}: ${found.classes.join(', ')}${found.inSetup ? ', in the set-up' : `, after ${found.actions} actions`}`
}

const rows = []
for (const one of chosen) {
  const { files, is, differs } = one.of === undefined ? one : optimisedAgain(one.of)
  const result = await compare(files)
  const found = (result.report?.differences.length ?? 0) > 0
  rows.push({
    builds: one.name,
    'how they differ': is,
    found: textOf(result),
    'as it should be': result.problem === undefined && found === differs ? 'yes' : 'no',
    'steps on both': result.report?.compared ?? 0,
    seconds: Math.round(result.seconds),
    'CPU seconds': Math.round(result.cpu),
  })
  console.error(Object.values(rows.at(-1)).join(' | '))
}
rmSync(scratch, { recursive: true, force: true })
if (values.json) console.log(JSON.stringify(rows, undefined, 2))
console.error(`${rows.filter((row) => row['as it should be'] === 'yes').length} of ${rows.length} as they should be`)
if (values.write && rows.length > 0) writeRows('build-differences', rows, { whole: wanted === undefined })
