import { expect, test } from 'sudobox/vitest'
import type { PacketInfo, PacketResult } from 'sudobox'
import type { Journey } from '../../src/sandbox/relayer/journeys.js'

// What the matchers of packets say of deliveries and journeys, member by member.

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))

const packet = (more: Partial<PacketInfo> = {}): PacketInfo => ({
  from: 'neutron',
  to: 'hub',
  sequence: 1n,
  sourcePort: 'transfer',
  sourceChannel: 'channel-0',
  destinationPort: 'transfer',
  destinationChannel: 'channel-1',
  data: bytes({ amount: '5', denom: 'untrn', receiver: 'bob' }),
  timeoutHeight: { revisionNumber: 0n, revisionHeight: 0n },
  timeoutTimestamp: 0n,
  ...more,
})

const delivery = (kind: PacketResult['kind'], more: Partial<PacketResult> = {}): PacketResult => ({
  kind,
  chain: 'hub',
  remoteChain: 'neutron',
  height: 5n,
  hash: 'AB12',
  code: 0,
  codespace: '',
  rawLog: '',
  events: [],
  gasWanted: 1n,
  gasUsed: 1n,
  data: new Uint8Array(0),
  trace: [],
  sudo: [],
  packet: packet(),
  acknowledgement: undefined,
  proofs: 'verify',
  ...more,
})

const journey = (more: Partial<Journey> = {}): Journey => ({
  packet: packet(),
  origin: 'sent',
  during: undefined,
  state: 'delivered',
  acknowledgement: undefined,
  steps: [],
  next: [],
  ...more,
})

const onward = (to: string, more: Partial<Journey> = {}) =>
  journey({ packet: packet({ from: 'hub', to }), origin: 'forwarded', during: 'received', ...more })

test('a packet arrives where its last leg was delivered', () => {
  expect(journey()).toArriveAt('hub')
  expect(journey()).toArriveAt(/^hub$/)
  expect(journey()).not.toArriveAt('neutron')
  for (const state of ['sent', 'received', 'answered', 'refused', 'timedOut'] as const)
    expect(journey({ state })).not.toArriveAt('hub')

  expect(journey({ next: [onward('osmosis')] })).toArriveAt('osmosis')
  expect(journey({ next: [onward('osmosis')] })).not.toArriveAt('hub')
  // After a timeout there, the next attempt counts.
  const tries = [onward('osmosis', { state: 'timedOut' }), onward('juno', { origin: 'retried' })]
  expect(journey({ next: tries })).toArriveAt('juno')
  expect(journey({ next: tries.toReversed() })).not.toArriveAt('juno')
  // What a contract sent because of it is another packet.
  expect(journey({ next: [onward('osmosis', { origin: 'caused' })] })).toArriveAt('hub')
  // A forward that is still on its way.
  expect(journey({ next: [onward('osmosis', { state: 'sent' })] })).not.toArriveAt(/./)

  expect(() => expect(journey({ state: 'sent' })).toArriveAt('hub')).toThrow(
    /^expected the packet to arrive at "hub", but\n {2}packet 1 from neutron channel-0 to hub channel-1: in flight\n {4}5 untrn to bob$/,
  )
  expect(() => expect(journey()).not.toArriveAt('hub')).toThrow('expected the packet not to arrive at "hub"')
  expect(() => expect(packet()).toArriveAt('hub')).toThrow(
    /toArriveAt\(\) needs the journey of a packet\n {2}given: an object with the keys from, to.*\n {2}right: expect\(sandbox\.relayer\.journey\(sent\)\)\.toArriveAt/,
  )
})

test('a packet is refunded when its first leg was refused or timed out', () => {
  for (const state of ['refused', 'timedOut'] as const) expect(journey({ state })).toBeRefunded()
  for (const state of ['sent', 'received', 'answered', 'delivered'] as const)
    expect(journey({ state })).not.toBeRefunded()
  expect(journey({ next: [onward('osmosis', { state: 'refused' })] })).not.toBeRefunded()
  expect(() => expect(journey({ state: 'refused' })).not.toBeRefunded()).toThrow(
    /^expected the packet not to be refunded, but\n.*: refused with an error acknowledgement/,
  )
})

test('a journey has the deliveries of its packets', () => {
  const step = { event: 'received', chain: 'hub', height: 5n, time: 0n, hash: 'AB12' } as const
  const late = { ...step, event: 'timedOut', delivery: delivery('timeout') } as const
  const whole = journey({
    steps: [{ ...step, delivery: delivery('recv') }],
    next: [onward('osmosis', { steps: [late] })],
  })
  expect(whole).toDeliver('recv', { sequence: 1n })
  expect(whole).toTimeOut()
  expect(whole).not.toDeliver('ack')
})

test.each([
  ['timeout', true],
  ['timeoutOnClose', true],
  ['recv', false],
  ['ack', false],
] as const)('a delivery of the kind %s', (kind, isTimeout) => {
  const it = delivery(kind)
  if (isTimeout) expect(it).toTimeOut()
  else expect(it).not.toTimeOut()
  expect(it).not.toTimeOut({ sequence: 2n })
  expect(it).toDeliver(kind)
  expect(it).toDeliver(kind, { from: 'neutron', destinationChannel: 'channel-1', data: { denom: 'untrn' } })
  for (const other of ['recv', 'ack', 'timeout', 'timeoutOnClose'] as const)
    if (other !== kind) expect(it).not.toDeliver(other)
  // Without an acknowledgement.
  expect(it).not.toBeAcknowledged()
})

test('one of several deliveries is enough, but it must be one', () => {
  const two = [
    delivery('recv', { packet: packet({ sequence: 1n }) }),
    delivery('ack', { packet: packet({ sequence: 2n }) }),
  ]
  expect(two).toDeliver('recv', { sequence: 1n })
  expect(two).toDeliver('ack', { sequence: 2n })
  expect(two).not.toDeliver('ack', { sequence: 1n })
  expect([]).not.toDeliver('recv')
  expect(() => expect(two).toDeliver('ack', { sequence: 1n })).toThrow(
    /^expected a delivery ack \{"sequence":1n\}, but delivered packets are\n {2}recv neutron transfer\/channel-0 → hub transfer\/channel-1 #1 \{"amount":"5".*\n {4}it succeeded\n/,
  )
  expect(() => expect([]).toDeliver('ack')).toThrow('but delivered packets are\n  none')
  expect(() => expect([delivery('recv'), null]).toDeliver('recv')).toThrow(
    /toDeliver\(\) needs deliveries of the relayer, or the journey of a packet\n {2}given: a list of 2\n/,
  )
  for (const given of [5, undefined, { kind: 'recv' }, { packet: packet() }])
    expect(() => expect(given).toDeliver('recv')).toThrow('needs deliveries of the relayer')
})

test('the step of a channel has no packet that could match', () => {
  const opened = delivery('openTry', { packet: undefined })
  expect(opened).toDeliver('openTry')
  expect(opened).not.toDeliver('openTry', { sequence: 1n })
  expect(() => expect(opened).toDeliver('ack')).toThrow(/delivered packets are\n {2}openTry \n/)
})

test('acknowledgements are results or errors, and objects by their members', () => {
  const answered = (value: unknown, kind: PacketResult['kind'] = 'ack') =>
    delivery(kind, { acknowledgement: bytes(value) })
  const good = answered({ result: 'AQ==' })
  const bad = answered({ error: 'ABCI code: 5' })
  expect(good).toBeAcknowledged()
  expect(good).toBeAcknowledged('success')
  expect(good).not.toBeAcknowledged('error')
  expect(bad).toBeAcknowledged()
  expect(bad).toBeAcknowledged('error')
  expect(bad).not.toBeAcknowledged('success')
  expect(bad).toBeAcknowledged({ error: /code: 5/ })
  expect(bad).not.toBeAcknowledged({ result: 'AQ==' })
  // Not JSON, or no object: what contracts write is a success unless it says otherwise.
  expect(answered('plain')).toBeAcknowledged('success')
  expect(answered('null')).toBeAcknowledged('success')
  // Only an acknowledgement that was delivered.
  expect(answered({ result: 'AQ==' }, 'recv')).not.toBeAcknowledged()
  expect([good, bad]).toBeAcknowledged('error')
  expect([good, bad]).toBeAcknowledged('success')
  expect(() => expect(bad).toBeAcknowledged('success')).toThrow(
    /^expected the packet to be acknowledged with "success", but delivered packets are\n {2}ack neutron .* acknowledged \{"error":"ABCI code: 5"\}/,
  )
  expect(() => expect(bad).not.toBeAcknowledged()).toThrow('expected the packet not to be acknowledged, but')
})

test('the number of packets under way, and one of them', async ({ sandbox, neutron, hub, relayer }) => {
  const refusal = (run: () => void) => expect(run)
  refusal(() => expect(relayer).toHavePending()).toThrow(
    /^expected to have packets pending, but pending packets are\n {2}none$/,
  )
  expect(relayer).toHavePending(0)
  const alice = neutron.account('alice', '1000untrn')
  for (const amount of [1, 2]) await alice.ibcTransfer(hub.account('bob'), `${amount}untrn`)
  expect(relayer).toHavePending()
  expect(relayer).toHavePending(2)
  expect(sandbox).not.toHavePending(1)
  expect(sandbox).toHavePending({ sequence: 2n, data: { amount: '2' } })
  expect(sandbox).not.toHavePending({ sequence: 2n, data: { amount: '1' } })
  refusal(() => expect(relayer).toHavePending({ sequence: 3n })).toThrow(
    /expected to have a packet \{"sequence":3n\} pending, but/,
  )
  refusal(() => expect(relayer).not.toHavePending()).toThrow('expected not to have packets pending')
  refusal(() => expect(neutron).toHavePending()).toThrow('toHavePending() needs the packets of a relayer')
})
