import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { repairs } from '../../../src/fuzz/dry-run/repairs.js'
import { configuringFor, missingEntry } from '../../../src/fuzz/dry-run/prerequisites/versions.js'
import { prepareCampaign } from '../../../src/scaffold/campaign/index.js'
import { NOWHERE } from '../../../src/schema/surroundings.js'

const wasm = (name: string): string => `contracts/artifacts/${name}.wasm`

interface Campaign {
  readonly setup: readonly { readonly name?: string; readonly do: { readonly action: string } }[]
}

async function prepared(...names: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'first-needs-'))
  try {
    const out = join(folder, 'campaign.yaml')
    const { runs, untouched, contracts } = await prepareCampaign({ wasms: names.map(wasm), out, onStep: () => {} })
    const campaign = parse(readFileSync(out, 'utf8')) as Campaign
    return { run: runs[0]!, untouched, contracts, campaign }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Prepared = Awaited<ReturnType<typeof prepared>>
const acceptedOf = ({ run }: Prepared): readonly string[] => run.accepted.map(({ variant }) => variant).sort()
const messageOf = ({ run }: Prepared, variant: string): string =>
  JSON.stringify(run.accepted.find((one) => one.variant === variant)?.msg)

let outpost: Prepared
let owner: Prepared
beforeAll(async () => {
  outpost = await prepared('outpost')
  owner = await prepared('account_owner')
}, 120_000)

test('what a contract opens when it is instantiated is delivered, and answered by a contract where an account was named', () => {
  const { campaign } = owner
  expect(campaign.setup.at(-1)).toMatchObject({ do: { action: 'relay' } })
  expect(JSON.stringify(campaign.setup)).toContain('"report_to":"${neutron.placeholder}"')
  expect(acceptedOf(owner)).toContain('submit')
  // A contract that begins nothing needs no such step.
  expect(outpost.campaign.setup.at(-1)).not.toMatchObject({ do: { action: 'relay' } })
})

test('a message that opens a channel again is found in the state after a timeout closed it', () => {
  expect(acceptedOf(owner)).toEqual(['reopen', 'submit'])
})

test('values get the form that errors ask for: no items, a hexadecimal text of some length', () => {
  expect(messageOf(outpost, 'commit')).toMatch(/^\{"commit":\{"leaves":\[\],"root":"[0-9a-f]{64}"\}\}$/)
})

test('what a contract wants to be told first is told by who may, and becomes part of the setup', () => {
  expect(acceptedOf(outpost)).toEqual(expect.arrayContaining(['bridge', 'burn', 'map_pair', 'route', 'set_contract']))
  const setup = JSON.stringify(outpost.campaign.setup)
  expect(setup).toContain('"set_contract":{"contract":"${neutron.placeholder}","name":"router"}')
  expect(setup).toContain('configures outpost, without which some messages of outpost do not work')
})

test('binary members hold what the contract parses of them', () => {
  const { receive_nft } = JSON.parse(messageOf(outpost, 'receive_nft')) as { receive_nft: { msg: string } }
  expect(JSON.parse(Buffer.from(receive_nft.msg, 'base64').toString())).toMatchObject({ keep: {} })
})

const spares = { around: { ...NOWHERE, addresses: ['neutron1a'] }, words: ['ATOM', 'osmo'] }

test.each([
  ['vectors must be empty', { commit: { root: 'x', leaves: ['1'] } }, [{ commit: { root: 'x', leaves: [] } }]],
  ['the proofs must be empty', { commit: { proofs: [1], leaves: [2] } }, [{ commit: { proofs: [], leaves: [2] } }]],
  [
    'root is not a hex string of 4 bytes',
    { commit: { root: 'x', note: 'y' } },
    [{ commit: { root: 'a5a5a5a5', note: 'y' } }],
  ],
  ["unknown symbol 'x'", { buy: { what: 'x' } }, [{ buy: { what: 'ATOM' } }, { buy: { what: 'osmo' } }]],
  ['unknown variant `x`, expected `up`', { go: { to: 'x' } }, [{ go: { to: 'up' } }]],
  [
    'Invalid timeout: 5. Max 60s, min 12s',
    { burn: { timeout: 5, amount: '5' } },
    [4, 6, 60, 59, 61, 12, 11, 13].map((timeout) => ({ burn: { timeout, amount: '5' } })),
  ],
  ["unknown symbol 'z'", { buy: { what: 'x' } }, []],
  ['Unauthorized', { buy: { what: 'x' } }, []],
])('after "%s" %j is tried as %j', (error, message, expected) => {
  expect(repairs(message, error, spares)).toEqual(expected)
})

test('the error for a missing entry names what was not entered', () => {
  const bytes = (text: string): string =>
    [...Buffer.from(text)]
      .map((one) => one.toString(16).padStart(2, '0'))
      .join(', ')
      .toUpperCase()
  const error = (key: string): string => `type: Addr; key: [${key}] not found: execute wasm contract failed`
  expect(missingEntry(error(`00, 09, ${bytes('contracts')}, ${bytes('router')}`))).toBe('router')
  // Behind another part of the key.
  expect(missingEntry(error(`00, 01, ${bytes('a')}, 00, 02, ${bytes('bc')}, ${bytes('vfs')}`))).toBe('vfs')
  // The key of a single item, and one that is no text.
  expect(missingEntry(error(bytes('config')))).toBeUndefined()
  expect(missingEntry(error(`00, 01, ${bytes('a')}, 00, 01`))).toBeUndefined()
  expect(missingEntry('Unauthorized')).toBeUndefined()
})

test('a message that configures takes over channels, coins and names of the one that is refused', () => {
  const message = { map_pair: { channel_id: 'channel-9', denom: 'x', remote: 'y', decimals: 18 } }
  const inner = Buffer.from(JSON.stringify({ back: { channel: 'channel-3', remote: 'z' } })).toString('base64')
  const purpose = {
    message: { send: { msg: inner } },
    denoms: ['untrn'],
    entry: undefined,
    sender: 'a1',
    addresses: [],
    contracts: [],
  }
  expect(configuringFor(message, purpose)).toEqual([
    { map_pair: { channel_id: 'channel-3', denom: 'untrn', remote: 'z', decimals: 6 } },
  ])
})

test('a message that configures does not hand over a role', () => {
  const message = { update_config: { admin: 'b1', new_owner: 'b1', fee_receiver: 'b1' } }
  const purpose = {
    message: {},
    denoms: [],
    entry: undefined,
    sender: 'a1',
    addresses: ['a1', 'b1'],
    contracts: ['c1'],
  }
  expect(configuringFor(message, purpose)[0]).toEqual({
    update_config: { admin: 'a1', new_owner: 'a1', fee_receiver: 'c1' },
  })
})
