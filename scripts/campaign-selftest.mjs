// Checks that campaigns find known bugs: one configuration hunts each of the ten bugs of the remote vault, and another the three of the packet
// vault, in Solidity, for each seed from a cold process and an empty corpus, and they find nothing in the clean vaults. Prints a table, and ends with
// `N of 10 found`.
//
//   npm run campaign:selftest -- --seeds 1 --clean-seconds 60 --only p3,p8
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanRow, faultRow } from './figures/rows.mjs'
import { writeRows } from './results.mjs'
import { commandLine } from './command-line.mjs'

const FAULTS = Array.from({ length: 10 }, (_, i) => `p${i + 1}`)
const IN_SOLIDITY = ['s1', 's2', 's3']
const CLEAN = ['clean', 'clean-solidity']
/** A campaign of Solidity has so many times the seconds. */
const SLOWER = 5
const MAX_ACTIONS = 8

const HELP = `Checks that campaigns find the ten known bugs of the remote vault and the three of the packet vault, and nothing in
the clean ones.

  npm run campaign:selftest -- [--seeds N] [--seconds N] [--clean-seconds N] [--only NAMES] [--keep] [--write]

  --seeds          how many seeds each, from 1 on (default: 5)
  --seconds        time of a campaign until its bug is found (default: 60); in Solidity ${SLOWER} times as long
  --clean-seconds  time of a campaign of the clean vault (default: 300)
  --only           names with commas between them: ${FAULTS.join(', ')}, clean,
                   ${IN_SOLIDITY.join(', ')}, clean-solidity
  --keep           keep the campaigns and what they found, and say where
  --write          write the rows to bench/results/campaign-selftest.json, and docs/figures.md from them`

const { values, usage } = commandLine(HELP, {
  options: {
    seeds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '60' },
    'clean-seconds': { type: 'string', default: '300' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
for (const name of ['seeds', 'seconds', 'clean-seconds'])
  if (!/^[1-9]\d{0,6}$/.test(values[name])) usage(`--${name} must be a whole number above zero, not ${values[name]}`)
const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => i + 1)
const all = [...FAULTS, ...IN_SOLIDITY, ...CLEAN]
const wanted = values.only?.split(',') ?? all
const unknown = wanted.find((name) => !all.includes(name))
if (unknown !== undefined) usage(`there is no vault ${unknown}`)

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const folder = mkdtempSync(join(tmpdir(), 'sudobox-selftest-'))

const isSolidity = (fault) => IN_SOLIDITY.includes(fault) || fault === 'clean-solidity'

const REMOTE_VAULT = {
  template: 'remote-vault.json',
  clean: 'remote_vault.wasm',
  planted: (fault) => `remote_vault_${fault}.wasm`,
}
const PACKET_VAULT = {
  template: 'packet-vault.json',
  clean: 'PacketVault.json',
  planted: (fault) => `PacketVault_${fault.replace('s', 'p')}.json`,
}

/** The template with another vault, beside which nothing needs to lie. */
function campaignOf(fault) {
  const { template, clean, planted } = isSolidity(fault) ? PACKET_VAULT : REMOTE_VAULT
  const text = readFileSync(join(root, 'fixtures/campaigns', template), 'utf8')
    .replaceAll('../../contracts/artifacts/', `${join(root, 'contracts/artifacts').replaceAll('\\', '/')}/`)
    .replaceAll(clean, CLEAN.includes(fault) ? clean : planted(fault))
  const file = join(folder, `${fault}.json`)
  writeFileSync(file, text)
  return file
}

/** Runs the command. @returns its exit code, what it printed, and how long it took */
async function sudobox(...args) {
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, 'dist/cli/main.js'), ...args], {
    env: { ...process.env, NO_COLOR: '1' },
  })
  let text = ''
  child.stdout.on('data', (data) => (text += data))
  child.stderr.on('data', (data) => (text += data))
  const code = await new Promise((done) => child.on('close', done))
  return { code, text, seconds: (performance.now() - began) / 1000 }
}

/** One hunt. @returns a row of the table */
async function hunt(fault, seed, seconds) {
  const found = join(folder, `${fault}-${seed}`)
  const run = await sudobox(
    'fuzz',
    campaignOf(fault),
    '--seed',
    seed,
    '--seconds',
    seconds,
    '--found',
    found,
    '--quiet',
    '--stop',
    'first',
  )
  const files = run.code === 1 ? readdirSync(found).filter((name) => name.endsWith('.json')) : []
  const [name] = files
  if (name === undefined) {
    const fault = run.code === 0 ? undefined : run.text
    return { seconds: run.seconds, sequences: sequencesIn(run.text), ok: false, fault }
  }
  const file = join(found, name)
  const { campaign } = JSON.parse(readFileSync(file, 'utf8'))
  const replay = await sudobox('replay', file, '--campaign', campaignOf(fault))
  // It fails as long as the bug is there.
  const replays = replay.code === 1 && replay.text.includes('still violated')
  return {
    seconds: run.seconds,
    sequences: sequencesIn(run.text),
    actions: campaign.actions,
    invariant: campaign.invariant,
    text: campaign.text,
    replays,
    ok: run.seconds <= seconds && campaign.actions <= MAX_ACTIONS && replays,
  }
}

const sequencesIn = (text) => /([\d,.]+) action sequences?/.exec(text)?.[1] ?? '?'
const cell = (value, width) => String(value ?? '').padEnd(width)

console.log(
  ['fault', 'seed', 'seconds', 'sequences', 'actions', 'replays', 'invariant'].map((head) => cell(head, 9)).join(''),
)
const found = []
/** For bench/results. */
const rows = []
for (const fault of [...FAULTS, ...IN_SOLIDITY].filter((one) => wanted.includes(one))) {
  const seconds = Number(values.seconds) * (isSolidity(fault) ? SLOWER : 1)
  const hunts = []
  for (const seed of seeds) {
    const row = await hunt(fault, seed, seconds)
    hunts.push(row)
    console.log(
      [fault, seed, row.seconds.toFixed(1), row.sequences, row.actions ?? '-', row.replays ? 'yes' : '-']
        .map((value) => cell(value, 9))
        .join('') + (row.invariant === undefined ? (row.fault ?? 'nothing found') : `${row.invariant} ${row.text}`),
    )
  }
  if (hunts.every(({ ok }) => ok)) found.push(fault)
  rows.push(faultRow(fault, hunts))
}
const notClean = []
for (const name of CLEAN.filter((one) => wanted.includes(one))) {
  const row = await hunt(name, 1, Number(values['clean-seconds']))
  const clean = row.invariant === undefined && row.fault === undefined
  if (!clean) notClean.push(name)
  rows.push(cleanRow(name, row))
  console.log(
    [name, 1, row.seconds.toFixed(1), row.sequences, row.actions ?? '-', '-'].map((value) => cell(value, 9)).join('') +
      (clean ? 'nothing found' : (row.fault ?? `${row.invariant} ${row.text}`)),
  )
}
if (values.write) writeRows('campaign-selftest', rows)
if (values.keep) console.log(`kept: ${folder}`)
else rmSync(folder, { recursive: true, force: true })
for (const name of notClean) console.log(`the vault ${name} is not clean`)
const missed = [...FAULTS, ...IN_SOLIDITY].filter((one) => wanted.includes(one) && !found.includes(one))
if (wanted.some(isSolidity)) console.log(`${found.filter(isSolidity).length} of 3 found in Solidity`)
if (!wanted.every(isSolidity)) console.log(`${found.filter((one) => !isSolidity(one)).length} of 10 found`)
process.exitCode = notClean.length + missed.length === 0 ? 0 : 1
