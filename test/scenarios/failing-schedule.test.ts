import { expect, test } from 'vitest'
import { createSandbox } from 'sudobox'
import { toBase64 } from '../../src/base/bytes.js'
import { ProtoWriter } from '../../src/codec/proto.js'

const message = (name: string, contract: string, msg: string) => (authority: string) => ({
  any: {
    typeUrl: '/neutron.cron.MsgAddSchedule',
    value: toBase64(
      new ProtoWriter()
        .string(1, authority)
        .string(2, name)
        .uint64(3, 1n)
        .message(4, new ProtoWriter().string(1, contract).string(2, msg))
        .finish(),
    ),
  },
})

/**
 * A vault pays its savers in every block, by a schedule. One of its debtors stops paying, and from then on each run fails: nobody hears of it, no
 * failure is recorded and nothing is kept, until the debtor pays and the next run makes up for all of them.
 */
test('a schedule that always fails costs nothing, emits nothing, and is tried again in every block', async () => {
  const { neutron } = createSandbox().chains
  const gov = neutron.actAs('gov')
  const saver = neutron.account('saver', '1untrn').address
  let paid = false
  let tries = 0
  const vault = neutron.mock({
    instantiate: ({ storage }) => storage.save('rounds', 0),
    execute: ({ storage, querier }, env) => {
      tries += 1
      storage.save('rounds', storage.load<number>('rounds')! + 1)
      const { amount } = querier.queryBalance(env.contract.address, 'untrn')
      if (BigInt(amount) < 10n) throw new Error('the debtor has not paid')
      paid = true
      return { messages: [{ bank: { send: { to_address: saver, amount: [{ denom: 'untrn', amount: '10' }] } } }] }
    },
    query: ({ storage }) => storage.load<number>('rounds'),
  })
  await gov.send([message('pay', vault.address, '{}')(gov.address), message('gone', saver, '{}')(gov.address)])
  const supply = neutron.supply('untrn')

  const before = tries
  neutron.nextBlock(5)
  expect(tries - before).toBe(5)
  expect([paid, vault.query({}), neutron.failures(), neutron.balance(saver, 'untrn')]).toEqual([false, 0, [], 1n])
  for (const { events } of [...neutron.host.app.baseApp.blocks(true)].slice(0, 5))
    expect(events.filter(({ type }) => ['execute', 'wasm', 'sudo'].includes(type))).toEqual([])

  await neutron.account('debtor', '25untrn').transfer(vault, '25untrn')
  neutron.nextBlock(4)
  // The block of the payment ends with a run, the next one too, and then the money is gone again.
  expect([vault.query({}), neutron.balance(saver, 'untrn'), neutron.balance(vault, 'untrn')]).toEqual([2, 21n, 5n])
  expect(neutron.supply('untrn')).toBe(supply + 25n)
  expect(neutron.failures()).toEqual([])
})
