import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/index.js'
import { spawned, sudobox } from './command.js'
import { startServe, type ServeProcess } from './serve-process.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'

interface Told {
  readonly isReproduced: boolean
  readonly error: string
  readonly chain: {
    readonly chainId: string
    readonly height: number
    readonly index?: number
    readonly details: string
  }
  readonly txGas?: { readonly here: string; readonly chain: string }
  readonly now: { readonly state: string; readonly passes?: boolean; readonly gas?: string; readonly error?: string }
  readonly limited: { readonly error: string; readonly gasUsed: string; readonly trace: object[] }
  readonly unlimited: { readonly ok: boolean; readonly gasUsed: string }
  readonly assumptions: readonly string[]
  readonly requests: number
  readonly fixture?: string
}

const folder = mkdtempSync(join(tmpdir(), 'sudobox-reproduce-'))
const cache = join(folder, 'cache')
let lab = ''
let hashes: readonly string[] = []
let live: ServeProcess
/** The same chain on a node without an index that keeps the last states only. */
let pruned: ServeProcess

/** Three callbacks of a contract fail: 0 and 1 out of gas, 2 by an error. 1 is resubmitted. */
async function record(file: string): Promise<void> {
  const sandbox = createSandbox({ chains: { neutron: { chainId: 'neutron-1', wasmd: 'neutron' } } })
  const recording = sandbox.record(file, { expect: 'partial' })
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '1000000untrn')
  neutron.account('relayer', '1000000untrn')
  const contract = await alice.deploy(
    LAB,
    { on_timeout: { spend_gas: '1500000' }, on_response: 'error' },
    { label: 'lab' },
  )
  lab = contract.address
  const sent: string[] = []
  for (const isLate of [true, true, false]) {
    const transfer = { channel: 'channel-0', to: hub.account('bob').address, amount: '100', timeout_seconds: 60 }
    await alice.execute(contract, { transfer }, { funds: '3000untrn' })
    if (isLate) await hub.skipPastTimeout()
    sent.push(...(await sandbox.relayer.relay()).filter(({ sudo }) => sudo.length > 0).map(({ hash }) => hash))
  }
  hashes = sent
  await alice.execute(contract, { resubmit: { failure_id: 1 } })
  neutron.nextBlock(2)
  await recording.save()
  await sandbox.close()
}

beforeAll(async () => {
  const file = join(folder, 'live.json')
  await record(file)
  const fixture = JSON.parse(readFileSync(file, 'utf8')) as { options: { chains: { neutron: object } } }
  Object.assign(fixture.options.chains.neutron, { txIndex: false, keepHistory: 8 })
  writeFileSync(join(folder, 'pruned.json'), JSON.stringify(fixture))
  ;[live, pruned] = await Promise.all([startServe(file), startServe(join(folder, 'pruned.json'))])
}, 120_000)

afterAll(async () => {
  await live?.kill()
  await pruned?.kill()
  rmSync(folder, { recursive: true })
})

const rpcOf = ({ told }: ServeProcess, chain: 'neutron' | 'hub' = 'neutron') => told.urls[chain].rpc

/** What the command says of a failure, as JSON. */
async function told(server: ServeProcess, ...words: readonly string[]): Promise<Told> {
  const { stdout, stderr } = await sudobox('reproduce', '--json', '--cache', cache, '--rpc', rpcOf(server), ...words)
  expect(stderr).toBe('')
  return JSON.parse(stdout) as Told
}

const known = new Map<string, Promise<Told>>()

/** What it says of a failure of the chain, asked once. */
function toldOnce(id: string, ...flags: readonly string[]): Promise<Told> {
  const result = known.get(id) ?? told(live, lab, id, ...flags)
  known.set(id, result)
  return result
}

/** What it says of what it cannot do. */
async function refused(...words: readonly string[]): Promise<string> {
  const { stderr, stdout, code } = await sudobox('reproduce', '--cache', cache, ...words)
  expect([code, stdout]).toEqual([2, ''])
  return stderr
}

test('a failure is found, made again within its transaction, and tried on the state of now', async () => {
  const first = await toldOnce('0')
  expect(first).toMatchObject({
    isReproduced: true,
    error: 'codespace: contractmanager, code: 1103',
    assumptions: [],
    chain: { chainId: 'neutron-1', index: 1, details: 'sudo handling went beyond the gas limit allowed by the module' },
    limited: { error: 'codespace: contractmanager, code: 1103', gasUsed: '1000000' },
    now: { state: 'tried', passes: true },
  })
  expect(first.txGas!.here).toBe(first.txGas!.chain)
  expect(BigInt(first.unlimited.gasUsed)).toBeGreaterThan(1_500_000n)
  expect(BigInt(first.now.gas!)).toBeGreaterThan(1_500_000n)
  expect(JSON.stringify(first.limited.trace)).toContain('"label":"lab"')
  expect(first.requests).toBeLessThan(95)

  // Only what is asked of the chain as it is now is asked again.
  const again = await told(live, hashes[0]!)
  expect({ ...again, requests: 0, limited: 0 }).toEqual({ ...first, requests: 0, limited: 0 })
  expect(again.requests).toBeLessThan(first.requests)
}, 60_000)

test('a resubmitted failure is found too; one whose resubmission fails is reported with its error', async () => {
  const resubmitted = await toldOnce('1')
  expect(resubmitted).toMatchObject({ isReproduced: true, now: { state: 'gone' }, unlimited: { ok: true } })
  const failing = await toldOnce('2', '--verify')
  expect(failing).toMatchObject({ isReproduced: true, error: 'codespace: wasm, code: 5', now: { passes: false } })
  expect(failing.now.error).toContain('told to fail')
  expect(failing.txGas!.here).toBe(failing.txGas!.chain)
}, 60_000)

test('the fixture replays in another place without the node', async () => {
  const out = join(folder, 'fixtures', 'bug.yaml')
  const { stdout, code } = await sudobox('reproduce', '--cache', cache, '--rpc', rpcOf(live), lab, '0', '--out', out)
  expect(code).toBe(0)
  expect(stdout).toContain('The callback fails with the recorded error.')
  expect(stdout).toMatch(/Its transaction used [\d,]+ gas, as on the chain\./)
  expect(stdout).toMatch(
    /A resubmission of failure 0 would succeed at the latest height \(\d+\), with 1,5\d\d,\d{3} gas/,
  )
  expect(stdout).toMatch(/written to .*bug\.yaml and .*bug\.yaml\.forks, and replayed without the node/)

  const text = readFileSync(out, 'utf8')
  expect(text).toContain('cache: bug.yaml.forks')
  const state = join(folder, 'fixtures', 'bug.yaml.forks')
  const [chain] = readdirSync(state).filter((name) => name !== 'codes')
  const [height] = readdirSync(join(state, chain!))
  const rows = readdirSync(join(state, chain!, height!)).map((name) =>
    readFileSync(join(state, chain!, height!, name), 'utf8'),
  )
  for (const written of [text, ...rows]) {
    expect(written).not.toContain(rpcOf(live))
    expect(written).not.toContain(folder)
  }
  const elsewhere = join(folder, 'elsewhere')
  cpSync(join(folder, 'fixtures'), elsewhere, { recursive: true })
  rmSync(join(folder, 'fixtures'), { recursive: true })
  // A process of its own has compiled no contract before.
  const replayed = await spawned('replay', join(elsewhere, 'bug.yaml'))
  expect(replayed.stdout).toContain('4 of 4 steps as expected')
  rmSync(join(elsewhere, 'bug.yaml.forks', 'codes'), { recursive: true })
  const broken = await spawned('replay', join(elsewhere, 'bug.yaml'))
  expect(broken.code).not.toBe(0)
}, 60_000)

test('without an index the block is found by asking for the failure at heights', async () => {
  const [slow, quick] = [await told(pruned, lab, '2'), await toldOnce('2', '--verify')]
  expect(slow.chain).toEqual(quick.chain)
  expect(slow).toMatchObject({ isReproduced: true, assumptions: [] })
  expect(await refused('--rpc', rpcOf(pruned), lab, '0')).toMatch(
    /failure 0 is older than the states that the node has[^]*archive node/,
  )
  const { height } = (await toldOnce('0')).chain
  const other = join(folder, 'other')
  const needs = await sudobox(
    'reproduce',
    '--cache',
    other,
    '--rpc',
    rpcOf(pruned),
    lab,
    '0',
    '--height',
    String(height),
  )
  expect(needs.stderr).toMatch(/the state of height \d+, before failure 0[^]*archive node/)
  expect(existsSync(other)).toBe(false)
  expect(await refused('--rpc', rpcOf(pruned), hashes[0]!)).toMatch(/indexing is disabled[^]*the id of its failure/)
}, 60_000)

test('errors say what was wrong and what would be right', async () => {
  const rpc = rpcOf(live)
  const bob = 'cosmos1qdahyedv3gt8lxe6f6huvtw7re95a4755yfgza'
  const relayer = 'neutron18xxn6nt0dfahgrjtn638qr2jyltvrusfuwvv5r'
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['--rpc', rpc, lab], /several failures: select one\n {2}0: codespace: contractmanager[^]*2: codespace: wasm/],
    [['--rpc', rpc, lab, '9'], /neutron-1 has no failure 9 of neutron1[^]*0: codespace/],
    [['--rpc', rpc, lab, 'x'], /the id of a failure is a whole number, not "x"/],
    [['--rpc', rpc, lab, '0', '--height', '3'], /was not stored in block 3[^]*--height N/],
    [['--rpc', rpc, lab, '0', '--height', '9999'], /height 9999 must be less than or equal/],
    [['--rpc', rpc, relayer], /has no failures on neutron-1/],
    [['--rpc', rpc, 'neutron1xxx', '0'], /neither the address of a contract nor the hash of a transaction/],
    [['--rpc', rpc, bob, '0'], /is not an address of neutron-1, where addresses begin with neutron1/],
    [['--rpc', rpcOf(live, 'hub'), bob, '0'], /has no contract manager/],
    [['--rpc', rpc, '0'.repeat(64)], /the node has no transaction 0+ of neutron-1/],
    [['--rpc', 'node:26657', lab, '0'], /"node:26657" is not the URL of an endpoint/],
    [['--rpc', live.told.urls.neutron.rest, lab, '0'], /no endpoint of the live chain answers[^]*not the chain's REST/],
    [[lab, '0', '--height', '3'], /--height is only for a live chain: it needs --rpc URL/],
  ]
  for (const [words, message] of cases) expect(await refused(...words)).toMatch(message)
}, 60_000)
