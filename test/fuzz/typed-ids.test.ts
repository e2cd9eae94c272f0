import { describe, expect, test } from 'vitest'
import { defineCampaign } from '../../src/fuzz/config.js'
import { idPlaces, isNamedLike } from '../../src/fuzz/model/id-places.js'
import { partsOf, StoredRecords, type StoredRecord } from '../../src/fuzz/model/records.js'
import { TypedIds } from '../../src/fuzz/model/typed-ids.js'
import { RandomSource } from '../../src/fuzz/random-source.js'
import type { Start } from '../../src/fuzz/setup.js'
import type { Json } from '../../src/sandbox/index.js'
import { started } from './stories.js'

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'))

describe('a key of a map', () => {
  test.each([
    ['of a number', '\0\x07tickets\0\0\0\0\0\0\0\x05', { map: 'tickets', keys: ['\0\0\0\0\0\0\0\x05'] }],
    ['of a text', '\0\x04jarsfig', { map: 'jars', keys: ['fig'] }],
    ['of two parts', '\0\x04jars\0\x03bobfig', { map: 'jars', keys: ['bob', 'fig'] }],
    ['of a small number', '\0\x05seatsA', { map: 'seats', keys: ['A'] }],
  ])('%s is split', (_, key, parts) => expect(partsOf(bytes(key))).toEqual(parts))

  test.each(['config', '\0\x07tickets', '\0\0', ''])('%j is the key of a single item', (key) =>
    expect(partsOf(bytes(key))).toBeUndefined(),
  )
})

test('members may name a record if they are scalars, or lists of them', () => {
  const msg: Json = { move: { ids: [1, 2], to: [{ ticket_id: 3, seat: 4 }], open: true } }
  expect(idPlaces(msg).map(({ shape }) => shape)).toEqual(['move/ids', 'move/to/*/ticket_id', 'move/to/*/seat'])
  expect(isNamedLike({ name: 'ticket_id' }, 'tickets')).toBe(true)
  expect(isNamedLike({ name: 'ids' }, 'tickets')).toBe(false)
})

const ROUNDS = 300

/** The start of a campaign with a collection in which bob and alice have tokens. */
const withTokens = <T>(work: (start: Start) => T): Promise<T> =>
  started(
    defineCampaign({
      title: 'tokens',
      actors: ['alice', 'bob'].map((name) => ({ name, funds: '1000000untrn' })),
      setup: async ({ chains: { neutron } }) => {
        const alice = neutron.account('alice')
        const tokens = await alice.deploy(
          'contracts/artifacts/cw721_base.wasm',
          { name: 'tokens', symbol: 'TOKENS' },
          { label: 'tokens' },
        )
        for (const [token_id, owner] of [
          ['fig', 'alice'],
          ['plum', 'bob'],
          ['pear', 'bob'],
        ] as const)
          await alice.execute(tokens, { mint: { token_id, owner: neutron.account(owner).address, extension: null } })
      },
      contracts: [{ label: 'tokens', schema: 'contracts/artifacts/schema/cw721_base.json' }],
    }),
    async (start) => work(start),
  )

test('a row is read again when its value has changed', () =>
  withTokens(async (start) => {
    const [subject] = start.subjects as [Start['subjects'][number]]
    const stored = new StoredRecords(start)
    const tokens = (): Readonly<Record<string, StoredRecord>> =>
      Object.fromEntries(
        stored
          .of(subject)
          .filter(({ map }) => map === 'tokens')
          .map((record) => [record.keys[0]!.text, record]),
      )
    const before = tokens()
    expect(stored.of(subject)).toBe(stored.of(subject))
    const { neutron } = start.sandbox.chains
    const send = { transfer_nft: { recipient: neutron.addressOf('alice')!, token_id: 'plum' } }
    await neutron.account('bob').execute('tokens', send)
    const after = tokens()
    expect(after['plum']!.owner).toBe(neutron.addressOf('alice'))
    expect(after['pear']).toBe(before['pear'])
    expect(after['pear']!.owner).toBe(neutron.addressOf('bob'))
    await start.sandbox.restore(start.snapshot)
    expect(tokens()['plum']!.owner).toBe(neutron.addressOf('bob'))
  }))

describe('ids in messages', () => {
  test('are those of stored records, mostly sent by their owner', () =>
    withTokens((start) => {
      const [subject] = start.subjects as [Start['subjects'][number]]
      const owners: Readonly<Record<string, string>> = { fig: 'alice', plum: 'bob', pear: 'bob' }
      const stored = new StoredRecords(start).of(subject).filter(({ map }) => map === 'tokens')
      expect(
        Object.fromEntries(
          stored.map(({ keys, owner }) => [
            keys[0]!.text,
            start.actors.find((name) => start.sandbox.chains.neutron.addressOf(name) === owner),
          ]),
        ),
      ).toEqual(owners)
      const ids = new TypedIds(start)
      const random = new RandomSource(1)
      const sent = Array.from({ length: ROUNDS }, () => {
        const from = random.pick(['alice', 'bob', 'stranger'])
        const draft = { variant: 'revoke', from, msg: { revoke: { spender: 'x', token_id: 'unknown' } } }
        const { from: by, msg } = ids.filled(subject, draft, random, ids.read(subject))
        return [by, msg.revoke.token_id] as const
      })
      const share = (fits: (by: string, id: string) => boolean): number =>
        sent.filter(([by, id]) => fits(by, id)).length / ROUNDS
      expect(share((by, id) => owners[id] === by)).toBeGreaterThan(0.55)
      expect(share((by, id) => owners[id] !== undefined && owners[id] !== by)).toBeGreaterThan(0.05)
      expect(share((_, id) => owners[id] === undefined)).toBeLessThan(0.2)
      expect(share((_, id) => owners[id] === undefined)).toBeGreaterThan(0)
    }))

  test('are drawn by the status in which a message was accepted, in lists too', () =>
    withTokens((start) => {
      const [subject] = start.subjects as [Start['subjects'][number]]
      const record = (id: number, by: string, status: string): StoredRecord => ({
        map: 'tickets',
        keys: [{ text: undefined, number: BigInt(id) }],
        owner: start.sandbox.chains.neutron.addressOf(by),
        fields: {},
        states: new Map([['status', status]]),
      })
      const records = [
        record(1, 'alice', 'used'),
        record(2, 'bob', 'open'),
        record(3, 'bob', 'used'),
        record(4, 'alice', 'open'),
        record(5, 'alice', 'used'),
      ]
      const ids = new TypedIds(start)
      const random = new RandomSource(1)
      const sweep = (): boolean => {
        const draft = { variant: 'sweep', from: 'bob', msg: { sweep: { ids: [random.below(100)] } } }
        const filled = ids.filled(subject, draft, random, records)
        const isAll = filled.msg.sweep.ids.join() === '1,3,5'
        ids.learn('tokens', filled, isAll)
        return isAll
      }
      const shares = [0, 1].map(() => Array.from({ length: ROUNDS }, sweep).filter(Boolean).length / ROUNDS)
      expect(shares[0]).toBeGreaterThan(0.02)
      expect(shares[1]).toBeGreaterThan(0.3)
      expect(ids.ready(subject, 'sweep', records)).toBe(1)
      expect(ids.ready(subject, 'sweep', records.slice(1, 2))).toBeLessThan(0.5)
    }))

  test('are left alone where there is nothing to name', () =>
    withTokens((start) => {
      const [subject] = start.subjects as [Start['subjects'][number]]
      const ids = new TypedIds(start)
      const draft = { variant: 'mint', from: 'bob', msg: { mint: { to: 'bob', amount: '5', memo: 'x', owner: 'bob' } } }
      expect(ids.filled(subject, draft, new RandomSource(1), ids.read(subject))).toBe(draft)
    }))
})
