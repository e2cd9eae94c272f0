import { describe, expect, test } from 'vitest'
import { defineCampaign } from '../../src/fuzz/config.js'
import type { ActionInput, Double, Json } from '../../src/sandbox/index.js'
import { registering as open, SUBMIT as SEND } from './account-messages.js'
import { judged, started } from './stories.js'

type Storage = Parameters<NonNullable<Double['sudo']>>[0]['storage']
interface Kept {
  readonly address: string | null
  readonly sent: number
}

const kept = (storage: Pick<Storage, 'load'>): Kept => storage.load<Kept>('kept') ?? { address: null, sent: 0 }
/** A contract with an account on the other chain. @param timeout what it does when a packet times out @param query what it answers @param onlyOnce whether it opens no account again */
const keeper = (
  timeout: NonNullable<Double['sudo']>,
  query: (kept: Kept) => unknown = ({ address }) => address,
  onlyOnce = false,
): Double => ({
  execute: ({ storage }, _env, _info, msg) => {
    if ('open' in (msg as object)) {
      if (onlyOnce && kept(storage).address !== null) throw new Error('registered already')
      return { messages: [open((msg as { open: { id?: string } }).open.id)] }
    }
    storage.save('kept', { ...kept(storage), sent: kept(storage).sent + 1 })
    return { messages: [SEND] }
  },
  sudo: (deps, env, msg) => {
    if ('timeout' in (msg as object)) return timeout(deps, env, msg)
    const { open_ack } = msg as { readonly open_ack?: { readonly counterparty_version: string } }
    if (open_ack === undefined) return undefined
    const { address } = JSON.parse(open_ack.counterparty_version) as { readonly address: string }
    deps.storage.save('kept', { ...kept(deps.storage), address })
    return undefined
  },
  query: ({ storage }) => query(kept(storage)),
})

const keeps: NonNullable<Double['sudo']> = () => undefined
const forgets: NonNullable<Double['sudo']> = ({ storage }) => storage.save('kept', { ...kept(storage), address: null })

const message = (name: string) => ({ type: 'object', required: [name], properties: { [name]: { type: 'object' } } })
const tell = (msg: Record<string, object>, funds: string): ActionInput => ({
  action: 'tx',
  from: 'alice',
  messages: [{ execute: { contract: 'keeper', msg, funds } }],
})
const relay: ActionInput = { action: 'relay' }
const TIMES_OUT: readonly ActionInput[] = [
  tell({ open: {} }, '1000000untrn'),
  relay,
  tell({ send: {} }, '2000untrn'),
  { action: 'skipPastTimeout', chain: 'hub' },
  relay,
]

const verdict = (
  double: Double,
  story = TIMES_OUT,
  schema: object = { query: message('address') },
  invariant = 'I15',
) =>
  started(
    defineCampaign({
      title: 'an account',
      actors: [{ name: 'alice', funds: '10000000untrn' }],
      setup: ({ chains: { neutron } }) => {
        neutron.mock(double, { label: 'keeper' })
        return Promise.resolve()
      },
      contracts: [
        {
          label: 'keeper',
          schema: {
            contract_name: 'keeper',
            execute: { oneOf: [message('open'), message('send')] },
            ...schema,
          },
        },
      ],
    }),
    async (start) => (await judged(start, invariant, story))?.verdict,
  )

describe('I15: a returned address belongs to an open channel', () => {
  test('a query that returns the address after a timeout closed the channel, as before, violates it', async () => {
    expect(await verdict(keeper(keeps, undefined, true))).toMatchObject({
      text: expect.stringMatching(
        /^after the channel of the interchain account cosmos1\w+ was closed, the address is still returned, as before, by address$/,
      ) as string,
      about: 'keeper/timeout',
      level: 'error',
    })
  })

  test('the address of an account that can be opened again under the same name is a note', async () => {
    expect(await verdict(keeper(keeps))).toMatchObject({
      text: expect.stringMatching(/by address; the contract can open it again$/) as string,
      about: 'keeper/timeout',
      level: 'note',
    })
  })

  test('of several packets that one step delivers, the one that closed the channel is the place', async () => {
    const story = [...TIMES_OUT.slice(0, 3), TIMES_OUT[2]!, TIMES_OUT[3]!, relay]
    expect(await verdict(keeper(keeps, undefined, true), story)).toMatchObject({ about: 'keeper/timeout' })
  })

  test('an address among other values is a note, unless one of them changed', async () => {
    const beside = (more: (kept: Kept) => unknown) =>
      keeper(keeps, (all) => ({ account: all.address, more: more(all) }))
    expect(await verdict(beside(() => 'staker'))).toMatchObject({ level: 'note' })
    const counts: NonNullable<Double['sudo']> = ({ storage }) => storage.save('kept', { ...kept(storage), sent: 0 })
    const all = keeper(counts, ({ address, sent }) => ({ address, sent }))
    expect(await verdict(all)).toBeUndefined()
  })

  test('a contract that deletes the address, or registers the account again at once, satisfies it', async () => {
    expect(await verdict(keeper(forgets))).toBeUndefined()
    const funded = [
      tell({ open: {} }, '2000000untrn'),
      ...TIMES_OUT.slice(1, -1),
      { action: 'relay', limit: 1 } as const,
    ]
    expect(
      await verdict(
        keeper(() => ({ messages: [open()] })),
        funded,
      ),
    ).toBeUndefined()
    expect(await verdict(keeper(keeps), funded)).toBeDefined()
  })

  test('an error leaves the channel open, and without known queries nothing is said', async () => {
    expect(await verdict(keeper(keeps), [...TIMES_OUT.slice(0, 3), relay])).toBeUndefined()
    expect(await verdict(keeper(keeps), TIMES_OUT, {})).toBeUndefined()
    expect(await verdict(keeper(keeps, () => 'staker'))).toBeUndefined()
    expect(
      await verdict(
        keeper(() => {
          throw new Error('not now')
        }),
      ),
    ).toBeUndefined()
  })
})

/** What a contract says of a channel, in the words of ibc-go. */
interface Told {
  readonly endpoint: { readonly port_id: string; readonly channel_id: string }
  readonly counterparty_endpoint: { readonly port_id: string; readonly channel_id: string }
  readonly order: string
}
type Save = (told: { channel: Told; channel_status: string }) => void

/** A contract that keeps the state of its channel. @param lapsed what it does when a packet times out */
const controller = (lapsed: (channel: Told, save: Save) => void): Double => ({
  execute: ({ storage }, env, _info, msg) => {
    const { channel } = storage.load<{ channel: Told }>('channel')!
    // A state that an owner gives is the contract's own business.
    if ('state' in (msg as object)) {
      storage.save('channel', { channel, channel_status: 'STATE_CLOSED' })
      return undefined
    }
    const timeout = { timestamp: String(BigInt(env.block.time) + 60n * 10n ** 9n) }
    return { messages: [{ ibc: { send_packet: { channel_id: channel.endpoint.channel_id, data: 'e30=', timeout } } }] }
  },
  query: ({ storage }) => storage.load<Json>('channel'),
  ibc_channel_open: () => undefined,
  ibc_channel_connect: ({ storage }, _env, msg) => {
    const [{ channel }] = Object.values(msg as Record<string, { readonly channel: Told }>) as [{ channel: Told }]
    storage.save('channel', { channel, channel_status: 'STATE_OPEN' })
  },
  ibc_channel_close: () => undefined,
  ibc_packet_receive: () => ({ acknowledgement: 'e30=' }),
  ibc_packet_ack: () => undefined,
  ibc_packet_timeout: ({ storage }) => {
    const { channel } = storage.load<{ channel: Told }>('channel')!
    lapsed(channel, (told) => storage.save('channel', told))
  },
})

const closes = (channel: Told, save: Save): void => save({ channel, channel_status: 'STATE_CLOSED' })
const closesOrdered = (channel: Told, save: Save): void => {
  if (channel.order === 'ORDER_ORDERED') closes(channel, save)
}

describe('I15: what is returned of the state of a channel is so', () => {
  const stated = (double: Double, ordering: 'ordered' | 'unordered', steps: readonly ActionInput[]) =>
    started(
      defineCampaign({
        title: 'a channel',
        actors: [{ name: 'alice', funds: '10000000untrn' }],
        setup: async (sandbox) => {
          const { neutron, hub } = sandbox.chains
          const [here, there] = [neutron, hub].map((chain) => chain.mock(double, { label: 'keeper' }).address)
          await sandbox.perform({
            action: 'openChannel',
            port: `wasm.${here!}`,
            counterpartyPort: `wasm.${there!}`,
            version: 'any',
            ordering,
          })
        },
        contracts: [
          {
            label: 'keeper',
            schema: {
              contract_name: 'keeper',
              execute: { oneOf: [message('send'), message('state')] },
              query: message('channel'),
            },
          },
        ],
      }),
      async (start) => (await judged(start, 'I15', steps))?.verdict,
    )
  const LAPSES: readonly ActionInput[] = [tell({ send: {} }, ''), { action: 'skipPastTimeout', chain: 'hub' }, relay]

  test('closed after a timeout that leaves the channel open violates it', async () => {
    expect(await stated(controller(closes), 'unordered', LAPSES)).toMatchObject({
      text: expect.stringMatching(
        /^after ibc_packet_timeout, channel says that the channel channel-\d+ of keeper is STATE_CLOSED, but it is STATE_OPEN$/,
      ) as string,
      about: 'keeper/ibc_packet_timeout',
      level: 'error',
    })
  })

  test('is about the callback that changed it: with another kind in the same step nothing is said', async () => {
    const send = tell({ send: {} }, '')
    const arrive: ActionInput = { action: 'relay', filter: { kind: 'recv' } }
    const both = [send, arrive, ...LAPSES]
    expect(await stated(controller(closes), 'unordered', both)).toBeUndefined()
    expect(await stated(controller(closes), 'unordered', [send, relay, ...LAPSES])).toBeDefined()
  })

  test('open after a timeout that closes the channel is not changed by a callback, and closed is right', async () => {
    expect(await stated(controller(closes), 'ordered', LAPSES)).toBeUndefined()
    expect(await stated(controller(closesOrdered), 'ordered', LAPSES)).toBeUndefined()
    expect(
      await stated(
        controller(() => undefined),
        'ordered',
        LAPSES,
      ),
    ).toBeUndefined()
  })

  test('a contract that distinguishes orderings, or whose owner closes the channel for it, satisfies it', async () => {
    expect(await stated(controller(closesOrdered), 'unordered', LAPSES)).toBeUndefined()
    expect(await stated(controller(closesOrdered), 'unordered', [tell({ state: {} }, ''), ...LAPSES])).toBeUndefined()
  })

  test('a response that names the other end alone, or several channels, says nothing', async () => {
    const query =
      (told: (channel: Told) => Json): Double['query'] =>
      ({ storage }) => {
        const { channel, channel_status } = storage.load<{ channel: Told; channel_status: string }>('channel')!
        return { state: channel_status, of: told(channel) }
      }
    const telling = (told: (channel: Told) => Json): Double => ({ ...controller(closes), query: query(told)! })
    const end = ({ counterparty_endpoint: { port_id, channel_id } }: Told) => ({ port_id, channel_id })
    expect(await stated(telling(end), 'unordered', LAPSES)).toBeUndefined()
    expect(
      await stated(
        telling(({ endpoint: { channel_id } }) => ({ channel_id })),
        'unordered',
        LAPSES,
      ),
    ).toBeDefined()
  })
})

test('I6: channels that are being opened do not keep a packet from settling', async () => {
  const more = ['one', 'two', 'three'].map((id) => tell({ open: { id } }, '1000000untrn'))
  const story = [...TIMES_OUT.slice(0, 3), ...more]
  expect(await verdict(keeper(keeps), story, {}, 'I6')).toBeUndefined()
})
