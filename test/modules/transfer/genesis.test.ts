import { describe, expect, test } from 'vitest'
import { getMetadata } from '../../../src/modules/bank/settings.js'
import { transferModule } from '../../../src/modules/transfer/index.js'
import { transferSide } from './sides.js'

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

function load(change: object = {}) {
  const { application, side } = transferSide('chain-d-1', 'neutron', 'untrn')
  const module = transferModule(application.keeper)
  const ctx = side.app.stateContext()
  module.initGenesis!(ctx, { ...STATE, ...change })
  return { ctx, state: module.exportGenesis!(ctx) }
}

describe('a genesis', () => {
  test('comes out as it went in, its denominations in order', () => {
    expect(load({ denoms: DENOMS.toReversed() }).state).toEqual(STATE)
  })

  // ibc-go v10.5.0 keeper.go `SetDenomMetadata`; the hash stands in the registries of many chains.
  test('writes metadata of its vouchers for wallets', () => {
    const { ctx } = load({ denoms: [{ base: 'uatom', trace: trace('channel-0') }] })
    const voucher = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'
    expect(getMetadata(ctx, voucher)).toEqual({
      description: 'IBC token from transfer/channel-0/uatom',
      denomUnits: [{ denom: 'uatom', exponent: 0, aliases: [] }],
      base: voucher,
      display: 'transfer/channel-0/uatom',
      name: 'transfer/channel-0/uatom IBC token',
      symbol: 'UATOM',
      uri: '',
      uriHash: '',
    })
  })

  test.each([
    [{ port_id: '!' }, /transfer\/port_id.*identifier ! has invalid length/],
    [{ port_id: '' }, /transfer\/port_id: identifier cannot be blank/],
    [{ denoms: [DENOMS[0], DENOMS[0]] }, /transfer\/denoms\/1.*duplicated denomination with hash [0-9A-F]{64}/],
    [{ denoms: [{ base: ' ', trace: [] }] }, /transfer\/denoms\/0.*base denomination cannot be blank/],
    [{ denoms: [{ base: 'a', trace: trace('c') }] }, /transfer\/denoms\/0.*invalid hop source channel ID c/],
    [{ total_escrowed: [{ denom: 'a/', amount: '1' }] }, /transfer\/total_escrowed: invalid denom: a\/$/],
    [{ total_escrowed: [{ denom: 'untrn', amount: '0' }] }, /total_escrowed: coin 0untrn amount is not positive$/],
    [{ total_escrowed: [{ denom: 'untrn', amount: '-1' }] }, /total_escrowed: coin -1untrn amount is not positive$/],
    [{ total_escrowed: STATE.total_escrowed.toReversed() }, /total_escrowed: denomination ibc\/AB is not sorted$/],
    [
      { total_escrowed: [STATE.total_escrowed[0], STATE.total_escrowed[0]] },
      /total_escrowed: duplicate denomination ibc\/AB$/,
    ],
  ])('is refused with %j', (change, text) => {
    expect(() => load(change)).toThrow(text)
  })
})
