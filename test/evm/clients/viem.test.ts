import {
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  defineChain,
  http,
  recoverTypedDataAddress,
  webSocket,
  type Hex,
  type Transport,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getWebSocketRpcClient } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { artifact } from '../solidity.js'
import { BOB, LETTER, serveSandbox, until, type Served } from './served.js'

const Token = artifact('ERC20')
const Reverter = artifact('Reverter')

let served: Served
beforeAll(async () => {
  served = await serveSandbox()
}, 60_000)
afterAll(() => served.close())

const ways: [string, () => Transport][] = [
  ['HTTP', () => http(served.url, { batch: true })],
  ['WebSocket', () => webSocket(served.wsUrl)],
]

describe.each(ways)('viem over %s', (name, transport) => {
  test('deploys, writes, reads, watches, filters, signs, and decodes errors', { timeout: 60_000 }, async () => {
    const { sandbox, alice } = served
    const chain = defineChain({
      id: Number(sandbox.evm.chainId),
      name: 'sandbox',
      nativeCurrency: { name: 'EVM', symbol: 'EVM', decimals: 18 },
      rpcUrls: { default: { http: [served.url] } },
    })
    const way = transport()
    const account = privateKeyToAccount(alice.evmPrivateKey)
    const reader = createPublicClient({ chain, transport: way, pollingInterval: 20 })
    const wallet = createWalletClient({ chain, transport: way, account })

    const { contractAddress } = await reader.waitForTransactionReceipt({
      hash: await wallet.deployContract({ ...Token, args: ['Token', 'TKN', 1000n] }),
    })
    const token = { abi: Token.abi, address: contractAddress! }
    const filter = await reader.createContractEventFilter({ ...token, eventName: 'Transfer' })
    const seen: unknown[] = []
    const heads: bigint[] = []
    const stops = [
      reader.watchContractEvent({ ...token, eventName: 'Transfer', onLogs: (logs) => void seen.push(...logs) }),
      reader.watchBlockNumber({ onBlockNumber: (number) => void heads.push(number), emitMissed: true }),
    ]
    // A subscription is there when the node has answered; a later request shows it.
    const before = await until(() => heads[0] ?? (name === 'WebSocket' ? -1n : undefined))
    await reader.getChainId()
    await new Promise((resolve) => void setTimeout(resolve, 200))

    const hash = await wallet.writeContract({ ...token, functionName: 'transfer', args: [BOB, 30n] })
    const receipt = await reader.waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    expect(await reader.readContract({ ...token, functionName: 'balanceOf', args: [BOB] })).toBe(30n)
    const event = {
      eventName: 'Transfer',
      args: { from: account.address, to: expect.any(String) as string, value: 30n },
    }
    expect(await until(() => seen[0])).toMatchObject(event)
    expect(await until(() => heads.find((number) => number > before))).toBe(receipt.blockNumber)
    expect(await reader.getFilterChanges({ filter })).toMatchObject([event])
    expect(await reader.getFilterChanges({ filter })).toEqual([])
    expect(await reader.getContractEvents({ ...token, fromBlock: 0n, eventName: 'Transfer' })).toHaveLength(2)
    expect(await reader.uninstallFilter({ filter })).toBe(true)
    for (const stop of stops) stop()

    const short = await reader
      .simulateContract({ ...token, account: BOB, functionName: 'transfer', args: [account.address, 31n] })
      .catch((error: unknown) => error)
    const reverted = (short as BaseError).walk((error) => error instanceof ContractFunctionRevertedError)
    expect((reverted as ContractFunctionRevertedError).data).toMatchObject({
      errorName: 'ERC20InsufficientBalance',
      args: [expect.stringMatching(new RegExp(BOB, 'i')), 30n, 31n],
    })

    const letter = {
      domain: { name: 'Post', chainId: chain.id, verifyingContract: token.address },
      types: LETTER.types,
      primaryType: 'Letter',
      message: { ...LETTER.message, stamps: 3n },
    } as const
    const byNode = await createWalletClient({ chain, transport: way, account: alice.evmAddress }).signTypedData(letter)
    expect(byNode).toBe(await account.signTypedData(letter))
    expect(await recoverTypedDataAddress({ ...letter, signature: byNode })).toBe(alice.evmAddress)

    // What was asked at once goes out as a batch.
    const [number, balance, code] = await Promise.all([
      reader.getBlockNumber({ cacheTime: 0 }),
      reader.getBalance({ address: account.address }),
      reader.getCode({ address: token.address }),
    ])
    expect(number).toBe(receipt.blockNumber)
    expect(balance).toBe(sandbox.chains.neutron.balance(alice, 'aevm'))
    expect(code).toMatch(/^0x60/)
    if (name === 'WebSocket') (await getWebSocketRpcClient(served.wsUrl)).close()
  })
})

test('viem decodes every kind of failure', { timeout: 60_000 }, async () => {
  const { sandbox, alice } = served
  const transport = http(served.url)
  const reader = createPublicClient({ transport, pollingInterval: 20 })
  const account = privateKeyToAccount(alice.evmPrivateKey)
  const wallet = createWalletClient({ transport, account })
  const chain = defineChain({
    id: Number(sandbox.evm.chainId),
    name: 'sandbox',
    nativeCurrency: { name: 'EVM', symbol: 'EVM', decimals: 18 },
    rpcUrls: { default: { http: [served.url] } },
  })
  const hash: Hex = await wallet.deployContract({ ...Reverter, args: [], chain })
  const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
  const failing = async (functionName: string, ...args: unknown[]): Promise<unknown> => {
    const error = await reader
      .simulateContract({ abi: Reverter.abi, address: contractAddress!, functionName, args })
      .catch((error: unknown) => error)
    const found = (error as BaseError).walk((one) => one instanceof ContractFunctionRevertedError)
    const { reason, data } = found as ContractFunctionRevertedError
    return reason ?? [data?.errorName, ...(data?.args ?? [])]
  }
  expect(await failing('revertWithReason', 'because')).toBe('because')
  expect(await failing('revertWithError', 7n, 'why')).toEqual(['Refused', expect.any(String), 7n, 'why'])
  expect(await failing('overflow')).toContain('overflow')
})

test('a raw subscription over a WebSocket gives receipts of transactions', async () => {
  const { alice, wsUrl } = served
  const wallet = createWalletClient({ transport: webSocket(wsUrl), account: privateKeyToAccount(alice.evmPrivateKey) })
  const seen: unknown[][] = []
  const { unsubscribe } = await webSocket(wsUrl)({}).value!.subscribe({
    params: ['transactionReceipts'] as never,
    onData: ({ result }) => void seen.push(result as unknown[]),
  })
  const hash = await wallet.sendTransaction({ to: BOB, value: 1n, chain: null })
  expect(await until(() => seen[0])).toMatchObject([{ transactionHash: hash, to: BOB, status: '0x1' }])
  await unsubscribe()
})
