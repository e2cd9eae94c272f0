import { expect, test } from 'vitest'
import { createSandbox, fromJsonBinary, toJsonBinary, type ActionInput, type Double } from '../../src/sandbox/index.js'
import { defineCampaign } from '../../src/fuzz/config.js'
import { judged, started } from './stories.js'
import { betweenTwo, packet, send } from './two-contracts.js'

/** How the story breaks the invariant. */
const violation = async (...about: Parameters<typeof betweenTwo>): Promise<string | undefined> =>
  (await betweenTwo(...about))?.text

const relay: ActionInput = { action: 'relay' }
const receive: ActionInput = { action: 'relay', filter: { kind: 'recv' } }

interface Sent {
  readonly data: string
}
const numberOf = ({ data }: Sent): number => fromJsonBinary<{ readonly next: number }>(data).next

/** Balances each request under its number, and takes the record away when it is settled. @param answered the record that a result takes away */
const booking = (answered: (sequence: number) => number): Double => ({
  execute: ({ storage }, env) => {
    const next = (storage.load<number>('next') ?? 0) + 1
    storage.save('next', next)
    storage.save(['waiting', String(next)], 'alice')
    return { messages: [packet(env, { next })] }
  },
  ibc_packet_ack: ({ storage }, _env, msg) => {
    const { original_packet } = msg as { readonly original_packet: Sent }
    storage.remove(['waiting', String(answered(numberOf(original_packet)))])
  },
  ibc_packet_timeout: ({ storage }, _env, msg) =>
    storage.remove(['waiting', String(numberOf((msg as { readonly packet: Sent }).packet))]),
})

test('I13: a record that only the result of the first request takes away is left behind by the others', async () => {
  const story = [send('here'), relay, send('here')]
  expect(
    await violation(
      'I13',
      booking(() => 1),
      {},
      story,
    ),
  ).toMatch(
    /after the result, here still has "waiting\/.*2" of the request; at the start of the action sequence, the result of the same request removes it/,
  )
  expect(
    await violation(
      'I13',
      booking((sequence) => sequence),
      {},
      story,
    ),
  ).toBeUndefined()
})

/** Sends one coin, and takes back no more than are out. @param when what counts as out */
const escrow = (when: 'sent' | 'acknowledged', data: object = { coins: 1 }): Double => {
  const out: Double['execute'] = ({ storage }) => storage.save('out', (storage.load<number>('out') ?? 0) + 1)
  return {
    execute: (deps, env, info, msg) => {
      if (when === 'sent') out(deps, env, info, msg)
      return { messages: [packet(env, data)] }
    },
    ...(when === 'acknowledged' && { ibc_packet_ack: (deps, env, msg) => out(deps, env, undefined as never, msg) }),
    ibc_packet_receive: ({ storage }) => {
      const left = (storage.load<number>('out') ?? 0) - 1
      if (left < 0) return { acknowledgement: toJsonBinary({ error: 'more than went out' }) }
      storage.save('out', left)
      return { acknowledgement: toJsonBinary({ result: 'AQ==' }) }
    },
  }
}

test('I5: packets that arrive before the contract is notified of what it sent are treated as after it', async () => {
  const back: Double = { execute: (_deps, env) => ({ messages: [packet(env, { coins: 1 })] }) }
  const story = [send('here'), receive, send('there', { from: 'bob', chain: 'hub' })]
  expect(await violation('I5', escrow('acknowledged'), back, story)).toMatch(
    /a packet that arrives is accepted in one order and refused in the other/,
  )
  expect(await violation('I5', escrow('sent'), back, story)).toBeUndefined()
})

async function addresses() {
  const sandbox = createSandbox()
  const { neutron, hub } = sandbox.chains
  const found = { alice: neutron.account('alice').address, bob: hub.account('bob').address }
  await sandbox.close()
  return found
}

test('I5: coins that go back before the contract is notified that they arrived are treated as those that go back later', async () => {
  const { alice, bob } = await addresses()
  const coins = { amount: '1', denom: 'untrn', sender: alice, receiver: bob }
  expect(await violation('I5', escrow('acknowledged', coins), 'transfer', [send('here')])).toMatch(
    /a packet that arrives is accepted in one order and refused in the other/,
  )
  expect(await violation('I5', escrow('sent', coins), 'transfer', [send('here')])).toBeUndefined()
  // Nobody who takes part can send them back.
  const away = { ...coins, receiver: alice }
  expect(await violation('I5', escrow('acknowledged', away), 'transfer', [send('here')])).toBeUndefined()
})

test('I5: a packet that one order refuses is a warning, unless the campaign names the invariant', async () => {
  const back: Double = { execute: (_deps, env) => ({ messages: [packet(env, { coins: 1 })] }) }
  const story = [send('here'), receive, send('there', { from: 'bob', chain: 'hub' })]
  expect((await betweenTwo('I5', escrow('acknowledged'), back, story))?.level).toBe('warning')
  expect((await betweenTwo('I5', escrow('acknowledged'), back, story, { I5: true }))?.level).toBe('error')
})

test('I3: coins that the contract never reads are a gift, also with a message that works only once', async () => {
  const once = (keeps: boolean): Double => ({
    execute: ({ storage }, env, info, msg) => {
      const { id } = (msg as { readonly send: { readonly id: number } }).send
      if (storage.load(['used', String(id)]) !== undefined) throw new Error('used')
      storage.save(['used', String(id)], keeps ? String(info.funds.length) : 'yes')
      return { messages: [packet(env, { id })] }
    },
  })
  const pay = (id: number): ActionInput => ({
    action: 'tx',
    from: 'alice',
    messages: [{ execute: { contract: 'here', msg: { send: { id } }, funds: '7gold' } }],
  })
  expect(await violation('I3', once(false), {}, [pay(1), pay(2)])).toBeUndefined()
  expect(await violation('I3', once(true), {}, [pay(1), pay(2)])).toMatch(/was not neutral: alice has/)
})

test('I3: a gift is judged in the state that its message had: coins that the sender has neither at the start nor at the end', async () => {
  const keeping = (keeps: boolean): Double => ({
    execute: ({ storage }, env, info) => {
      storage.save('paid', keeps ? String(info.funds.length) : 'yes')
      return { messages: [packet(env, {})] }
    },
  })
  const rich: ActionInput = { action: 'account', chain: 'neutron', name: 'alice', funds: '5000000000gold' }
  const pay = (funds: string): ActionInput => ({
    action: 'tx',
    from: 'alice',
    messages: [{ execute: { contract: 'here', msg: { send: {} }, funds } }],
  })
  const story = [rich, pay('4000000000gold'), pay('')]
  expect(await violation('I3', keeping(false), {}, story)).toBeUndefined()
  expect(await violation('I3', keeping(true), {}, story)).toMatch(/was not neutral: alice has/)
})

test.each(['2', '+2'])('I12: the sender chooses the timeout with %j', async (seconds) => {
  const timed: Double = {
    execute: (_deps, env, _info, msg) => ({
      messages: [packet(env, {}, BigInt((msg as { readonly send: { readonly seconds: string } }).send.seconds))],
    }),
  }
  const story: ActionInput = {
    action: 'tx',
    from: 'alice',
    messages: [{ execute: { contract: 'here', msg: { send: { seconds } } } }],
  }
  expect(await violation('I12', timed, {}, [story])).toMatch(/; the sender of the message chooses/)
})

test('I4: a message that works again after one of many others is not a dead end', async () => {
  const noise = Array.from({ length: 40 }, (_, i) => `noise${i}`)
  const gate = (opens: boolean): Double => ({
    execute: ({ storage }, _env, _info, given) => {
      const msg = given as object
      if ('work' in msg && storage.load('locked') === true) throw new Error('locked')
      if ('lock' in msg) storage.save('locked', true)
      if ('unlock' in msg && opens) storage.save('locked', false)
    },
  })
  const execute = (name: string, funds = ''): ActionInput => ({
    action: 'tx',
    from: 'alice',
    messages: [{ execute: { contract: 'gate', msg: { [name]: {} }, funds } }],
  })
  const names = ['work', 'lock', 'unlock', ...noise]
  const deadEnd = (opens: boolean) =>
    started(
      defineCampaign({
        title: 'gate',
        actors: [{ name: 'alice', funds: '100gold,1000000untrn' }],
        setup: async ({ chains: { neutron } }) => void neutron.mock(gate(opens), { label: 'gate' }),
        contracts: [
          {
            label: 'gate',
            terminal: false,
            schema: { contract_name: 'gate', execute: { enum: names } },
            messages: names.map((name) => ({ from: 'alice', msg: { [name]: {} } })),
          },
        ],
      }),
      async (start) => (await judged(start, 'I4', [execute('work', '1gold'), execute('lock')]))?.verdict.text,
    )
  expect(await deadEnd(false)).toMatch(/^work succeeded before, and now fails .*: locked/)
  expect(await deadEnd(true)).toBeUndefined()
})
