import { copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox, type Account, type Contract, type Sandbox, type TxResult } from '../../src/sandbox/index.js'
import {
  EvidenceError,
  missingLines,
  readEvidence,
  reproduce,
  writeReproduction,
} from '../../src/replay/reproduce/index.js'
import { readFixture, replay } from '../../src/replay/index.js'
import { reproductionJson, reproductionLines } from '../../src/cli/output/reproduce-output.js'
import { terminal } from '../../src/cli/output/terminal.js'
import { sudobox } from '../cli/command.js'
import { downloadFrom, type Download } from './download.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const OTHER = 'contracts/artifacts/cw20_base.wasm'

interface Told {
  readonly isReproduced: boolean
  readonly error: string
  readonly limited: {
    readonly gasUsed: string
    readonly error?: string
    readonly details?: string
    readonly trace: object[]
    readonly functions: { name: string; self: string }[]
    readonly keys: { key: string; gas: string; contract: string }[]
  }
  readonly resubmission: { readonly passes: boolean; readonly gas: string; readonly error?: string }
  readonly missing: readonly { readonly what: string; readonly path?: string }[]
  readonly assumptions: readonly string[]
}

interface Scene {
  readonly sandbox: Sandbox
  readonly lab: Contract
  readonly alice: Account
  readonly download: Download
  /** The transaction in which the callback failed. */
  readonly timeout: TxResult
}

/** A transfer of the lab times out in a relayer's transaction, and the callback fails. */
async function scene(onTimeout: (sandbox: Sandbox, alice: Account) => Promise<object | string>): Promise<Scene> {
  const sandbox = createSandbox({ chains: { neutron: { chainId: 'neutron-1', wasmd: 'neutron', vm: '3.0.5' } } })
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '1000000000untrn')
  const lab = await alice.deploy(LAB, { on_timeout: await onTimeout(sandbox, alice) }, { label: 'lab', admin: 'alice' })
  await lab.callback({ kv_query_result: { query_id: 7 } })
  await lab.callback({
    open_ack: { port_id: 'p', channel_id: 'c', counterparty_channel_id: 'd', counterparty_version: 'v' },
  })
  const transfer = { channel: 'channel-0', to: hub.account('bob').address, amount: '100', timeout_seconds: 60 }
  await alice.execute(lab, { transfer }, { funds: '5000untrn' })
  await hub.skipPastTimeout()
  const [timeout] = await sandbox.relayer.relay()
  const download = await downloadFrom(sandbox)
  const before = timeout!.height - 1n
  await download.get(`/neutron/contractmanager/failures/${lab.address}`, 'failures.json')
  await download.contract(lab.address, before)
  await download.rpc(`/tx?hash=0x${timeout!.hash}`, 'tx.json')
  copyFileSync(LAB, join(download.folder, 'lab.wasm'))
  return { sandbox, lab, alice, download, timeout: timeout! }
}

/** In another process, as a user runs it. */
async function told(folder: string, ...flags: string[]): Promise<Told> {
  const { stdout, stderr } = await sudobox('reproduce', folder, '--json', ...flags)
  expect(stderr).toBe('')
  return JSON.parse(stdout) as Told
}

/** In this one, which costs less. */
async function toldHere(folder: string, file?: string): Promise<Told> {
  const reproduction = await reproduce(readEvidence([folder]))
  if (file !== undefined) await writeReproduction(reproduction, file)
  return reproductionJson(reproduction, file) as Told
}

test.each([
  [
    'a callback out of gas, in another process,',
    { spend_gas: '1500000' },
    'codespace: contractmanager, code: 1103',
    true,
  ],
  ['an error of the contract', 'error', 'codespace: wasm, code: 5', false],
  ['a panic', 'panic', 'codespace: wasm, code: 29', false],
])(
  '%s is reproduced with its error and its gas',
  async (name, behaviour, error, passes) => {
    const { sandbox, download, timeout } = await scene(async () => behaviour)
    const [call] = timeout.sudo
    const out = join(download.folder, 'fixture.yaml')
    const found = name.includes('process')
      ? await told(download.folder, '--out', out)
      : await toldHere(download.folder, out)
    expect(found.assumptions).toEqual([])
    expect(found.missing).toEqual([])
    expect([found.isReproduced, found.error, found.limited.error]).toEqual([true, error, error])
    expect(found.limited.details).toBe(call!.failure!.details)
    expect(BigInt(found.limited.gasUsed)).toBe(call!.gasUsed)
    expect(found.resubmission.passes).toBe(passes)
    expect(JSON.stringify(found.limited.trace)).toContain('"label":"lab"')
    expect(found.limited.functions[0]!.name).toMatch(/\w/)
    expect(found.limited.keys.map(({ key }) => key).join()).toMatch(/behaviour.*timeout/)

    const fixture = readFixture(out)
    expect((await replay(fixture, out)).passed).toBe(true)
    expect(JSON.stringify(fixture.steps[0]!.expect)).toContain(`"gasUsed":"${call!.gasUsed}"`)
    expect(readFileSync(out, 'utf8')).toContain('path: lab.wasm')
    await sandbox.close()
  },
  120_000,
)

test('a failure of a contract that queries another one needs both, and the error names it', async () => {
  let [group, multisig]: Contract[] = []
  const { sandbox, lab, download, timeout } = await scene(async (_, alice) => {
    group = await alice.deploy(
      'contracts/artifacts/cw4_group.wasm',
      { admin: null, members: [{ addr: alice.address, weight: 3 }] },
      { label: 'group' },
    )
    multisig = await alice.deploy(
      'contracts/artifacts/cw3_flex_multisig.wasm',
      {
        group_addr: group.address,
        threshold: { absolute_count: { weight: 2 } },
        max_voting_period: { height: 100 },
        executor: null,
        proposal_deposit: null,
      },
      { label: 'multisig' },
    )
    const msg = Buffer.from(JSON.stringify({ propose: { title: 'a', description: 'b', msgs: [] } })).toString('base64')
    return { submessages: [{ msg: { wasm: { execute: { contract_addr: multisig.address, msg, funds: [] } } } }] }
  })
  const { folder } = download
  const [call] = timeout.sudo
  expect(call!.failure!.details).toContain('Unauthorized')
  const needs = async () => (await toldHere(folder)).missing.map(({ what }) => what)
  expect(await needs()).toContain(`the state of ${multisig!.address}`)

  await download.contract(multisig!.address, timeout.height - 1n)
  copyFileSync('contracts/artifacts/cw3_flex_multisig.wasm', join(folder, 'multisig.wasm'))
  expect(await needs()).toContain(`the state of ${group!.address}`)
  const { missing } = await reproduce(readEvidence([folder]))
  expect(missing.flatMap(missingLines)).toContain(`  curl "$REST/cosmwasm/wasm/v1/contract/${group!.address}/state"`)

  await download.contract(group!.address, timeout.height - 1n)
  copyFileSync('contracts/artifacts/cw4_group.wasm', join(folder, 'group.wasm'))
  const all = await toldHere(folder)
  expect([all.missing, all.isReproduced]).toEqual([[], true])
  expect(all.limited.details).toBe(call!.failure!.details)
  expect(BigInt(all.limited.gasUsed)).toBe(call!.gasUsed)
  expect(all.limited.keys.map(({ contract }) => contract)).toEqual(
    expect.arrayContaining([lab.address, multisig!.address]),
  )
  await sandbox.close()
}, 120_000)

test('the rebuilt chain refuses a query result whose callback fails, as the live chain does', async () => {
  const { sandbox, download, lab, alice } = await scene(async () => 'error')
  await alice.execute(lab, { configure: { callback: 'kv_query_result', behaviour: 'error' } })
  const { height } = sandbox.chains.neutron
  sandbox.chains.neutron.nextBlock()
  await download.contract(lab.address, height)
  const { assembled } = await reproduce(readEvidence([download.folder]))
  const rebuilt = createSandbox(assembled.options)
  const { neutron } = rebuilt.chains
  const before = neutron.failures(lab.address)
  await expect(neutron.callback(lab.address, { kv_query_result: { query_id: 7 } })).rejects.toThrow(
    /contract .* rejected/,
  )
  expect(neutron.failures(lab.address)).toEqual(before)
  await Promise.all([rebuilt.close(), sandbox.close()])
}, 120_000)

test('missing and contradictory files are named', async () => {
  const { sandbox, lab, download } = await scene(async () => 'error')
  const { folder } = download
  const state = (page: number) => join(folder, `${lab.address}/state-${page}.json`)
  const attempt = () => reproduce(readEvidence([folder]))
  const without = async (
    file: string,
    message: string | RegExp,
    error: typeof EvidenceError | typeof Error = EvidenceError,
  ) => {
    const text = readFileSync(file)
    rmSync(file)
    await expect(async () => attempt()).rejects.toThrow(error)
    await expect(async () => attempt()).rejects.toThrow(message)
    writeFileSync(file, text)
  }
  const instead = async (file: string, content: string, message: string | RegExp) => {
    const text = readFileSync(file)
    writeFileSync(file, content)
    await expect(async () => attempt()).rejects.toThrow(message)
    writeFileSync(file, text)
  }
  expect(readdirSync(join(folder, lab.address)).filter((name) => name.startsWith('state'))).toHaveLength(2)
  const next = (JSON.parse(readFileSync(state(1), 'utf8')) as { pagination: { next_key: string } }).pagination.next_key
  await without(state(2), `state?pagination.key=${encodeURIComponent(next)}`)
  await without(join(folder, `${lab.address}/info.json`), `the contract info of ${lab.address}`)
  await without(join(folder, 'failures.json'), 'there is no failure to reproduce')
  await without(join(folder, 'lab.wasm'), /the code 1 with SHA-256 [0-9a-f]{64}/)
  await instead(join(folder, 'lab.wasm'), readFileSync(OTHER, 'latin1'), /lab\.wasm has [0-9a-f]{64}/)
  await instead(state(2), '{"results":[]}', /state-2\.json: is not a response of a chain's REST API/)
  await instead(state(2), '[1', /state-2\.json: is not JSON/)
  await instead(
    state(2),
    '{"code":5,"message":"not found","details":[]}',
    'the chain responded with an error: not found',
  )
  await instead(state(2), '{"models":[{"key":"xy","value":""}]}', /state-2\.json#\/models\/0\/key: expected hex/)
  await instead(
    state(2),
    readFileSync(state(1), 'utf8').replace(/"value":"[^"]+"/, '"value":"AAAA"'),
    'the pages are from different heights',
  )
  await instead(
    join(folder, `${lab.address}/balances.json`),
    '{"balances":[{"denom":"uatom","amount":"1"}],"pagination":{"next_key":"dW50cm4="}}',
    `balances/${lab.address}?pagination.key=dW50cm4%3D`,
  )
  expect(() => readEvidence([folder], { id: '77' })).toThrow('the failure 77 of the contract')
  expect(() => readEvidence(['/nowhere'])).toThrow('there is no /nowhere')

  // Less than all is enough to go on with, and then is told.
  for (const file of ['tx.json', 'block.json', 'pinned.json', 'params.json', 'code-info-1.json'])
    rmSync(join(folder, file))
  const found = await attempt()
  expect([found.isReproduced, found.assumptions.length]).toEqual([true, 5])
  const text = reproductionLines(found, terminal(false)).join('\n')
  expect(text).toContain('The callback fails with the recorded error.')
  expect(text).toMatch(/A resubmission of failure 0 would fail: .*told to fail/)
  await sandbox.close()
}, 120_000)
