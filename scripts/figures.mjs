#!/usr/bin/env node
// Figures that are quick to measure, or that a test prints.
//
//   npm run figures                    lists their names
//   npm run figures -- NAME…           measures the named ones and prints rows
//   npm run figures -- NAME… --write   writes the rows to bench/results, and docs/figures.md from them
//   npm run figures -- page            generates docs/figures.md alone
//
// Times are CPU times of all threads; other programs on the same cores still affect them.

import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import wabt from 'wabt'
import { createSandbox } from '../dist/sandbox/index.js'
import { clusterFigures } from './figures/cluster.mjs'
import { explorerFigures } from './figures/explorer.mjs'
import { forkFigures } from './figures/fork.mjs'
import { packageFigures } from './figures/package.mjs'
import { readResults, writePage, writeRows } from './results.mjs'
import { createVm, MOCK_ENV, MOCK_INFO, mockBackend } from '../dist/vm/index.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const TOKEN = 'contracts/artifacts/cw20_base.wasm'

/** Milliseconds of the processor for each of `count` runs. */
async function cpu(count, run) {
  const before = process.cpuUsage()
  for (let i = 0; i < count; i++) await run(i)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / count
}

/** The best of several rounds, after one to warm up. */
async function best(rounds, count, run) {
  await cpu(count, run)
  let least = Infinity
  for (let i = 0; i < rounds; i++) least = Math.min(least, await cpu(count, run))
  return least
}

const digits = (value, places = 2) => String(Number(value.toPrecision(places)))
/** Rows that were printed since the last figure began. */
const printed = []
const row = (...cells) => {
  printed.push(cells)
  console.log(`| ${cells.join(' | ')} |`)
}

/** A lab with coins of its own, and who called it into being. */
async function lab() {
  const sandbox = createSandbox()
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice', '1000000000untrn')
  return { sandbox, neutron, alice, contract: await alice.deploy(LAB, {}, { funds: '1000untrn' }) }
}
const execute = ({ alice, contract }) => alice.execute(contract, { act: { behaviour: 'succeed' } })

/** What a test prints, or how many passed, as one line. */
function output(files, pattern) {
  const { stdout, stderr } = spawnSync('npx', ['vitest', 'run', '--maxWorkers=1', ...files], { encoding: 'utf8' })
  const plain = stripVTControlCharacters(`${stdout}${stderr}`)
  return pattern.exec(plain)?.[0].trim() ?? `nothing that reads like ${pattern}: run npx vitest run ${files.join(' ')}`
}
const PASSED = /Tests +[^\n]*/

/** What a function repeats until it runs out of gas. */
const REPEATED = {
  nothing: '(nop)',
  'integer divisions': '(local.set $n (i64.or (i64.div_u (local.get $n) (i64.const 3)) (i64.const 1)))',
  '`memory.grow` by one page, refused after the limit': '(drop (memory.grow (i32.const 1)))',
  'dependent loads': '(local.set $p (i32.load (local.get $p)))',
  '`f64.sqrt`, each of the last': '(local.set $f (f64.sqrt (local.get $f)))',
  'divisions of subnormal numbers': '(local.set $f (f64.div (f64.const 1e-310) (local.get $f)))',
  '`f64.min`': '(local.set $f (f64.min (local.get $f) (f64.const 1)))',
  'conversions to integers and back, trapping': '(local.set $n (i64.trunc_f64_s (f64.convert_i64_s (local.get $n))))',
  'conversions to integers and back, saturating':
    '(local.set $n (i64.trunc_sat_f64_s (f64.convert_i64_s (local.get $n))))',
}
const hostile = (body) => `(module
  (memory (export "memory") 17)
  (global $heap (mut i32) (i32.const 1024))
  (func (export "interface_version_8"))
  (func (export "deallocate") (param i32))
  (func (export "allocate") (param $size i32) (result i32) (local $region i32)
    (local.set $region (global.get $heap))
    (i32.store (local.get $region) (i32.add (local.get $region) (i32.const 16)))
    (i32.store offset=4 (local.get $region) (local.get $size))
    (global.set $heap (i32.add (local.get $region) (i32.add (local.get $size) (i32.const 16))))
    (local.get $region))
  (func (export "execute") (param i32 i32 i32) (result i32) (local $n i64) (local $f f64) (local $p i32)
    (local.set $n (i64.const 1000)) (local.set $f (f64.const 3))
    (loop ${body.repeat(400)}
      ;; What nobody reads, the engine would leave out.
      (i64.store (i32.const 0) (local.get $n)) (f64.store (i32.const 8) (local.get $f)) (br 0)) (i32.const 16)))`

const FIGURES = {
  async sandbox() {
    const first = await cpu(30, () => createSandbox())
    row(
      'a sandbox (two chains), first 30 / later',
      `${digits(first)} / ${digits(await best(5, 100, () => createSandbox()))} ms of CPU`,
    )
  },
  async calls() {
    const story = await lab()
    const { neutron, contract } = story
    const callback = () => neutron.callback(contract, { timeout: {} })
    await cpu(2000, () => execute(story))
    const [called, executed] = [await best(5, 300, callback), await best(5, 300, () => execute(story))]
    row(
      'callback / execute of callback_lab, each in its block, warm',
      `${digits(called)} / ${digits(executed)} ms of CPU`,
    )
  },
  async token() {
    const one = async () => {
      const alice = createSandbox().chains.neutron.account('alice', '1000untrn')
      const token = { name: 'Token', symbol: 'TOKEN', decimals: 6, initial_balances: [] }
      await alice.deploy(TOKEN, token)
    }
    await cpu(6, one)
    row(
      'a sandbox that stores and instantiates cw20_base, compiled before',
      `${digits(await best(3, 50, one), 3)} ms of CPU`,
    )
  },
  async snapshot() {
    const story = await lab()
    for (let i = 0; i < 6000; i++) await execute(story)
    const { sandbox } = story
    const time = await best(5, 1000, () => sandbox.snapshot().then((id) => sandbox.restore(id)))
    row('snapshot and restore, warm, with a log of 6,000 actions', `${digits(time)} ms of CPU`)
  },
  async memory() {
    for (const kept of [{}, { keepBlocks: 100, keepHistory: 100 }]) {
      const sandbox = createSandbox({ chains: { neutron: kept } })
      const alice = sandbox.chains.neutron.account('alice', '1000000000untrn')
      const contract = await alice.deploy(LAB)
      const heap = () => {
        globalThis.gc()
        return process.memoryUsage().heapUsed
      }
      for (let i = 0; i < 500; i++) await execute({ alice, contract })
      const before = heap()
      for (let i = 0; i < 1500; i++) await execute({ alice, contract })
      row(
        `an execute that is kept, with the options ${JSON.stringify(kept)}`,
        `${digits((heap() - before) / 1500 / 1024)} KB`,
      )
    }
  },
  async blocks() {
    const sandbox = createSandbox()
    const { neutron } = sandbox.chains
    const empty = await best(3, 2000, () => neutron.nextBlock())
    await neutron.evm.request({ method: 'eth_blockNumber' })
    const alongside = await best(3, 2000, () => neutron.nextBlock())
    const catchingUp = await cpu(1, () => neutron.evm.request({ method: 'eth_blockNumber' }))
    row(
      'an empty block of the chain, before / after the first use of the EVM',
      `${digits(empty)} / ${digits(alongside)} ms of CPU`,
    )
    row(
      'a block that the EVM makes for one of the chain when it is asked next',
      `${digits(catchingUp / 8000)} ms of CPU`,
    )
  },
  async hostile() {
    const assembler = await wabt()
    for (const [what, body] of Object.entries(REPEATED)) {
      const vm = createVm()
      const { checksum } = vm.store(assembler.parseWat('hostile.wat', hostile(body)).toBinary({}).buffer)
      const args = [MOCK_ENV, MOCK_INFO, '{}'].map((text) => new TextEncoder().encode(text))
      const call = () => {
        const { error } = vm.call(checksum, 'execute', args, { backend: mockBackend(), gasLimit: 140_000_000_000n })
        if (error?.kind !== 'GasDepletion') throw new Error(`${what} ends otherwise: ${error?.message}`)
      }
      const first = await cpu(1, call)
      const later = Math.min(await cpu(1, call), await cpu(1, call))
      row(what, digits(first / 1000), digits(later / 1000))
    }
  },
  native() {
    // All that are recorded: the tests run a part of them.
    process.env.VECTORS = 'all'
    const counts = ['native', 'artifacts'].map((file) => {
      const text = output(
        [`test/vm/${file}.conformance.test.ts`],
        /\d+ values compared with the native VM, in \d+ scripts/,
      )
      const [values, scripts] = [...text.matchAll(/\d+/g)].map(Number)
      return { values, scripts }
    })
    const sum = (key) => counts.reduce((total, count) => total + count[key], 0).toLocaleString('en')
    row(
      'contract VM against cosmwasm-vm 3.0.10, 3.0.9 and the releases before (results, gas, storage, memory, sweeps)',
      `${sum('values')} values of ${sum('scripts')} scripts compared, 0 differ`,
    )
  },
  page: () => writePage(),
  package: () => packageFigures(row),
  cluster: () => clusterFigures(row),
  explorer: () => explorerFigures(row),
  fork: () => forkFigures(row),
  checks: () =>
    row('static checks against cosmwasm-vm 3.0.10', output(['test/vm/check-wasm.conformance.test.ts'], PASSED)),
  'golden-stories': () => {
    const folder = 'fixtures/golden-stories'
    const files = ['chain', 'contractmanager', 'interchainqueries'].flatMap((module) =>
      readdirSync(`${folder}/${module}`).map((name) => `${folder}/${module}/${name}`),
    )
    const { stdout } = spawnSync(process.execPath, ['--stack-size=3900', 'scripts/golden-stories.mjs', ...files], {
      encoding: 'utf8',
    })
    row(
      'golden stories of the chain, the contract manager and interchain queries, recorded from the Go code',
      stdout.trim().split('\n').at(-1),
    )
  },
  core: () => row('WebAssembly core suite through the rewriter', output(['test/vm/core'], PASSED)),
  conformance: () =>
    row(
      "public conformance tests of Ethereum's execution API, where the data is present",
      output(['test/evm/execution-apis.conformance.test.ts'], PASSED),
    ),
}

/** The file of a figure: its own, or that of rows with one figure each. */
function write(name) {
  const results = readResults()
  const file = results.has(name) ? name : REFERENCES.has(name) ? 'references' : 'harness'
  const { columns } = results.get(file)
  const command = `\`npm run figures -- ${name}\``
  const cells = printed.map((row) => columns.map((column, i) => row[i] ?? (column === 'command' ? command : undefined)))
  writeRows(
    file,
    cells.map((row) =>
      Object.fromEntries(columns.map((column, i) => [column, row[i]]).filter(([, value]) => value !== undefined)),
    ),
  )
}

/** What is compared with a reference, not measured. */
const REFERENCES = new Set(['native', 'checks', 'golden-stories', 'core', 'conformance'])

const { values, positionals: names } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = names.filter((name) => !Object.hasOwn(FIGURES, name))
if (names.length === 0 || unknown.length > 0) {
  console.error(`usage: npm run figures -- ${Object.keys(FIGURES).join('|')}… [--write]`)
  process.exit(2)
}
for (const name of names) {
  printed.length = 0
  await FIGURES[name]()
  if (values.write && printed.length > 0) write(name)
}
