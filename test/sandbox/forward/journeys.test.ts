import { inspect } from 'node:util'
import { RunRecorder } from '../../../src/report/record/recorder.js'
import { History } from '../../../src/explorer/history.js'
import { journeys, journeysOf } from '../../../src/explorer/relays.js'
import { createSandbox, type TxResult } from '../../../src/sandbox/index.js'
import { Journeys } from '../../../src/sandbox/relayer/journeys.js'
import type { JourneyData } from '../../../src/pages/model.js'
import { partOf } from '../../../src/pages/parts.js'
import { expect, test } from '../../../src/vitest/index.js'
import { forward, row } from './row.js'

const ANYBODY = 'pfm'

test('a leg that timed out and was retried is in one tree with the packet that it continues', async () => {
  const { alice, carol, osmo, relayer, step } = row()
  const memo = forward(carol.address, { timeout: '60s', retries: 1 })
  const sent = await alice.ibcTransfer(ANYBODY, '10untrn', { channel: 'channel-0', memo, timeoutSeconds: 3600 })
  await step()
  expect(relayer.journey(sent)).not.toArriveAt('osmo')
  const [, leg] = relayer.pending()
  await osmo.skipPastTimeout()
  await relayer.relay()
  const journey = relayer.journey(sent)
  expect(relayer.journeys).toEqual([journey])
  expect(relayer.journey(leg!)).toEqual(journey)
  expect(inspect(journey).replaceAll(/\d+ gas/g, 'N gas')).toBe(
    `packet 1 from neutron channel-0 to hub channel-0: delivered
  10 untrn to pfm
  sent on neutron at height 3
  received on hub at height 3, N gas
  forwarded: packet 1 from hub channel-1 to osmo channel-0: timed out
    10 transfer/channel-0/untrn to ${carol.address}
    sent on hub at height 3
    timed out on hub at height 4, N gas
  sent again: packet 2 from hub channel-1 to osmo channel-0: delivered
    10 transfer/channel-0/untrn to ${carol.address}
    sent on hub at height 4
    received on osmo at height 4, N gas
    answered on osmo at height 4 {"result":"AQ=="}
    acknowledged on hub at height 6, N gas
  answered on hub at height 6 {"result":"AQ=="}
  acknowledged on neutron at height 5, N gas`,
  )
  expect(journey).toArriveAt('osmo')
  expect(journey).not.toBeRefunded()
  expect(journey).toTimeOut({ from: 'hub', sequence: 1n })
  expect(journey).toDeliver('recv', { to: 'osmo', sequence: 2n })
})

test('a refund goes back over all chains, and until then the packet is in flight', async () => {
  const { alice, carol, osmo, relayer, sandbox, step } = row()
  const memo = forward(carol.address, { timeout: '60s' })
  const sent = await alice.ibcTransfer(ANYBODY, '10untrn', { channel: 'channel-0', memo, timeoutSeconds: 3600 })
  await step()
  const id = await sandbox.snapshot()
  await osmo.skipPastTimeout()
  await step()
  expect(relayer.journey(sent)).toMatchObject({ state: 'answered', next: [{ state: 'timedOut', origin: 'forwarded' }] })
  await step()
  expect(relayer.journey(sent)).toBeRefunded()
  expect(() => expect(relayer.journey(sent)).toArriveAt('osmo')).toThrow(
    /to arrive at "osmo", but\n {2}packet 1 from neutron channel-0 to hub channel-0: refused with an error acknowledgement\n[^]*forwarded: packet 1 from hub channel-1 to osmo channel-0: timed out\n/,
  )
  await sandbox.restore(id)
  expect(relayer.journey(sent)).toMatchObject({ state: 'received', next: [{ state: 'sent' }] })
})

/** Four chains in a row, the last with hooks. */
function four() {
  const layers = ['packet-forward', 'callbacks'] as const
  const sandbox = createSandbox({
    chains: {
      neutron: {},
      hub: { layers: [...layers] },
      osmo: { kind: 'hub', prefix: 'osmo', denom: 'uosmo', layers: [...layers] },
      juno: { kind: 'wasmd', prefix: 'juno', denom: 'ujuno', layers: ['ibc-hooks', ...layers] },
    },
    links: [
      ['neutron', 'hub'],
      ['hub', 'osmo'],
      ['osmo', 'juno'],
    ],
  })
  return { sandbox, ...sandbox.chains, relayer: sandbox.relayer }
}

test('two nested routes over four chains at once, with a hook at the end, are one tree each', async () => {
  const { neutron, juno, relayer } = four()
  const vault = juno.mock(
    {
      execute: (_deps, _env, _info, msg) => {
        if ('fail' in (msg as object)) throw new Error('closed')
        return {}
      },
    },
    { label: 'vault' },
  )
  const alice = neutron.account('alice', '1000untrn')
  const memo = (msg: object) =>
    forward('pfm', {
      next: {
        forward: {
          receiver: vault.address,
          port: 'transfer',
          channel: 'channel-1',
          next: { wasm: { contract: vault.address, msg } },
        },
      },
    })
  const options = { channel: 'channel-0', timeoutSeconds: 3600 }
  const good = await alice.ibcTransfer(ANYBODY, '10untrn', { ...options, memo: memo({ pay: {} }) })
  const bad = await alice.ibcTransfer(ANYBODY, '7untrn', { ...options, memo: memo({ fail: {} }) })
  await relayer.relay()
  expect(relayer.journeys).toHaveLength(2)
  const arrived = relayer.journey(good)
  expect(arrived).toArriveAt('juno')
  expect(inspect(arrived)).toMatch(
    /^packet 1 from neutron[^]*\n {2}forwarded: packet 1 from hub[^]*\n {4}forwarded: packet 1 from osmo[^]*\n {6}received on juno[^\n]*\n {8}execute vault \(double\) \{"pay":\{\}\} with 10ibc/,
  )
  const refused = relayer.journey(bad)
  expect(refused).toBeRefunded()
  expect(refused.next[0]!.next[0]).toMatchObject({
    packet: { from: 'osmo', to: 'juno', sequence: 2n },
    state: 'refused',
  })
  expect(inspect(refused)).toContain('✗ closed')
  expect(neutron.balance(alice, 'untrn')).toBe(990n)
})

test('what a contract sends when coins arrive follows from their packet, and is not a leg of it', async () => {
  const { osmo, juno, relayer } = four()
  const back = juno.mock({
    execute: (_deps, { block }, { funds }) => ({
      messages: [
        {
          ibc: {
            transfer: {
              channel_id: 'channel-0',
              to_address: 'nobody',
              amount: funds[0]!,
              timeout: { timestamp: String(BigInt(block.time) + 600_000_000_000n) },
            },
          },
        },
      ],
    }),
  })
  const dora = osmo.account('dora', '50uosmo')
  const memo = JSON.stringify({ wasm: { contract: back.address, msg: {} } })
  const sent = await dora.ibcTransfer(back.address, '5uosmo', { channel: 'channel-1', memo })
  await relayer.relay()
  const journey = relayer.journey(sent)
  expect(journey).toMatchObject({
    state: 'delivered',
    next: [{ origin: 'caused', during: 'received', state: 'refused' }],
  })
  expect(journey).toArriveAt('juno')
  expect(inspect(journey)).toContain(
    'led to: packet 1 from juno channel-0 to osmo channel-1: refused with an error acknowledgement',
  )
  expect(() => relayer.journey({ ...sent, hash: 'A' })).toThrow('the transaction sent no packet')
})

test('pages have the trees, and of each step the row of its transaction', async () => {
  const { alice, carol, hub, neutron, osmo, relayer, sandbox } = row()
  const history = new History(new Map([neutron, hub, osmo].map((chain) => [chain.key, chain.host])))
  const recorder = new RunRecorder(sandbox)
  const noted = (name: string, results: readonly TxResult[]) =>
    recorder.step({ name, action: undefined, parts: results.map(partOf), failed: false })
  const options = { channel: 'channel-0', memo: forward(carol.address) }
  noted('send', [await alice.ibcTransfer(ANYBODY, '10untrn', options)])
  noted('plain', [await carol.ibcTransfer('nobody', '1uosmo')])
  noted('relay', await relayer.relay())

  const { journeys: trees, rows } = recorder.done()
  const titles = (tree: JourneyData) =>
    tree.steps.map(({ event, row: at }) => [event, at && (rows[at]!.what ?? rows[at]!.title)])
  const [tree, other] = trees
  expect(trees).toMatchObject([
    { from: 'neutron', state: 'delivered' },
    { from: 'osmo', state: 'refused', next: [] },
  ])
  expect(other!.answer).toContain('ABCI code')
  expect(titles(tree!)).toEqual([
    ['sent', 0],
    ['received', 'recv of packet 1, channel-0'],
    ['answered', 'ack of packet 1, channel-1'],
    ['acknowledged', 'ack of packet 1, channel-0'],
  ])
  expect(titles(tree!.next[0]!)).toEqual([
    ['sent', 'recv of packet 1, channel-0'],
    ['received', 'recv of packet 1, channel-1'],
    ['answered', 'recv of packet 1, channel-1'],
    ['acknowledged', 'ack of packet 1, channel-1'],
  ])

  const explored = { journeys: () => relayer.journeys, history }
  const { journeys: shown, more } = journeys(explored)
  expect([shown.length, more]).toEqual([1, 0])
  const [sent] = shown[0]!.steps
  const entry = history.entry(sent!.row!)!
  expect(entry.title).toBe('transfer')
  expect(journeysOf(explored, entry)).toEqual(shown)
})

test('of several packets that one transaction delivers, each leads to what its own message sent', () => {
  const event = (type: string, message: number, source: string, sequence: number) => ({
    type,
    attributes: [
      ...Object.entries({
        packet_data_hex: '7b7d',
        packet_src_channel: source,
        packet_src_port: 'transfer',
        packet_dst_channel: 'channel-9',
        packet_dst_port: 'transfer',
        packet_sequence: String(sequence),
        packet_timeout_height: '0-0',
        packet_timeout_timestamp: '0',
      }),
      ['msg_index', String(message)] as const,
    ],
  })
  const events = [
    event('recv_packet', 1, 'channel-0', 1),
    event('send_packet', 1, 'channel-1', 1),
    event('recv_packet', 2, 'channel-0', 2),
    event('send_packet', 2, 'channel-1', 2),
  ]
  const block = { height: 1, time: 5n, txs: [{ code: 0, hash: 'A', events }], events: [] }
  const hub = { key: 'hub', app: { prefix: 'cosmos', height: 1, baseApp: { block: () => block } } }
  const chains = {
    all: [hub],
    get: () => hub,
    originOfPacket: () => ({ key: 'neutron' }),
    routeOfPacket: () => ({ to: { key: 'osmo' } }),
  }
  const trees = new Journeys(chains as never, () => undefined).all
  expect(trees.map(({ packet, next }) => [packet.sequence, next.map((one) => one.packet.sequence)])).toEqual([
    [1n, [1n]],
    [2n, [2n]],
  ])
})
