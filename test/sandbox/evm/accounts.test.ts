import { createPublicClient, createWalletClient, custom, defineChain } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { decodeBech32 } from '../../../src/codec/bech32.js'
import { createSandbox } from '../../../src/sandbox/index.js'

const BOB = '0x00000000000000000000000000000000000000b0'

test('an account with a key of the EVM has one address on both sides, and signs on both', async () => {
  const sandbox = createSandbox()
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', { key: 'eth', funds: '1000000untrn,1000000000000000000aevm' })
  const hex = `0x${Buffer.from(decodeBech32(alice.address).bytes).toString('hex')}`
  expect(alice.evmAddress.toLowerCase()).toBe(hex)
  const wallet = privateKeyToAccount(alice.evmPrivateKey)
  expect(wallet.address).toBe(alice.evmAddress)

  // On the chain, with signatures checked, twice: the second time the chain knows the key.
  const client = await neutron.client(alice)
  const bob = neutron.account('bob').address
  for (const _ of [1, 2])
    expect((await client.sendTokens(alice.address, bob, [{ denom: 'untrn', amount: '5' }])).code).toBe(0)
  await alice.send([{ send: { to: bob, amount: '2aevm' } }])
  expect(neutron.balances(bob)).toEqual([
    { denom: 'aevm', amount: 2n },
    { denom: 'untrn', amount: 10n },
  ])
  expect(neutron.host.app.account(decodeBech32(alice.address).bytes)?.publicKey?.typeUrl).toBe(
    '/neutron.crypto.v1beta1.ethsecp256k1.PubKey',
  )
  expect((await client.getAccount(alice.address))?.sequence).toBe(3)

  // On the EVM, with her secret and as an account of the node.
  const chain = defineChain({
    id: Number(sandbox.evm.chainId),
    name: 'sandbox',
    nativeCurrency: { name: 'EVM', symbol: 'EVM', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  })
  const transport = custom(sandbox.evm)
  const reader = createPublicClient({ chain, transport })
  const hash = await createWalletClient({ chain, transport, account: wallet }).sendTransaction({ to: BOB, value: 3n })
  expect((await reader.getTransactionReceipt({ hash })).status).toBe('success')
  expect(await sandbox.evm.request({ method: 'eth_accounts' })).toContain(hex)
  await createWalletClient({ chain, transport, account: alice.evmAddress }).sendTransaction({ to: BOB, value: 4n })
  expect(neutron.balance(BOB, 'aevm')).toBe(7n)
  expect(await reader.getBalance({ address: alice.evmAddress })).toBe(neutron.balance(alice, 'aevm'))

  expect(neutron.account('alice').address).toBe(alice.address)
  expect(() => neutron.account('alice', { key: 'secp256k1' })).toThrow('has a key of the type eth, not secp256k1')
  // Each chain decides for itself.
  expect(hub.account('alice').evmAddress).not.toBe(alice.evmAddress)
})

test('other accounts appear with their 20 bytes, can be paid there, and cannot sign there', async () => {
  const sandbox = createSandbox()
  const { neutron } = sandbox.chains
  const carl = neutron.account('carl', '9aevm')
  expect(carl.evmAddress.toLowerCase()).toBe(`0x${Buffer.from(decodeBech32(carl.address).bytes).toString('hex')}`)
  expect(() => carl.evmPrivateKey).toThrow('carl cannot sign on the EVM')
  expect(await sandbox.evm.request({ method: 'eth_getBalance', params: [carl.evmAddress, 'latest'] })).toBe('0x9')
  await expect(
    sandbox.evm.request({ method: 'eth_sendTransaction', params: [{ from: carl.evmAddress, to: BOB, value: '0x1' }] }),
  ).rejects.toMatchObject({ code: -32000, message: 'unknown account' })
  expect(() => neutron.account('carl', { key: 'eth' })).toThrow('has a key of the type secp256k1, not eth')
  expect(neutron.balance(carl, 'aevm')).toBe(9n)
})

test('an account that a restored snapshot does not have is removed from the node too', async () => {
  const sandbox = createSandbox()
  const { neutron } = sandbox.chains
  await sandbox.evm.start()
  const before = await sandbox.snapshot()
  const dora = neutron.account('dora', { key: 'eth' })
  const accounts = (): Promise<unknown> => sandbox.evm.request({ method: 'eth_accounts' })
  expect(await accounts()).toContain(dora.evmAddress.toLowerCase())
  await sandbox.restore(before)
  expect(await accounts()).not.toContain(dora.evmAddress.toLowerCase())
  expect(neutron.account('dora').address).not.toBe(dora.address)
})
