import plugin from '@nomicfoundation/hardhat-network-helpers'
import type { NetworkHelpers } from '@nomicfoundation/hardhat-network-helpers/types'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Hex } from '../../src/evm/index.js'
import { startEvm, type EvmProcess } from './evm-process.js'

// Hardhat 3's own helpers, unmodified, made by the plug-in's hook on a connection as Hardhat would: only Hardhat's runner is missing, which
// wants a later Node; `npm run build && node scripts/hardhat-story.mjs` runs that.

const SOMEBODY = '0x00000000000000000000000000000000000000aa'
const READER = '0x5f545f5260205ff3'

let node: EvmProcess
let begin: unknown
let helpers: NetworkHelpers

/** The helpers of a connection to this node, as Hardhat makes them. */
async function helpersOf({ ask }: EvmProcess): Promise<NetworkHelpers> {
  const provider = {
    request: ({ method, params = [] }: { method: string; params?: unknown[] }) => ask(method, ...params),
  }
  const connection = { id: 0, networkName: 'sudobox', chainType: 'generic', provider, close: () => Promise.resolve() }
  const { newConnection } = await (await plugin.hookHandlers!.network!()).default()
  const made = await newConnection!({} as never, () => Promise.resolve(connection as never))
  return (made as unknown as { networkHelpers: NetworkHelpers }).networkHelpers
}

beforeAll(async () => {
  node = await startEvm('--accounts', '2')
  begin = await node.ask('evm_snapshot')
})
afterAll(() => node.stop())
beforeEach(async () => {
  await node.ask('evm_revert', begin)
  begin = await node.ask('evm_snapshot')
  helpers = await helpersOf(node)
})

const block = async (): Promise<Record<string, string>> =>
  (await node.ask('eth_getBlockByNumber', 'latest', false)) as Record<string, string>
const send = (from: string = node.accounts[0]!.address): Promise<unknown> =>
  node.ask('eth_sendTransaction', { from, to: SOMEBODY, value: '0x1' })

/** What each helper does, as a user would notice. */
const COVERED: Readonly<Record<string, () => Promise<void>>> = {
  clearSnapshots: async () => {
    const fixture = async (): Promise<unknown> => send()
    const first = await helpers.loadFixture(fixture)
    helpers.clearSnapshots()
    expect(await helpers.loadFixture(fixture)).not.toBe(first)
  },
  dropTransaction: async () => {
    await node.ask('evm_setAutomine', false)
    const hash = (await send()) as string
    expect(await helpers.dropTransaction(hash)).toBe(true)
    expect(await helpers.dropTransaction(hash)).toBe(false)
  },
  getStorageAt: async () => {
    await helpers.setStorageAt(SOMEBODY, 3, 9)
    expect(BigInt(await helpers.getStorageAt(SOMEBODY, 3))).toBe(9n)
  },
  impersonateAccount: async () => {
    await helpers.impersonateAccount(SOMEBODY)
    await helpers.setBalance(SOMEBODY, 10n ** 18n)
    const hash = await send(SOMEBODY)
    expect(await node.ask('eth_getTransactionReceipt', hash)).toMatchObject({ from: SOMEBODY, status: '0x1' })
  },
  loadFixture: async () => {
    let runs = 0
    const fixture = async (): Promise<number> => {
      await helpers.setBalance(SOMEBODY, 5)
      return ++runs
    }
    await helpers.loadFixture(fixture)
    await helpers.setBalance(SOMEBODY, 6)
    expect(await helpers.loadFixture(fixture)).toBe(1)
    expect(await node.ask('eth_getBalance', SOMEBODY)).toBe('0x5')
  },
  mine: async () => {
    const { number, timestamp } = await block()
    await helpers.mine(3, { interval: 100 })
    const after = await block()
    expect(Number(after['number']) - Number(number)).toBe(3)
    expect(Number(after['timestamp']) - Number(timestamp)).toBeGreaterThanOrEqual(200)
    await helpers.mine()
    expect(Number((await block())['number']) - Number(number)).toBe(4)
  },
  mineUpTo: async () => {
    await helpers.mineUpTo(25)
    expect(await helpers.time.latestBlock()).toBe(25)
    await expect(helpers.mineUpTo(20)).rejects.toThrow()
  },
  setBalance: async () => {
    await helpers.setBalance(SOMEBODY, 100n ** 18n)
    expect(BigInt((await node.ask('eth_getBalance', SOMEBODY)) as string)).toBe(100n ** 18n)
  },
  setBlockGasLimit: async () => {
    await helpers.setBlockGasLimit(1_000_000)
    await helpers.mine()
    expect(Number((await block())['gasLimit'])).toBe(1_000_000)
  },
  setCode: async () => {
    await helpers.setCode(SOMEBODY, READER)
    expect(await node.ask('eth_getCode', SOMEBODY)).toBe(READER)
  },
  setCoinbase: async () => {
    await helpers.setCoinbase(SOMEBODY)
    await helpers.mine()
    expect((await block())['miner']).toBe(SOMEBODY)
  },
  setNextBlockBaseFeePerGas: async () => {
    await helpers.setNextBlockBaseFeePerGas(4242)
    await helpers.mine()
    expect(Number((await block())['baseFeePerGas'])).toBe(4242)
  },
  setNonce: async () => {
    await helpers.setNonce(SOMEBODY, 42)
    expect(await node.ask('eth_getTransactionCount', SOMEBODY)).toBe('0x2a')
  },
  setPrevRandao: async () => {
    await helpers.setPrevRandao(77)
    await helpers.mine()
    expect(BigInt((await block())['mixHash']!)).toBe(77n)
  },
  setStorageAt: async () => {
    await helpers.setCode(SOMEBODY, READER)
    await helpers.setStorageAt(SOMEBODY, 0, 42)
    expect(BigInt((await node.ask('eth_call', { to: SOMEBODY })) as Hex)).toBe(42n)
  },
  stopImpersonatingAccount: async () => {
    await helpers.impersonateAccount(SOMEBODY)
    await helpers.stopImpersonatingAccount(SOMEBODY)
    await expect(send(SOMEBODY)).rejects.toThrow('unknown account')
  },
  takeSnapshot: async () => {
    const snapshot = await helpers.takeSnapshot()
    await send()
    await snapshot.restore()
    expect(await node.ask('eth_getBalance', SOMEBODY)).toBe('0x0')
    // It may be returned to again.
    await send()
    await snapshot.restore()
    expect(await node.ask('eth_getBalance', SOMEBODY)).toBe('0x0')
  },
  'time.increase': async () => {
    const before = await helpers.time.latest()
    expect(await helpers.time.increase(1000)).toBe(before + 1000)
    expect(await helpers.time.latest()).toBe(before + 1000)
  },
  'time.increaseTo': async () => {
    const target = (await helpers.time.latest()) + 5000
    await helpers.time.increaseTo(target)
    expect(await helpers.time.latest()).toBe(target)
  },
  'time.latest': async () => {
    expect(await helpers.time.latest()).toBe(Number((await block())['timestamp']))
  },
  'time.latestBlock': async () => {
    expect(await helpers.time.latestBlock()).toBe(Number((await block())['number']))
  },
  'time.setNextBlockTimestamp': async () => {
    const next = (await helpers.time.latest()) + 4242
    await helpers.time.setNextBlockTimestamp(next)
    await send()
    expect(await helpers.time.latest()).toBe(next)
  },
}

const methodsOf = (value: object): string[] =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(value)).filter((name) => name !== 'constructor')

test('the helpers have nothing that is not held here', () => {
  const own = methodsOf(helpers)
  const ofTime = methodsOf(helpers.time).map((name) => `time.${name}`)
  expect([...own, ...ofTime].sort()).toEqual(Object.keys(COVERED).sort())
})

test.each(Object.keys(COVERED))('%s', async (helper) => {
  await COVERED[helper]!()
})

test('they refuse a node that does not say that it is for development', async () => {
  const other = await startEvm('--accounts', '1', '--client-version', 'Sudobox/v1')
  try {
    await expect((await helpersOf(other)).mine()).rejects.toThrow('Sudobox/v1')
  } finally {
    other.stop()
  }
})
