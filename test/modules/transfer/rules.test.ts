import { describe, expect, test } from 'vitest'
import { fromUtf8, toUtf8 } from '../../../src/base/bytes.js'
import { ChainError } from '../../../src/base/errors.js'
import { addressText } from '../../../src/chain/address.js'
import { EventManager } from '../../../src/chain/events.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { bankDenom, denomOf, escrowAddress, transferModule } from '../../../src/modules/transfer/index.js'
import { ALICE, setUp, transferSide } from './sides.js'

const RELAYER = new Uint8Array(20).fill(4)
/** `transfer/channel-0/uatom`, as it stands in the registries of many chains. */
const ATOM = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'
const { a: chain } = setUp()
const { application, side } = chain
const gov = addressText('neutron', moduleAddress('gov'))
const DATA = { denom: 'uatom', amount: '5', sender: 'cosmos1x', receiver: chain.alice, memo: '' }

function refusal(step: () => unknown): string {
  try {
    step()
    return 'accepted'
  } catch (error) {
    if (error instanceof ChainError) return `${error.codespace}/${error.code} ${error.log}`
    return String(error)
  }
}

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
  test('gives vouchers of the name that all chains know', () => {
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

  test('is refused when it cannot be read', () => {
    expect(receive('{')).toMatchObject({
      ok: false,
      error: 'cannot unmarshal ICS20-V1 transfer packet data: unexpected end of JSON input: invalid type',
    })
  })

  test('may carry a memo to the last byte', () => {
    expect(receive({ memo: 'x'.repeat(32_768) }).ok).toBe(true)
  })

  test('is refused where nothing may come in', () => {
    const closed = transferSide('chain-c-1', 'neutron', 'untrn')
    const module = transferModule(closed.application.keeper)
    module.params!.set(closed.side.app.stateContext(), { send_enabled: true, receive_enabled: false })
    expect(receive({}, closed)).toMatchObject({
      ok: false,
      error: 'fungible token transfers to this chain are disabled',
      voucher: 0n,
    })
  })

  test('gives back what is in escrow, and no more', () => {
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
        } as never,
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

describe('a genesis', () => {
  const trace = (...channels: string[]) => channels.map((channel) => ({ port_id: 'transfer', channel_id: channel }))
  const DENOMS = [
    { base: 'a', trace: trace('channel-1') },
    { base: 'a', trace: trace('channel-2') },
    { base: 'a', trace: trace('channel-0', 'channel-0') },
    { base: 'b', trace: trace('channel-0') },
  ]
  const STATE = {
    port_id: 'transfer',
    denoms: DENOMS,
    params: { send_enabled: false, receive_enabled: true },
    total_escrowed: [
      { denom: 'ibc/AB', amount: '3' },
      { denom: 'untrn', amount: '2' },
    ],
  }
  const load = (change: object = {}) => {
    const other = transferSide('chain-d-1', 'neutron', 'untrn')
    const module = transferModule(other.application.keeper)
    const ctx = other.side.app.stateContext()
    module.initGenesis!(ctx, { ...STATE, ...change })
    return module.exportGenesis!(ctx)
  }

  test('comes out as it went in, its denominations in order', () => {
    expect(load({ denoms: DENOMS.toReversed() })).toEqual(STATE)
  })

  test.each([
    [{ port_id: '!' }, /transfer\/port_id.*identifier ! has invalid length/],
    [{ denoms: [DENOMS[0], DENOMS[0]] }, /transfer\/denoms\/1.*duplicated denomination with hash [0-9A-F]{64}/],
    [{ denoms: [{ base: ' ', trace: [] }] }, /transfer\/denoms\/0.*base denomination cannot be blank/],
    [{ denoms: [{ base: 'a', trace: trace('c') }] }, /transfer\/denoms\/0.*invalid hop source channel ID c/],
  ])('is refused with %j', (change, text) => {
    expect(() => load(change)).toThrow(text)
  })
})
