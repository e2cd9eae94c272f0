import { test, expect } from 'sudobox/vitest'

const PLAYER = 'contracts/artifacts/ping_pong.wasm'

test('two contracts on two chains play ping-pong, and one of them takes its time', async ({ sandbox }) => {
  const { neutron, hub } = sandbox.chains
  const [alice, bob] = [neutron.account('alice'), hub.account('bob')]
  const ping = await alice.deploy(PLAYER, {})
  const pong = await bob.deploy(PLAYER, {})
  const { channels } = await sandbox.relayer.openChannel({
    chain: 'neutron',
    port: `wasm.${ping.address}`,
    counterpartyPort: `wasm.${pong.address}`,
    version: 'ping-pong-1',
  })
  const entries = (chain: typeof neutron, contract: typeof ping) =>
    chain
      .query<{ heard: readonly { entry: string }[] }>(contract, { heard: {} })
      .heard.map(({ entry }) => entry)
      .slice(2)

  await alice.execute(ping, { send: { channel_id: channels['neutron'], packet: { ping: { rally: 3 } } } })
  const delivered = await sandbox.relayer.relay()
  expect(delivered.filter(({ kind }) => kind === 'recv')).toHaveLength(4)
  expect(entries(neutron, ping).toSorted()).toEqual([
    'ibc_packet_ack',
    'ibc_packet_ack',
    'ibc_packet_receive',
    'ibc_packet_receive',
  ])

  await alice.execute(ping, { send: { channel_id: channels['neutron'], packet: { later: {} } } })
  await sandbox.relayer.relay()
  expect(entries(hub, pong).at(-1)).toBe('ibc_packet_receive')
  expect(entries(neutron, ping)).toHaveLength(4)
  await bob.execute(pong, {
    acknowledge: { channel_id: channels['hub'], sequence: 3, ack: Buffer.from('"at last"').toString('base64') },
  })
  await sandbox.relayer.relay()
  expect(entries(neutron, ping).at(-1)).toBe('ibc_packet_ack')
  expect(sandbox.relayer.pending()).toEqual([])
})

test('they play over paired clients too, without a channel', async ({ sandbox }) => {
  const { neutron, hub } = sandbox.chains
  const [alice, bob] = [neutron.account('alice'), hub.account('bob')]
  const [ping, pong] = [await alice.deploy(PLAYER, {}), await bob.deploy(PLAYER, {})]
  const { clients } = await sandbox.relayer.pairClients()
  await alice.execute(ping, {
    send2: {
      source_client: clients['neutron'],
      destination_port: `wasm2${pong.address.slice('cosmos'.length)}`,
      packet: { ping: { rally: 3 } },
      timeout_seconds: 600,
    },
  })
  const delivered = await sandbox.relayer.relay()
  expect(delivered.map(({ kind, packet }) => `${kind} from ${packet!.from} ${packet!.sequence}`).toSorted()).toEqual([
    'ack from hub 1',
    'ack from hub 2',
    'ack from neutron 1',
    'ack from neutron 2',
    'recv from hub 1',
    'recv from hub 2',
    'recv from neutron 1',
    'recv from neutron 2',
  ])
  expect(sandbox.relayer.pending()).toEqual([])
})
