import { expect, test } from 'vitest'
import { Lanes } from '../../src/report/record/lanes.js'
import { rowsOf } from '../../src/report/record/rows.js'
import type { PacketResult, QueryDelivery } from '../../src/sandbox/index.js'

const CHAINS = ['neutron', 'hub', 'osmo']
const result = {
  chain: 'neutron',
  height: 7n,
  hash: 'A',
  code: 0,
  codespace: '',
  rawLog: '',
  events: [],
  gasWanted: 5n,
  gasUsed: 5n,
  data: new Uint8Array(0),
  trace: [],
  sudo: [],
  remoteChain: 'osmo',
}

test('with several chains, an arrow begins at the queried one, and accounts are beside their own chain', () => {
  const lanes = new Lanes()
  for (const [name, near] of [
    ['alice', 'neutron'],
    ['carol', 'osmo'],
    ['bob', 'hub'],
  ] as const)
    lanes.of('actor', name, near)
  lanes.of('chain', 'hub', 'hub')
  const query: QueryDelivery = { ...result, queryId: 1n, type: 'kv', remoteHeight: 3n, remoteTx: undefined }
  const step: PacketResult = {
    ...result,
    kind: 'openTry',
    packet: undefined,
    acknowledgement: undefined,
    proofs: 'verify',
  }
  const parts = [query, step].map((one) => ({ title: '', result: one }))
  const rows = rowsOf({ index: 0, name: 'both', action: undefined, differs: false, failed: false }, parts, lanes)
  const { lanes: ordered, places } = lanes.ordered(CHAINS)
  expect(ordered.map(({ name }) => name)).toEqual([
    'alice',
    'neutron',
    'query relayer',
    'relayer',
    'hub',
    'bob',
    'osmo',
    'carol',
  ])
  const nameOf = (lane: number): string => ordered[places[lane]!]!.name
  expect(rows.map(({ kind, from, to }) => [kind, nameOf(from), nameOf(to)])).toEqual([
    ['query', 'osmo', 'neutron'],
    ['handshake', 'osmo', 'neutron'],
  ])
})
