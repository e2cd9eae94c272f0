import { toBase64 } from '../../../src/base/bytes.js'
import { encodeDecCoin } from '../../../src/codec/dec-coins.js'
import { DECIMAL_ONE } from '../../../src/codec/decimals.js'
import { protoMessages, ProtoWriter, readProto } from '../../../src/codec/proto.js'
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js'
import { expect, test } from '../../../src/vitest/index.js'

/** A gas limit at which the least fee is 500untrn. */
const GAS = { gasLimit: 200_000n }
const FEE = { ...GAS, fee: '500untrn' }

const started = (params: object = {}): Sandbox =>
  createSandbox({ chains: { neutron: { params: { feemarket: { enabled: true, ...params } } } } })

/** What modules of the fee hold. */
const held = ({ chains: { neutron } }: Sandbox, module: string) => neutron.balance(neutron.actAs(module), 'untrn')

const attributes = (
  events: readonly { type: string; attributes: Iterable<readonly [string, string]> }[],
  type: string,
) => Object.fromEntries(events.find((event) => event.type === type)?.attributes ?? [])

const MSG_PARAMS = '/feemarket.feemarket.v1.MsgParams'

const message = (typeUrl: string, value: Uint8Array) => ({ any: { typeUrl, value: toBase64(value) } })

async function ask(sandbox: Sandbox, path: string): Promise<unknown> {
  const rest = (await sandbox.serve()).urls.neutron!.rest
  return (await fetch(rest + path)).json()
}

test('a fee below the price is refused with both, the price and the gas used so far', async () => {
  const { neutron } = started().chains
  const alice = neutron.account('alice', '1000untrn')
  await expect(alice.transfer(neutron.account('bob'), '1untrn', { ...GAS, fee: '200untrn' })).rejects.toThrow(
    /error checking fee: got: 200untrn required: 500untrn, minGasPrice: 0\.002500000000000000untrn, gas: \d+: insufficient fee/,
  )
  await expect(alice.transfer(neutron.account('bob'), '1untrn', { ...GAS, fee: [] })).rejects.toThrow(
    'got length 0: no fee coin provided. Must provide one.',
  )
})

test('the fee pays for the gas used, and the rest is a tip', async () => {
  const sandbox = started()
  const { neutron } = sandbox.chains
  const [alice, bob] = [neutron.account('alice', '2000untrn'), neutron.account('bob')]
  const { gasUsed, events } = await alice.transfer(bob, '1untrn', { ...GAS, fee: '600untrn' })
  expect(neutron.balance(alice, 'untrn')).toBe(1399n)
  const paid = attributes(events, 'fee_pay')['fee']!
  const fee = BigInt(paid.replace('untrn', ''))
  expect(attributes(events, 'tip_pay')).toMatchObject({ tip: `${600n - fee}untrn` })
  // The gas when the fee is settled, before what follows costs its own.
  expect(fee).toBeLessThan((gasUsed * 25n) / 10_000n + 1n)
  expect(fee).toBeGreaterThan(150n)
  expect(held(sandbox, 'feemarket-fee-collector')).toBe(0n)
})

test('other denominations pay by their price in NTRN, which governance sets', async () => {
  const sandbox = started()
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice', '1000untrn,1000uatom')
  const pay = (fee: string) => alice.transfer(neutron.account('bob'), '1untrn', { ...GAS, fee })
  await expect(pay('100uatom')).rejects.toFailWith({ codespace: 'dynamicfees', code: 1100 })
  await expect(pay('100uatom')).rejects.toThrow('unable to get min gas price for denom uatom: unknown denom')
  const price = encodeDecCoin({ denom: 'uatom', amount: 5n * DECIMAL_ONE })
  const params = new ProtoWriter().message(1, price).finish()
  const update = (authority: string) =>
    message(
      '/neutron.dynamicfees.v1.MsgUpdateParams',
      new ProtoWriter().string(1, authority).message(2, params).finish(),
    )
  await expect(alice.send([update(alice.address)], FEE)).rejects.toThrow(
    /invalid authority; expected neutron1\w+, got neutron1/,
  )
  const gov = neutron.actAs('gov')
  await gov.send([update(gov.address)])
  await expect(pay('50uatom')).rejects.toThrow(
    'error checking fee: got: 50uatom required: 100uatom, minGasPrice: 0.000500000000000000uatom',
  )
  await pay('100uatom')
  expect(neutron.balance(alice, 'uatom')).toBe(900n)
  expect(await ask(sandbox, '/feemarket/v1/gas_prices')).toEqual({
    prices: [
      { denom: 'uatom', amount: '0.000500000000000000' },
      { denom: 'untrn', amount: '0.002500000000000000' },
    ],
  })
  expect(await ask(sandbox, '/neutron/dynamicfees/v1/params')).toEqual({
    params: { ntrn_prices: [{ denom: 'uatom', amount: '5.000000000000000000' }] },
  })
  await sandbox.close()
})

test('the price rises with full blocks and falls with empty ones', async () => {
  const sandbox = started({
    max_block_utilization: '150000',
    min_learning_rate: '0.5',
    max_learning_rate: '0.5',
    delta: '0',
  })
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice', '10000untrn')
  const price = async () =>
    ((await ask(sandbox, '/feemarket/v1/gas_price/untrn')) as { price: { amount: string } }).price.amount
  await alice.transfer(neutron.account('bob'), '1untrn', { gasLimit: 145_000n, fee: '400untrn' })
  const raised = await price()
  expect(Number(raised)).toBeGreaterThan(0.0025)
  expect(await ask(sandbox, '/feemarket/v1/state')).toMatchObject({
    state: { base_gas_price: raised, learning_rate: '0.500000000000000000', window: ['0'], index: '0' },
  })
  for (let i = 0; i < 10; i++) sandbox.advance(5)
  expect(await price()).toBe('0.002500000000000000')
  await sandbox.close()
})

test('governance turns the market on: from the next block on, fees are settled', async () => {
  const sandbox = createSandbox()
  const { neutron } = sandbox.chains
  const [gov, alice] = [neutron.actAs('gov'), neutron.account('alice', '10000untrn')]
  const params = neutron.host.app.baseApp.query('/feemarket.feemarket.v1.Query/Params')
  // As stored, with `enabled`, field 11.
  const turnedOn = new ProtoWriter()
    .message(1, Buffer.concat([protoMessages(readProto(params), 1)[0]!, Buffer.from([0x58, 1])]))
    .string(2, gov.address)
    .finish()
  await expect(alice.send([message(MSG_PARAMS, new ProtoWriter().string(2, alice.address).finish())])).rejects.toThrow(
    'invalid authority to execute message',
  )
  await gov.send([message(MSG_PARAMS, turnedOn)])
  await expect(alice.transfer(gov, '1untrn', { ...GAS, fee: '1untrn' })).rejects.toThrow('error checking fee')
  const paid = await alice.transfer(neutron.account('bob'), '1untrn', FEE)
  expect(attributes(paid.events, 'fee_pay')).toHaveProperty('fee')
})
