import { describe, expect, test } from 'vitest'
import { fromUtf8, toUtf8 } from '../../../src/base/bytes.js'
import { addressText } from '../../../src/chain/address.js'
import { EventManager } from '../../../src/chain/events.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { bankDenom, denomOf, escrowAddress, transferModule } from '../../../src/modules/transfer/index.js'
import { decodePacketData } from '../../../src/modules/transfer/packet-data.js'
import { ALICE, refusal, setUp, transferSide } from './sides.js'

const RELAYER = new Uint8Array(20).fill(4)
/** `transfer/channel-0/uatom`, as it stands in the registries of many chains. */
const ATOM = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'
const { a: chain } = setUp()
const { application, side } = chain
const gov = addressText('neutron', moduleAddress('gov'))
const DATA = { denom: 'uatom', amount: '5', sender: 'cosmos1x', receiver: chain.alice, memo: '' }

/** What a packet brings about: its acknowledgement and the error in its event. Nothing is kept. */
function receive(data: object | string, of = chain) {
  const branch = of.side.app.stateContext().branch()
  const events = new EventManager()
  const packet = {
    sequence: 1n,
    sourcePort: 'transfer',
    sourceChannel: 'channel-0',
    destinationPort: 'transfer',
    destinationChannel: 'channel-0',
    data: toUtf8(typeof data === 'string' ? data : JSON.stringify({ ...DATA, ...data })),
    timeoutHeight: { revisionNumber: 0n, revisionHeight: 0n },
    timeoutTimestamp: 0n,
  }
  try {
    const ack = of.application.onReceive(branch.ctx.withEvents(events), 'ics20-1', packet, RELAYER)
    const attributes = new Map(events.events.find(({ type }) => type === 'fungible_token_packet')!.attributes)
    const has = (denom: string) => of.bank.balance(branch.ctx, ALICE, denom).amount
    return {
      ack: fromUtf8(ack.bytes),
      ok: ack.success,
      error: attributes.get('error'),
      success: attributes.get('success'),
      voucher: has(ATOM),
    }
  } finally {
    branch.discard()
  }
}

describe('a packet', () => {
  test('mints vouchers with the standard denomination', () => {
    expect(receive({})).toEqual({
      ack: '{"result":"AQ=="}',
      ok: true,
      error: undefined,
      success: 'true',
      voucher: 5n,
    })
    expect(bankDenom(denomOf('transfer/channel-0/uatom'))).toBe(ATOM)
  })

  test.each([
    [
      '5',
      { amount: 'x' },
      'invalid packet data: unable to parse transfer amount (x) into math.Int: invalid token amount',
    ],
    [
      '5',
      { amount: '' },
      'invalid packet data: unable to parse transfer amount () into math.Int: invalid token amount',
    ],
    ['5', { amount: '0' }, 'invalid packet data: amount must be strictly positive: got 0: invalid token amount'],
    ['5', { amount: '-1' }, 'invalid packet data: amount must be strictly positive: got -1: invalid token amount'],
    ['5', { sender: ' ' }, 'invalid packet data: sender address cannot be blank: invalid address'],
    ['5', { receiver: ' ' }, 'invalid packet data: receiver address cannot be blank: invalid address'],
    [
      '3',
      { denom: ' ' },
      'invalid packet data: base denomination cannot be blank: invalid denomination for cross-chain transfer',
    ],
    [
      '2',
      { denom: '!/channel-0/uatom' },
      'invalid packet data: invalid trace: invalid hop source port ID !: identifier ! has invalid length: 1, must be between 2-128 characters: invalid identifier',
    ],
    [
      '11',
      { memo: 'x'.repeat(32_769) },
      'error validating ICS-20 transfer packet data: memo must not exceed 32768 bytes: invalid memo',
    ],
    ['5', { receiver: 'nobody' }, 'failed to decode receiver address: nobody: invalid address'],
    ['2', { receiver: gov }, `${gov} is not allowed to receive funds: unauthorized`],
    [
      '5',
      { denom: 'transfer/channel-0/untrn' },
      'unable to unescrow tokens, this may be caused by a malicious counterparty module or a bug: please open an issue on counterparty module: spendable balance 0untrn is smaller than 5untrn: insufficient funds',
    ],
  ])('is refused with code %s for %j', (code, data, error) => {
    const outcome = receive(data)
    expect(outcome).toMatchObject({ ok: false, error, voucher: 0n })
    expect(JSON.parse(outcome.ack)).toEqual({
      error: `ABCI code: ${code}: error handling packet: see events for details`,
    })
  })

  test.each([
    ['{', 'cannot unmarshal ICS20-V1 transfer packet data: unexpected end of JSON input: invalid type'],
    ['null', 'cannot convert proto message into FungibleTokenPacketData: invalid type'],
    [
      '{"amount":5}',
      'cannot unmarshal ICS20-V1 transfer packet data: json: cannot unmarshal number into Go struct field ftpdAlias.amount of type string: invalid type',
    ],
  ])('is refused when it cannot be read: %s', (text, error) => {
    const outcome = receive(text)
    expect(outcome).toMatchObject({ ok: false, error, success: 'false' })
    expect(outcome.ack).toContain('ABCI code: 12:')
  })

  test('on a channel of another version is refused', () => {
    expect(refusal(() => decodePacketData(toUtf8(JSON.stringify(DATA)), 'ics20-2'))).toBe(
      'transfer/4 ics20-2: invalid ICS20 version',
    )
  })

  test('may write its amount as Go reads it', () => {
    expect([receive({ amount: '0x10' }).voucher, receive({ amount: '017' }).voucher]).toEqual([16n, 15n])
    expect(receive({ amount: String(1n << 256n) }).error).toMatch(
      /^invalid packet data: unable to parse transfer amount/,
    )
  })

  test('may carry a memo to the last byte', () => {
    expect(receive({ memo: 'x'.repeat(32_768) }).ok).toBe(true)
  })

  test('is refused where receiving is disabled', () => {
    const closed = transferSide('chain-c-1', 'neutron', 'untrn')
    const module = transferModule(closed.application.keeper)
    module.params!.set(closed.side.app.stateContext(), { send_enabled: true, receive_enabled: false })
    expect(receive({}, closed)).toMatchObject({
      ok: false,
      error: 'fungible token transfers to this chain are disabled',
      voucher: 0n,
    })
  })

  test('returns the coins in escrow, and no more', () => {
    const { keeper } = application
    const branch = side.app.stateContext().branch()
    chain.bank.send(branch.ctx, ALICE, escrowAddress('transfer', 'channel-0'), [{ denom: 'untrn', amount: 7n }])
    keeper.setTotalEscrow(branch.ctx, 'untrn', 7n)
    const data = { ...DATA, denom: denomOf('transfer/channel-0/untrn'), amount: '6' }
    const hop = { portId: 'transfer', channelId: 'channel-0' }
    keeper.receive(branch.ctx, data, hop, hop)
    expect(keeper.totalEscrow(branch.ctx, 'untrn')).toBe(1n)
    expect(refusal(() => keeper.receive(branch.ctx, data, hop, hop))).toMatch(/1untrn is smaller than 6untrn/)
    branch.discard()
  })
})

describe('a channel', () => {
  const ctx = side.app.stateContext()
  const opening = (change: object) =>
    refusal(() =>
      application.onOpenInit(
        ctx,
        {
          ordering: 1,
          connectionHops: ['connection-0'],
          portId: 'transfer',
          channelId: 'channel-7',
          counterparty: { portId: 'transfer', channelId: '' },
          ...change,
        },
        (change as { version?: string }).version ?? 'ics20-1',
      ),
    )

  test.each([
    [{}, 'accepted'],
    [{ version: '' }, 'accepted'],
    [{ channelId: 'channel-4294967295' }, 'accepted'],
    [{ version: 'ics20-2' }, 'transfer/4 expected one of [ics20-1], got ics20-2: invalid ICS20 version'],
    [
      { channelId: 'channel-4294967296' },
      'transfer/9 channel sequence 4294967296 is greater than max allowed transfer channels 4294967295: max transfer channels',
    ],
    [{ channelId: 'xchannel-1' }, 'host/2 channel identifier is not in the format: `channel-{N}`: invalid identifier'],
    [{ channelId: 'channel-1x' }, 'host/2 channel identifier is not in the format: `channel-{N}`: invalid identifier'],
    [
      { channelId: 'channel-99999999999999999999' },
      'undefined/1 invalid channel identifier: failed to parse identifier sequence: strconv.ParseUint: parsing "99999999999999999999": value out of range',
    ],
    [{ ordering: 2 }, 'channel/6 expected ORDER_UNORDERED channel, got ORDER_ORDERED : invalid channel ordering'],
    [
      { ordering: 0 },
      'channel/6 expected ORDER_UNORDERED channel, got ORDER_NONE_UNSPECIFIED : invalid channel ordering',
    ],
    [{ portId: 'other' }, 'port/4 invalid port: other, expected transfer: invalid port'],
  ])('opened as %j: %s', (change, outcome) => {
    expect(opening(change)).toBe(outcome)
  })

  test('is not opened with a side of another version, nor closed by a user', () => {
    const acknowledged = (version: string) =>
      refusal(() => application.onOpenAck(ctx, 'transfer', 'channel-0', 'channel-1', version))
    expect(acknowledged('ics20-1')).toBe('accepted')
    expect(acknowledged('ics20-2')).toBe(
      'transfer/4 invalid counterparty version: expected one of [ics20-1], got ics20-2: invalid ICS20 version',
    )
    expect(refusal(() => application.onCloseInit())).toBe('ibc/8 user cannot close channel: invalid request')
  })
})

// Source of the rows: ibc-go's own table for `ExtractDenomFromPath`.
test.each([
  ['uatom', 'uatom', []],
  ['transfer/channel-1/uatom', 'uatom', ['transfer/channel-1']],
  ['transfer/channel-1/transfer/channel-2/uatom', 'uatom', ['transfer/channel-1', 'transfer/channel-2']],
  ['customtransfer/channel-1/uatom', 'uatom', ['customtransfer/channel-1']],
  ['transfer/channel-1/', '', ['transfer/channel-1']],
  ['transfer/channel-1', 'transfer/channel-1', []],
  ['transfer/uatom', 'transfer/uatom', []],
  ['channel-1/transfer/uatom', 'channel-1/transfer/uatom', []],
  ['gamm/pool/1', 'gamm/pool/1', []],
  ['gamm//pool//1', 'gamm//pool//1', []],
  ['transfer/channel-1/gamm/pool/1', 'gamm/pool/1', ['transfer/channel-1']],
  ['transfer/07-tendermint-1/uatom', 'uatom', ['transfer/07-tendermint-1']],
  ['transfer/channel-x/uatom', 'transfer/channel-x/uatom', []],
])('the way of %s is read', (path, base, hops) => {
  const denom = denomOf(path)
  expect([denom.base, denom.trace.map(({ portId, channelId }) => `${portId}/${channelId}`)]).toEqual([base, hops])
})
