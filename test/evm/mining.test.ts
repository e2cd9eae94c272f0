import { describe, expect, test } from 'vitest'
import { createEvmNode, type EvmNode } from '../../src/evm/index.js'

const ask = (node: EvmNode, method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })

/** Times of all blocks after the genesis, counted from it. */
async function times(node: EvmNode): Promise<number[]> {
  const at = async (number: number): Promise<number> =>
    Number(
      ((await ask(node, 'eth_getBlockByNumber', `0x${number.toString(16)}`, false)) as { timestamp: string }).timestamp,
    )
  const all = await Promise.all(Array.from({ length: Number(node.blockNumber) + 1 }, (_, number) => at(number)))
  return all.slice(1).map((time) => time - all[0]!)
}

// What Anvil 1.7.1 and Hardhat 2.28.6 do, except that no block may have the time of its parent, as Anvil's have with interval 0.
describe('the seconds between blocks that are made at once', () => {
  test.each([
    ['hardhat_mine', ['0x3'], [1, 2, 3]],
    ['hardhat_mine', ['0x3', '0x0'], [1, 2, 3]],
    ['hardhat_mine', ['0x3', '0x1'], [1, 2, 3]],
    ['hardhat_mine', ['0x3', '0xa'], [1, 11, 21]],
    ['hardhat_mine', [3, 10], [1, 11, 21]],
    ['anvil_mine', ['0x3'], [1, 2, 3]],
    ['anvil_mine', ['0x3', '0x0'], [1, 2, 3]],
    ['anvil_mine', ['0x3', null], [1, 2, 3]],
    ['anvil_mine', ['0x3', '0x1'], [1, 2, 3]],
    ['anvil_mine', ['0x3', '0xa'], [10, 20, 30]],
    ['anvil_mine', [], [1]],
    ['anvil_mine', ['0x0', '0xa'], []],
  ])('%s %j', async (method, params, expected) => {
    const node = createEvmNode({ accounts: { count: 1 } })
    await ask(node, 'eth_chainId')
    await node.request({ method, params })
    expect(await times(node)).toEqual(expected)
    // The interval is of these blocks alone.
    await ask(node, 'evm_mine')
    expect((await times(node)).at(-1)).toBe((expected.at(-1) ?? 0) + 1)
  })

  test('are counted from the clock, and a configured time applies to the first block', async () => {
    let now = 1_000_000n
    const node = createEvmNode({ accounts: { count: 1 }, clock: () => now })
    await ask(node, 'eth_chainId')
    now += 100n
    await ask(node, 'anvil_mine', 2, 10)
    expect(await times(node)).toEqual([110, 120])
    await ask(node, 'anvil_setNextBlockTimestamp', 1_000_500)
    await ask(node, 'anvil_mine', 2, 10)
    expect((await times(node)).slice(2)).toEqual([500, 510])
    now += 3n
    await ask(node, 'evm_mine')
    // The clock goes on from the last of them.
    expect((await times(node)).at(-1)).toBe(513)
  })

  test('beyond the largest time are refused, and earlier blocks are kept', async () => {
    const node = createEvmNode({ accounts: { count: 1 } })
    await expect(ask(node, 'anvil_mine', '0x2', `0x${'f'.repeat(20)}`)).rejects.toMatchObject({ code: -32000 })
    expect(node.blockNumber).toBe(0n)
    await expect(ask(node, 'hardhat_mine', '0x2', `0x${'f'.repeat(20)}`)).rejects.toMatchObject({ code: -32000 })
    expect(node.blockNumber).toBe(1n)
  })
})

test('evm_mine takes a time, or a time and a number of blocks', async () => {
  const node = createEvmNode({ accounts: { count: 1 }, genesisTime: 1000n })
  expect(await ask(node, 'evm_mine', { blocks: 2 })).toBe('0x0')
  expect(await ask(node, 'evm_mine', { timestamp: '0x7d0', blocks: 2 })).toBe('0x0')
  expect(await ask(node, 'evm_mine', 3000)).toBe('0x0')
  expect(await ask(node, 'evm_mine', {})).toBe('0x0')
  expect(await times(node)).toEqual([1, 2, 1000, 1001, 2000, 2001])
})

test.each(['evm_setTime', 'anvil_setTime'])('%s sets the clock, in seconds or milliseconds', async (method) => {
  const node = createEvmNode({ accounts: { count: 1 }, clock: () => 1_700_000_000n })
  await ask(node, 'eth_chainId')
  expect(await ask(node, method, 1_700_000_050)).toBe(50)
  await ask(node, 'evm_mine')
  expect(await ask(node, method, 1_700_000_100_000)).toBe(50)
  await ask(node, 'evm_mine')
  // There is no way back before the parent.
  expect(await ask(node, method, 5)).toBe(0)
  await ask(node, 'evm_mine')
  expect(await times(node)).toEqual([50, 100, 101])
  await expect(ask(node, method, `0x${'f'.repeat(20)}`)).rejects.toMatchObject({ code: -32000 })
})

test('adding to a balance stops at the largest one', async () => {
  const node = createEvmNode({ accounts: { count: 1 } })
  const to = `0x${'0'.repeat(39)}5`
  expect(await ask(node, 'anvil_addBalance', to, '0x5')).toBeNull()
  expect(await ask(node, 'hardhat_addBalance', to, 6)).toBe(true)
  expect(await ask(node, 'tenderly_addBalance', to, '7')).toBeNull()
  expect(await ask(node, 'eth_getBalance', to)).toBe('0x12')
  await ask(node, 'anvil_addBalance', to, `0x${'f'.repeat(64)}`)
  expect(await ask(node, 'eth_getBalance', to)).toBe(`0x${'f'.repeat(64)}`)
})
