import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaign, judgeFinding, readCampaign, shrink } from '../../src/fuzz/index.js'
import { runPool } from '../../src/fuzz/pool/pool.js'
import { startCampaign } from '../../src/fuzz/setup.js'
import { Story } from '../../src/fuzz/story.js'
import { readFixture, replay } from '../../src/replay/index.js'
import { ROOT } from '../cli/command.js'
import { startVault, type ServedVault } from './served.js'

// A failed operation of this variant is forgotten when it fails once more.
const VARIANT = 'p3'
const SEED = 6
const BUDGET = { sequences: 6, findings: 1 }

let served: ServedVault
let folder: string
beforeAll(async () => {
  served = await startVault(VARIANT)
  folder = mkdtempSync(join(tmpdir(), 'sudobox-fork-campaign-'))
}, 60_000)
afterAll(() => served.stop())

const contract = () => ({
  label: 'vault',
  schema: join(ROOT, 'contracts/artifacts/schema/remote_vault.json'),
  messages: [
    { from: 'holder', msg: { deposit: { channel: 'channel-0' } }, funds: `1000${served.vouchers},2000untrn` },
    { msg: { tick: {} }, funds: '2000untrn' },
    { from: 'holder', msg: { withdraw: { amount: '500' } } },
    { msg: { collect: {} } },
    { msg: { register: {} }, funds: '1000000untrn' },
  ],
  resubmit: { resubmit: { failure_id: '${failure_id}' } },
  recover: ['collect'],
  claims: { query: { claims: { actor: '${actor}' } }, at: '/coins' },
  terminal: false as const,
})
const bob = { name: 'bob', funds: '1000000000untrn' }
const common = { title: 'vault', feeDenoms: ['untrn'] }

/** The file of a campaign on the fork. */
function onFork(name: string, of: (rpc: string, chainId: string) => object): string {
  const { neutron, hub, holder, vault } = served
  const file = join(folder, name)
  // A file that is not trusted may name what is beside it.
  writeFileSync(join(folder, 'schema.json'), readFileSync(contract().schema))
  const forked = {
    ...common,
    sandbox: {
      chains: { neutron: { fork: of(neutron, 'neutron-sandbox-1') }, hub: { fork: of(hub, 'hub-sandbox-1') } },
    },
    actors: [{ name: 'holder', address: holder }, bob],
    contracts: [{ ...contract(), schema: 'schema.json', address: vault }],
  }
  writeFileSync(file, JSON.stringify(forked))
  return file
}

test('a campaign on a fork finds what only its state makes reachable, and the finding needs no chain', async () => {
  const found = join(folder, 'found')
  const read = new Set<string>()
  const report = await runPool({
    file: onFork('vault.json', (rpc) => ({ rpc, cache: 'cache' })),
    trust: true,
    found,
    seed: SEED,
    workers: 1,
    budget: BUDGET,
    onFork: ({ chain, chainId, height }) => read.add(`${chain} ${chainId} ${height}`),
  })
  expect(report.findings).toMatchObject([{ invariant: 'I3', about: 'vault/error' }])
  expect([...read].map((line) => line.split(' ').slice(0, 2))).toEqual([
    ['neutron', 'neutron-sandbox-1'],
    ['hub', 'hub-sandbox-1'],
  ])
  await served.stop()

  const [finding, forks, ...others] = readdirSync(found).sort()
  expect([forks, others]).toEqual(['vault.forks', []])
  const file = join(found, finding!)
  expect(readFileSync(file, 'utf8')).not.toContain(served.neutron)
  expect(await replay(readFixture(file), file)).toMatchObject({ passed: true })
  const config = { campaign: join(folder, 'vault.json') }
  expect(await judgeFinding(readFixture(file), file, config)).toMatchObject({ verdict: 'violated' })
  // The campaign's endpoints are gone: it starts where its finding does.
  const { finding: smaller } = await shrink(file, { ...config, sequences: 1 })
  expect(smaller).toMatchObject({ invariant: 'I3' })

  const offline = onFork('offline.json', (_, chainId) => ({ chainId, cache: 'cache' }))
  const start = await startCampaign(await readCampaign(offline), false)
  const story = await Story.begin(start)
  const withdrawal = { contract: 'vault', msg: { withdraw: { amount: '500' } } }
  const step = await story.execute({ action: 'tx', from: 'holder', messages: [{ execute: withdrawal }] })
  expect([step.error, step.action]).toMatchObject([undefined, { from: 'holder', impersonate: true }])
  expect(story.state.claims.get('vault')).toMatchObject({ holder: expect.anything() as unknown })
  await start.sandbox.close()
  for (const cache of [undefined, false]) {
    const dialing = onFork('dialing.json', (rpc) => ({ rpc, cache }))
    await expect(campaign(dialing, BUDGET)).rejects.toThrow('a file may not connect to a chain')
  }
})

test('the same campaign from scratch finds nothing', async () => {
  const tx = (msg: object, funds = '') => ({
    do: {
      action: 'tx' as const,
      from: 'bob',
      messages: [{ execute: { contract: 'vault', msg: msg as never, funds } }],
    },
  })
  const { findings } = await campaign(
    {
      ...common,
      actors: [{ name: 'holder', funds: '100000000untrn' }, bob, { name: 'bank', chain: 'hub', funds: '1000000uatom' }],
      contracts: [contract()],
      setup: [
        {
          do: {
            action: 'tx',
            chain: 'hub',
            from: 'bank',
            messages: [{ ibcTransfer: { to: '${neutron.holder}', amount: '1000000uatom' } }],
          },
        },
        { do: { action: 'relay' } },
        {
          do: {
            action: 'tx',
            from: 'bob',
            messages: [
              { store: { wasm: { path: join(ROOT, `contracts/artifacts/remote_vault_${VARIANT}.wasm`) } } },
              { instantiate: { codeId: 1, label: 'vault', msg: served.instantiateMsg } },
            ],
          },
        },
        tx({ register: {} }, '1000000untrn'),
        { do: { action: 'relay' } },
      ],
    },
    { ...BUDGET, seed: SEED, again: false },
  )
  expect(findings).toEqual([])
})
