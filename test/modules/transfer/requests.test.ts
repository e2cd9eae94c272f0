import { MsgTransfer, MsgTransferResponse } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { describe, expect, test } from 'vitest'
import { fromUtf8 } from '../../../src/base/bytes.js'
import { addressText } from '../../../src/chain/address.js'
import type { Context } from '../../../src/chain/context.js'
import type { Event } from '../../../src/chain/events.js'
import { ProtoWriter } from '../../../src/codec/proto.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { setSendEnabled } from '../../../src/modules/bank/settings.js'
import { bankDenom, denomOf, escrowAddress } from '../../../src/modules/transfer/index.js'
import { packetOf } from '../ibc/pair.js'
import { ALICE, refusal, setUp } from './sides.js'

/** Texts and codes of ibc-go v10.5.0: apps/transfer/types/msgs.go, keeper/msg_server.go, keeper/relay.go; host identifiers: core/24-host/validate.go. */

const { a, channels } = setUp()
const { keeper } = a.application
const gov = addressText('neutron', moduleAddress('gov'))
const module = addressText('neutron', moduleAddress('transfer'))
const EVERYTHING = String((1n << 256n) - 1n)
/** Came through the channel. */
const HOME = `transfer/${channels.a}/uatom`
const VOUCHER = bankDenom(denomOf(HOME))
const token = (amount: string, denom = 'untrn') => ({ token: { denom, amount } })

/** Runs a message on a state that is thrown away; `prepare` comes before it, `look` after it. */
function run(message: { typeUrl: string; value: Uint8Array }, prepare: (ctx: Context) => void = () => {}) {
  const branch = a.side.app.stateContext().branch()
  try {
    prepare(branch.ctx)
    const { data, events } = a.side.app.router.handler(message.typeUrl)!(branch.ctx, message)
    const has = (denom: string, address: Uint8Array) => a.bank.balance(branch.ctx, address, denom).amount
    const escrow = escrowAddress('transfer', channels.a)
    return {
      data,
      events,
      left: has('untrn', ALICE),
      escrowed: has('untrn', escrow),
      counted: keeper.totalEscrow(branch.ctx, 'untrn'),
      voucher: has(VOUCHER, ALICE),
      supply: a.bank.supply(branch.ctx, VOUCHER).amount,
      params: keeper.params(branch.ctx),
    }
  } finally {
    branch.discard()
  }
}

function transfer(change: Partial<MsgTransfer> = {}, prepare?: (ctx: Context) => void) {
  const value = MsgTransfer.encode({
    sourcePort: 'transfer',
    sourceChannel: channels.a,
    token: { denom: 'untrn', amount: '5' },
    sender: a.alice,
    receiver: 'cosmos1x',
    timeoutHeight: { revisionNumber: 7n, revisionHeight: 1000n },
    timeoutTimestamp: 0n,
    memo: '',
    encoding: '',
    ...change,
  }).finish()
  return run({ typeUrl: MsgTransfer.typeUrl, value }, prepare)
}

const giveVouchers = (ctx: Context) => {
  keeper.setDenom(ctx, denomOf(HOME))
  a.bank.mint(ctx, 'faucet', [{ denom: VOUCHER, amount: 9n }])
  a.bank.sendFromModule(ctx, 'faucet', ALICE, [{ denom: VOUCHER, amount: 9n }])
}

const own = (events: readonly Event[]) =>
  events.filter(({ type, attributes }) => type === 'ibc_transfer' || attributes[0]?.[1] === 'transfer')

describe('a transfer', () => {
  test('leaves the coins in escrow, counts them, and emits its events', () => {
    const { data, events, ...state } = transfer({ memo: 'hello' })
    expect(MsgTransferResponse.decode(data).sequence).toBe(1n)
    expect(state).toMatchObject({ left: 995n, escrowed: 5n, counted: 5n })
    expect(fromUtf8(packetOf(events).data)).toBe(
      `{"denom":"untrn","amount":"5","sender":"${a.alice}","receiver":"cosmos1x","memo":"hello"}`,
    )
    expect(own(events)).toEqual([
      {
        type: 'ibc_transfer',
        attributes: [
          ['sender', a.alice],
          ['receiver', 'cosmos1x'],
          ['denom', 'untrn'],
          ['amount', '5'],
          ['memo', 'hello'],
        ],
      },
      { type: 'message', attributes: [['module', 'transfer']] },
    ])
    expect(events.at(-2)!.type).toBe('ibc_transfer')
  })

  test('omits an empty memo from the packet', () => {
    expect(fromUtf8(packetOf(transfer().events).data)).not.toContain('memo')
  })

  test('of a voucher that goes back burns it, under its whole path', () => {
    const { events, ...state } = transfer(token('4', VOUCHER), giveVouchers)
    expect(state).toMatchObject({ voucher: 5n, supply: 5n, counted: 0n })
    expect(JSON.parse(fromUtf8(packetOf(events).data))).toMatchObject({ denom: HOME, amount: '4' })
    expect(own(events)[0]!.attributes).toContainEqual(['denom', HOME])
  })

  test('of everything sends what there is', () => {
    const { events, ...state } = transfer(token(EVERYTHING))
    expect(state).toMatchObject({ left: 0n, escrowed: 1000n })
    expect(JSON.parse(fromUtf8(packetOf(events).data))).toMatchObject({ amount: '1000' })
  })

  test('may have the longest receiver and memo', () => {
    expect(refusal(() => transfer({ receiver: 'x'.repeat(2048), memo: 'x'.repeat(32_768) }))).toBe('accepted')
  })
})

const NOT_FOUND = 'counterparty not found for client: channel-77: counterparty not found'
const HASH = 'AB'.repeat(32)
const NAMELESS = denomOf('transfer/channel-0/ ')

const REFUSED: readonly (readonly [change: Partial<MsgTransfer>, said: string, prepare?: (ctx: Context) => void])[] = [
  [
    { sourcePort: '!' },
    'host/2 invalid source port ID !: identifier ! has invalid length: 1, must be between 2-128 characters: invalid identifier',
  ],
  [{ sourcePort: '' }, 'host/2 invalid source port ID : identifier cannot be blank: invalid identifier'],
  [
    { sourceChannel: 'channel' },
    'host/2 invalid source channel ID channel: identifier channel has invalid length: 7, must be between 8-64 characters: invalid identifier',
  ],
  [
    { sourcePort: 'other', sourceChannel: 'channel-77' },
    `clientv2/35 send packet failed for source id: channel-77: ${NOT_FOUND}`,
  ],
  [
    { sourceChannel: 'channel/0' },
    "host/2 invalid source channel ID channel/0: identifier channel/0 cannot contain separator '/': invalid identifier",
  ],
  [token('5', '1a'), 'ibc/6 51a: invalid coins'],
  [token('0'), 'ibc/6 0untrn: invalid coins'],
  [token('-1'), 'ibc/6 -1untrn: invalid coins'],
  [token('5', 'ibc'), 'ibc/6 5ibc: invalid coins'],
  [token('5', 'ibc/'), 'ibc/6 5ibc/: invalid coins'],
  [token('5', 'ibc/xy'), 'ibc/6 5ibc/xy: invalid coins'],
  [token('5', 'ibc/ABC'), 'ibc/6 5ibc/ABC: invalid coins'],
  [token('5', 'ibc/AB'), 'ibc/6 5ibc/AB: invalid coins'],
  [token('5', `ibc/${HASH}`), `transfer/6 ${HASH}: denomination not found`],
  [token('5', 'ibcx'), 'sdk/5 spendable balance 0ibcx is smaller than 5ibcx: insufficient funds'],
  [{ sender: ' ' }, 'ibc/5 missing sender address: invalid address'],
  [{ sender: 'x' }, 'undefined/1 decoding bech32 failed: invalid bech32 string length 1'],
  [{ receiver: '\t' }, 'ibc/5 missing recipient address: invalid address'],
  [{ receiver: 'x'.repeat(2049) }, 'ibc/5 recipient address must not exceed 2048 bytes: invalid address'],
  [{ receiver: 'é'.repeat(1025) }, 'ibc/5 recipient address must not exceed 2048 bytes: invalid address'],
  [{ memo: 'x'.repeat(32_769) }, 'transfer/11 memo must not exceed 32768 bytes: invalid memo'],
  [{ memo: 'é'.repeat(16_385) }, 'transfer/11 memo must not exceed 32768 bytes: invalid memo'],
  [token('1001'), 'sdk/5 spendable balance 1000untrn is smaller than 1001untrn: insufficient funds'],
  [token(EVERYTHING, 'uother'), 'transfer/5 empty spendable balance for uother: invalid token amount'],
  [{ sender: gov }, `ibc/2 ${gov} is not allowed to send funds: unauthorized`],
  [{ sender: module }, 'sdk/5 spendable balance 0untrn is smaller than 5untrn: insufficient funds'],
  [{ sourceChannel: 'channel-77' }, `clientv2/35 send packet failed for source id: channel-77: ${NOT_FOUND}`],
  [
    {},
    'transfer/7 fungible token transfers from this chain are disabled',
    (ctx) => keeper.setParams(ctx, { sendEnabled: false, receiveEnabled: true }),
  ],
  [
    {},
    'transfer/7 untrn transfers are currently disabled: send transactions are disabled: fungible token transfers from this chain are disabled',
    (ctx) => setSendEnabled(ctx, 'untrn', false),
  ],
  [
    token('5', bankDenom(NAMELESS)),
    'transfer/3 failed to validate ics20-1 packet data: base denomination cannot be blank: invalid denomination for cross-chain transfer',
    (ctx) => keeper.setDenom(ctx, NAMELESS),
  ],
]

test.each(REFUSED.map(([change, said, prepare]) => ({ said, change, prepare })))(
  'a transfer is refused: $said',
  ({ change, said, prepare }) => {
    expect(refusal(() => transfer(change, prepare))).toBe(said)
  },
)

describe('params', () => {
  const update = (signer: string, sendEnabled: boolean) =>
    run({
      typeUrl: '/ibc.applications.transfer.v1.MsgUpdateParams',
      value: new ProtoWriter()
        .string(1, signer)
        .message(2, Uint8Array.from(sendEnabled ? [8, 1] : [16, 1]))
        .finish(),
    })

  test('are set by the authority', () => {
    expect(update(gov, false).params).toEqual({ sendEnabled: false, receiveEnabled: true })
    expect(update(gov, true).params).toEqual({ sendEnabled: true, receiveEnabled: false })
  })

  test('and refused from anybody else', () => {
    expect(refusal(() => update(a.alice, false))).toBe(`ibc/2 expected ${gov}, got ${a.alice}: unauthorized`)
    expect(refusal(() => update(' ', false))).toBe('ibc/5 missing sender address: invalid address')
  })
})
