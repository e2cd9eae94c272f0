import { createPublicClient, createWalletClient, custom, defineChain, encodeFunctionData, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { artifact } from '../../../evm/solidity.js'
import { envelopeOf } from './envelope.js'
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
    reader.readContract({ address: BANK, abi: supply, functionName: 'supplyOf', args: [BANK] }),
  ).resolves.toBe(0n)
  expect(await reader.getBalance({ address: accounts[1]! })).toBe(100n * COIN)
})

test('transactions are traced on the state that they began with', async () => {
  const { reader, wallet, accounts, app, node, keys } = await clients()
  const deployed = await reader.waitForTransactionReceipt({
    hash: await wallet.deployContract({ ...Token, args: ['Token', 'TKN', 1000n] }),
  })
  const token = { abi: Token.abi, address: deployed.contractAddress! }
  const request = (amount: bigint, nonce: number) =>
    privateKeyToAccount(keys[0]!).signTransaction({
      type: 'eip1559',
      chainId: 262_144,
      to: token.address,
      nonce,
      gas: 100_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 0n,
      data: encodeFunctionData({ ...token, functionName: 'transfer', args: [accounts[1], amount] }),
    })
  // Both in one block.
  const bytes = await Promise.all([request(30n, 1), request(970n, 2)])
  app.block(app.baseApp.nextTime, () => {
    for (const raw of bytes) app.baseApp.deliver(envelopeOf(raw, accounts[0]!))
  })
  const block = await reader.getBlock()
  expect(block.transactions).toHaveLength(2)
  const [, second] = block.transactions
  const call = (await node.request({
    method: 'debug_traceTransaction',
    params: [second, { tracer: 'callTracer' }],
  })) as { output: string; gasUsed: string }
  expect(BigInt(call.output)).toBe(1n)
  const receipt = await reader.getTransactionReceipt({ hash: second! })
  expect(BigInt(call.gasUsed)).toBe(receipt.gasUsed)
  // A single receipt counts its own gas alone, as on the chain; those of a block add up.
  expect(receipt.cumulativeGasUsed).toBe(receipt.gasUsed)
  const receipts = (await node.request({ method: 'eth_getBlockReceipts', params: ['latest'] })) as {
    gasUsed: string
    cumulativeGasUsed: string
  }[]
  expect(BigInt(receipts[1]!.cumulativeGasUsed)).toBe(BigInt(receipts[0]!.gasUsed) + receipt.gasUsed)
  const { pre, post } = (await node.request({
    method: 'debug_traceTransaction',
    params: [second, { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }],
  })) as Record<'pre' | 'post', Record<string, { storage?: Record<string, string> }>>
  const values = (side: typeof pre): bigint[] => Object.values(side[token.address]!.storage ?? {}).map(BigInt)
  expect([values(pre), values(post)]).toEqual([[970n, 30n], [1000n]])
  const traced = (await node.request({ method: 'debug_traceBlockByNumber', params: ['latest', {}] })) as {
    result: { gas: number; failed: boolean; structLogs: { op: string }[] }
  }[]
  expect(traced.map(({ result }) => result.structLogs.at(-1)!.op)).toEqual(['RETURN', 'RETURN'])
  expect(traced.map(({ result }) => result.failed)).toEqual([false, false])
})
