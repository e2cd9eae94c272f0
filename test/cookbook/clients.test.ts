// Clients and the EVM
import { readFileSync } from 'node:fs'
import { expect, test } from 'sudobox/vitest'
import { createPublicClient, createWalletClient, custom, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { localhost } from 'viem/chains'
import { Cw20BaseClient } from '../clients/Cw20Base.client'

const TOKEN = 'contracts/artifacts/cw20_base.wasm'

/**
 * `client()` is cosmjs' own `SigningCosmWasmClient`, in process, signatures and all. For code that was written for it. It is made of the
 * project's copy of `@cosmjs/cosmwasm-stargate`, from 0.32 on; without one, of a copy that comes along and has no types.
 */
test('A cosmjs client', async ({ neutron }) => {
  const [alice, bob] = [neutron.account('alice', '1000untrn'), neutron.account('bob')]
  const client = await neutron.client(alice)

  const { codeId } = await client.upload(alice.address, new Uint8Array(readFileSync(TOKEN)))
  const initial_balances = [{ address: alice.address, amount: '100' }]
  const msg = { name: 'Token', symbol: 'TOK', decimals: 6, initial_balances }
  const { contractAddress } = await client.instantiate(alice.address, codeId, msg, 'token')
  await client.execute(alice.address, contractAddress, { transfer: { recipient: bob.address, amount: '10' } })
  await client.sendTokens(alice.address, bob.address, [{ denom: 'untrn', amount: '5' }])

  expect(await client.queryContractSmart(contractAddress, { balance: { address: bob.address } })).toEqual({
    balance: '10',
  })
  expect(bob.balances()).toEqual([{ denom: 'untrn', amount: 5n }])
})

/** What `@cosmwasm/ts-codegen` generates runs on the same client as it is. */
test('A generated client', async ({ neutron }) => {
  const [alice, bob] = [neutron.account('alice'), neutron.account('bob')]
  const initial_balances = [{ address: alice.address, amount: '100' }]
  const { address } = await alice.deploy(TOKEN, { name: 'Token', symbol: 'TOK', decimals: 6, initial_balances })
  const token = new Cw20BaseClient(await neutron.client(alice), alice.address, address)

  await token.transfer({ recipient: bob.address, amount: '10' })

  expect(await token.balance({ address: bob.address })).toEqual({ balance: '10' })
})

/** `evm` is an EIP-1193 provider: any client of the EVM takes it, without a port. */
test('viem on the EVM', async ({ neutron, evm }) => {
  const alice = neutron.account('alice', { key: 'eth', funds: '1000000000000000000aevm' })
  const { abi, bytecode } = JSON.parse(readFileSync('contracts/artifacts/solidity/ERC20.json', 'utf8'))
  const chain = { ...localhost, id: Number(evm.chainId) }
  const transport = custom(evm)
  const account = privateKeyToAccount(alice.evmPrivateKey)
  const wallet = createWalletClient({ chain, transport, account })
  const reader = createPublicClient({ chain, transport })

  const deployed = await wallet.deployContract({ abi, bytecode, args: ['Token', 'TOK', 1000n] })
  const { contractAddress: address } = await reader.getTransactionReceipt({ hash: deployed })
  const token = { abi, address: address! }

  expect(await reader.readContract({ ...token, functionName: 'balanceOf', args: [account.address] })).toBe(1000n)
  const bob = '0x00000000000000000000000000000000000000b0'
  await expect(
    reader.simulateContract({ ...token, account: bob, functionName: 'transfer', args: [account.address, 1n] }),
  ).rejects.toThrow('ERC20InsufficientBalance')
})

/** The EVM has no balances of its own: what is sent there is gone from the bank, and the other way round. */
test('One balance for bank and EVM', async ({ neutron, evm }) => {
  const alice = neutron.account('alice', { key: 'eth', funds: `${parseEther('2')}aevm` })
  const bob = neutron.account('bob', { key: 'eth' })
  const chain = { ...localhost, id: Number(evm.chainId) }
  const wallet = createWalletClient({ chain, transport: custom(evm), account: alice.evmAddress })

  await wallet.sendTransaction({ to: bob.evmAddress, value: parseEther('1') })
  expect(bob).toHaveBalance('aevm', parseEther('1'))

  await bob.transfer(alice, `${parseEther('0.5')}aevm`)
  const reader = createPublicClient({ chain, transport: custom(evm) })
  expect(await reader.getBalance({ address: bob.evmAddress })).toBe(parseEther('0.5'))
})
