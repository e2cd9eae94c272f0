import { createSandbox } from 'sudobox'
import { expect, test } from 'vitest'

test('a client of cosmjs signs for accounts whose numbers are above those that JavaScript holds', async () => {
  const { hub } = createSandbox({ chains: { hub: { kind: 'wasmd', release: '0.70' } } }).chains
  const alice = hub.account('alice', '1000ustake')
  const bob = hub.account('bob')
  const client = await hub.client(alice)
  for (const amount of ['5', '6']) await client.sendTokens(alice.address, bob.address, [{ denom: 'ustake', amount }])
  expect(hub.balance(bob, 'ustake')).toBe(11n)
  const { accountNumber, sequence } = await client.getSequence(alice.address)
  expect(BigInt(accountNumber)).toBeGreaterThan(2n ** 63n)
  expect(sequence).toBe(2)
})
