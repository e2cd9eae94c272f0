import { expect, test } from 'vitest'
import { runCampaign } from '../../src/fuzz/campaign.js'
import { defineCampaign } from '../../src/fuzz/config.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import { INVARIANTS } from '../../src/fuzz/invariants/index.js'

/** Two ticket offices with a channel between them; only the search matters. */
const config = defineCampaign({
  title: 'ticket office',
  invariants: Object.fromEntries(INVARIANTS.map(({ id }) => [id, false])),
  actors: ['alice', 'bob'].map((name) => ({ name, funds: '1000000untrn' })),
  setup: async ({ chains: { neutron, hub }, relayer }) => {
    const [here, there] = await Promise.all(
      [neutron, hub].map((chain) =>
        chain.account('deployer').deploy('contracts/artifacts/ticket_office.wasm', {}, { label: 'office' }),
      ),
    )
    await relayer.openChannel({
      chain: 'neutron',
      connection: 'connection-0',
      port: `wasm.${here!.address}`,
      counterpartyPort: `wasm.${there!.address}`,
      version: 'tickets-1',
    })
  },
  contracts: [
    {
      label: 'office',
      schema: 'contracts/artifacts/schema/ticket_office.json',
      messages: [{ from: 'alice', msg: { buy: {} }, funds: '10untrn' }],
    },
  ],
})

test('messages that need ids of one owner in one status are accepted often', async () => {
  const { contracts } = await runCampaign(config, {
    seed: 1,
    budget: { sequences: 80 },
    clock: () => 0,
    corpus: Corpus.open(undefined),
  })
  const shares = new Map(contracts[0]!.messages.map(({ name, tried, accepted }) => [name, accepted / tried]))
  for (const name of ['open_seat', 'dispatch', 'settle', 'watch_jar'])
    expect(shares.get(name), name).toBeGreaterThan(0.08)
  expect(shares.get('recover')).toBeGreaterThan(0)
}, 120_000)
