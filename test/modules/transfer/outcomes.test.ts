import { describe, expect, test } from 'vitest'
import { toHex, toUtf8 } from '../../../src/base/bytes.js'
import type { Context } from '../../../src/chain/context.js'
import { EventManager } from '../../../src/chain/events.js'
import { FiniteGasMeter, GoPanic } from '../../../src/chain/gas.js'
import { getMetadata, setMetadata } from '../../../src/modules/bank/settings.js'
import { hashOf } from '../../../src/chain/ibc/denom.js'
import { bankDenom, denomOf, escrowAddress } from '../../../src/modules/transfer/index.js'
import { ALICE, refusal, setUp } from './sides.js'

/** Events and texts of ibc-go v10.5.0: apps/transfer/internal/events, ibc_module.go, keeper/relay.go. */

const { a, channels } = setUp()
const { keeper } = a.application
const RELAYER = new Uint8Array(20).fill(4)
const GOV = 'neutron10d07y265gmmuvt4z0w9aw880jnsr700j7a68v5'
/** Came through the channel; was burnt when it was sent back. */
const HOME = `transfer/${channels.a}/uatom`
const VOUCHER = bankDenom(denomOf(HOME))
const MODULE = { type: 'message', attributes: [['module', 'transfer']] }

const dataOf = (change: object = {}) => ({
  denom: 'untrn',
  amount: '5',
  sender: a.alice,
  receiver: 'cosmos1x',
  memo: 'hello',
  ...change,
})

const packetOf = (change: object) => ({
  sequence: 1n,
  sourcePort: 'transfer',
  sourceChannel: channels.a,
  destinationPort: 'transfer',
  destinationChannel: channels.b,
  data: toUtf8(JSON.stringify(dataOf(change))),
  timeoutHeight: { revisionNumber: 0n, revisionHeight: 0n },
  timeoutTimestamp: 0n,
})
const ORDER = ['sender', 'receiver', 'denom', 'amount', 'memo', 'success']

/** Ends a packet of which 7untrn lie in escrow, on a state that is thrown away. */
function end(how: string, change: object = {}, version = 'ics20-1') {
  const branch = a.side.app.stateContext().branch()
  const events = new EventManager()
  const ctx: Context = branch.ctx.withEvents(events)
  try {
    const escrow = escrowAddress('transfer', channels.a)
    a.bank.send(branch.ctx, ALICE, escrow, [{ denom: 'untrn', amount: 7n }])
    keeper.setTotalEscrow(ctx, 'untrn', 7n)
    const packet = packetOf(change)
    if (how === 'timeout') a.application.onTimeout(ctx, version, packet, RELAYER)
    else a.application.onAcknowledge(ctx, version, packet, toUtf8(how), RELAYER)
    const has = (denom: string, address: Uint8Array = ALICE) => a.bank.balance(ctx, address, denom).amount
    return {
      alice: has('untrn'),
      escrow: has('untrn', escrow),
      counted: keeper.totalEscrow(ctx, 'untrn'),
      voucher: has(VOUCHER),
      own: events.events.filter(({ type }) => /^(fungible_token_packet|timeout|message)$/.test(type)).slice(-3),
    }
  } finally {
    branch.discard()
  }
}

const packetEvent = (...more: readonly (readonly [string, string])[]) => ({
  type: 'fungible_token_packet',
  attributes: [
    ['sender', a.alice],
    ['receiver', 'cosmos1x'],
    ['denom', 'untrn'],
    ['amount', '5'],
    ['memo', 'hello'],
    ...more,
  ],
})

describe('a packet ends', () => {
  test('with a result, which moves nothing', () => {
    expect(end('{"result":"AQ=="}')).toEqual({
      alice: 993n,
      escrow: 7n,
      counted: 7n,
      voucher: 0n,
      own: [
        packetEvent(['acknowledgement', 'result:"\\001" ']),
        MODULE,
        { type: 'fungible_token_packet', attributes: [['success', '\u0001']] },
      ],
    })
  })

  test('with an error, which gives back from escrow', () => {
    const { own, ...state } = end('{"error":"ABCI code: 5: no"}')
    expect(state).toEqual({ alice: 998n, escrow: 2n, counted: 2n, voucher: 0n })
    expect(own).toEqual([
      packetEvent(['acknowledgement', 'error:"ABCI code: 5: no" ']),
      MODULE,
      { type: 'fungible_token_packet', attributes: [['error', 'ABCI code: 5: no']] },
    ])
  })

  test('with an error, which mints burned coins again', () => {
    const { own, ...state } = end('{"error":"no"}', { denom: HOME })
    expect(state).toEqual({ alice: 993n, escrow: 7n, counted: 7n, voucher: 5n })
    expect(own[0]!.attributes).toContainEqual(['denom', HOME])
  })

  test.each([
    ['untrn', '{"denom":{"base":"untrn","trace":null},"amount":"5"}', 998n],
    [
      HOME,
      `{"denom":{"base":"uatom","trace":[{"port_id":"transfer","channel_id":"${channels.a}"}]},"amount":"5"}`,
      993n,
    ],
  ])('with a timeout, which gives back %s to its sender', (denom, tokens, alice) => {
    const outcome = end('timeout', { denom })
    expect(outcome.alice).toBe(alice)
    expect(outcome.own.slice(-2)).toEqual([
      {
        type: 'timeout',
        attributes: [
          ['receiver', a.alice],
          ['refund_tokens', tokens],
          ['memo', 'hello'],
        ],
      },
      MODULE,
    ])
  })

  const hex = (text: string) => toHex(toUtf8(text)).toUpperCase()
  const unescrow =
    'unable to unescrow tokens, this may be caused by a malicious counterparty module or a bug: please open an issue on counterparty module'

  const REFUSED: readonly (readonly [how: string, said: string, change?: object, version?: string])[] = [
    [
      '{}',
      'ibc/12 expected one of [types.Acknowledgement_Result, types.Acknowledgement_Error], got <nil>: invalid type',
    ],
    ['{', 'ibc/4 cannot unmarshal ICS-20 transfer packet acknowledgement: unexpected EOF: unknown request'],
    [
      '{"ok":1}',
      'ibc/4 cannot unmarshal ICS-20 transfer packet acknowledgement: unknown field "ok" in types.Acknowledgement: unknown request',
    ],
    [
      '{ "result":"AQ=="}',
      `ibc/12 acknowledgement did not marshal to expected bytes: ${hex('{"result":"AQ=="}')} ≠ ${hex('{ "result":"AQ=="}')}: invalid type`,
    ],
    [
      '{"error":"no"}',
      `sdk/5 ${unescrow}: spendable balance 7untrn is smaller than 8untrn: insufficient funds`,
      { amount: '8' },
    ],
    ['{"error":"no"}', `ibc/2 ${GOV} is not allowed to receive funds: unauthorized`, { sender: GOV }],
    ['{"error":"no"}', 'undefined/1 decoding bech32 failed: invalid bech32 string length 1', { sender: 'x' }],
    ['{"result":"AQ=="}', 'transfer/4 ics20-9: invalid ICS20 version', {}, 'ics20-9'],
    [
      '{"result":"AQ=="}',
      'transfer/5 invalid packet data: amount must be strictly positive: got 0: invalid token amount',
      { amount: '0' },
    ],
    ['timeout', `ibc/2 ${GOV} is not allowed to receive funds: unauthorized`, { sender: GOV }],
    ['timeout', 'ibc/5 invalid packet data: sender address cannot be blank: invalid address', { sender: ' ' }],
  ]
  test.each(REFUSED.map(([how, said, change, version]) => ({ how, said, change, version })))(
    'or does not, with $how: $said',
    ({ how, said, change, version }) => {
      expect(refusal(() => end(how, change, version))).toBe(said)
    },
  )

  test('and the total in escrow never falls below zero', () => {
    const branch = a.side.app.stateContext().branch()
    a.bank.send(branch.ctx, ALICE, escrowAddress('transfer', channels.a), [{ denom: 'untrn', amount: 7n }])
    const data = { ...dataOf(), denom: denomOf('untrn') }
    expect(refusal(() => keeper.refund(branch.ctx, 'transfer', channels.a, data))).toMatch(/negative coin amount: -5$/)
    branch.discard()
  })
})

describe('what comes', () => {
  const HOP = { portId: 'transfer', channelId: 'channel-0' }
  const ATOM = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'
  const receive = (ctx: Context) => {
    const events = new EventManager()
    const packet = { ...packetOf({ denom: 'uatom', receiver: a.alice }), sourceChannel: 'channel-0' }
    a.application.onReceive(ctx.withEvents(events), 'ics20-1', packet, RELAYER)
    return events.events
  }

  test('and runs out of gas ends with another panic, as in ibc-go: the event reads a missing acknowledgement', () => {
    const branch = a.side.app.stateContext().branch()
    const ctx = branch.ctx.withGasMeter(new FiniteGasMeter(20_000))
    expect(() => receive(ctx)).toThrow(new GoPanic('runtime error: invalid memory address or nil pointer dereference'))
    branch.discard()
  })

  test('is reported with its denomination, each time', () => {
    const branch = a.side.app.stateContext().branch()
    for (let time = 0; time < 2; time++) {
      const events = receive(branch.ctx)
      expect(events[0]).toEqual({
        type: 'denomination',
        attributes: [
          ['denom_hash', ATOM.slice(4)],
          ['denom', '{"base":"uatom","trace":[{"port_id":"transfer","channel_id":"channel-0"}]}'],
        ],
      })
      expect(events.slice(-2)).toEqual([
        {
          type: 'fungible_token_packet',
          attributes: [...Object.entries(dataOf({ denom: 'uatom', receiver: a.alice })), ['success', 'true']].toSorted(
            ([one], [other]) => ORDER.indexOf(one!) - ORDER.indexOf(other!),
          ),
        },
        MODULE,
      ])
    }
    branch.discard()
  })

  test('is described to wallets once', () => {
    const branch = a.side.app.stateContext().branch()
    receive(branch.ctx)
    const described = getMetadata(branch.ctx, ATOM)!
    expect(described.symbol).toBe('UATOM')
    setMetadata(branch.ctx, { ...described, symbol: 'ATOM' })
    receive(branch.ctx)
    expect(getMetadata(branch.ctx, ATOM)!.symbol).toBe('ATOM')
    expect(keeper.denom(branch.ctx, hashOf({ base: 'uatom', trace: [HOP] }))).toEqual({ base: 'uatom', trace: [HOP] })
    branch.discard()
  })
})

test('a memo is read under the version of its channel', () => {
  const ctx = a.side.app.stateContext()
  const read = (channel: string, text: string) => a.application.readMemo(ctx, 'transfer', channel, toUtf8(text))
  const data = JSON.stringify(dataOf())
  const found = read(channels.a, data)!
  expect([found.memo, found.version, found.sender()]).toEqual(['hello', 'ics20-1', a.alice])
  expect(read('channel-77', data)).toBeUndefined()
  expect(read(channels.a, '{')).toBeUndefined()
})
