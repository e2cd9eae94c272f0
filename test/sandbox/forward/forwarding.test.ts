import { describe } from 'vitest'
import { expect, test } from '../../../src/vitest/index.js'
import { counted, forward, inFlight, row, spread, voucher } from './row.js'

const OK = '{"result":"AQ=="}'
const ANYBODY = 'pfm'
const START = {
  alice: 1000n,
  neutronEscrow: 0n,
  hubSupply: 0n,
  hubEscrow: 0n,
  osmoSupply: 0n,
  carol: 0n,
  counted: ['0', '0'],
}
const AT_HUB = { ...START, alice: 990n, neutronEscrow: 10n, hubSupply: 10n, hubEscrow: 10n, counted: ['10', '10'] }

describe('a transfer over three chains', () => {
  test('arrives, and is acknowledged on its whole way back', async () => {
    const world = row()
    const { alice, carol, hub, relayer, step } = world
    await alice.ibcTransfer(ANYBODY, '10untrn', { channel: 'channel-0', memo: forward(carol.address) })
    expect(spread(world)).toEqual({ ...START, alice: 990n, neutronEscrow: 10n, counted: ['10', '0'] })
    expect(await step()).toBe('recv hub')
    expect(spread(world)).toEqual(AT_HUB)
    expect(Object.keys(inFlight(hub))).toEqual(['channel-1/transfer/1'])
    // The first packet waits for the second.
    expect(relayer.pending()).toMatchObject([
      { from: 'neutron', state: 'received', next: undefined },
      { from: 'hub', state: 'sent', next: 'recv' },
    ])
    expect(await step()).toBe('recv osmo')
    expect(spread(world)).toEqual({ ...AT_HUB, osmoSupply: 10n, carol: 10n })
    expect(await step()).toBe(`ack hub ${OK}`)
    expect(inFlight(hub)).toEqual({})
    expect(await step()).toBe(`ack neutron ${OK}`)
    expect(spread(world)).toEqual({ ...AT_HUB, osmoSupply: 10n, carol: 10n })
    expect(relayer.pending()).toEqual([])
  })

  test('that times out at the last hop is refunded to the first chain', async () => {
    const world = row()
    const { alice, carol, hub, osmo, relayer, step } = world
    await alice.ibcTransfer(ANYBODY, '10untrn', {
      channel: 'channel-0',
      memo: forward(carol.address, { timeout: '5m' }),
    })
    await step()
    expect(spread(world)).toEqual(AT_HUB)
    await osmo.skipPastTimeout()
    expect(await step()).toBe('timeout hub')
    // The hub has destroyed the vouchers that it had in escrow.
    expect(spread(world)).toEqual({ ...START, alice: 990n, neutronEscrow: 10n, counted: ['10', '0'] })
    expect(inFlight(hub)).toEqual({})
    expect(await step()).toBe(
      'ack neutron {"error":"packet-forward-middleware error: giving up on packet on channel (channel-0) port (transfer) after max retries"}',
    )
    expect(spread(world)).toEqual(START)
    expect(relayer.pending()).toEqual([])
  })

  test("that the last chain refuses is refunded with that chain's error", async () => {
    const world = row()
    const { alice, step } = world
    await alice.ibcTransfer(ANYBODY, '10untrn', { channel: 'channel-0', memo: forward('nobody') })
    expect(await step()).toBe('recv hub')
    expect(await step()).toBe('recv osmo')
    expect(spread(world)).toEqual(AT_HUB)
    const error = '{"error":"ABCI code: 5: error handling packet: see events for details"}'
    expect(await step()).toBe(`ack hub ${error}`)
    expect(await step()).toBe(`ack neutron ${error}`)
    expect(spread(world)).toEqual(START)
  })

  test('is retried as often as its memo says', async () => {
    const world = row()
    const { alice, carol, hub, osmo, relayer, step } = world
    const memo = forward(carol.address, { timeout: '60s', retries: 2, next: { b: 1, a: '<' } })
    await alice.ibcTransfer(ANYBODY, '10untrn', { channel: 'channel-0', memo, timeoutSeconds: 3600 })
    await step()
    for (const [sequence, left] of [
      [1, 2],
      [2, 1],
    ] as const) {
      expect(inFlight(hub)).toMatchObject({ [`channel-1/transfer/${sequence}`]: { retries_remaining: left } })
      await osmo.skipPastTimeout()
      expect(await step()).toBe('timeout hub')
      expect(spread(world)).toEqual(AT_HUB)
    }
    expect(inFlight(hub)).toMatchObject({ 'channel-1/transfer/3': { retries_remaining: 0, timeout: '60000000000' } })
    const [, third] = relayer.pending()
    expect(JSON.parse(Buffer.from(third!.data).toString())).toMatchObject({ memo: '{"b":1,"a":"\\u003c"}' })
    expect(await step()).toBe('recv osmo')
    expect(await step()).toBe(`ack hub ${OK}`)
    expect(await step()).toBe(`ack neutron ${OK}`)
    expect(spread(world)).toEqual({ ...AT_HUB, osmoSupply: 10n, carol: 10n })
  })

  test('stays on the middle chain when it is marked as nonrefundable', async () => {
    const world = row()
    const { alice, bob, carol, hub, neutron, osmo, relayer, step } = world
    await alice.ibcTransfer(bob, '10untrn', { memo: forward(carol.address) })
    await step()
    const [[key, record]] = Object.entries(inFlight(hub)) as [[string, Record<string, string>]]
    hub.state.put('packetfowardmiddleware', 'in_flight_packet', { ...record, key, nonrefundable: true })
    await osmo.skipPastTimeout()
    await step()
    expect(hub.balance(bob, voucher('transfer/channel-0', 'untrn'))).toBe(10n)
    const [ack] = (await relayer.relay()).map(({ acknowledgement }) =>
      JSON.parse(Buffer.from(acknowledgement!).toString()),
    ) as [{ readonly result: string }]
    expect(Buffer.from(ack.result, 'base64').toString()).toBe(
      'packet forward failed after point of no return: packet-forward-middleware error: giving up on packet on channel (channel-0) port (transfer) after max retries',
    )
    expect(spread(world)).toEqual({ ...AT_HUB, hubEscrow: 0n, counted: ['10', '0'] })
    expect(neutron.balance(alice, 'untrn')).toBe(990n)
  })
})

describe('coins of the chain', () => {
  test('in the middle go from one escrow to the other when they cannot be sent on', async () => {
    const { alice, bob, carol, neutron, hub, osmo, sandbox, step } = row()
    await bob.ibcTransfer(alice, '10uatom', { channel: 'channel-0' })
    await sandbox.relayer.relay()
    const atom = voucher('transfer/channel-0', 'uatom')
    await alice.ibcTransfer(ANYBODY, `4${atom}`, { channel: 'channel-0', memo: forward(carol.address) })
    expect(neutron.balance(alice, atom)).toBe(6n)
    await step()
    expect(counted(hub, 'uatom')).toBe('10')
    await osmo.skipPastTimeout()
    await sandbox.relayer.relay()
    expect(neutron.balance(alice, atom)).toBe(10n)
    expect(counted(hub, 'uatom')).toBe('10')
    await alice.ibcTransfer(bob, `10${atom}`)
    await sandbox.relayer.relay()
    expect(hub.balance(bob, 'uatom')).toBe(1000n)
    expect(counted(hub, 'uatom')).toBe('0')
  })

  test('at the end are made again in the middle when they cannot go home', async () => {
    const { alice, carol, neutron, hub, osmo, sandbox, step } = row()
    const memo = forward(alice.address, { channel: 'channel-0' })
    await carol.ibcTransfer(ANYBODY, '10uosmo', { channel: 'channel-0', memo })
    await sandbox.relayer.relay()
    const [here, onHub] = [voucher('transfer/channel-0/transfer/channel-1/uosmo'), voucher('transfer/channel-1/uosmo')]
    expect([neutron.balance(alice, here), hub.supply(onHub), counted(hub, onHub)]).toEqual([10n, 10n, '10'])
    await alice.ibcTransfer(ANYBODY, `4${here}`, { channel: 'channel-0', memo: forward(carol.address) })
    await step()
    expect([neutron.supply(here), hub.supply(onHub), counted(hub, onHub)]).toEqual([6n, 6n, '6'])
    await osmo.skipPastTimeout()
    await sandbox.relayer.relay()
    expect([neutron.balance(alice, here), hub.supply(onHub), counted(hub, onHub)]).toEqual([10n, 10n, '10'])
    await alice.ibcTransfer(ANYBODY, `10${here}`, { channel: 'channel-0', memo: forward(carol.address) })
    await sandbox.relayer.relay()
    expect([osmo.balance(carol, 'uosmo'), hub.supply(onHub), neutron.supply(here)]).toEqual([1000n, 0n, 0n])
  })
})

test('coins on their way home that must not go back are made again for the receiver in the middle', async () => {
  const { alice, bob, carol, neutron, hub, osmo, sandbox, step } = row()
  const memo = forward(alice.address, { channel: 'channel-0' })
  await carol.ibcTransfer(ANYBODY, '10uosmo', { channel: 'channel-0', memo })
  await sandbox.relayer.relay()
  const [here, onHub] = [voucher('transfer/channel-0/transfer/channel-1/uosmo'), voucher('transfer/channel-1/uosmo')]
  await alice.ibcTransfer(bob, `4${here}`, { memo: forward(carol.address) })
  await step()
  expect([hub.supply(onHub), counted(hub, onHub)]).toEqual([6n, '6'])
  const [[key, record]] = Object.entries(inFlight(hub)) as [[string, Record<string, string>]]
  hub.state.put('packetfowardmiddleware', 'in_flight_packet', { ...record, key, nonrefundable: true })
  await osmo.skipPastTimeout()
  await sandbox.relayer.relay()
  // The four are bob's; six are still escrowed for the vouchers that alice has.
  expect(hub.balance(bob, onHub)).toBe(4n)
  expect([neutron.balance(alice, here), hub.supply(onHub), counted(hub, onHub)]).toEqual([6n, 10n, '6'])
})

test('the memo after two hops calls a contract of Neutron', async () => {
  const { alice, carol, neutron, sandbox } = row()
  const lab = await alice.deploy('contracts/artifacts/callback_lab.wasm', {})
  const wasm = { wasm: { contract: lab.address, msg: { act: { behaviour: 'succeed' } } } }
  for (const next of [wasm, JSON.stringify(wasm)]) {
    const memo = forward(lab.address, { channel: 'channel-0', next })
    await carol.ibcTransfer(ANYBODY, '5uosmo', { channel: 'channel-0', memo })
    const delivered = await sandbox.relayer.relay()
    const [call] = delivered.find(({ chain, kind }) => chain === 'neutron' && kind === 'recv')!.trace
    expect(call).toMatchObject({ entryPoint: 'execute', message: '{"act":{"behaviour":"succeed"}}' })
  }
  expect(neutron.balance(lab, voucher('transfer/channel-0/transfer/channel-1/uosmo'))).toBe(10n)
})

test('a contract that fails at the end of the way gives the coins back to the first chain', async () => {
  const { alice, carol, osmo, sandbox } = row()
  const lab = await alice.deploy('contracts/artifacts/callback_lab.wasm', {})
  const next = { wasm: { contract: lab.address, msg: { act: { behaviour: 'error' } } } }
  const memo = forward(lab.address, { channel: 'channel-0', next })
  await carol.ibcTransfer(ANYBODY, '5uosmo', { channel: 'channel-0', memo })
  await sandbox.relayer.relay()
  expect(osmo.balance(carol, 'uosmo')).toBe(1000n)
})

test('the genesis of the chain has its packets in flight', async () => {
  const { alice, carol, hub, step } = row()
  await alice.ibcTransfer(ANYBODY, '10untrn', { channel: 'channel-0', memo: forward(carol.address, { retries: 7 }) })
  await step()
  expect(inFlight(hub)).toEqual({
    'channel-1/transfer/1': {
      original_sender_address: alice.address,
      refund_channel_id: 'channel-0',
      refund_port_id: 'transfer',
      packet_src_channel_id: 'channel-0',
      packet_src_port_id: 'transfer',
      packet_timeout_timestamp: expect.stringMatching(/^\d{19}$/) as string,
      packet_timeout_height: '0-0',
      packet_data: expect.stringMatching(/^ey/) as string,
      refund_sequence: '1',
      retries_remaining: 7,
      timeout: '600000000000',
      nonrefundable: false,
    },
  })
})
