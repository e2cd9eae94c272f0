import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { expect, test } from 'vitest'
import { fromHex } from '../../src/base/bytes.js'
import { createSandbox, type TxResult } from '../../src/sandbox/index.js'

/** Accounts whose key is given. */

const [KEY, OTHER] = ['11'.repeat(32), '22'.repeat(32)]

const addressOf = async (key: string, prefix: string): Promise<string> => {
  const [account] = await (await DirectSecp256k1Wallet.fromKey(fromHex(key), prefix)).getAccounts()
  return account!.address
}

const sendersOf = (results: readonly TxResult[], chain: string): (string | undefined)[] =>
  results
    .filter((result) => result.chain === chain)
    .map(({ events }) => events.flatMap(({ attributes }) => attributes).find(([key]) => key === 'sender')?.[1])

test('named accounts and the relayers have the given keys, on each chain', async () => {
  const results: TxResult[] = []
  const options = { keys: { relayer: KEY, bob: OTHER }, relayer: 'automatic' } as const
  const sandbox = createSandbox(options, { onTx: (result) => results.push(result) })
  const { neutron, hub } = sandbox.chains
  const bob = neutron.account('bob', '1000untrn')
  expect(bob.address).toBe(await addressOf(OTHER, 'neutron'))
  expect(neutron.account('carol').address).toBe(createSandbox().chains.neutron.account('carol').address)
  await bob.ibcTransfer(hub.account('dave'), '5untrn')
  expect(new Set(sendersOf(results, 'hub'))).toEqual(new Set([await addressOf(KEY, 'cosmos')]))
  expect(sendersOf(results, 'neutron')).toContain(await addressOf(KEY, 'neutron'))
})

test('the relayers may share their account with somebody who has coins', async () => {
  const sandbox = createSandbox({ keys: { relayer: KEY, bob: KEY }, relayer: 'automatic' })
  const { neutron, hub } = sandbox.chains
  hub.account('bob', '7uatom')
  const dave = hub.account('dave')
  await neutron.account('bob', '1000untrn').ibcTransfer(dave, '5untrn')
  expect(dave.balances()).toMatchObject([{ amount: 5n }])
  expect(hub.balance('bob', 'uatom')).toBe(7n)
})

test('an invalid key is refused before there is a sandbox', () => {
  for (const key of ['0x11', '00'.repeat(32), 'ff'.repeat(32), KEY.toUpperCase().replaceAll('1', 'A')])
    expect(() => createSandbox({ keys: { relayer: key } })).toThrow('/keys/relayer')
})
