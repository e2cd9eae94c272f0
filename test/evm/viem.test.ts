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
import { artifact } from './solidity.js'

const Token = artifact('ERC20')
const Reverter = artifact('Reverter')
const Emitter = artifact('EventEmitter')
const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const alice = mnemonicToAccount(DEVELOPMENT_MNEMONIC)
const bob = '0x00000000000000000000000000000000000000b0'

const ways: [string, (node: EvmNode, server: JsonRpcServer) => Transport][] = [
  ['the provider in process', (node) => custom(node, { retryCount: 0 })],
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
    const { reader, wallet } = clients(transport(node, server))
    const before = await reader.getBalance({ address: alice.address })
    const deployed = await wallet.deployContract({ ...Token, args: ['Token', 'TKN', 1000n] })
    const creation = await reader.waitForTransactionReceipt({ hash: deployed })
    expect(creation).toMatchObject({ status: 'success', blockNumber: 1n, from: alice.address.toLowerCase(), to: null })
    const token = creation.contractAddress!
    const after = await reader.getBalance({ address: alice.address })
    expect(before - after).toBe(creation.gasUsed * creation.effectiveGasPrice)

    const hash = await wallet.writeContract({ ...Token, address: token, functionName: 'transfer', args: [bob, 30n] })
    const receipt = await reader.waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    expect(await reader.readContract({ ...Token, address: token, functionName: 'balanceOf', args: [bob] })).toBe(30n)
    expect(
      await reader.readContract({ ...Token, address: token, functionName: 'balanceOf', args: [bob], blockNumber: 1n }),
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

    const call = { ...Token, address: token, functionName: 'transfer', args: [bob, 5000n], account: alice } as const
    await expect(reader.simulateContract(call)).rejects.toThrow(
      /ERC20InsufficientBalance\(address sender, uint256 balance, uint256 needed\)\s+\(0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266, 970, 5000\)/,
    )
    const block = await reader.getBlock({ blockTag: 'latest', includeTransactions: true })
    expect(block).toMatchObject({ number: 2n, hash: receipt.blockHash, gasUsed: receipt.gasUsed })
    expect(block.transactions[0]).toMatchObject({
      hash,
      from: alice.address.toLowerCase(),
      input: expect.stringMatching(/^0xa9059cbb/) as Hex,
    })
  })

  test('decodes each way in which a contract fails, and sees that nothing of it stayed', async () => {
    const { wallet, reader, deploy } = clients(transport(node, server))
    const address = await deploy(Reverter)
    const failing = (functionName: string, args: unknown[] = []): Promise<unknown> =>
      reader.simulateContract({ ...Reverter, address, functionName, args, account: alice, gas: 200_000n })
    await expect(failing('revertWithReason', ['not today'])).rejects.toThrow('not today')
    await expect(failing('revertWithError', [7n, 'why'])).rejects.toThrow(
      /Refused\(address caller, uint256 code, string reason\)\s+\(0xf39F[0-9a-fA-F]+, 7, why\)/,
    )
    await expect(failing('revertWithoutData')).rejects.toThrow('reverted')
    await expect(failing('failAssertion')).rejects.toThrow('An `assert` condition failed')
    await expect(failing('overflow')).rejects.toThrow('Arithmetic operation resulted in underflow or overflow')
    await expect(failing('divideByZero', [0n])).rejects.toThrow('Division or modulo by zero')
    await expect(failing('outOfBounds')).rejects.toThrow('out-of-bounds')
    await expect(failing('invalidInstruction')).rejects.toThrow('invalid opcode')
    await expect(failing('useAllGas')).rejects.toThrow('out of gas')
    const hash = await wallet.writeContract({ ...Reverter, address, functionName: 'failAssertion', gas: 100_000n })
    expect(await reader.getTransactionReceipt({ hash })).toMatchObject({ status: 'reverted', logs: [] })
    expect(await reader.readContract({ ...Reverter, address, functionName: 'calls' })).toBe(0n)
    await wallet.writeContract({ ...Reverter, address, functionName: 'catchInner', args: [7n] })
    expect(await reader.readContract({ ...Reverter, address, functionName: 'calls' })).toBe(1n)
  })

  test('finds logs by every kind of topic', async () => {
    const { wallet, reader, deploy } = clients(transport(node, server))
    const address = await deploy(Emitter)
    const emit = (functionName: string, args: unknown[] = []): Promise<Hex> =>
      wallet.writeContract({ ...Emitter, address, functionName, args })
    await emit('emitPlain', [5n, 'text'])
    const many = await emit('emitMany', [4n])
    await emit('emitIndexedDynamic', ['text', '0x1234', [1n, 2n]])
    await emit('emitAnonymous', [9n])
    await emit('emitAllTopics', [1n, 2n, 3n, 4n])
    const range = { address, fromBlock: 0n } as const
    const events = await reader.getContractEvents({ ...Emitter, ...range, strict: true })
    expect(events.map(({ eventName }) => eventName)).toEqual([
      'Plain',
      'Indexed',
      'Indexed',
      'Indexed',
      'Indexed',
      'IndexedDynamic',
    ])
    const third = await reader.getContractEvents({
      ...Emitter,
      ...range,
      eventName: 'Indexed',
      args: { number: [2n, 9n] },
    })
    expect(third).toMatchObject([
      { transactionHash: many, logIndex: 2, args: { who: alice.address, number: 2n, rest: -2n } },
    ])
    const dynamic = await reader.getContractEvents({
      ...Emitter,
      ...range,
      eventName: 'IndexedDynamic',
      args: { text: 'text' },
    })
    expect(dynamic).toMatchObject([{ args: { list: [1n, 2n] } }])
    const all = await reader.request({
      method: 'eth_getLogs',
      params: [{ address, fromBlock: '0x0', topics: [null, null, null, `0x${'4'.padStart(64, '0')}`] }],
    })
    expect(all).toMatchObject([{ topics: { length: 4 }, data: '0x' }])
  })

  /** Clients over one way to the node. */
  function clients(transport: Transport) {
    const chain = defineChain({
      id: 4711,
      name: 'sudobox',
      nativeCurrency: { name: 'aevm', symbol: 'aevm', decimals: 18 },
      rpcUrls: { default: { http: [server.url] } },
    })
    const reader = createPublicClient({ chain, transport, pollingInterval: 5 })
    const wallet = createWalletClient({ chain, account: alice, transport })
    const deploy = async (contract: ReturnType<typeof artifact>): Promise<Hex> =>
      (await reader.waitForTransactionReceipt({ hash: await wallet.deployContract({ ...contract, args: [] }) }))
        .contractAddress!
    return { chain, reader, wallet, deploy }
  }
})
