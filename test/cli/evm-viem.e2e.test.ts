import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  http,
  testActions,
  type Hex,
  type PublicClient,
  type TestClient,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startEvm, type EvmProcess } from './evm-process.js'

// Every test action that viem has, unmodified, against a real `sudobox evm`.
const MODES = ['anvil', 'hardhat', 'ganache'] as const
type Mode = (typeof MODES)[number]
type Actions = ReturnType<ReturnType<typeof testActions>>

const SOMEBODY = '0x00000000000000000000000000000000000000aa'
const WORD: Hex = `0x${'2a'.padStart(64, '0')}`
/** Returns what is in slot 0. */
const READER = '0x5f545f5260205ff3'

let node: EvmProcess
let begin: Hex
let client: TestClient<Mode> & Actions & PublicClient
let alice: Hex

beforeAll(async () => {
  node = await startEvm('--accounts', '2')
  begin = (await node.ask('evm_snapshot')) as Hex
})
afterAll(() => node.stop())

const number = (): Promise<bigint> => client.getBlockNumber({ cacheTime: 0 })
const time = async (): Promise<bigint> => (await client.getBlock()).timestamp
const pay = (value = 1n): Promise<Hex> =>
  createWalletClient({ transport: http(node.url), account: alice }).sendTransaction({
    to: SOMEBODY,
    value,
    chain: null,
  })

/** What each action does, as a user would notice. */
const COVERED: Readonly<Record<keyof Actions, (mode: Mode) => Promise<void>>> = {
  dropTransaction: async () => {
    await client.setAutomine(false)
    const hash = await pay()
    await client.dropTransaction({ hash })
    await expect(client.getTransaction({ hash })).rejects.toThrow('could not be found')
  },
  dumpState: async () => {
    await client.setBalance({ address: SOMEBODY, value: 77n })
    const state = await client.dumpState()
    await client.setBalance({ address: SOMEBODY, value: 1n })
    await client.loadState({ state })
    expect(await client.getBalance({ address: SOMEBODY })).toBe(77n)
  },
  getAutomine: async (mode) => {
    // Ganache is asked whether it mines by proof of work.
    expect(await client.getAutomine()).toBe(mode !== 'ganache')
    await client.setAutomine(false)
    expect(await client.getAutomine()).toBe(false)
  },
  getTxpoolContent: async () => {
    await client.setAutomine(false)
    const hash = await pay()
    const { pending, queued } = await client.getTxpoolContent()
    expect(Object.values(pending).flatMap((one) => Object.values(one).map(({ hash }) => hash))).toEqual([hash])
    expect(queued).toEqual({})
  },
  getTxpoolStatus: async () => {
    await client.setAutomine(false)
    await pay()
    expect(await client.getTxpoolStatus()).toEqual({ pending: 1, queued: 0 })
  },
  impersonateAccount: async () => {
    await client.impersonateAccount({ address: SOMEBODY })
    await client.setBalance({ address: SOMEBODY, value: 10n ** 18n })
    const wallet = createWalletClient({ transport: http(node.url), account: SOMEBODY })
    const hash = await wallet.sendTransaction({ to: alice, value: 5n, chain: null })
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ from: SOMEBODY, status: 'success' })
  },
  increaseTime: async () => {
    const before = await time()
    await client.increaseTime({ seconds: 1000 })
    await client.mine({ blocks: 1 })
    expect(Number((await time()) - before)).toBeGreaterThanOrEqual(1000)
  },
  inspectTxpool: async () => {
    await client.setAutomine(false)
    await pay(9n)
    const { pending } = await client.inspectTxpool()
    expect(Object.values(pending).flatMap((one) => Object.values(one))).toEqual([expect.stringMatching(/: 9 wei \+ /)])
  },
  loadState: () => COVERED.dumpState('anvil'),
  mine: async (mode) => {
    const before = await number()
    await client.mine({ blocks: 3 })
    expect(await number()).toBe(before + 3n)
    await client.mine({ blocks: 1, interval: 0 })
    expect(await number()).toBe(before + 4n)
    await client.mine({ blocks: 3, interval: 60 })
    const [first, last] = await Promise.all(
      [before + 5n, before + 7n].map(async (blockNumber) => (await client.getBlock({ blockNumber })).timestamp),
    )
    // Ganache has no interval.
    expect(last! - first!).toBe(mode === 'ganache' ? 2n : 120n)
  },
  removeBlockTimestampInterval: async () => {
    await client.setBlockTimestampInterval({ interval: 500 })
    await client.removeBlockTimestampInterval()
    const before = await time()
    await client.mine({ blocks: 1 })
    expect(Number((await time()) - before)).toBeLessThan(500)
  },
  reset: async () => {
    await client.mine({ blocks: 2 })
    await client.reset()
    expect(await number()).toBe(0n)
  },
  revert: () => COVERED.snapshot('anvil'),
  sendUnsignedTransaction: async () => {
    await client.setBalance({ address: SOMEBODY, value: 10n ** 18n })
    const hash = await client.sendUnsignedTransaction({ from: SOMEBODY, to: alice, value: 7n })
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ from: SOMEBODY, status: 'success' })
  },
  setAutomine: async () => {
    await client.setAutomine(false)
    const before = await number()
    const hash = await pay()
    expect(await number()).toBe(before)
    await client.setAutomine(true)
    expect((await client.getTransactionReceipt({ hash })).blockNumber).toBe(before + 1n)
  },
  setBalance: async () => {
    await client.setBalance({ address: SOMEBODY, value: 123n })
    expect(await client.getBalance({ address: SOMEBODY })).toBe(123n)
  },
  setBlockGasLimit: async () => {
    await client.setBlockGasLimit({ gasLimit: 123_456n })
    await client.mine({ blocks: 1 })
    expect((await client.getBlock()).gasLimit).toBe(123_456n)
  },
  setBlockTimestampInterval: async () => {
    await client.setBlockTimestampInterval({ interval: 500 })
    const before = await time()
    await client.mine({ blocks: 2 })
    expect((await time()) - before).toBe(1000n)
  },
  setCode: async () => {
    await client.setCode({ address: SOMEBODY, bytecode: READER })
    expect(await client.getCode({ address: SOMEBODY })).toBe(READER)
  },
  setCoinbase: async () => {
    await client.setCoinbase({ address: SOMEBODY })
    await client.mine({ blocks: 1 })
    expect((await client.getBlock()).miner).toBe(SOMEBODY)
  },
  setIntervalMining: async (mode) => {
    await client.setIntervalMining({ interval: 1 })
    // The node says that it is Anvil, so what viem sends Hardhat, in milliseconds, is taken for seconds.
    expect(await node.ask('anvil_getIntervalMining')).toBe(mode === 'hardhat' ? 1000 : 1)
    await client.setIntervalMining({ interval: 0 })
    expect(await node.ask('anvil_getIntervalMining')).toBeNull()
  },
  setLoggingEnabled: async () => {
    await client.setLoggingEnabled(true)
  },
  setMinGasPrice: async () => {
    // As both say on a chain with base fees.
    await expect(client.setMinGasPrice({ gasPrice: 5n })).rejects.toThrow('not supported when EIP-1559 is active')
  },
  setNextBlockBaseFeePerGas: async () => {
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 4242n })
    await client.mine({ blocks: 1 })
    expect((await client.getBlock()).baseFeePerGas).toBe(4242n)
  },
  setNextBlockTimestamp: async () => {
    const next = (await time()) + 4242n
    await client.setNextBlockTimestamp({ timestamp: next })
    await client.mine({ blocks: 1 })
    expect(await time()).toBe(next)
  },
  setNonce: async () => {
    await client.setNonce({ address: SOMEBODY, nonce: 42 })
    expect(await client.getTransactionCount({ address: SOMEBODY })).toBe(42)
  },
  setRpcUrl: async () => {
    await client.setRpcUrl('http://127.0.0.1:1')
    expect(await number()).toBeGreaterThanOrEqual(0n)
  },
  setStorageAt: async () => {
    await client.setCode({ address: SOMEBODY, bytecode: READER })
    await client.setStorageAt({ address: SOMEBODY, index: 0, value: WORD })
    expect(await client.call({ to: SOMEBODY })).toEqual({ data: WORD })
  },
  snapshot: async () => {
    const id = await client.snapshot()
    const before = await number()
    await pay(99n)
    await client.revert({ id })
    expect([await number(), await client.getBalance({ address: SOMEBODY })]).toEqual([before, 0n])
  },
  stopImpersonatingAccount: async () => {
    await client.impersonateAccount({ address: SOMEBODY })
    await client.stopImpersonatingAccount({ address: SOMEBODY })
    await client.setBalance({ address: SOMEBODY, value: 10n ** 18n })
    const wallet = createWalletClient({ transport: http(node.url), account: SOMEBODY })
    await expect(wallet.sendTransaction({ to: alice, value: 5n, chain: null })).rejects.toThrow('unknown account')
  },
}

describe.each(MODES)("viem's test client of the mode %s", (mode) => {
  beforeEach(async () => {
    await node.ask('evm_revert', begin)
    begin = (await node.ask('evm_snapshot')) as Hex
    alice = node.accounts[0]!.address
    const transport = http(node.url)
    client = Object.assign(createTestClient({ mode, transport }), createPublicClient({ transport }))
    Object.assign(client, testActions({ mode })(createTestClient({ mode, transport })))
  })

  test('has no action that is not held here', () => {
    const actions = testActions({ mode })(createTestClient({ mode, transport: http(node.url) }))
    expect(Object.keys(actions).sort()).toEqual(Object.keys(COVERED).sort())
  })

  test.each(Object.keys(COVERED) as (keyof Actions)[])('%s', async (action) => {
    await COVERED[action](mode)
  })
})
