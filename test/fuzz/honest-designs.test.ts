import { describe, expect, test } from 'vitest'
import { defineCampaign, levelOf, type CampaignConfigInput } from '../../src/fuzz/config.js'
import { createSandbox, toJsonBinary, type ActionInput, type Double } from '../../src/sandbox/index.js'
import { judged, started } from './stories.js'
import { betweenTwo, packet, send } from './two-contracts.js'

// For each invariant, a small honest contract that would break it, and beside it the faulty one that must.

type Storage = Parameters<NonNullable<Double['execute']>>[0]['storage']
type Message = Readonly<Record<string, never>>

const relay: ActionInput = { action: 'relay' }
const refuse: ActionInput = { action: 'relay', receiver: { errorCode: 7 } }
const has = (msg: unknown, name: string): boolean => typeof msg === 'object' && msg !== null && name in msg

const EMPTY = { type: 'object' }
const variants = (...names: readonly string[]) => ({
  oneOf: names.map((name) => ({ type: 'object', required: [name], properties: { [name]: EMPTY } })),
})

/** How a story of one contract breaks an invariant. */
const alone = (
  invariant: string,
  double: Double,
  story: readonly ActionInput[],
  about: Partial<CampaignConfigInput['contracts'][number]> = {},
  more: Partial<CampaignConfigInput> = {},
) =>
  started(
    defineCampaign({
      title: 'one contract',
      actors: [
        { name: 'alice', funds: '100gold,10000000untrn' },
        { name: 'carol', funds: '100gold,10000000untrn' },
      ],
      setup: async ({ chains: { neutron } }) => {
        const { address } = neutron.mock(double, { label: 'here' })
        await neutron
          .account('bank', { funds: '1000gold,1000000untrn' })
          .send([{ send: { to: address, amount: '1000gold' } }])
      },
      contracts: [{ label: 'here', schema: { contract_name: 'here', execute: variants('send') }, ...about }],
      ...more,
    }),
    async (start) => (await judged(start, invariant, story))?.verdict,
  )

const told = (from: string, msg: object, funds = ''): ActionInput => ({
  action: 'tx',
  from,
  messages: [{ execute: { contract: 'here', msg, funds } }],
})

/** The first sender is the owner. */
const ownerOnly = (storage: Storage, sender: string): void => {
  const owner = storage.load<string>('owner') ?? sender
  storage.save('owner', owner)
  if (owner !== sender) throw new Error('Unauthorized')
}

describe('I1: an owner who mints shares', () => {
  const shares = (check: (storage: Storage, sender: string) => void): Double => ({
    execute: ({ storage }, _env, { sender, funds }, given) => {
      const msg = given as Message
      const grow = (by: number): void =>
        storage.save(['shares', sender], (storage.load<number>(['shares', sender]) ?? 0) + by)
      if (has(msg, 'mint')) {
        check(storage, sender)
        grow(50)
      } else if (has(msg, 'deposit')) grow(Number(funds[0]?.amount ?? 0))
      else if (has(msg, 'double')) grow(Number(funds[0]?.amount ?? 0) * 2)
    },
    query: ({ storage }, _env, msg) => ({
      denom: 'gold',
      amount: String(storage.load<number>(['shares', (msg as { readonly of: string }).of]) ?? 0),
    }),
  })
  const claims = { query: { of: '${actor}' } }
  const story = (...last: readonly ActionInput[]) => [told('alice', { mint: {} }), told('alice', { mint: {} }), ...last]

  test('is a fact of the design', async () => {
    const mint = (n: number) => Array.from({ length: n }, () => told('alice', { mint: {} }))
    // The contract has 1000 of its own.
    expect(await alone('I1', shares(ownerOnly), mint(21), { claims })).toMatchObject({
      level: 'note',
      text: expect.stringMatching(/by here\/mint, which only a role may send/) as string,
    })
  })
  test('and does not hide what goes wrong beside it', async () => {
    const except = [{ invariant: 'I1', reason: 'which only a role may send' }]
    const verdict = (last: ActionInput) => alone('I1', shares(ownerOnly), story(last), { claims }, { except })
    expect(await verdict(told('carol', { double: {} }, '40gold'))).toMatchObject({
      level: 'error',
      asset: 'neutron:gold',
    })
    expect(await verdict(told('carol', { deposit: {} }, '40gold'))).toBeUndefined()
  })
  test('unlike anyone who mints them', async () => {
    expect(
      await alone(
        'I1',
        shares(() => undefined),
        story(),
        { claims },
      ),
    ).toMatchObject({ level: 'error' })
  })
})

describe('I2: a callback that calls an address which somebody named', () => {
  const NOBODY = 'neutron1qdahyedv3gt8lxe6f6huvtw7re95a475smq2c6'
  const hooked = (check: (storage: Storage, sender: string) => void): Double => ({
    execute: ({ storage }, env, { sender }, given) => {
      const { hook } = (given as { readonly send: { readonly hook?: string } }).send
      if (hook === undefined) return { messages: [packet(env, {})] }
      check(storage, sender)
      storage.save('hook', hook)
      return undefined
    },
    ibc_packet_ack: ({ storage }) => ({
      messages: [
        { wasm: { execute: { contract_addr: storage.load<string>('hook')!, msg: toJsonBinary({}), funds: [] } } },
      ],
    }),
  })
  const story = [send('here', { msg: { hook: NOBODY } }), send('here', { from: 'carol' }), relay]

  test('is a fact of the design if a role named it', async () => {
    expect(await betweenTwo('I2', hooked(ownerOnly), {}, story)).toMatchObject({
      level: 'note',
      about: 'here/ibc_packet_ack',
      text: expect.stringMatching(/no such contract.*; alice named the address$/) as string,
    })
  })
  test('also if others name it later', async () => {
    const later = send('here', { from: 'carol', msg: { note: NOBODY } })
    const named = [story[0]!, send('here', { from: 'stranger' }), later, relay]
    expect(await betweenTwo('I2', hooked(ownerOnly), {}, named)).toMatchObject({
      level: 'note',
      text: expect.stringMatching(/; alice named the address$/) as string,
    })
  })
  test('also if the stranger was given the role', async () => {
    const strangers = [send('here', { from: 'stranger', msg: { hook: NOBODY } }), ...story.slice(1)]
    expect(await betweenTwo('I2', hooked(ownerOnly), {}, strangers)).toMatchObject({
      level: 'note',
      text: expect.stringMatching(/; stranger named the address$/) as string,
    })
    const anyone = hooked(() => undefined)
    expect(await betweenTwo('I2', anyone, {}, strangers)).toMatchObject({ level: 'error' })
  })
  test('is an error if anyone can name one for others', async () => {
    expect(
      await betweenTwo(
        'I2',
        hooked(() => undefined),
        {},
        story,
      ),
    ).toMatchObject({ level: 'error' })
  })
  test('is a fact of the design if the sender of the packet named it', async () => {
    const own: Double = {
      ...hooked(ownerOnly),
      execute: ({ storage }, env, _info, msg) => {
        storage.save('hook', (msg as { readonly send: { readonly hook: string } }).send.hook)
        return { messages: [packet(env, {})] }
      },
    }
    expect(await betweenTwo('I2', own, {}, [send('here', { msg: { hook: NOBODY } }), relay])).toMatchObject({
      level: 'note',
    })
  })
})

test('I3: a contract that credits a refund instead of paying it is neutral; one that forgets it is not', async () => {
  const credits = (refunds: boolean): Double => ({
    execute: (_deps, env, { sender, funds }) => ({ messages: [packet(env, { sender, amount: funds[0]!.amount })] }),
    ibc_packet_ack: ({ storage }, _env, msg) => {
      const { acknowledgement, original_packet } = msg as {
        readonly acknowledgement: { readonly data: string }
        readonly original_packet: { readonly data: string }
      }
      if (refunds && Buffer.from(acknowledgement.data, 'base64').includes('error'))
        credit(storage, original_packet.data)
    },
    ibc_packet_timeout: ({ storage }, _env, msg) => {
      if (refunds) credit(storage, (msg as { readonly packet: { readonly data: string } }).packet.data)
    },
    query: ({ storage }, _env, msg) => ({
      denom: 'gold',
      amount: storage.load<string>(['credit', (msg as { readonly of: string }).of]) ?? '0',
    }),
  })
  const credit = (storage: Storage, data: string): void => {
    const { sender, amount } = JSON.parse(Buffer.from(data, 'base64').toString()) as Record<'sender' | 'amount', string>
    storage.save(['credit', sender], amount)
  }
  const verdict = (refunds: boolean) =>
    betweenTwo(
      'I3',
      credits(refunds),
      {},
      [send('here', { funds: '7gold' })],
      {},
      { claims: { query: { of: '${actor}' } } },
    )
  expect(await verdict(true)).toBeUndefined()
  expect(await verdict(false)).toMatchObject({ level: 'error', account: 'alice' })
})

test('I3: coins that nobody had, such as the bid of an auction, may be paid otherwise if they come back; more than came back may not', async () => {
  const fee = [{ denom: 'untrn', amount: '1000' }]
  const auction = (paid: string): Double => ({
    execute: (_deps, { block, contract }) => ({
      messages: [
        {
          custom: {
            ibc_transfer: {
              source_port: 'transfer',
              source_channel: 'channel-0',
              token: { denom: 'gold', amount: '5' },
              sender: contract.address,
              receiver: 'seller',
              timeout_height: {},
              timeout_timestamp: Number(BigInt(block.time) + 600_000_000_000n),
              memo: '',
              fee: { recv_fee: [], ack_fee: fee, timeout_fee: fee },
            },
          },
        },
      ],
    }),
    sudo: (_deps, _env, msg) =>
      has(msg, 'response')
        ? undefined
        : { messages: [{ bank: { send: { to_address: seller, amount: [{ denom: 'gold', amount: paid }] } } }] },
  })
  const seller = createSandbox().chains.neutron.account('carol').address
  const story = [told('alice', { send: {} }, '2000untrn')]
  expect(await alone('I3', auction('5'), story)).toMatchObject({ level: 'note', account: 'carol' })
  expect(await alone('I3', auction('6'), story)).toMatchObject({ level: 'error', account: 'carol' })
})

test('I4: a message that works once is a fact of the design, unless the contract promises to go on', async () => {
  const once: Double = {
    execute: ({ storage }, _env, { sender }) => {
      if (storage.load('done') !== undefined) throw new Error('done already')
      storage.save('done', true)
      return { messages: [{ bank: { send: { to_address: sender, amount: [{ denom: 'gold', amount: '1' }] } } }] }
    },
  }
  const story = [told('alice', { send: {} })]
  const messages = [{ from: 'alice', msg: { send: {} } }]
  expect(await alone('I4', once, story, { messages })).toMatchObject({ level: 'note' })
  expect(await alone('I4', once, story, { messages, terminal: false })).toMatchObject({ level: 'error' })
})

test('I4: a message that works again after weeks, as where coins have to unbond first, is no dead end', async () => {
  const after = (days: bigint): Double => ({
    execute: ({ storage }, { block }, { sender }) => {
      if (BigInt(block.time) < BigInt(storage.load<string>('until') ?? '0')) throw new Error('too early')
      storage.save('until', String(BigInt(block.time) + days * 86_400_000_000_000n))
      return { messages: [{ bank: { send: { to_address: sender, amount: [{ denom: 'gold', amount: '1' }] } } }] }
    },
  })
  const messages = [{ from: 'alice', msg: { send: {} } }]
  const verdict = (days: bigint) =>
    alone('I4', after(days), [told('alice', { send: {} })], { messages, terminal: false })
  expect(await verdict(25n)).toBeUndefined()
  expect(await verdict(100_000n)).toMatchObject({ level: 'error' })
})

test('I5: places in the order of arrival are the same to whoever only counts coins', async () => {
  const queue: Double = {
    execute: (_deps, env, { sender }) => ({ messages: [packet(env, { sender })] }),
    ibc_packet_ack: ({ storage }, _env, msg) => {
      const { data } = (msg as { readonly original_packet: { readonly data: string } }).original_packet
      storage.save('arrived', [...(storage.load<string[]>('arrived') ?? []), data])
    },
  }
  expect(await betweenTwo('I5', queue, {}, [send('here'), send('here', { from: 'carol' })])).toBeUndefined()
})

/** Sends a packet again after each failure. @param most how often */
const retrying = (most: number): Double => {
  const again: NonNullable<Double['ibc_packet_timeout']> = ({ storage }, env) => {
    const tries = storage.load<number>('tries') ?? 0
    if (tries === most) {
      storage.remove('tries')
      storage.remove('waiting')
      return undefined
    }
    storage.save('tries', tries + 1)
    return { messages: [packet(env, {})] }
  }
  return {
    execute: ({ storage }, env) => {
      storage.save('waiting', 'yes')
      return { messages: [packet(env, {})] }
    },
    ibc_packet_timeout: again,
    ibc_packet_ack: (deps, env, msg) => {
      const { data } = (msg as { readonly acknowledgement: { readonly data: string } }).acknowledgement
      if (Buffer.from(data, 'base64').includes('error')) return again(deps, env, msg)
      deps.storage.remove('waiting')
      deps.storage.remove('tries')
      return undefined
    },
  }
}

test('I6: a keeper that tries three times comes to rest; one that never stops does not', async () => {
  expect(await betweenTwo('I6', retrying(3), {}, [send('here')])).toBeUndefined()
  expect(await betweenTwo('I6', retrying(Infinity), {}, [send('here')])).toMatchObject({ level: 'error' })
})

test('I7: a log of all results that came is not what anybody has', async () => {
  const filter = JSON.stringify([{ field: 'transfer.recipient', op: 'Eq', value: 'cosmos1nobody' }])
  const query = {
    query_type: 'tx',
    keys: [],
    transactions_filter: filter,
    connection_id: 'connection-0',
    update_period: 1,
  }
  const logging = (pays: boolean): Double => ({
    execute: () => ({ messages: [{ custom: { register_interchain_query: query } }] }),
    sudo: ({ storage }) => {
      storage.save('seen', (storage.load<number>('seen') ?? 0) + 1)
      return undefined
    },
    query: ({ storage }) => ({ denom: 'gold', amount: pays ? String(storage.load<number>('seen') ?? 0) : '0' }),
  })
  const story: readonly ActionInput[] = [
    told('alice', { send: {} }, '1000000untrn'),
    { action: 'tx', chain: 'hub', from: 'stranger', messages: [{ send: { to: 'alice', amount: '10uatom' } }] },
    { action: 'deliverQueries', query: '1', lie: 'otherTx' },
  ]
  const claims = { query: { of: '${actor}' } }
  expect(await alone('I7', logging(false), story, { claims })).toBeUndefined()
  expect(await alone('I7', logging(true), story, { claims })).toMatchObject({ level: 'error' })
})

test('I8: a payment given up on purpose is a fact of the design; one whose failure is not even looked at is an error', async () => {
  const paying = (replyOn: 'error' | 'always'): Double => ({
    execute: (_deps, _env, { sender }) => ({
      messages: [
        {
          id: 1,
          msg: { bank: { send: { to_address: sender, amount: [{ denom: 'gold', amount: '1' }] } } },
          reply_on: replyOn,
        },
      ],
    }),
    reply: () => undefined,
  })
  expect(await alone('I8', paying('error'), [told('alice', { send: {} })])).toMatchObject({ level: 'note' })
  expect(await alone('I8', paying('always'), [told('alice', { send: {} })])).toMatchObject({ level: 'error' })
})

test('I9: a step that anyone may push on is a fact of the design, unless coins move', async () => {
  const pushed = (pays: boolean): Double => ({
    execute: ({ storage }, env, { sender }, msg) => {
      if (has(msg, 'send'))
        return {
          messages: [
            { wasm: { execute: { contract_addr: env.contract.address, msg: toJsonBinary({ push: {} }), funds: [] } } },
          ],
        }
      storage.save('pushed', (storage.load<number>('pushed') ?? 0) + 1)
      return pays
        ? { messages: [{ bank: { send: { to_address: sender, amount: [{ denom: 'gold', amount: '1' }] } } }] }
        : undefined
    },
  })
  expect(await alone('I9', pushed(false), [told('alice', { send: {} })])).toMatchObject({ level: 'note' })
  expect(await alone('I9', pushed(true), [told('alice', { send: {} })])).toMatchObject({ level: 'error' })
})

test('I9b, I10 and I11, which trades, handlers that read the time and interest would break, are off by default', () => {
  const config = defineCampaign({
    title: 'levels',
    actors: [{ name: 'alice' }],
    contracts: [{ label: 'here', address: 'neutron1here', schema: { contract_name: 'here' } }],
  })
  expect((['I9b', 'I10', 'I11'] as const).map((id) => levelOf(config, id))).toEqual([false, false, false])
})

describe('I12: a timeout that the sender chooses', () => {
  const transfers = (amount: (paid: string) => string): Double => ({
    execute: (_deps, env, { funds, sender }, msg) => {
      const { s } = (msg as { readonly send: { readonly s: number } }).send
      const coins = { denom: 'gold', amount: amount(funds[0]?.amount ?? '0'), sender, receiver: sender }
      return { messages: [packet(env, coins, BigInt(s))] }
    },
  })
  test.each([1, 1234])('of the coins that the sender pays is a fact of the design: %d seconds', async (s) => {
    const own = transfers((paid) => paid)
    expect(await betweenTwo('I12', own, 'transfer', [send('here', { msg: { s }, funds: '7gold' })])).toMatchObject({
      level: 'note',
      key: 'chosen',
    })
  })
  test("of the contract's own coins, by anyone, is an error if it is out of bounds", async () => {
    const all = transfers(() => '1000')
    const verdict = (s: number) => betweenTwo('I12', all, 'transfer', [send('here', { msg: { s } })])
    expect(await verdict(1234)).toMatchObject({ level: 'note' })
    expect(await verdict(1)).toMatchObject({
      level: 'error',
      text: expect.stringMatching(
        /times out after 1 seconds; the sender .*; a stranger can send it with 1000 of neutron:gold of the contract's own/,
      ) as string,
    })
  })
})

describe('I12: a timeout in a message that a contract was told to send', () => {
  const soon: Double = {
    execute: ({ storage }, env, _info, msg) => {
      const { next } = (msg as { readonly send: { readonly next?: string } }).send
      if (next !== undefined) storage.save('next', next)
      return { messages: [packet(env, {})] }
    },
    ibc_packet_ack: ({ storage }, env) => {
      const next = storage.load<string>('next')
      const seconds = next === undefined ? 9 : JSON.parse(Buffer.from(next, 'base64').toString()).timeout_seconds
      return { messages: [packet(env, {}, BigInt(seconds as number))] }
    },
  }
  /** Each acknowledgement sends another packet, so a delivery of everything has no end. */
  const delivered: ActionInput = { action: 'relay', limit: 6 }
  test('is a fact of the design, also in a callback', async () => {
    const next = toJsonBinary({ timeout_seconds: 9 })
    expect(await betweenTwo('I12', soon, {}, [send('here', { msg: { next } }), delivered])).toMatchObject({
      level: 'note',
    })
  })
  test('is an error if nobody named it', async () => {
    const story = [send('here', { msg: { amount: 9, timeout_seconds: 19 } }), delivered]
    const broken = await betweenTwo('I12', soon, {}, story)
    expect(broken).toMatchObject({ key: 'early' })
    expect(broken?.level).not.toBe('note')
  })
})

describe('I13: a request that failed and is still stored', () => {
  test('is not one that is sent again at once', async () => {
    expect(await betweenTwo('I13', retrying(Infinity), {}, [send('here')])).toBeUndefined()
    expect(await betweenTwo('I13', retrying(2), {}, [send('here')])).toBeUndefined()
  })
  /** Keeps one request. @param blocks whether it refuses another one meanwhile */
  const keeping = (blocks: boolean): Double => ({
    execute: ({ storage }, env) => {
      if (blocks && storage.load('waiting') !== undefined) throw new Error('busy')
      storage.save('waiting', 'yes')
      return { messages: [packet(env, {})] }
    },
    ibc_packet_ack: ({ storage }, _env, msg) => {
      const { data } = (msg as { readonly acknowledgement: { readonly data: string } }).acknowledgement
      if (!Buffer.from(data, 'base64').includes('error')) storage.remove('waiting')
    },
  })
  test('is a fact of the design if it can be sent again later', async () => {
    expect(await betweenTwo('I13', keeping(false), {}, [send('here')])).toMatchObject({ level: 'note' })
  })
  test('is an error if it blocks all others', async () => {
    expect(await betweenTwo('I13', keeping(true), {}, [send('here')])).toMatchObject({ level: 'error' })
  })
})

test('I14: a later request that supersedes an earlier one is a fact of the design', async () => {
  const latest: Double = {
    execute: ({ storage }, env, { sender }, msg) => {
      const { name } = (msg as { readonly send: { readonly name: string } }).send
      storage.save('asked', name)
      return { messages: [packet(env, { name, sender })] }
    },
    ibc_packet_ack: ({ storage }, _env, msg) => {
      const { data } = (msg as { readonly original_packet: { readonly data: string } }).original_packet
      const { name, sender } = JSON.parse(Buffer.from(data, 'base64').toString()) as Record<'name' | 'sender', string>
      if (storage.load('asked') === name) storage.save(['answers', name], sender)
    },
  }
  const story = [send('here', { msg: { name: 'moon' } }), send('here', { from: 'carol', msg: { name: 'star' } })]
  expect((await betweenTwo('I14', latest, {}, story))?.level).not.toBe('error')
})

test('a request that is refused is not one that failed', async () => {
  expect(await betweenTwo('I13', retrying(0), {}, [send('here'), refuse])).toBeUndefined()
})
