import {
  Contract,
  ContractFactory,
  JsonRpcProvider,
  WebSocketProvider,
  type BaseContract,
  type ContractEventPayload,
  type JsonRpcApiProvider,
  type TransactionResponse,
} from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { artifact } from '../evm/solidity.js'
import { startEvm, type EvmProcess } from './evm-process.js'

// The providers of ethers, unmodified, against a real `sudobox evm`; who signs are the accounts of the node.
const Token = artifact('ERC20')
const Reverter = artifact('Reverter')
const BOB = '0x00000000000000000000000000000000000000B0'

let node: EvmProcess
beforeAll(async () => {
  node = await startEvm('--accounts', '3')
}, 60_000)
afterAll(() => node.stop())

/** Until something is there. */
async function until<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    await new Promise((resolve) => void setTimeout(resolve, 10))
  }
}

const OPTIONS = { cacheTimeout: -1, pollingInterval: 20 }
const ways: [string, () => JsonRpcApiProvider][] = [
  ['JsonRpcProvider', () => new JsonRpcProvider(node.url, undefined, OPTIONS)],
  ['JsonRpcProvider by filters', () => new JsonRpcProvider(node.url, undefined, { ...OPTIONS, polling: false })],
  ['WebSocketProvider', () => new WebSocketProvider(node.wsUrl, undefined, OPTIONS)],
]

describe.each(ways)('ethers: %s', (_, connect) => {
  test(
    'deploys from an account of the node without naming gas, writes, listens, waits',
    { timeout: 30_000 },
    async () => {
      const provider = connect()
      try {
        const signers = await provider.listAccounts()
        expect(signers.map(({ address }) => address.toLowerCase())).toEqual(node.accounts.map(({ address }) => address))
        const signer = await provider.getSigner(0)
        const deployed = await new ContractFactory(Token.abi as never, Token.bytecode, signer).deploy(
          'Token',
          'TKN',
          1000n,
        )
        await deployed.waitForDeployment()
        const token: BaseContract = new Contract(await deployed.getAddress(), Token.abi as never, signer)
        const seen: ContractEventPayload[] = []
        const heads: number[] = []
        await token.on('Transfer', (...given: unknown[]) => void seen.push(given.at(-1) as ContractEventPayload))
        await provider.on('block', (number: number) => void heads.push(number))
        await new Promise((resolve) => void setTimeout(resolve, 200))

        const sent = (await token.getFunction('transfer')(BOB, 30n)) as TransactionResponse
        const receipt = await provider.waitForTransaction(sent.hash)
        expect(receipt).toMatchObject({ status: 1, from: signer.address })
        expect(await token.getFunction('balanceOf')(BOB)).toBe(30n)
        const event = await until(() => seen[0])
        expect([event.args['value'], event.log.blockNumber]).toEqual([30n, receipt!.blockNumber])
        await until(() => heads.find((number) => number === receipt!.blockNumber))
        await token.removeAllListeners()
        await provider.removeAllListeners()

        // With automining off it waits until somebody makes the block.
        await provider.send('evm_setAutomine', [false])
        const before = await provider.getBalance(BOB)
        const pending = await signer.sendTransaction({ to: BOB, value: 5n })
        expect(await provider.getTransactionReceipt(pending.hash)).toBeNull()
        const waiting = provider.waitForTransaction(pending.hash)
        // It looks at blocks from its first look on.
        await new Promise((resolve) => void setTimeout(resolve, 200))
        await provider.send('hardhat_mine', ['0x1'])
        expect(await waiting).toMatchObject({ status: 1 })
        expect(await provider.getBalance(BOB)).toBe(before + 5n)
        await provider.send('evm_setAutomine', [true])
        await expect(provider.send('eth_nothing', [])).rejects.toThrow('the method eth_nothing does not exist')
      } finally {
        provider.destroy()
      }
    },
  )
})

test('ethers sends simultaneous requests as a batch, and decodes errors', { timeout: 30_000 }, async () => {
  const provider = new JsonRpcProvider(node.url, undefined, { ...OPTIONS, staticNetwork: true })
  const sizes: number[] = []
  await provider.on('debug', ({ action, payload }: { action: string; payload: unknown }) => {
    if (action === 'sendRpcPayload') sizes.push(Array.isArray(payload) ? payload.length : 1)
  })
  await Promise.all([provider.getBlockNumber(), provider.getBalance(BOB), provider.getFeeData(), provider.getBlock(0)])
  expect(Math.max(...sizes)).toBeGreaterThanOrEqual(4)

  const signer = await provider.getSigner(1)
  const deployed = await new ContractFactory(Reverter.abi as never, Reverter.bytecode, signer).deploy()
  const reverter = new Contract(await deployed.getAddress(), Reverter.abi as never, signer)
  await deployed.waitForDeployment()
  // Without gas the estimate fails before anything is sent.
  const nonce = await signer.getNonce()
  await expect(reverter.getFunction('revertWithReason')('because')).rejects.toMatchObject({ reason: 'because' })
  await expect(
    provider.send('eth_sendTransaction', [{ from: signer.address, data: '0x602a5f5260205ffd' }]),
  ).rejects.toMatchObject({ error: { code: 3, message: 'execution reverted' } })
  expect(await signer.getNonce()).toBe(nonce)
  provider.destroy()
})
