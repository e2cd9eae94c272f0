import { describe, expect, test } from 'vitest'
import { event } from '../../../src/chain/events.js'
import { FiniteGasMeter, OutOfGasPanic } from '../../../src/chain/gas.js'
import { enterMessages } from '../../../src/modules/wasm/context.js'
import { filterEvents } from '../../../src/modules/wasm/events.js'
import { MAX_CALL_DEPTH } from '../../../src/modules/wasm/limits.js'
import { base64, coins, CREATOR, FRED, ProbeChain, response, submessage } from './chain.js'

const FRED_TEXT = 'neutron1qgpqyqszqgpqyqszqgpqyqszqgpqyqsz8gweud'
const pay = (amount = '5') => ({ bank: { send: { to_address: FRED_TEXT, amount: coins(amount) } } })
const call = (contract: string, msg: unknown) => ({
  wasm: { execute: { contract_addr: contract, msg: base64(msg), funds: [] } },
})
const FAIL = { error: 'no' }
const PACKET_FEE = {
  port_id: 'transfer',
  channel_id: 'channel-0',
  fee: { receive_fee: coins('1'), ack_fee: coins('1'), timeout_fee: coins('1') },
  relayers: [],
}

/** What a row looks at after the call. */
interface Seen {
  readonly error?: string
  readonly reply?: unknown
  readonly paid?: bigint
  readonly data?: string
  readonly types?: readonly string[]
}

type Row = readonly [sentence: string, send: (chain: ProbeChain) => readonly unknown[], seen: Seen, before?: unknown]

const ok = (parts: object = {}) => ({ ok: { events: [], ...parts } })
const sent = ok({ msg_responses: [{ type_url: '/cosmos.bank.v1beta1.MsgSendResponse', value: '' }] })
const INSUFFICIENT = 'spendable balance 1000untrn is smaller than 9000untrn: insufficient funds'
const other = (chain: ProbeChain) => chain.text(chain.second)

const RULES: readonly Row[] = [
  ['never hears nothing of success', () => [submessage(7, 'never', pay())], { reply: undefined, paid: 5n }],
  ['error hears nothing of success', () => [submessage(7, 'error', pay())], { reply: undefined, paid: 5n }],
  ['success hears of success', () => [submessage(7, 'success', pay())], { reply: sent, paid: 5n }],
  ['always hears of success', () => [submessage(7, 'always', pay())], { reply: sent, paid: 5n }],
  ['never fails with its message', () => [submessage(7, 'never', pay('9000'))], { error: INSUFFICIENT, paid: 0n }],
  ['success fails with its message', () => [submessage(7, 'success', pay('9000'))], { error: INSUFFICIENT, paid: 0n }],
  [
    'error hears of the failure by codespace and code',
    () => [submessage(7, 'error', pay('9000'))],
    { reply: { error: 'codespace: sdk, code: 5' }, paid: 0n },
  ],
  [
    'what a contract itself says in its error is not redacted',
    (chain) => [submessage(7, 'error', call(other(chain), FAIL))],
    { reply: { error: 'no: execute wasm contract failed' } },
  ],
  [
    'what the VM says of a contract is redacted',
    (chain) => [submessage(7, 'error', call(other(chain), { x: 'p' }))],
    { reply: { error: 'codespace: wasm, code: 29' } },
  ],
  [
    'a message that is no JSON does not reach the contract',
    (chain) => [submessage(7, 'error', call(other(chain), 'notjson'))],
    { reply: { error: 'codespace: wasm, code: 14' } },
  ],
  [
    'a failed message drops its own writes and keeps those of its brothers',
    (chain) => {
      const paysThenFails = response({
        messages: [submessage(1, 'never', pay('3')), submessage(2, 'never', pay('9000'))],
      })
      return [
        submessage(6, 'never', pay('2')),
        submessage(7, 'always', call(other(chain), paysThenFails)),
        submessage(8, 'never', pay('4')),
      ]
    },
    { reply: { error: 'codespace: sdk, code: 5' }, paid: 6n },
  ],
  [
    'a message that ends its gas limit counts as out of gas',
    (chain) => [submessage(7, 'always', call(other(chain), { x: 'l' }), { gas_limit: 100_000 })],
    { reply: { error: 'codespace: sdk, code: 11' } },
  ],
  [
    'the data of the last reply that gives some wins over the contract and the replies before',
    () => [submessage(7, 'always', pay()), submessage(8, 'always', pay())],
    { data: 'from reply' },
    { P: response({ data: base64('from reply') }) },
  ],
  [
    'a reply without data leaves the data as it was',
    () => [submessage(7, 'always', pay())],
    { data: 'outer' },
    { P: response({}) },
  ],
  [
    'a reply that fails, fails the call',
    () => [submessage(7, 'always', pay())],
    { error: 'reply: again no: execute wasm contract failed', paid: 0n },
    { P: { error: 'again no' } },
  ],
  [
    'the payload comes back with the reply',
    () => [submessage(7, 'always', pay(), { payload: base64('note') })],
    { reply: sent },
  ],
  [
    'an unset reply_on is refused before anything is sent',
    () => [{ id: 7, msg: pay(), gas_limit: null }],
    { error: 'replyOn value: invalid', paid: 0n },
  ],
  [
    'events of the chain stand where the message was sent, without those named message',
    () => [submessage(7, 'always', pay())],
    { types: ['execute', 'coin_spent', 'coin_received', 'transfer', 'reply', 'wasm'] },
  ],
  [
    'events of a failed message are gone',
    () => [submessage(7, 'always', pay('9000'))],
    { types: ['execute', 'reply', 'wasm'] },
  ],
  [
    'an empty send is no message',
    () => [submessage(7, 'always', { bank: { send: { to_address: 'nobody', amount: [] } } })],
    { reply: ok({ msg_responses: [] }) },
  ],
  [
    'a message of no kind is unknown',
    () => [submessage(7, 'never', {})],
    { error: 'no handler found: unknown message from the contract' },
  ],
  [
    'a message of wasm of no kind is unknown',
    () => [submessage(7, 'never', { wasm: {} })],
    { error: 'no handler found: unknown message from the contract' },
  ],
  [
    'fees for packets, which IBC no longer has, are unknown',
    () => [submessage(7, 'never', { ibc: { pay_packet_fee: PACKET_FEE } })],
    { error: 'no handler found: unknown message from the contract', paid: 0n },
  ],
  [
    'so are fees for one packet that was sent',
    () => [
      submessage(6, 'never', pay()),
      submessage(7, 'never', { ibc: { pay_packet_fee_async: { ...PACKET_FEE, sequence: 1 } } }),
    ],
    { error: 'no handler found: unknown message from the contract', paid: 0n },
  ],
  [
    'a custom message that nobody knows is unknown',
    () => [submessage(7, 'never', { custom: { nope: {} } })],
    { error: 'no handler found: unknown message from the contract' },
  ],
  [
    'a custom message whose module is not there is not supported',
    () => [submessage(7, 'never', { custom: { dex: {} } })],
    { error: 'custom JSON dex of module dex: feature not supported' },
  ],
  [
    'a message that no module knows cannot be unpacked',
    () => [submessage(7, 'never', { any: { type_url: '/nope.Msg', value: '' } })],
    { error: 'Cannot unpack proto message with type URL: /nope.Msg: invalid CosmosMsg from the contract' },
  ],
  [
    'an invalid address is reported with its message type',
    () => [submessage(7, 'never', call('nobody', {}))],
    {
      error:
        'failed basic validation for message type *types.MsgExecuteContract: contract: decoding bech32 failed: invalid bech32 string length 6',
    },
  ],
]

describe('submessages', () => {
  for (const [sentence, send, seen, before] of RULES)
    test(sentence, () => {
      const chain = new ProbeChain()
      if (before !== undefined) expect(chain.execute(before).error).toBeUndefined()
      const called = chain.execute(response({ messages: send(chain), data: base64('outer') }))
      expect(called.panic).toBeUndefined()
      expect(called.error?.log).toBe(seen.error)
      if ('reply' in seen) {
        const reply = chain.stored('r7')
        expect(reply && (JSON.parse(reply) as { result: unknown }).result).toEqual(seen.reply)
      }
      if (seen.paid !== undefined) expect(chain.balance(FRED)).toBe(seen.paid)
      if (seen.data !== undefined) expect(Buffer.from(called.data ?? []).toString()).toBe(seen.data)
      if (seen.types !== undefined) expect(called.events.map(({ type }) => type)).toEqual(seen.types)
    })

  test('a contract hands the administration of another one over, and gives it up', () => {
    const chain = new ProbeChain()
    const { wasm } = chain.app.keepers
    const admin = () => wasm.contractInfo(chain.context(), chain.second)?.admin
    const [first, contract_addr] = [chain.text(chain.first), other(chain)]
    wasm.setAdmin(chain.context(), chain.second, CREATOR, chain.first)
    expect(admin()).toBe(first)
    const send = (msg: object) => chain.send(submessage(7, 'never', { wasm: msg })).error
    expect(send({ update_admin: { contract_addr, admin: FRED_TEXT } })).toBeUndefined()
    expect(admin()).toBe(FRED_TEXT)
    wasm.setAdmin(chain.context(), chain.second, FRED, chain.first)
    expect(send({ clear_admin: { contract_addr } })).toBeUndefined()
    expect(admin()).toBe('')
  })

  test('the payload is part of the reply', () => {
    const chain = new ProbeChain()
    chain.send(submessage(7, 'always', pay(), { payload: base64('note') }))
    expect(JSON.parse(chain.stored('r7')!)).toMatchObject({ payload: base64('note') })
  })

  test('burning lowers the supply and the balance of the contract', () => {
    const chain = new ProbeChain()
    const supply = () => chain.app.keepers.bank.supply(chain.context(), 'untrn').amount
    const before = supply()
    const called = chain.send(submessage(7, 'never', { bank: { burn: { amount: coins('7') } } }))
    expect(called.error?.log).toBeUndefined()
    expect(before - supply()).toBe(7n)
    expect(chain.balance(chain.first)).toBe(993n)
  })

  test('attributes of a wasm submessage are sorted by key, for the reply and for the transaction', () => {
    const chain = new ProbeChain()
    const attributes = [
      { key: 'zz', value: '1' },
      { key: 'aa', value: '2' },
    ]
    const called = chain.send(submessage(7, 'always', call(other(chain), response({ attributes }))))
    const keys = called.events.filter(({ type }) => type === 'wasm')[0]!.attributes.map(([key]) => key)
    expect(keys).toEqual(['_contract_address', 'aa', 'zz'])
    expect(chain.stored('r7')).toMatch(/"aa".*"zz"/)
  })

  test('the parent pays the whole gas limit of a message that runs out of it', () => {
    const chain = new ProbeChain()
    const limited = (gasLimit: number) =>
      chain.send(submessage(7, 'always', call(other(chain), { x: 'l' }), { gas_limit: gasLimit })).gas
    // One gas lies between: the VM counts finer than the chain.
    expect(Math.abs(limited(200_000) - limited(100_000) - 100_000)).toBeLessThanOrEqual(1)
  })

  test('a payload has at most 128 KiB', () => {
    const chain = new ProbeChain()
    const send = (bytes: number) =>
      chain.execute(
        response({
          messages: [
            submessage(7, 'never', pay()),
            submessage(8, 'never', pay(), { payload: base64('x'.repeat(bytes)) }),
          ],
        }),
      ).error?.log
    expect(send(131_072)).toBeUndefined()
    expect(send(131_073)).toBe(
      'reply contains submessage at index 1 with payload larger than 131072 bytes: 131073 bytes: wasmvm error',
    )
  })

  test('a gas limit that is all that is left is no limit of its own', () => {
    const chain = new ProbeChain()
    const limit = 1_000_000
    const endless = response({
      messages: [submessage(7, 'never', call(other(chain), { x: 'l' }), { gas_limit: limit })],
    })
    const run = (gas: number) => chain.execute(endless, chain.first, new FiniteGasMeter(gas))
    const { gas, error } = run(50_000_000)
    expect(error?.log).toBe('SubMsg hit gas limit: out of gas')
    expect(run(gas + 1).error?.log).toBe('SubMsg hit gas limit: out of gas')
    expect(run(gas)).toMatchObject({ error: undefined, panic: expect.any(OutOfGasPanic) as unknown })
  })

  test('a contract that sends itself messages without end meets the limit of nesting', () => {
    const depth = MAX_CALL_DEPTH
    expect(depth).toBe(500)
    const chain = new ProbeChain()
    const ctx = chain.context()
    let inner = ctx
    for (let i = 0; i < depth; i++) inner = enterMessages(inner, depth)
    expect(() => enterMessages(inner, depth)).toThrow('max call depth exceeded')
  })

  test('the fork keeps the messages of IBC and of the dex among the events, stock wasmd drops them', () => {
    const ibc = event('message', ['module', 'ibc_channel'])
    const dex = event('message', ['module', 'dex'])
    const bank = event('message', ['module', 'bank'])
    const other = event('transfer', ['amount', '1'])
    expect(filterEvents([ibc, dex, bank, other], 'stock')).toEqual([other])
    expect(filterEvents([ibc, dex, bank, other], 'neutron')).toEqual([ibc, dex, other])
  })
})
