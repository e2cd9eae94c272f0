import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readCampaign } from '../../../src/fuzz/campaign-file.js'
import { startCampaign } from '../../../src/fuzz/setup.js'
import { createSandbox, UsageError } from '../../../src/sandbox/index.js'
import { withUsableLimits } from '../../../src/fuzz/dry-run/index.js'
import { findChannelForm } from '../../../src/scaffold/campaign/channel.js'
import { prepareCampaign } from '../../../src/scaffold/campaign/index.js'
import { plainCampaign } from '../../../src/scaffold/campaign/plan.js'

const wasm = (name: string): string => `contracts/artifacts/${name}.wasm`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prepare-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const prepared = async (...names: readonly string[]) => {
  const out = join(folder, 'campaign.yaml')
  const result = await prepareCampaign({ wasms: names.map(wasm), out, onStep: () => {} })
  return { ...result, campaign: parse(readFileSync(out, 'utf8')) as Campaign }
}

interface Campaign {
  readonly except?: readonly object[]
  readonly setup: readonly object[]
  readonly contracts: readonly { readonly label: string; readonly messages: readonly { readonly msg: object }[] }[]
}

test('a contract that needs another one is set up after it, and the working messages are written down', async () => {
  const { campaign, contracts, untouched, file } = await prepared('cw3_flex_multisig', 'cw4_group')
  expect(campaign.contracts.map(({ label }) => label)).toEqual(['cw4_group', 'cw3_flex_multisig'])
  expect(JSON.stringify(campaign.setup)).toContain('"group_addr":"${neutron.cw4_group}"')
  for (const { label, messages } of contracts) {
    const accepted = messages.filter((one) => one.accepted > 0).map(({ name }) => name)
    const examples = campaign.contracts.find((one) => one.label === label)!.messages
    expect(new Set(examples.map(({ msg }) => Object.keys(msg)[0]))).toEqual(new Set(accepted))
    // The owner is alice, who may do everything.
    if (label === 'cw4_group') expect(accepted).toHaveLength(messages.length)
    else expect(accepted).toContain('propose')
  }
  expect(untouched.length).toBeGreaterThan(5)
  expect(untouched.filter(({ text }) => text !== undefined)).toEqual([])
  // What was written runs, and is never written over.
  const start = await startCampaign(await readCampaign(file, { trust: true }))
  await start.sandbox.close()
  await expect(prepared('cw4_group')).rejects.toThrow(UsageError)
}, 60_000)

test("the error of a contract that cannot be instantiated alone has the contract's reason", async () => {
  await expect(prepared('cw3_flex_multisig')).rejects.toThrow('found no message that instantiates cw3_flex_multisig')
}, 30_000)

test('contracts whose files have one name are refused before anything is written', async () => {
  await expect(prepared('cw4_group', 'cw20_base', 'cw4_group')).rejects.toThrow(
    'two contracts would get the label cw4_group',
  )
  expect(readdirSync(folder)).toEqual([])
})

test('a channel opens with the version that the code names', async () => {
  const sandbox = createSandbox()
  try {
    const { neutron, hub } = sandbox.chains
    const [ping, pong] = [
      await neutron.account('alice', '1untrn').deploy(wasm('ping_pong')),
      await hub.account('bob', '1uatom').deploy(wasm('ping_pong')),
    ]
    const [port, instancePort] = [`wasm.${ping.address}`, `wasm.${pong.address}`]
    const ends = new Map([
      ['nothing', 'wasm.cosmos1nothing'],
      ['pong', instancePort],
    ])
    const form = await findChannelForm(sandbox, new Uint8Array(readFileSync(wasm('ping_pong'))), port, ends)
    expect(form).toMatchObject({ ordering: 'unordered', counterpart: { instance: 'pong' } })
    const { channels } = await sandbox.relayer.openChannel({
      port,
      counterpartyPort: instancePort,
      version: form!.version,
    })
    // Looking for it opened none.
    expect(channels['neutron']).toBe('channel-1')
  } finally {
    await sandbox.close()
  }
})

test('a contract that speaks ICS-20 gets a channel to the transfer module of the other chain', async () => {
  const { campaign } = await prepared('coin_bridge')
  expect(campaign.setup.at(-1)).toMatchObject({ do: { action: 'openChannel', counterpartyPort: 'transfer' } })
  expect(JSON.stringify(campaign)).not.toContain('coin_bridge_remote')
  // What such contracts often mean is a note, not an exception that would hide it.
  expect(campaign.except).toBeUndefined()
}, 30_000)

test('contracts that may be the other end of each other are on both chains, with the same codes', () => {
  const end = (label: string, other: string, instantiate = {}) => ({
    label,
    wasm: `${label}.wasm`,
    schema: `${label}.json`,
    instantiate,
    channel: { version: 'speak-1', ordering: 'unordered' as const, counterpart: { instance: other } },
  })
  const proxy = { ...end('my_proxy', 'voice'), channel: undefined }
  const voice = end('voice', 'note', { proxy_code_id: '7', note: '${neutron.note}', other: 5 })
  const { setup } = plainCampaign('pair', ['alice'], '1untrn', [
    end('note', 'voice'),
    voice,
    proxy,
  ]) as unknown as Campaign
  const text = setup.map((step) => JSON.stringify(step))
  const made = text.filter((step) => step.includes('"label":"voice'))
  expect(made).toMatchObject([
    expect.stringContaining('{"proxy_code_id":"3","note":"${neutron.note}","other":5}'),
    expect.stringContaining('{"proxy_code_id":"3","note":"${hub.note_remote}","other":5}'),
  ])
  expect(text.at(-2)).toContain('"port":"wasm.${neutron.note}","counterpartyPort":"wasm.${hub.voice_remote}"')
})

test('timeouts in a message are long enough for a relayer', () => {
  const message = {
    default_timeout: 1,
    limits: [{ packetTimeout: 599, other: 1 }],
    timeout: 600,
    timeouts: ['1', '900'],
  }
  expect(withUsableLimits(message)).toEqual({
    default_timeout: 3600,
    limits: [{ packetTimeout: 3600, other: 1 }],
    timeout: 600,
    timeouts: ['3600', '900'],
  })
})
