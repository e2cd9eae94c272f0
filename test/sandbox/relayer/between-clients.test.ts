import { createSandbox } from '../../../src/sandbox/index.js'
import { expect, test } from '../../../src/vitest/index.js'

const PLAYER = 'contracts/artifacts/ping_pong.wasm'

/** Two contracts on two chains whose clients are paired, without a channel. */
async function players(sandbox: ReturnType<typeof createSandbox>) {
  const { neutron, hub } = sandbox.chains
  const { relayer } = sandbox
  const [alice, bob] = [neutron.account('alice'), hub.account('bob')]
  const [ping, pong] = [await alice.deploy(PLAYER, {}), await bob.deploy(PLAYER, {})]
  const { clients } = await relayer.pairClients()
  const send = (packet: object, seconds = 600) =>
    alice.execute(ping, {
      send2: {
        source_client: clients['neutron'],
        destination_port: `wasm2${pong.address.slice('cosmos'.length)}`,
        packet,
        timeout_seconds: seconds,
      },
    })
  const entries = (chain: typeof neutron, contract: typeof ping) =>
    chain
      .query<{ heard: readonly { entry: string }[] }>(contract, { heard: {} })
      .heard.map(({ entry }) => entry.replace('ibc2_packet_', ''))
  return { relayer, clients, neutron, hub, bob, ping, pong, send, entries }
}

test.each(['verify', 'trust'] as const)('the relayer carries packets between clients: %s', async (proofs) => {
  const sandbox = createSandbox({ ibc: { proofs } })
  const { relayer, clients, neutron, hub, ping, pong, send, entries } = await players(sandbox)
  expect(clients).toEqual({ neutron: '07-tendermint-1', hub: '07-tendermint-1' })
  await send({ ping: { rally: 3 } })
  expect(relayer.pending()).toMatchObject([
    {
      from: 'neutron',
      to: 'hub',
      sequence: 1n,
      sourcePort: `wasm2${ping.address.slice('neutron'.length)}`,
      sourceChannel: '07-tendermint-1',
      payload: { version: 'ping-pong-1', encoding: 'application/json' },
      data: new TextEncoder().encode('{"ping":{"rally":3}}'),
      state: 'sent',
      next: 'recv',
    },
  ])
  const delivered = await relayer.relay()
  expect(delivered.filter(({ kind }) => kind === 'recv')).toHaveLength(4)
  expect(delivered.filter(({ kind }) => kind === 'ack')).toHaveLength(4)
  expect(delivered[0]!.packet!.payload).toEqual({ version: 'ping-pong-1', encoding: 'application/json' })
  for (const [chain, contract] of [
    [neutron, ping],
    [hub, pong],
  ] as const)
    expect(entries(chain, contract).filter((entry) => entry === 'receive')).toHaveLength(2)
  expect(relayer.pending()).toEqual([])
  await sandbox.close()
})

test('they are filtered, held, doubled, forged, answered by a faulty receiver and timed out', async ({ sandbox }) => {
  const { relayer, neutron, hub, bob, ping, pong, send, entries } = await players(sandbox)
  for (let i = 0; i < 3; i++) await send({ ping: { rally: 0 } })
  const filter = { channel: '07-tendermint-1', from: 'neutron' }
  expect(relayer.pending({ ...filter, sequence: 2 })).toHaveLength(1)
  expect(relayer.pending({ channel: 'channel-0' })).toEqual([])
  relayer.drop({ sequence: 2 })
  const { length } = await relayer.relay({ filter: { ...filter, kind: 'recv' }, times: 2 })
  expect(length).toBe(4)
  expect(entries(hub, pong)).toEqual(['receive', 'receive'])
  expect(relayer.pending().map(({ next, held }) => [next, held])).toEqual([
    ['ack', undefined],
    ['recv', 'dropped'],
    ['ack', undefined],
  ])

  const bytes = (text: string) => new TextEncoder().encode(text)
  await expect(
    relayer.relay({ force: 'recv', filter: { sequence: 2 }, forge: { data: bytes('{"ping":{"rally":9}}') } }),
  ).rejects.toFailWith({ codespace: 'commitment', message: /failed packet commitment verification for client/ })
  await expect(
    relayer.relay({ filter: { sequence: 1 }, forge: { acknowledgement: bytes('"other"') } }),
  ).rejects.toFailWith({ message: /failed packet acknowledgement verification for client/ })
  for (const proof of ['otherKey', 'otherStore', 'otherHeight', { flipBit: 99 }] as const)
    await expect(relayer.relay({ filter: { sequence: 3 }, forge: { proof } })).rejects.toFailWith({
      message: /acknowledge packet verification failed/,
    })
  await expect(relayer.relay({ force: 'timeout', filter: { sequence: 2 } })).rejects.toFailWith({
    codespace: 'channelv2',
    message: /timeout not reached/,
  })
  expect(() => relayer.drop({ channel: '07-tendermint-9' })).toThrow('there is no such packet')
  await expect(relayer.relay({ force: 'timeoutOnClose', filter: { sequence: 2 } })).rejects.toThrow(
    'there is no such packet',
  )
  expect(entries(hub, pong)).toHaveLength(2)

  relayer.release({ sequence: 2 })
  await relayer.relay({ receiver: { errorCode: 3 } })
  expect(entries(hub, pong)).toHaveLength(2)
  const told = neutron.query<{ heard: readonly { entry: string; message: string }[] }>(ping, { heard: {} }).heard
  expect(
    told.slice(-1).map(({ message }) => (JSON.parse(message) as { acknowledgement: string }).acknowledgement),
  ).toEqual([Buffer.from('4774d4a575993f963b1c06573736617a457abef8589178db8d10c94b4ab511ab', 'hex').toString('base64')])
  await send({ ping: { rally: 0 } })
  await relayer.relay({ receiver: { acknowledgement: bytes('anything') } })

  await send({ later: {} })
  await relayer.relay()
  expect(relayer.pending()).toMatchObject([{ sequence: 5n, state: 'received', next: undefined }])
  await bob.execute(pong, {
    acknowledge2: {
      source_client: '07-tendermint-1',
      destination_client: '07-tendermint-1',
      sequence: 5,
      ack: Buffer.from('"at last"').toString('base64'),
    },
  })
  expect((await relayer.relay()).map(({ kind }) => kind)).toEqual(['ack'])

  await send({ ping: { rally: 0 } }, 60)
  await hub.skipPastTimeout()
  expect(relayer.pending()).toMatchObject([{ state: 'timedOut', next: 'timeout' }])
  await expect(relayer.relay({ force: 'recv', filter: { sequence: 6 } })).rejects.toFailWith({
    codespace: 'channelv2',
    message: /timeout elapsed/,
  })
  expect((await relayer.relay()).map(({ kind }) => kind)).toEqual(['timeout'])
  expect(entries(neutron, ping).at(-1)).toBe('timeout')
  expect(relayer.pending()).toEqual([])
})

test('only clients of the relayer are paired, and once', async ({ sandbox }) => {
  const { relayer } = sandbox
  const there = await relayer.createClient('hub')
  const { clients } = await relayer.pairClients({ counterpartyClient: there.clientId })
  await expect(
    relayer.pairClients({ client: clients['neutron']!, counterpartyClient: there.clientId }),
  ).rejects.toFailWith({ message: /cannot register counterparty once it is already set/ })
  await expect(
    relayer.pairClients({ client: '07-tendermint-0', counterpartyClient: there.clientId }),
  ).rejects.toFailWith({ message: /expected same signer as createClient submittor/ })
})

test('coins go between clients and come back, after an acknowledgement and after a timeout', async () => {
  const sandbox = createSandbox({ chains: { wasmd: { kind: 'wasmd' }, hub: {} } })
  const { wasmd, hub } = sandbox.chains
  const { relayer } = sandbox
  const [alice, bob] = [wasmd.account('alice', '1000stake'), hub.account('bob')]
  const { clients } = await relayer.pairClients({ chain: 'wasmd' })
  const amounts = () => [
    wasmd.balances(alice).map(({ amount }) => amount),
    hub.balances(bob).map(({ amount }) => amount),
  ]

  const sent = await alice.ibcTransfer(bob, '300stake', { channel: clients['wasmd']! })
  await relayer.relay()
  expect(amounts()).toEqual([[700n], [300n]])
  expect(relayer.journey(sent)).toArriveAt('hub')

  const [voucher] = hub.balances(bob)
  await bob.ibcTransfer(alice, { denom: voucher!.denom, amount: 100n }, { channel: clients['hub']! })
  await relayer.relay()
  expect(amounts()).toEqual([[800n], [200n]])

  const late = await alice.ibcTransfer(bob, '800stake', { channel: clients['wasmd']!, timeoutSeconds: 60 })
  expect(amounts()).toEqual([[], [200n]])
  sandbox.advance(120)
  await relayer.relay()
  expect(amounts()).toEqual([[800n], [200n]])
  expect(relayer.journey(late)).toBeRefunded()
  await sandbox.close()
})
