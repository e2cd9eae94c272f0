import { describe, expect, test } from 'vitest'
import { createEvmNode, type BalanceSource, type EvmNode, type Hex } from '../../src/evm/index.js'

const ALICE: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const BOB: Hex = '0x00000000000000000000000000000000000000b0'

/** The balances of a chain that has other ways to move them. */
class Bank implements BalanceSource {
  readonly values = new Map<Hex, bigint>([[ALICE, 10n ** 18n]])
  get(address: Hex): bigint {
    return this.values.get(address) ?? 0n
  }
  set(address: Hex, value: bigint): void {
    this.values.set(address, value)
  }
}

const ask = (node: EvmNode, method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })
const balance = async (node: EvmNode, address: Hex, at = 'latest'): Promise<bigint> =>
  BigInt((await ask(node, 'eth_getBalance', address, at)) as Hex)
const send = (node: EvmNode, value: bigint): Promise<unknown> =>
  ask(node, 'eth_sendTransaction', {
    from: ALICE,
    to: BOB,
    value: `0x${value.toString(16)}`,
    gas: '0x5208',
    gasPrice: '0xba43b7400',
  })

describe('an EVM whose balances are kept by a chain', () => {
  const start = (): { node: EvmNode; bank: Bank } => {
    const bank = new Bank()
    const node = createEvmNode({ balances: bank, accounts: { count: 1, balance: 10n ** 18n } })
    return { node, bank }
  }

  test('moves them there, and takes over what the chain moves with the next block', async () => {
    const { node, bank } = start()
    await send(node, 5n)
    expect(bank.get(BOB)).toBe(5n)
    const spent = 10n ** 18n - bank.get(ALICE)
    expect(spent).toBe(5n + 21_000n * 50_000_000_000n)

    bank.set(BOB, 3n)
    bank.set(ALICE, bank.get(ALICE) + 2n)
    node.balanceChanged(BOB)
    node.balanceChanged(ALICE)
    expect(await balance(node, BOB)).toBe(5n)
    await node.mine()
    expect(await balance(node, BOB)).toBe(3n)
    expect(await balance(node, BOB, '0x1')).toBe(5n)
    expect(await balance(node, BOB, '0x0')).toBe(0n)
    // The proof is against the root of the block, so the root knows of the move.
    const { balance: proven } = (await ask(node, 'eth_getProof', BOB, [], '0x2')) as { balance: Hex }
    expect(proven).toBe('0x3')
  })

  test('puts them back with a snapshot, whoever moved them', async () => {
    const { node, bank } = start()
    await send(node, 5n)
    const before = new Map(bank.values)
    const snapshot = node.snapshot()
    await send(node, 7n)
    bank.set(BOB, 100n)
    node.balanceChanged(BOB)
    await node.mine()
    bank.set(BOB, 101n)
    node.balanceChanged(BOB)
    node.restore(snapshot)
    expect(bank.get(BOB)).toBe(before.get(BOB))
    expect(bank.get(ALICE)).toBe(before.get(ALICE))
    expect(node.blockNumber).toBe(1n)
    expect(await balance(node, BOB)).toBe(5n)
    // And again, from the same snapshot.
    await send(node, 7n)
    expect(bank.get(BOB)).toBe(12n)
    node.restore(snapshot)
    expect(bank.get(BOB)).toBe(5n)
  })

  test('gives the same blocks as one that keeps its own', async () => {
    const { node } = start()
    const alone = createEvmNode({ accounts: { count: 1, balance: 10n ** 18n } })
    for (const one of [node, alone]) await send(one, 5n)
    expect(await ask(node, 'eth_getBlockByNumber', 'latest', false)).toEqual(
      await ask(alone, 'eth_getBlockByNumber', 'latest', false),
    )
  })

  test('refuses a transaction that the chain left no funds for', async () => {
    const { node, bank } = start()
    await ask(node, 'evm_setAutomine', false)
    const hash = await send(node, 5n)
    bank.set(ALICE, 1n)
    node.balanceChanged(ALICE)
    await node.mine()
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toBeNull()
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toBeNull()
    expect(bank.get(ALICE)).toBe(1n)
  })
})

test('blocks have the times of the clock, and at least a second between them', async () => {
  let now = 1_800_000_000n
  const node = createEvmNode({ clock: () => now, genesisTime: 1_700_000_000n })
  const time = async (): Promise<bigint> => {
    await node.mine()
    return BigInt(((await ask(node, 'eth_getBlockByNumber', 'latest', false)) as { timestamp: Hex }).timestamp)
  }
  expect(await time()).toBe(1_800_000_000n)
  expect(await time()).toBe(1_800_000_001n)
  now += 60n
  expect(await time()).toBe(1_800_000_060n)
  await node.mine(1_800_000_500n)
  now += 60n
  expect(await time()).toBe(1_800_000_560n)
})

test('two nodes of the same options are equal to the byte, and one restored goes on as if nothing had been', async () => {
  const blocks = async (node: EvmNode): Promise<unknown[]> => {
    for (let value = 1n; value <= 3n; value++) await send(node, value)
    return Promise.all(['0x0', '0x1', '0x2', '0x3'].map((at) => ask(node, 'eth_getBlockByNumber', at, true)))
  }
  const [a, b] = [createEvmNode(), createEvmNode()]
  const start = a.snapshot()
  const first = await blocks(a)
  expect(await blocks(b)).toEqual(first)
  a.restore(start)
  expect(await blocks(a)).toEqual(first)
})

test('a node refuses a call at the wrong moment with a reason', async () => {
  const node = createEvmNode()
  const mined = node.mine()
  expect(() => node.snapshot()).toThrow('snapshot() while a block is being made')
  await mined
  const later = node.snapshot()
  await ask(node, 'hardhat_reset')
  expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
  node.restore(later)
  expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
  await node.close()
  await expect(ask(node, 'eth_blockNumber')).rejects.toThrow('does not exist/is not available')
})
