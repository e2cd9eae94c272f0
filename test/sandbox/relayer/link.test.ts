import { expect, test } from 'vitest'
import { HubApp } from '../../../src/app/hub.js'
import { NeutronApp } from '../../../src/app/neutron/app.js'
import { createSandbox } from '../../../src/sandbox/index.js'
import { Pair, Side } from '../../modules/ibc/pair.js'

interface ClientGenesis {
  readonly clients: readonly { readonly client_id: string; readonly client_state: Readonly<Record<string, unknown>> }[]
  readonly next_client_sequence: string
  readonly params: unknown
}
type Json = Readonly<Record<string, unknown>> & { readonly client_genesis: ClientGenesis }

test('the link at genesis equals the state after real handshakes, except for the times of client updates', () => {
  const sandbox = createSandbox()
  const apps = { neutron: sandbox.chains.neutron.host.app, hub: sandbox.chains.hub.host.app }
  const plain = (options: (typeof apps)['neutron']['options']) => {
    const { genesis: _, ...rest } = options
    return rest
  }
  const neutron = new NeutronApp(plain(apps.neutron.options))
  const hub = new HubApp(plain(apps.hub.options))
  const pair = new Pair(
    new Side(neutron.baseApp, neutron.ibc.core),
    new Side(hub.baseApp, hub.ibc.core),
  ).createClients()
  pair.openChannel(pair.connect(), 'transfer', 'ics20-1')
  for (const [opened, linked] of [
    [neutron, apps.neutron],
    [hub, apps.hub],
  ] as const) {
    const [real, ours] = [opened, linked].map(({ baseApp: app }) => app.exportGenesis()['ibc'] as unknown as Json) as [
      Json,
      Json,
    ]
    expect(ours['connection_genesis']).toEqual(real['connection_genesis'])
    expect(ours['channel_genesis']).toEqual(real['channel_genesis'])
    const client = (genesis: Json) => {
      const { clients, next_client_sequence, params } = genesis.client_genesis
      const { client_id, client_state } = clients[0]!
      const { latest_height: _, ...state } = client_state
      return { client_id, state, next_client_sequence, params, count: clients.length }
    }
    expect(client(ours)).toEqual(client(real))
    expect(opened.baseApp.exportGenesis()['transfer']).toEqual(linked.baseApp.exportGenesis()['transfer'])
  }
})

test('any chain ids, prefixes and times work', async () => {
  const sandbox = createSandbox({
    chains: {
      neutron: { chainId: 'pion', prefix: 'wasm', time: 1_700_000_000_000_000_000n },
      hub: { chainId: 'theta-testnet-001', denom: 'stake' },
    },
  })
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '10untrn')
  await alice.ibcTransfer(hub.account('bob'), '3untrn')
  await hub.account('bob', '5stake').ibcTransfer(alice, '2stake')
  expect((await sandbox.relayer.relay()).map(({ code }) => code)).toEqual([0, 0, 0, 0])
  await sandbox.close()
})
