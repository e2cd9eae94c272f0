import { BrowserProvider, Contract, JsonRpcProvider } from 'ethers'
import { createSandbox, TxError } from 'sudobox'
import { createPublicClient, createWalletClient, custom, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'

const RICH = '1000000000000000000000atest'
const TOKEN = 'contracts/artifacts/solidity/ERC20.json'

test('viem sends transactions of the chain, counts them with those of the other kind, and follows snapshots', async () => {
  const sandbox = createSandbox({ chains: { evm: { kind: 'evmd' } } })
  const { evm } = sandbox.chains
  const [alice, bob] = [evm.account('alice', RICH), evm.account('bob')]
  const transport = custom(evm.provider)
  const client = createPublicClient({ transport, pollingInterval: 5 })
  expect(await client.getBalance({ address: alice.evmAddress })).toBe(parseEther('1000'))
  const account = privateKeyToAccount(alice.evmPrivateKey)
  const wallet = createWalletClient({ transport, account })
  const send = (value: bigint) => wallet.sendTransaction({ chain: null, to: bob.evmAddress, value })
  const receipt = await client.waitForTransactionReceipt({ hash: await send(5n) })
  expect(receipt).toMatchObject({ status: 'success', gasUsed: 21_000n, blockNumber: evm.height })
  expect(evm.balance(bob, 'atest')).toBe(5n)
  expect(sandbox.log.at(-1)).toMatchObject({ action: 'rawTx', chain: 'evm' })

  const snapshot = await sandbox.snapshot()
  await send(5n)
  expect(await client.getBalance({ address: bob.evmAddress })).toBe(10n)
  await sandbox.restore(snapshot)
  expect(await client.getBalance({ address: bob.evmAddress })).toBe(5n)

  await alice.transfer(bob, '7atest')
  expect(await client.getTransactionCount({ address: alice.evmAddress })).toBe(2)
  await sandbox.close()
})

test('ethers uses a contract of the sandbox, over the provider and over a port', async () => {
  const sandbox = createSandbox({ chains: { evm: { kind: 'evmd' } } })
  const { evm } = sandbox.chains
  const [alice, bob] = [evm.account('alice', RICH), evm.account('bob')]
  const token = await evm.deploy(TOKEN, { from: alice, args: ['Token', 'TOK', 1000n] })
  const provider = new BrowserProvider(evm.provider)
  const signer = await provider.getSigner(alice.evmAddress)
  const contract = new Contract(token.evmAddress, JSON.stringify(token.abi), signer)
  const sent = (await contract['transfer']!(bob.evmAddress, 5n)) as { wait: () => Promise<{ logs: unknown[] }> }
  expect((await sent.wait()).logs).toHaveLength(1)
  expect(token.read['balanceOf']!([bob])).toBe(5n)

  const { urls } = await sandbox.serve()
  const remote = new JsonRpcProvider(urls['evm']!.evm)
  const again = new Contract(token.evmAddress, JSON.stringify(token.abi), remote)
  expect(await again['balanceOf']!(bob.evmAddress)).toBe(5n)
  remote.destroy()
  provider.destroy()
  await sandbox.close()
})

test('a client learns why a transaction of Ethereum failed, and so does its result in the sandbox', async () => {
  const sandbox = createSandbox({ chains: { evm: { kind: 'evmd' } } })
  const { evm } = sandbox.chains
  const [alice, bob] = [evm.account('alice', RICH), evm.account('bob')]
  const token = await evm.deploy(TOKEN, { from: alice, args: ['Token', 'TOK', 1000n] })
  const gas = await token.write['transfer']!([bob, 5000n]).catch((error: unknown) => (error as TxError).result.gasUsed)
  expect(gas).toBe(25_000_000n)
  const request = evm.provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: alice.evmAddress, to: bob.evmAddress, value: '0xfffffffffffffffffffffff' }],
  })
  await expect(request).rejects.toThrow('insufficient funds')
  await sandbox.close()
})
