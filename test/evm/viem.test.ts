import {
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  http,
  parseAbiItem,
  type Hex,
  type Transport,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEVELOPMENT_MNEMONIC, createEvmNode, type EvmNode } from '../../src/evm/index.js'
import { serveJsonRpc, type JsonRpcServer } from '../../src/server/json-rpc-http.js'
import { TOKEN, compile } from './solidity.js'

const { Token } = compile(TOKEN)
const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const alice = mnemonicToAccount(DEVELOPMENT_MNEMONIC)
const bob = '0x00000000000000000000000000000000000000b0'

const ways: [string, (node: EvmNode, server: JsonRpcServer) => Transport][] = [
  ['the provider in process', (node) => custom(node)],
  ['JSON-RPC over HTTP', (_, server) => http(server.url)],
]

describe.each(ways)('viem over %s', (_, transport) => {
  let node: EvmNode
  let server: JsonRpcServer
  beforeAll(async () => {
    node = createEvmNode({ chainId: 4711n })
    server = await serveJsonRpc(node)
  })
  afterAll(async () => {
    await server.close()
    await node.close()
  })

  test('deploys a token, sends some of it, and reads the logs, the receipt and the decoded error', async () => {
    const chain = defineChain({
      id: 4711,
      name: 'sudobox',
      nativeCurrency: { name: 'aevm', symbol: 'aevm', decimals: 18 },
      rpcUrls: { default: { http: [server.url] } },
    })
    const reader = createPublicClient({ chain, transport: transport(node, server), pollingInterval: 5 })
    const wallet = createWalletClient({ chain, account: alice, transport: transport(node, server) })

    const before = await reader.getBalance({ address: alice.address })
    const deployed = await wallet.deployContract({ ...Token!, args: [1000n] })
    const creation = await reader.waitForTransactionReceipt({ hash: deployed })
    expect(creation).toMatchObject({ status: 'success', blockNumber: 1n, from: alice.address.toLowerCase(), to: null })
    const token = creation.contractAddress!
    const after = await reader.getBalance({ address: alice.address })
    expect(before - after).toBe(creation.gasUsed * creation.effectiveGasPrice)

    const hash = await wallet.writeContract({ ...Token!, address: token, functionName: 'transfer', args: [bob, 30n] })
    const receipt = await reader.waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    expect(await reader.readContract({ ...Token!, address: token, functionName: 'balanceOf', args: [bob] })).toBe(30n)
    expect(
      await reader.readContract({ ...Token!, address: token, functionName: 'balanceOf', args: [bob], blockNumber: 1n }),
    ).toBe(0n)

    const logs = await reader.getLogs({ address: token, event: TRANSFER, fromBlock: 0n, toBlock: 'latest' })
    expect(
      logs.map(({ args, blockNumber, logIndex, blockHash }) => ({ ...args, blockNumber, logIndex, blockHash })),
    ).toEqual([
      {
        from: `0x${'00'.repeat(20)}`,
        to: alice.address,
        value: 1000n,
        blockNumber: 1n,
        logIndex: 0,
        blockHash: creation.blockHash,
      },
      {
        from: alice.address,
        to: '0x00000000000000000000000000000000000000B0',
        value: 30n,
        blockNumber: 2n,
        logIndex: 0,
        blockHash: receipt.blockHash,
      },
    ])
    const only = await reader.getLogs({ address: token, event: TRANSFER, args: { to: bob }, fromBlock: 0n })
    expect(only).toHaveLength(1)

    const call = { ...Token!, address: token, functionName: 'transfer', args: [bob, 5000n], account: alice } as const
    await expect(reader.simulateContract(call)).rejects.toThrow(/Short\(uint256 have, uint256 want\)\s+\(970, 5000\)/)
    await expect(
      reader.readContract({ ...Token!, address: token, functionName: 'fail', args: ['not today'] }),
    ).rejects.toThrow('not today')

    const block = await reader.getBlock({ blockTag: 'latest', includeTransactions: true })
    expect(block).toMatchObject({ number: 2n, hash: receipt.blockHash, gasUsed: receipt.gasUsed })
    expect(block.transactions[0]).toMatchObject({
      hash,
      from: alice.address.toLowerCase(),
      input: expect.stringMatching(/^0xa9059cbb/) as Hex,
    })
  })
})
