import {
  Contract,
  ContractFactory,
  JsonRpcProvider,
  verifyTypedData,
  Wallet,
  keccak256,
  WebSocketProvider,
  type ContractEventPayload,
  type EventLog,
  type JsonRpcApiProvider,
} from 'ethers'
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

/** The client keeps an account's nonce for a quarter of a second, in which more than one block can be made here. */
const FRESH = { cacheTimeout: -1 }

const ways: [string, () => JsonRpcApiProvider][] = [
  ['HTTP, by looking again', () => new JsonRpcProvider(served.url, undefined, { ...FRESH, pollingInterval: 20 })],
  [
    'HTTP, by filters',
    () => new JsonRpcProvider(served.url, undefined, { ...FRESH, pollingInterval: 20, polling: false }),
  ],
  ['WebSocket', () => new WebSocketProvider(served.wsUrl, undefined, FRESH)],
]

describe.each(ways)('ethers over %s', (_, connect) => {
  test('deploys, writes, reads, listens, signs, and decodes errors', { timeout: 60_000 }, async () => {
    const { sandbox, alice } = served
    const provider = connect()
    const wallet = new Wallet(alice.evmPrivateKey, provider)
    try {
      expect((await provider.getNetwork()).chainId).toBe(sandbox.evm.chainId)
      const factory = new ContractFactory(Token.abi as never, Token.bytecode, wallet)
      const deployed = await factory.deploy('Token', 'TKN', 1000n)
      await deployed.waitForDeployment()
      const token = new Contract(await deployed.getAddress(), Token.abi as never, wallet)

      const seen: ContractEventPayload[] = []
      const heads: number[] = []
      await token.on('Transfer', (...given: unknown[]) => void seen.push(given.at(-1) as ContractEventPayload))
      await provider.on('block', (number: number) => void heads.push(number))
      await new Promise((resolve) => void setTimeout(resolve, 300))

      const receipt = await (
        (await token['transfer']!(BOB, 30n)) as { wait(): Promise<{ status: number; blockNumber: number }> }
      ).wait()
      expect(receipt.status).toBe(1)
      expect(await token['balanceOf']!(BOB)).toBe(30n)
      const transfer = await until(() => seen.find(({ args }) => args['value'] === 30n))
      expect([transfer.args['from'], transfer.log.blockNumber]).toEqual([wallet.address, receipt.blockNumber])
      await until(() => heads.find((number) => number === receipt.blockNumber))
      const past = (await token.queryFilter(token.filters['Transfer']!(wallet.address), 0, 'latest')) as EventLog[]
      expect(past.map(({ args }) => args['value'] as bigint)).toEqual([30n])
      await token.removeAllListeners()
      await provider.removeAllListeners()

      await expect(token['transfer']!.staticCall(BOB, 5000n)).rejects.toMatchObject({
        code: 'CALL_EXCEPTION',
        revert: { name: 'ERC20InsufficientBalance', args: [wallet.address, 970n, 5000n] },
      })
      // The estimate that precedes a transaction tells it as well.
      await expect(token['transfer']!(BOB, 5000n)).rejects.toMatchObject({
        code: 'CALL_EXCEPTION',
        data: expect.stringMatching(/^0xe450d38c/) as string,
      })

      const domain = { name: 'Post', chainId: sandbox.evm.chainId, verifyingContract: await token.getAddress() }
      const types = LETTER.types as unknown as Record<string, { name: string; type: string }[]>
      const signer = await provider.getSigner(alice.evmAddress)
      const signature = await signer.signTypedData(domain, types, LETTER.message)
      expect(signature).toBe(await wallet.signTypedData(domain, types, LETTER.message))
      expect(verifyTypedData(domain, types, LETTER.message, signature)).toBe(alice.evmAddress)
      expect(await signer.signMessage('hello')).toBe(await wallet.signMessage('hello'))

      // An account of the node sends without a secret here.
      const response = await signer.sendTransaction({ to: BOB, value: 5n })
      expect((await response.wait())?.status).toBe(1)
      expect(await provider.getBalance(wallet.address)).toBe(sandbox.chains.neutron.balance(alice, 'aevm'))
    } finally {
      provider.destroy()
    }
  })
})

test('ethers puts simultaneous requests into one batch', { timeout: 60_000 }, async () => {
  const provider = new JsonRpcProvider(served.url, Number(served.sandbox.evm.chainId), {
    staticNetwork: true,
    cacheTimeout: -1,
  })
  const sizes: number[] = []
  await provider.on('debug', ({ action, payload }: { action: string; payload: unknown }) => {
    if (action === 'sendRpcPayload') sizes.push(Array.isArray(payload) ? payload.length : 1)
  })
  const all = await Promise.all([
    provider.getBlockNumber(),
    provider.getBalance(BOB),
    provider.getTransactionCount(BOB),
  ])
  expect(all.slice(1)).toEqual([served.sandbox.chains.neutron.balance(BOB, 'aevm'), 0])
  expect(sizes).toContain(3)
  provider.destroy()
})

test('ethers decodes every kind of failure', { timeout: 60_000 }, async () => {
  const provider = new JsonRpcProvider(served.url, undefined, { ...FRESH, pollingInterval: 20 })
  const wallet = new Wallet(served.alice.evmPrivateKey, provider)
  const deployed = await new ContractFactory(Reverter.abi as never, Reverter.bytecode, wallet).deploy()
  await deployed.waitForDeployment()
  const reverter = new Contract(await deployed.getAddress(), Reverter.abi as never, wallet)
  await expect(reverter['revertWithReason']!.staticCall('because')).rejects.toMatchObject({ reason: 'because' })
  await expect(reverter['revertWithError']!.staticCall(7n, 'why')).rejects.toMatchObject({
    revert: { name: 'Refused', args: [wallet.address, 7n, 'why'] },
  })
  await expect(reverter['overflow']!.staticCall()).rejects.toMatchObject({ revert: { name: 'Panic', args: [17] } })
  // A transaction that fails in its block: the gas is given, so nothing is estimated.
  const sent = (await reverter['revertWithoutData']!({ gasLimit: 100_000n })) as { wait(): Promise<unknown> }
  await expect(sent.wait()).rejects.toMatchObject({ code: 'CALL_EXCEPTION', receipt: { status: 0 } })
  provider.destroy()
})

test('a raw subscription over a WebSocket gives receipts of the named transactions', async () => {
  const provider = new WebSocketProvider(served.wsUrl, undefined, FRESH)
  const wallet = new Wallet(served.alice.evmPrivateKey, provider)
  const filled = await wallet.populateTransaction({ to: BOB, value: 1n })
  const raw = await wallet.signTransaction(filled)
  const named = { transactionHashes: [keccak256(raw)] }
  const id = (await provider.send('eth_subscribe', ['transactionReceipts', named])) as string
  const seen: unknown[] = []
  const socket = provider.websocket as unknown as WebSocket
  socket.addEventListener('message', ({ data }) => {
    const { method, params } = JSON.parse(String(data)) as { method?: string; params: Record<string, unknown> }
    if (method === 'eth_subscription' && params['subscription'] === id) seen.push(params['result'])
  })
  await provider.send('eth_sendRawTransaction', [raw])
  expect(await until(() => seen[0])).toMatchObject([{ transactionHash: keccak256(raw), to: BOB }])
  await provider.destroy()
})
