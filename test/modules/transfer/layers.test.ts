import { describe, expect, test } from 'vitest'
import type { NeutronApp } from '../../../src/app/neutron/app.js'
import { fromUtf8, toUtf8 } from '../../../src/base/bytes.js'
import { addressText } from '../../../src/chain/address.js'
import type { Context } from '../../../src/chain/context.js'
import { EventManager } from '../../../src/chain/events.js'
import { NO_FEE } from '../../../src/codec/neutron/feerefunder.js'
import type { MsgTransfer } from '../../../src/codec/neutron/transfer.js'
import { ProtoWriter } from '../../../src/codec/proto.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { bankDenom, denomOf, escrowAddress } from '../../../src/modules/transfer/index.js'
import { byteKey } from '../../../src/store/key.js'
import { ALICE, Linked, newHub, newNeutron } from '../ibc/linked.js'
import { refusal } from './sides.js'

/**
 * What stands between Neutron's channels and its transfers: neutron at 06e81b9f x/ibc-hooks, x/ibc-rate-limit, x/gmp, x/transfer;
 * packet-forward-middleware v10. The texts of JSON are those of go1.26.
 */

const neutron = newNeutron()
const linked = new Linked(neutron, newHub())
const channels = linked.openChannel(linked.connections, 'transfer', 'ics20-1')
const lab = neutron.deploy('callback_lab', {})
const chain = neutron.chain as NeutronApp
const { bank } = chain.keepers
const { feeTransfers: transfers } = chain.ibc
const application = chain.ibc.core.router.route('transfer')!
const RELAYER = new Uint8Array(20).fill(4)
const GOV = addressText('neutron', moduleAddress('gov'))
const ESCROW = escrowAddress('transfer', channels.a)
const ATOM = bankDenom(denomOf('transfer/channel-0/uatom'))
const DATA = { denom: 'uatom', amount: '5', sender: 'cosmos1x', receiver: neutron.alice, memo: '' }

/** A packet that came, or one that was sent: its ids are the same on both sides. */
const packetOf = (data: object | string) => ({
  sequence: 1n,
  sourcePort: 'transfer',
  sourceChannel: 'channel-0',
  destinationPort: 'transfer',
  destinationChannel: 'channel-0',
  data: toUtf8(typeof data === 'string' ? data : JSON.stringify(data)),
  timeoutHeight: { revisionNumber: 0n, revisionHeight: 0n },
  timeoutTimestamp: 0n,
})

/** Runs on a state that is thrown away. */
function on<T>(prepare: (ctx: Context) => void, step: (ctx: Context, events: EventManager) => T): T {
  const branch = neutron.app.stateContext().branch()
  const events = new EventManager()
  try {
    prepare(branch.ctx)
    return step(branch.ctx.withEvents(events), events)
  } finally {
    branch.discard()
  }
}
const nothing = () => {}

const receive = (data: object | string, prepare: (ctx: Context) => void = nothing) =>
  on(prepare, (ctx, { events }) => {
    const packet = packetOf(typeof data === 'string' ? data : { ...DATA, ...data })
    const ack = application.onReceive(ctx, 'ics20-1', packet, RELAYER)!
    const of = (type: string) => new Map(events.find((event) => event.type === type)?.attributes)
    const has = (address: string, denom: string) => bank.balance(ctx, chain.address(address), denom).amount
    return {
      ok: ack.success,
      ack: JSON.parse(fromUtf8(ack.bytes)) as { readonly result?: string; readonly error?: string },
      error: of('ibc-acknowledgement-error'),
      memo: of('fungible_token_packet').get('memo'),
      atoms: has(neutron.alice, ATOM),
      lab: (denom: string) => has(lab, denom),
    }
  })
const refused = (code: number) => ({
  ok: false,
  ack: { error: `ABCI code: ${code}: error handling packet: see events for details` },
})

describe('a packet whose memo calls a contract', () => {
  const memo = JSON.stringify({ wasm: { contract: lab, msg: { act: { behaviour: 'succeed' } } } })
  const call = (denom: string, amount: string) =>
    receive({ denom, amount, receiver: lab, memo }, (ctx) => {
      for (const coin of ['untrn', bankDenom(denomOf('transfer/channel-5/ux'))]) {
        chain.mint(ctx, ESCROW, [{ denom: coin, amount: 50n }])
        transfers.keeper.setTotalEscrow(ctx, coin, 50n)
      }
    })

  test.each([
    ['uatom', ATOM],
    ['transfer/channel-7/ux', bankDenom(denomOf('transfer/channel-0/transfer/channel-7/ux'))],
    ['transfer/channel-0/untrn', 'untrn'],
    ['transfer/channel-0/transfer/channel-5/ux', bankDenom(denomOf('transfer/channel-5/ux'))],
  ])('gives it %s as %s', (denom, here) => {
    const { ok, lab: has } = call(denom, '7')
    expect([ok, has(here)]).toEqual([true, 7n])
  })

  // Go reads amounts in its own forms of numbers: 017 is octal.
  test.each([
    ['017', 15n],
    ['0x1f', 31n],
    ['1_000', 1000n],
  ])('gives it %s as an amount', (amount, given) => {
    expect(call('uatom', amount).lab(ATOM)).toBe(given)
  })

  // utils.go `MustExtractDenomFromPacketOnRecv` compares with `transfer/channel-0` without a slash, and `sdk.NewCoin` panics.
  test('fails as a whole when its denom begins with a channel whose name is longer', () => {
    expect(() => call('transfer/channel-01/ux', '7')).toThrow('invalid denom: /ux')
  })

  test('is not called when the coins do not come', () => {
    expect(call('uatom', '0')).toMatchObject(refused(5))
    expect(receive({ receiver: lab, memo, amount: 5 })).toMatchObject(refused(1))
  })
})

describe('a packet whose receiver', () => {
  const bad = (context: string) => ({
    ...refused(3),
    error: new Map([
      ['error', 'bad message'],
      ['error-context', context],
    ]),
  })

  test('is too long is refused before any layer reads it', () => {
    const tooLong = 'IBC Receiver address too long. Max supported length is 4096: invalid address'
    expect(receive({ receiver: 'x'.repeat(4096) })).toMatchObject(bad(tooLong))
    expect(receive({ receiver: 'é'.repeat(2048) })).toMatchObject(bad(tooLong))
    expect(receive({ receiver: 'x'.repeat(4095) })).toMatchObject(refused(5))
  })

  test.each([
    ['{', 'unexpected end of JSON input'],
    ['[]', 'json: cannot unmarshal array into Go value of type ibcratelimit.receiverParser'],
    ['{"receiver":5}', 'json: cannot unmarshal number into Go struct field receiverParser.receiver of type string'],
  ])('cannot be read is refused, too: %s', (data, text) => {
    expect(receive(data)).toMatchObject(bad(text))
  })
})

describe('where a contract limits transfers, a packet', () => {
  const limitedBy = (contract: string) => (ctx: Context) =>
    ctx.store('rate-limited-ibc').set(byteKey(1), new ProtoWriter().string(1, contract).finish())
  const said = (code: number, error: string) => ({ ...refused(code), error: new Map([['error', error]]), atoms: 0n })

  test('that the contract cannot check is refused with the reason', () => {
    expect(receive({ amount: 5 }, limitedBy(lab))).toMatchObject(
      said(
        4,
        'failed to CheckAndUpdateRateLimits: json: cannot unmarshal number into Go struct field ftpdAlias.amount of type string: contract error',
      ),
    )
    expect(receive({}, limitedBy('nobody'))).toMatchObject(
      said(4, 'decoding bech32 failed: invalid bech32 string length 6: contract error'),
    )
  })

  test('for which the contract fails is refused as over the limit', () => {
    expect(receive({}, limitedBy(neutron.alice))).toMatchObject(said(2, 'rate limit exceeded'))
    expect(refusal(() => send({}, limitedBy(neutron.alice)))).toBe(
      `rate-limited-ibc/2 rate limit SendPacket failed to authorize transfer: address ${neutron.alice}: no such contract: rate limit exceeded`,
    )
  })
})

describe("a message of Axelar's", () => {
  const message = (change: object) =>
    JSON.stringify({ source_chain: 'x', source_address: 'y', payload: 'aGVsbG8=', type: 1, ...change })

  test.each([
    [{ type: 1 }, 'hello'],
    [{ type: 2 }, 'hello'],
    [{ payload: '' }, undefined],
    [{ payload: null }, undefined],
    [{ payload: 5 }, undefined],
    [{ type: '1' }, undefined],
    [{ payload: '', type: 9 }, undefined],
  ])('with %j gives way to its payload %s', (change, payload) => {
    const memo = message(change)
    expect(receive({ memo })).toMatchObject({ ok: true, memo: payload ?? memo, atoms: 5n })
  })

  test.each([0, 3, -1])('of the type %i is refused', (type) => {
    expect(receive({ memo: message({ type }) })).toMatchObject({ ...refused(1), atoms: 0n })
  })

  test('is refused in a packet with members that no transfer has', () => {
    expect(receive({ extra: 1 })).toMatchObject({ ...refused(1), atoms: 0n })
  })
})

describe('a packet that is to be forwarded', () => {
  const WAY = { receiver: 'cosmos1abc', port: 'transfer', channel: 'channel-77' }
  const forward = (change: object, data: object = {}) =>
    receive({ memo: JSON.stringify({ forward: { ...WAY, ...change } }), ...data }).ack.error?.replace(
      'packet-forward-middleware error: ',
      '',
    )
  const NOWHERE =
    'send packet failed for source id: channel-77: counterparty not found for client: channel-77: counterparty not found: insufficient funds'

  test.each([
    [{}, NOWHERE],
    [{ timeout: '1h', retries: 3, next: { forward: WAY } }, NOWHERE],
    [{ next: '{"a":1}' }, NOWHERE],
    [{ next: 5 }, NOWHERE],
    [{ next: null, timeout: 0 }, NOWHERE],
    [
      { next: 'hello' },
      "json: error calling MarshalJSON for type *types.JSONObject: invalid character 'h' looking for beginning of value: failed to marshal JSON bytes",
    ],
    [
      { next: '' },
      'json: error calling MarshalJSON for type *types.JSONObject: unexpected end of JSON input: failed to marshal JSON bytes',
    ],
    [{ timeout: null }, 'error parsing forward metadata: invalid duration'],
    [
      { port: 'p' },
      'failed to validate metadata: identifier p has invalid length: 1, must be between 2-128 characters: invalid identifier',
    ],
  ])('with %j is answered: %s', (change, text) => {
    expect(forward(change)).toBe(text)
  })

  test('is answered with the error of its receipt', () => {
    expect(forward({}, { amount: '0' })).toBe(
      'error receiving packet: ack error: {"error":"ABCI code: 5: error handling packet: see events for details"}',
    )
  })

  // Only what came can be sent on: ibc_middleware.go `GetReceiver`, `getDenomForThisChain`.
  test.each([
    ['uatom', '5', { denom: 'transfer/channel-0/uatom', amount: '5' }],
    ['transfer/channel-0/untrn', '5', { denom: 'untrn', amount: '5' }],
    ['uatom', '0x10', { denom: 'transfer/channel-0/uatom', amount: '16' }],
  ])('sends on %s, %s of it', (denom, amount, sent) => {
    const memo = JSON.stringify({ forward: { ...WAY, channel: 'channel-0', next: { b: 1, a: 2 } } })
    const prepare = (ctx: Context) => {
      chain.mint(ctx, ESCROW, [{ denom: 'untrn', amount: 50n }])
      transfers.keeper.setTotalEscrow(ctx, 'untrn', 50n)
    }
    const packet = packetOf({ ...DATA, denom, amount, memo })
    on(prepare, (ctx, { events }) => {
      expect(application.onReceive(ctx, 'ics20-1', packet, RELAYER)).toBeUndefined()
      const { attributes } = events.find(({ type }) => type === 'send_packet')!
      const data = Buffer.from(new Map(attributes).get('packet_data_hex')!, 'hex').toString()
      expect(JSON.parse(data)).toMatchObject({ ...sent, receiver: WAY.receiver, memo: '{"b":1,"a":2}' })
    })
  })

  test('and to call a contract stops the transaction, as on the chain', () => {
    const memo = JSON.stringify({
      wasm: { contract: lab, msg: {} },
      forward: { ...WAY, channel: 'channel-0' },
    })
    expect(refusal(() => receive({ receiver: lab, memo }))).toBe(
      'Error: runtime error: invalid memory address or nil pointer dereference',
    )
  })

  test.each([
    '["forward"]',
    '{"forward":null}',
    '{"forward":{}} {}',
    '{"forward":{},"big":1e999}',
    '{"forward":{},"big":[-1e999]}',
    '"forward"',
  ])('is one like any other when its memo is %s', (memo) =>
    expect(receive({ memo })).toMatchObject({ ok: true, atoms: 5n, memo }),
  )
})

/** Neutron's own message, on a state that is thrown away. */
const send = (change: Partial<MsgTransfer>, prepare: (ctx: Context) => void = nothing) =>
  on(prepare, (ctx, { events }) => {
    const sequence = transfers.transfer(ctx, {
      sourcePort: 'transfer',
      sourceChannel: 'channel-0',
      token: { denom: 'untrn', amount: 5n },
      sender: neutron.alice,
      receiver: 'cosmos1x',
      timeoutHeight: { revisionNumber: 4n, revisionHeight: 1000n },
      timeoutTimestamp: 0n,
      memo: '',
      fee: NO_FEE,
      ...change,
    })
    return { sequence, events }
  })

describe("Neutron's transfer", () => {
  const coin = (amount: bigint) => [{ denom: 'untrn', amount }]
  const FEE = { recvFee: [], ackFee: coin(1000n), timeoutFee: coin(1000n) }

  test('of a person needs no fee and looks at none', () => {
    expect(send({}).sequence).toBe(1n)
    expect(send({ fee: { recvFee: [], ackFee: [{ denom: '!', amount: -1n }], timeoutFee: [] } }).sequence).toBe(1n)
  })

  const REFUSED: readonly (readonly [change: Partial<MsgTransfer>, said: string])[] = [
    [{ sender: 'x' }, 'sdk/7 failed to parse address: x: invalid address'],
    [
      { sourceChannel: 'channel-77' },
      'channel/10 source port: transfer, source channel: channel-77: sequence send not found',
    ],
    [{ sourcePort: 'other' }, 'channel/10 source port: other, source channel: channel-0: sequence send not found'],
    [{ receiver: ' ' }, 'ibc/5 failed to validate MsgTransfer: missing recipient address: invalid address'],
    [
      { sender: lab, receiver: ' ', fee: FEE },
      'ibc/5 failed to validate MsgTransfer: missing recipient address: invalid address',
    ],
  ]
  test.each(REFUSED.map(([change, said]) => ({ change, said })))('is refused: $said', ({ change, said }) => {
    expect(refusal(() => send(change))).toBe(said)
  })

  test('of a contract needs a fee that it can pay', () => {
    expect(refusal(() => send({ sender: lab, fee: { ...FEE, ackFee: [{ denom: '!', amount: 1n }] } }))).toMatch(
      /^sdk\/10 failed to validate MsgTransfer: /,
    )
    expect(refusal(() => send({ sender: lab }))).toMatch(
      /^sdk\/10 failed to lock fees to pay for transfer msg: .* fees check failed: provided ack fee or timeout fee is zero: invalid coins$/,
    )
    expect(refusal(() => send({ sender: lab, fee: FEE }))).toMatch(
      /^sdk\/5 failed to lock fees to pay for transfer msg: source_port:"transfer" .*: insufficient funds$/,
    )
  })
})

describe('the end of a packet that was sent', () => {
  const SENT = { ...DATA, denom: 'untrn', sender: neutron.alice, receiver: 'cosmos1x' }
  const fill = (ctx: Context) => {
    chain.mint(ctx, ESCROW, [{ denom: 'untrn', amount: 50n }])
    transfers.keeper.setTotalEscrow(ctx, 'untrn', 50n)
  }
  const end = (how: string, data: object | string = SENT, prepare: (ctx: Context) => void = fill) =>
    refusal(() =>
      on(prepare, (ctx) => {
        if (how === 'timeout') application.onTimeout(ctx, 'ics20-1', packetOf(data), RELAYER)
        else application.onAcknowledge(ctx, 'ics20-1', packetOf(data), toUtf8(how), RELAYER)
      }),
    )
  const RESULT = '{"result":"AQ=="}'
  const CANNOT = 'cannot unmarshal ICS-20 transfer packet'
  const original = (what: string) => `failed to process original On${what}Packet: `

  test.each<readonly [how: string, data: object | string, said: string]>([
    [RESULT, SENT, 'accepted'],
    ['{"error":"no"}', SENT, 'accepted'],
    ['timeout', SENT, 'accepted'],
    [
      'no',
      SENT,
      `sdk/6 ${CANNOT} acknowledgement: invalid character 'o' in literal null (expecting 'u'): unknown request`,
    ],
    [
      '[]',
      SENT,
      `sdk/6 ${CANNOT} acknowledgement: json: cannot unmarshal array into Go value of type types.Acknowledgement: unknown request`,
    ],
    [
      '{"error":"no","response":{"error":"no"}}',
      SENT,
      `sdk/6 ${CANNOT} acknowledgement: json: cannot unmarshal object into Go struct field Acknowledgement.Response of type types.isAcknowledgement_Response: unknown request`,
    ],
    ['{} {}', SENT, `sdk/6 ${CANNOT} acknowledgement: invalid character '{' after top-level value: unknown request`],
    ['{"ok":1}', SENT, `sdk/6 ${CANNOT} acknowledgement: unknown field "ok" in types.Acknowledgement: unknown request`],
    [
      '{}',
      SENT,
      `ibc/12 ${original('Acknowledgement')}expected one of [types.Acknowledgement_Result, types.Acknowledgement_Error], got <nil>: invalid type`,
    ],
    [
      RESULT,
      { ...SENT, MEMO: '' },
      `sdk/6 ${CANNOT} data: unknown field "MEMO" in types.FungibleTokenPacketData: unknown request`,
    ],
    [
      'timeout',
      { ...SENT, MEMO: '' },
      `sdk/6 ${CANNOT} data: unknown field "MEMO" in types.FungibleTokenPacketData: unknown request`,
    ],
    [
      'timeout',
      { ...SENT, extra: 1 },
      `ibc/12 ${original('Timeout')}cannot unmarshal ICS20-V1 transfer packet data: json: unknown field "extra": invalid type`,
    ],
    // What cannot be read at all is left to the transfers, which are asked last.
    [
      '{"ok":1}',
      { ...SENT, MEMO: '' },
      `ibc/4 ${original('Acknowledgement')}${CANNOT} acknowledgement: unknown field "ok" in types.Acknowledgement: unknown request`,
    ],
    [
      RESULT,
      { ...SENT, sender: 'x' },
      'sdk/7 failed to decode address from bech32: decoding bech32 failed: invalid bech32 string length 1: invalid address',
    ],
    [
      'timeout',
      { ...SENT, sender: GOV },
      `ibc/2 ${original('Timeout')}${GOV} is not allowed to receive funds: unauthorized`,
    ],
  ])('with %s of %j: %s', (how, data, said) => {
    expect(end(how, data)).toBe(said)
  })

  test('of a user pays no relayer, and notifies no contract', () => {
    on(fill, (ctx, { events }) => {
      application.onAcknowledge(ctx, 'ics20-1', packetOf(SENT), toUtf8('{"error":"no"}'), RELAYER)
      expect(bank.balance(ctx, ALICE, 'untrn').amount - 1_000_000_000n).toBe(5n)
      expect(events.map(({ type }) => type)).not.toContain('distribute_ack_fee')
    })
  })
})

describe("a channel of Neutron's", () => {
  const OPENING = { ordering: 1, portId: 'transfer', channelId: 'channel-9' } as const

  test('keeps the requested version, and may not be closed by a user', () => {
    on(nothing, (ctx) => {
      expect(application.onOpenInit(ctx, OPENING as never, '')).toBe('')
      expect(application.onOpenTry(ctx, OPENING as never, 'ics20-9')).toBe('ics20-1')
      expect(refusal(() => application.onCloseInit(ctx, 'transfer', 'channel-9'))).toBe(
        'ibc/8 user cannot close channel: invalid request',
      )
      application.onCloseConfirm(ctx, 'transfer', 'channel-9')
    })
  })

  test('registers its escrow account, on whichever side it was opened', () => {
    const noted = (channelId: string, open: (ctx: Context) => void): boolean =>
      on(nothing, (ctx) => {
        open(ctx)
        return chain.tokenFactory.isEscrow(ctx, escrowAddress('transfer', channelId))
      })
    expect(noted('channel-9', nothing)).toBe(false)
    expect(noted('channel-0', nothing)).toBe(true)
    expect(
      noted('channel-9', (ctx) => application.onOpenAck(ctx, 'transfer', 'channel-9', 'channel-1', 'ics20-1')),
    ).toBe(true)
    expect(noted('channel-9', (ctx) => application.onOpenConfirm(ctx, 'transfer', 'channel-9'))).toBe(true)
    expect(
      refusal(() => on(nothing, (ctx) => application.onOpenAck(ctx, 'transfer', 'channel-9', 'channel-1', 'x'))),
    ).toBe(
      'transfer/4 failed to process original OnChanOpenAck: invalid counterparty version: expected one of [ics20-1], got x: invalid ICS20 version',
    )
  })
})
