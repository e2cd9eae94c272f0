import { expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Hex } from '../../src/evm/index.js'
import { createSandbox } from '../../src/sandbox/index.js'

const ask = <T = unknown>(node: EvmNode, method: string, ...params: unknown[]): Promise<T> =>
  node.request({ method, params }) as Promise<T>
const BOB = '0x00000000000000000000000000000000000000b0'

async function chain(options: Parameters<typeof createEvmNode>[0] = {}): Promise<{ node: EvmNode; alice: Hex }> {
  const node = createEvmNode({ accounts: { count: 2 }, ...options })
  const [alice] = await ask<Hex[]>(node, 'eth_accounts')
  return { node, alice: alice! }
}

const block = (node: EvmNode, number: string): Promise<{ hash: Hex; timestamp: Hex; transactions: Hex[] }> =>
  ask(node, 'eth_getBlockByNumber', number, false)

test('anvil_rollback reverts blocks, their state, and the clock', async () => {
  let now = 1_000_000n
  const { node, alice } = await chain({ clock: () => now })
  const paid: Hex[] = []
  for (let made = 0; made < 4; made++) {
    now += 100n
    paid.push(await ask<Hex>(node, 'eth_sendTransaction', { from: alice, to: BOB, value: '0x1' }))
  }
  const kept = await block(node, '0x2')
  expect(await ask(node, 'anvil_rollback', 2)).toBeNull()
  expect(node.blockNumber).toBe(2n)
  expect(await ask(node, 'eth_getBalance', BOB)).toBe('0x2')
  expect(await ask(node, 'eth_getTransactionReceipt', paid[3])).toBeNull()
  expect(await ask(node, 'eth_getTransactionCount', alice)).toBe('0x2')
  // The clock goes on from where the chain is.
  now += 3n
  await ask(node, 'evm_mine')
  expect(Number((await block(node, '0x3')).timestamp) - Number(kept.timestamp)).toBe(3)
  // One, unless more are asked for.
  await ask(node, 'anvil_rollback')
  expect((await block(node, 'latest')).hash).toBe(kept.hash)
  // Texts and codes of Anvil 1.7.1.
  await expect(ask(node, 'anvil_rollback', 5)).rejects.toMatchObject({
    code: -32602,
    message: 'Rollback depth must not exceed current chain height: current height 2, depth 5',
  })
  await ask(node, 'anvil_rollback', '0x2')
  expect(node.blockNumber).toBe(0n)
})

test('anvil_reorg makes the same number of other blocks, with the given transactions', async () => {
  const { node, alice } = await chain()
  const old = await ask<Hex>(node, 'eth_sendTransaction', { from: alice, to: BOB, value: '0x1' })
  const raw = await ask<Hex>(node, 'eth_getRawTransactionByHash', old)
  await ask(node, 'anvil_mine', 3)
  const before = await block(node, '0x4')
  expect(
    await ask(node, 'anvil_reorg', 4, [
      [{ from: alice, to: BOB, value: '0x7' }, 3],
      [raw, 1],
      [{ from: alice, to: BOB, value: '0x2', nonce: '0x1', gas: '0x5208' }, 1],
    ]),
  ).toBeNull()
  expect(node.blockNumber).toBe(4n)
  expect((await block(node, '0x4')).hash).not.toBe(before.hash)
  expect((await block(node, '0x2')).transactions).toHaveLength(2)
  expect((await block(node, '0x2')).transactions[0]).toBe(old)
  expect((await block(node, '0x1')).transactions).toEqual([])
  expect(await ask(node, 'eth_getBalance', BOB)).toBe('0x3')
  await ask(node, 'anvil_reorg', 2, [])
  expect(node.blockNumber).toBe(4n)
  for (const [params, message] of [
    [[9, []], 'Reorg depth must not exceed current chain height: current height 4, depth 9'],
    [
      [2, [[raw, 2]]],
      'Block number for reorg tx will exceed the reorged chain height. Block number 2 must not exceed (depth-1) 1',
    ],
  ] as const)
    await expect(ask(node, 'anvil_reorg', ...params)).rejects.toMatchObject({ code: -32602, message })
  await expect(ask(node, 'anvil_reorg', 1, [[{ from: BOB, to: BOB }, 0]])).rejects.toThrow('unknown account')
  expect(node.blockNumber).toBe(4n)
})

test('beside a chain only blocks of the EVM are reverted, and the log replays', async () => {
  const sandbox = createSandbox()
  const evm = sandbox.evm
  const [alice] = (await evm.request({ method: 'eth_accounts' })) as Hex[]
  const send = (): Promise<unknown> =>
    evm.request({ method: 'eth_sendTransaction', params: [{ from: alice, to: BOB, value: '0x1' }] })
  await send()
  await send()
  await evm.request({ method: 'anvil_rollback' })
  expect(await evm.request({ method: 'eth_getBalance', params: [BOB] })).toBe('0x1')
  await evm.request({ method: 'anvil_reorg', params: [1, []] })
  expect(await evm.request({ method: 'eth_getBalance', params: [BOB] })).toBe('0x0')
  expect(sandbox.log.map((action) => (action as { method?: string }).method)).toEqual([
    'eth_chainId',
    'eth_sendTransaction',
    'eth_sendTransaction',
    'anvil_rollback',
    'anvil_reorg',
  ])
  sandbox.chains.neutron.nextBlock(2)
  await send()
  for (const [method, ...params] of [['anvil_rollback', 2] as const, ['anvil_reorg', 2, []] as const])
    await expect(evm.request({ method, params })).rejects.toMatchObject({
      code: -32000,
      shortMessage: expect.stringContaining('sandbox.snapshot() and sandbox.restore()') as string,
    })
  await sandbox.close()
})
