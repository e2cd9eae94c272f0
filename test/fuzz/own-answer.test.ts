import { describe, expect, test } from 'vitest'
import { fromJsonBinary, type ActionInput, type Double } from '../../src/sandbox/index.js'
import { judged, started, vault, vaultCampaign } from './stories.js'
import { betweenTwo, packet, send } from './two-contracts.js'

interface Asked {
  readonly owner: string
  readonly name: string
}
type Waiting = Readonly<Record<string, Asked>>
type Storage = Parameters<NonNullable<Double['ibc_packet_ack']>>[0]['storage']

const waitingIn = (storage: Storage): Waiting => storage.load<Waiting>('waiting') ?? {}

/** Registers names with the other chain. @param keep what is waiting after a request @param settled the requests that an answer settles */
const registry = (
  keep: (waiting: Waiting, id: string, asked: Asked) => Waiting,
  settled: (waiting: Waiting, id: string) => readonly string[],
): Double => {
  const settle = (storage: Storage, data: string, answer: string): void => {
    const waiting = waitingIn(storage)
    const ids = settled(waiting, fromJsonBinary<{ readonly id: string }>(data).id)
    for (const id of ids) {
      const { owner, name } = waiting[id]!
      storage.save(['names', name], JSON.stringify({ owner, answer }))
    }
    storage.save('waiting', Object.fromEntries(Object.entries(waiting).filter(([id]) => !ids.includes(id))))
  }
  return {
    execute: ({ storage }, env, { sender }, msg) => {
      const next = (storage.load<number>('next') ?? 0) + 1
      const { name } = (msg as { readonly send: { readonly name: string } }).send
      storage.save('next', next)
      storage.save('waiting', keep(waitingIn(storage), String(next), { owner: sender, name }))
      return { messages: [packet(env, { id: String(next) })] }
    },
    ibc_packet_ack: ({ storage }, _env, msg) =>
      settle(storage, (msg as { readonly original_packet: { readonly data: string } }).original_packet.data, 'yes'),
    ibc_packet_timeout: ({ storage }, _env, msg) =>
      settle(storage, (msg as { readonly packet: { readonly data: string } }).packet.data, 'no'),
  }
}

const all = (waiting: Waiting, id: string, asked: Asked): Waiting => ({ ...waiting, [id]: asked })
const only = (_: Waiting, id: string, asked: Asked): Waiting => ({ [id]: asked })
const own = (waiting: Waiting, id: string): readonly string[] => (id in waiting ? [id] : [])

const asks = (from: string, name: string): ActionInput => send('here', { from, msg: { name } })
const TWO = [asks('alice', 'moon'), asks('carol', 'star')]
const verdict = (here: Double, story = TWO) => betweenTwo('I14', here, {}, story)

describe('I14: a response settles its own request', () => {
  test('and no other request, in either order', async () => {
    expect(await verdict(registry(all, own))).toBeUndefined()
    expect(await verdict(registry(all, own), [asks('alice', 'moon'), asks('alice', 'star')])).toBeUndefined()
  })

  test('where a second request replaces the first, the answer to the first settles it', async () => {
    const slot = registry(only, (waiting) => Object.keys(waiting))
    expect(await verdict(slot)).toMatchObject({
      text: 'the response to the request of alice settled the later request of carol instead; if it arrives before the later request of carol is made, it settles its own request',
      about: 'here/ibc_packet_ack',
      level: 'error',
      further: [{ action: 'relay' }, { action: 'relay' }],
      other: [{ action: 'relay' }, { action: 'relay' }],
      wrong: 0,
    })
    expect((await verdict(slot, [asks('alice', 'moon'), asks('alice', 'star')]))?.text).toMatch(
      /the response to the first of two requests of alice settled the second instead/,
    )
    // Equal requests of one sender cannot be told apart.
    expect(await verdict(slot, [asks('alice', 'moon'), asks('alice', 'moon')])).toBeUndefined()
  })

  test('what is left of a sum of amounts is no other request', async () => {
    const sum = (by: (sum: bigint, amount: bigint) => bigint, storage: Storage, data: string): void => {
      const { amount } = fromJsonBinary<{ readonly amount: string }>(data)
      storage.save('outstanding', String(by(BigInt(storage.load<string>('outstanding') ?? '0'), BigInt(amount))))
    }
    const escrow: Double = {
      execute: ({ storage }, env, _info, msg) => {
        const { amount } = (msg as { readonly send: { readonly amount: string } }).send
        const sent = packet(env, { amount })
        sum((all, more) => all + more, storage, sent.ibc.send_packet.data)
        return { messages: [sent] }
      },
      ibc_packet_ack: ({ storage }, _env, msg) =>
        sum(
          (all, less) => all - less,
          storage,
          (msg as { readonly original_packet: { readonly data: string } }).original_packet.data,
        ),
    }
    const amounts = ['10000', '5000'].map((amount) => send('here', { from: 'alice', msg: { amount } }))
    expect(await verdict(escrow, amounts)).toBeUndefined()
  })

  test('an answer that settles nothing once another account has made a request is a note', async () => {
    expect(await verdict(registry(only, own))).toMatchObject({
      text: expect.stringMatching(/^the response to the request of alice settled nothing/) as string,
      level: 'note',
    })
  })

  test('one that settles all requests is a note, if their own answers then settle nothing', async () => {
    expect(await verdict(registry(all, (waiting) => Object.keys(waiting)))).toMatchObject({
      text: expect.stringMatching(
        /also settled the later request of carol, and the response to the second request/,
      ) as string,
      level: 'note',
    })
  })

  test('of queries whose results are kept for the last requester', async () => {
    const asking = (slot: boolean): Double => ({
      execute: ({ storage }, _env, { sender }) => {
        const next = (storage.load<number>('next') ?? 0) + 1
        storage.save('next', next)
        storage.save(['askers', slot ? 'last' : String(next)], sender)
        const keys = [{ path: 'bank', key: Buffer.from([next]).toString('base64') }]
        const query = {
          query_type: 'kv',
          keys,
          transactions_filter: '',
          connection_id: 'connection-0',
          update_period: 1,
        }
        return { messages: [{ custom: { register_interchain_query: query } }] }
      },
      sudo: ({ storage }, _env, msg) => {
        const { query_id } = (msg as { readonly kv_query_result: { readonly query_id: number } }).kv_query_result
        storage.save(['seen', storage.load<string>(['askers', slot ? 'last' : String(query_id)])!], 'yes')
      },
    })
    const ask = (from: string) => send('here', { from, funds: '1000000untrn' })
    const story = [ask('alice'), ask('carol')]
    expect(await verdict(asking(true), story)).toMatchObject({
      text: expect.stringMatching(
        /^the response to the request of alice settled the later request of carol instead/,
      ) as string,
      about: 'here/kv_query_result',
    })
    expect(await verdict(asking(false), story)).toBeUndefined()
  })

  test('of deposits that differ only in their sequence', async () => {
    const story = [vault.deposit('alice'), vault.deposit('bob', 300, 'channel-1')]
    const found = await started(vaultCampaign('p4'), (start) => judged(start, 'I14', story))
    expect(found?.verdict.text).toMatch(
      /^the response to the request of alice settled the later request of bob instead/,
    )
    expect(await started(vaultCampaign(), (start) => judged(start, 'I14', story))).toBeUndefined()
  })
})
