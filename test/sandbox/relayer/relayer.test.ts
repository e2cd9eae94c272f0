import { describe } from 'vitest'
import { createSandbox } from '../../../src/sandbox/index.js'
import { expect, test } from '../../../src/vitest/index.js'
import { bankDenom } from '../../../src/modules/transfer/index.js'

const VOUCHER = bankDenom({ base: 'untrn', trace: [{ portId: 'transfer', channelId: 'channel-0' }] })

/** Two people with coins. */
function people(sandbox: ReturnType<typeof createSandbox>) {
  const { neutron, hub } = sandbox.chains
  return { neutron, hub, alice: neutron.account('alice', '1000untrn'), bob: hub.account('bob', '1000uatom') }
}

test('tokens go both ways, and each delivery reports what it was', async ({ sandbox }) => {
  const { neutron, hub, alice, bob } = people(sandbox)
  await alice.ibcTransfer(bob, '300untrn', { memo: 'hello' })
  const there = await sandbox.relayer.relay()
  expect(there.map(({ kind, chain, proofs }) => [kind, chain, proofs])).toEqual([
    ['recv', 'hub', 'verify'],
    ['ack', 'neutron', 'verify'],
  ])
  expect(there[0]!.packet).toMatchObject({ from: 'neutron', to: 'hub', sequence: 1n, sourceChannel: 'channel-0' })
  expect(there[0]).toEmit('fungible_token_packet', { success: 'true', memo: 'hello' })
  expect(hub.balances(bob)).toEqual([
    { denom: VOUCHER, amount: 300n },
    { denom: 'uatom', amount: 1000n },
  ])
  await bob.ibcTransfer(alice, `100${VOUCHER}`)
  await bob.ibcTransfer(alice, '7uatom')
  await sandbox.relayer.relay()
  expect(neutron.balance(alice, 'untrn')).toBe(800n)
  expect(hub.balance(bob, VOUCHER)).toBe(200n)
  expect(sandbox.relayer.pending()).toEqual([])
})

test('what is pending can be looked at, filtered, dropped, delayed and released', async ({ sandbox }) => {
  const { neutron, hub, alice, bob } = people(sandbox)
  const { relayer } = sandbox
  for (const amount of [1, 2, 3]) await alice.ibcTransfer(bob, `${amount}untrn`, { timeoutSeconds: 300 })
  await bob.ibcTransfer(alice, '9uatom')
  expect(relayer.pending().map(({ from, sequence, state, next }) => [from, sequence, state, next])).toEqual([
    ['neutron', 1n, 'sent', 'recv'],
    ['neutron', 2n, 'sent', 'recv'],
    ['neutron', 3n, 'sent', 'recv'],
    ['hub', 1n, 'sent', 'recv'],
  ])
  relayer.drop({ sequence: 1, from: 'neutron' })
  relayer.delay(100, { sequence: 2, from: 'neutron' })
  expect(relayer.pending({ from: 'neutron' }).map(({ held }) => held)).toMatchObject([
    'dropped',
    expect.any(BigInt),
    undefined,
  ])
  const first = await relayer.relay({ filter: { from: 'neutron', kind: 'recv' } })
  expect(first.map(({ packet }) => packet!.sequence)).toEqual([3n])
  expect(relayer.pending({ sequence: 3 })).toMatchObject([{ state: 'acknowledged', next: 'ack' }])
  sandbox.advance(100)
  expect(
    (await relayer.relay()).map(({ kind, packet }) => `${kind} ${packet!.from} ${packet!.sequence}`).sort(),
  ).toEqual(['ack hub 1', 'ack neutron 2', 'ack neutron 3', 'recv hub 1', 'recv neutron 2'])
  expect(await relayer.relay()).toEqual([])
  await hub.skipPastTimeout()
  expect((await relayer.relay()).map(({ kind }) => kind)).toEqual(['timeout'])
  expect(neutron.balance(alice, 'untrn')).toBe(995n)
  expect(() => relayer.drop()).toThrow('there is no such packet')
  await expect(hub.skipPastTimeout()).rejects.toThrow('no packet is in flight to hub')
})

describe('a timeout height that the chain does not reach is an error, and no block is made', () => {
  const inRevision = (revisionNumber: bigint, revisionHeight: bigint) => ({
    timeoutSeconds: 0,
    timeoutHeight: { revisionNumber, revisionHeight },
  })

  test('because it is too many blocks away', async ({ sandbox }) => {
    const { hub, alice, bob } = people(sandbox)
    const { height } = hub
    await alice.ibcTransfer(bob, '1untrn', inRevision(1n, height + 2_001n))
    await expect(hub.skipPastTimeout()).rejects.toThrow(
      `packet 1 of channel-0 times out at height 1-${height + 2_001n} of hub, in 2001 blocks`,
    )
    expect(hub.height).toBe(height)
    hub.nextBlock()
    await hub.skipPastTimeout()
    expect(hub.height).toBe(height + 2_001n)
  })

  test('because it is of a later revision', async ({ sandbox }) => {
    const { hub, alice, bob } = people(sandbox)
    const { height } = hub
    await alice.ibcTransfer(bob, '1untrn', inRevision(2n, 1n))
    await expect(hub.skipPastTimeout()).rejects.toThrow(
      'packet 1 of channel-0 times out at height 2-1 of hub, which is of a later revision',
    )
    expect(hub.height).toBe(height)
  })
})

test('duplicates have no effect, the order may be reversed, and late packets are refused', async ({ sandbox }) => {
  const { neutron, hub, alice, bob } = people(sandbox)
  const { relayer } = sandbox
  for (const amount of [1, 2]) await alice.ibcTransfer(bob, `${amount}untrn`)
  const twice = await relayer.relay({ filter: { kind: 'recv' }, reverse: true, times: 2 })
  expect(
    twice.map(({ packet, events }) => [packet!.sequence, events.some(({ type }) => type === 'recv_packet')]),
  ).toEqual([
    [2n, true],
    [2n, false],
    [1n, true],
    [1n, false],
  ])
  await relayer.relay()
  const again = await relayer.relay({ force: 'recv', filter: { sequence: 1 } })
  expect(again).toHaveLength(1)
  expect(hub.balance(bob, VOUCHER)).toBe(3n)
  await alice.ibcTransfer(bob, '4untrn')
  await hub.skipPastTimeout()
  await expect(relayer.relay({ force: 'recv', filter: { sequence: 3 } })).rejects.toFailWith({
    codespace: 'channel',
    message: /packet timeout elapsed/,
  })
  await relayer.relay()
  expect(neutron.balance(alice, 'untrn')).toBe(997n)
})

test('a faulty receiver answers with an error, which refunds', async ({ sandbox }) => {
  const { neutron, hub, alice, bob } = people(sandbox)
  await alice.ibcTransfer(bob, '10untrn')
  const [received, acknowledged] = await sandbox.relayer.relay({ receiver: { errorCode: 5 } })
  expect(received).toEmit('write_acknowledgement', {
    packet_ack_hex: Buffer.from('{"error":"ABCI code: 5: error handling packet: see events for details"}').toString(
      'hex',
    ),
  })
  expect(acknowledged).toEmit('fungible_token_packet', {
    error: 'ABCI code: 5: error handling packet: see events for details',
  })
  expect(neutron.balance(alice, 'untrn')).toBe(1000n)
  expect(hub.balance(bob, VOUCHER)).toBe(0n)
})

test('by itself it delivers after each action', async () => {
  const sandbox = createSandbox({ relayer: 'automatic' })
  const { hub, alice, bob } = people(sandbox)
  await alice.ibcTransfer(bob, '10untrn')
  expect(hub.balance(bob, VOUCHER)).toBe(10n)
  expect(sandbox.relayer.delivered.map(({ kind }) => kind)).toEqual(['recv', 'ack'])
  sandbox.relayer.auto(false)
  await alice.ibcTransfer(bob, '10untrn')
  expect(hub.balance(bob, VOUCHER)).toBe(10n)
  sandbox.relayer.auto()
  expect(hub.balance(bob, VOUCHER)).toBe(20n)
  await sandbox.close()
})

test('a snapshot includes packets and the relayer', async ({ sandbox }) => {
  const { hub, alice, bob } = people(sandbox)
  const { relayer } = sandbox
  await alice.ibcTransfer(bob, '10untrn')
  relayer.drop()
  const id = await sandbox.snapshot()
  relayer.release()
  const once = await relayer.relay()
  await sandbox.restore(id)
  expect(relayer.pending()).toMatchObject([{ held: 'dropped', state: 'sent' }])
  expect(await relayer.relay()).toEqual([])
  relayer.release()
  const again = await relayer.relay()
  expect(again.map(({ hash, gasUsed }) => [hash, gasUsed])).toEqual(once.map(({ hash, gasUsed }) => [hash, gasUsed]))
  expect(hub.balance(bob, VOUCHER)).toBe(10n)
})

test('a second client, connection and channel carry packets too; a channel that closes sends them back', async ({
  sandbox,
}) => {
  const { neutron, hub, alice, bob } = people(sandbox)
  const { relayer } = sandbox
  const there = await relayer.createClient('neutron')
  const back = await relayer.createClient('hub')
  expect([there.clientId, back.clientId]).toEqual(['07-tendermint-1', '07-tendermint-1'])
  const { connections } = await relayer.openConnection({ client: there.clientId, counterpartyClient: back.clientId })
  expect(connections).toEqual({ neutron: 'connection-1', hub: 'connection-1' })
  const { channels, steps } = await relayer.openChannel({ connection: 'connection-1' })
  expect(channels).toEqual({ neutron: 'channel-1', hub: 'channel-1' })
  expect(steps).toHaveLength(4)
  await alice.ibcTransfer(bob, '10untrn', { channel: 'channel-1' })
  await relayer.relay()
  const voucher = bankDenom({ base: 'untrn', trace: [{ portId: 'transfer', channelId: 'channel-1' }] })
  expect(hub.balance(bob, voucher)).toBe(10n)
  await alice.ibcTransfer(bob, '10untrn', { channel: 'channel-1' })
  await expect(relayer.closeChannel({ chain: 'hub', channel: 'channel-1' })).rejects.toThrow(
    /user cannot close channel/,
  )
  await relayer.closeChannel({ chain: 'hub', channel: 'channel-1', force: true, confirm: false })
  expect(relayer.pending()).toMatchObject([{ state: 'closed', next: 'timeoutOnClose' }])
  expect((await relayer.relay()).map(({ kind }) => kind)).toEqual(['timeoutOnClose'])
  expect(neutron.balance(alice, 'untrn')).toBe(990n)
})

describe("with proofs: 'trust'", () => {
  test('the same happens, results say so, and forging is refused as pointless', async () => {
    const sandbox = createSandbox({ ibc: { proofs: 'trust' } })
    const { neutron, hub, alice, bob } = people(sandbox)
    await alice.ibcTransfer(bob, '10untrn')
    const results = await sandbox.relayer.relay()
    expect(results.map(({ kind, proofs }) => [kind, proofs])).toEqual([
      ['recv', 'trust'],
      ['ack', 'trust'],
    ])
    expect(hub.balance(bob, VOUCHER)).toBe(10n)
    await alice.ibcTransfer(bob, '10untrn')
    await hub.skipPastTimeout()
    await expect(sandbox.relayer.relay({ forge: { proof: 'otherKey' } })).rejects.toThrow(/proofs are not verified/)
    await sandbox.relayer.relay()
    expect(neutron.balance(alice, 'untrn')).toBe(990n)
    await sandbox.close()
  })

  test('headers and proofs are never made', async () => {
    const sandbox = createSandbox({ ibc: { proofs: 'trust' } })
    const { baseApp: app } = sandbox.chains.neutron.host.app
    // Sandboxes share the first block, whose header another one may have made.
    const unmade = (): number => app.block(app.last.height)!.signed.pending
    const [height, before] = [app.last.height, unmade()]
    const { alice, bob } = people(sandbox)
    await alice.ibcTransfer(bob, '10untrn')
    await sandbox.relayer.relay()
    expect(app.last.height).toBeGreaterThan(height)
    expect(unmade()).toBe(before + app.last.height - height)
    await sandbox.close()
  })
})
