import { createPublicClient, createWalletClient, custom, defineChain, parseAbi, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { artifact } from '../../../evm/solidity.js'
import { BANK, COIN, newWorld } from './world.js'

const Token = artifact('ERC20')
const CHAIN = defineChain({
  id: 262_144,
  name: 'evmd',
  nativeCurrency: { name: 'test', symbol: 'test', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

async function clients() {
  const world = await newWorld()
  const transport = custom(world.node)
  const reader = createPublicClient({ chain: CHAIN, transport })
  const wallet = createWalletClient({ chain: CHAIN, transport, account: privateKeyToAccount(world.keys[0]!) })
  return { ...world, reader, wallet }
}

test('a contract is deployed, called, and its logs are found', async () => {
  const { reader, wallet, accounts, app } = await clients()
  const deployed = await reader.waitForTransactionReceipt({
    hash: await wallet.deployContract({ ...Token, args: ['Token', 'TKN', 1000n] }),
  })
  expect(deployed).toMatchObject({ status: 'success', from: accounts[0], to: null, blockNumber: BigInt(app.height) })
  const token = { abi: Token.abi, address: deployed.contractAddress! }
  const sent = await reader.waitForTransactionReceipt({
    hash: await wallet.writeContract({ ...token, functionName: 'transfer', args: [accounts[1], 30n] }),
  })
  expect(await reader.readContract({ ...token, functionName: 'balanceOf', args: [accounts[1]] })).toBe(30n)
  const logs = await reader.getContractEvents({ ...token, fromBlock: 1n })
  expect(logs).toHaveLength(2)
  expect(logs[1]).toMatchObject({ blockHash: sent.blockHash, transactionHash: sent.transactionHash, logIndex: 0 })
  const block = await reader.getBlock({ blockHash: sent.blockHash, includeTransactions: true })
  expect(block.transactions).toMatchObject([{ hash: sent.transactionHash, nonce: 1, from: accounts[0] }])
  expect(block.parentHash).toBe((await reader.getBlock({ blockNumber: block.number - 1n })).hash)
  const supply = parseAbi(['function supplyOf(address) view returns (uint256)'])
  await expect(
    reader.readContract({ address: BANK, abi: supply, functionName: 'supplyOf', args: [BANK as Hex] }),
  ).resolves.toBe(0n)
  expect(await reader.getBalance({ address: accounts[1]! })).toBe(100n * COIN)
})
