import { expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Hex } from '../../src/evm/index.js'

const ask = <T = unknown>(node: EvmNode, method: string, ...params: unknown[]): Promise<T> =>
  node.request({ method, params }) as Promise<T>
const changes = <T = Hex>(node: EvmNode, id: Hex): Promise<T[]> => ask(node, 'eth_getFilterChanges', id)
const hashAt = async (node: EvmNode, number: number): Promise<Hex> =>
  (await ask<{ hash: Hex }>(node, 'eth_getBlockByNumber', `0x${number.toString(16)}`, false)).hash

/** PUSH0 PUSH0 LOG0: each call is a log without topics or data. */
const LOGGER: Hex = '0x0000000000000000000000000000000000000106'
const BOB = '0x00000000000000000000000000000000000000b0'

async function chain(options: Parameters<typeof createEvmNode>[0] = {}) {
  const node = createEvmNode({ accounts: { count: 1 }, clock: () => 1_700_000_000n, ...options })
  const [alice] = await ask<Hex[]>(node, 'eth_accounts')
  await ask(node, 'anvil_setCode', LOGGER, '0x5f5fa0')
  return { node, alice: alice!, log: () => ask<Hex>(node, 'eth_sendTransaction', { from: alice, to: LOGGER }) }
}

test('a filter for logs reports the blocks from its first to its last one, both included', async () => {
  const { node, log } = await chain()
  const filters: [bounds: object, blocks: string[]][] = [
    [{}, ['0x1', '0x2', '0x3', '0x4']],
    [{ fromBlock: '0x2', toBlock: '0x3' }, ['0x2', '0x3']],
    [{ fromBlock: '0x3', toBlock: 'latest' }, ['0x3', '0x4']],
    [{ fromBlock: 'earliest', toBlock: '0x1' }, ['0x1']],
    [{ fromBlock: 'latest', toBlock: 'latest' }, ['0x1', '0x2', '0x3', '0x4']],
    [{ fromBlock: 'earliest', toBlock: 'earliest' }, []],
    [{ fromBlock: '0x5' }, []],
  ]
  const ids: Hex[] = []
  for (const [bounds] of filters) ids.push(await ask<Hex>(node, 'eth_newFilter', bounds))
  const reported = filters.map((): string[] => [])
  for (let made = 0; made < 4; made++) {
    await log()
    // The same in one poll and in many.
    if (made % 2 === 1)
      for (const [index, id] of ids.entries())
        reported[index]!.push(
          ...(await changes<{ blockNumber: string }>(node, id)).map(({ blockNumber }) => blockNumber),
        )
  }
  expect(reported).toEqual(filters.map(([, blocks]) => blocks))
})

test('a filter is refused when its first block is above its last, and allowed when they are the same', async () => {
  const { node } = await chain()
  await expect(ask(node, 'eth_newFilter', { fromBlock: '0x2', toBlock: '0x1' })).rejects.toMatchObject({
    code: -32602,
    message: 'invalid block range params',
  })
  for (const bounds of [{ fromBlock: '0x2', toBlock: '0x2' }, { fromBlock: '0x2' }, { toBlock: 'latest' }])
    expect(await ask(node, 'eth_newFilter', bounds)).toMatch(/^0x/)
})

test('after a return to an earlier block, filters report the blocks that took the place of others', async () => {
  const { node, log } = await chain()
  await log()
  const snapshot = await ask(node, 'evm_snapshot')
  const blocks = await ask<Hex>(node, 'eth_newBlockFilter')
  const logs = await ask<Hex>(node, 'eth_newFilter', {})
  for (let made = 0; made < 3; made++) await log()
  expect(await changes(node, blocks)).toEqual([await hashAt(node, 2), await hashAt(node, 3), await hashAt(node, 4)])
  expect(await changes(node, logs)).toHaveLength(3)

  // What was reported is not reported again.
  await ask(node, 'anvil_rollback', 1)
  expect(await changes(node, blocks)).toEqual([])
  expect(await changes(node, logs)).toEqual([])
  const again = await log()
  expect(await changes(node, blocks)).toEqual([await hashAt(node, 4)])
  expect(await changes(node, logs)).toMatchObject([{ transactionHash: again, blockNumber: '0x4' }])

  // Nobody polls between the return and the new blocks, which are fewer than those before, or more.
  await ask(node, 'evm_revert', snapshot)
  await ask(node, 'evm_increaseTime', 100)
  await log()
  expect(await changes(node, blocks)).toEqual([await hashAt(node, 2)])
  await ask(node, 'anvil_rollback', 1)
  await ask(node, 'evm_increaseTime', 50)
  await log()
  await log()
  expect(await changes(node, blocks)).toEqual([await hashAt(node, 2), await hashAt(node, 3)])
  expect(await changes<{ blockNumber: Hex }>(node, logs)).toMatchObject([
    { blockNumber: '0x2' },
    { blockNumber: '0x3' },
  ])
})

test('a filter whose blocks are no longer kept says so once, and continues with the next block', async () => {
  const { node } = await chain({ keepBlocks: 256 })
  // Old blocks are dropped 64 at a time.
  await ask(node, 'anvil_mine', 20)
  const early = await ask<Hex>(node, 'eth_newBlockFilter')
  await ask(node, 'anvil_mine', 43)
  const late = await ask<Hex>(node, 'eth_newBlockFilter')
  await ask(node, 'anvil_mine', 256)
  // The last block that it knows is gone, those after it are not.
  await expect(ask(node, 'eth_getBlockByNumber', '0x3f', false)).rejects.toMatchObject({ code: 4444 })
  expect(await changes(node, late)).toHaveLength(256)
  await expect(changes(node, early)).rejects.toMatchObject({ code: 4444 })
  await ask(node, 'evm_mine')
  for (const id of [early, late]) expect(await changes(node, id)).toEqual([await hashAt(node, 320)])
})

test('filters for pending transactions work again after the last one was removed', async () => {
  const { node, alice } = await chain()
  const pay = (): Promise<Hex> => ask(node, 'eth_sendTransaction', { from: alice, to: BOB })
  const first = await ask<Hex>(node, 'eth_newPendingTransactionFilter')
  const second = await ask<Hex>(node, 'eth_newPendingTransactionFilter')
  const paid = await pay()
  expect(await ask(node, 'eth_uninstallFilter', first)).toBe(true)
  expect(await ask(node, 'eth_uninstallFilter', first)).toBe(false)
  // The other one has not lost what came before.
  expect(await changes(node, second)).toEqual([paid])
  expect(await ask(node, 'eth_uninstallFilter', second)).toBe(true)
  await pay()
  const third = await ask<Hex>(node, 'eth_newPendingTransactionFilter')
  const last = await pay()
  expect(await changes(node, third)).toEqual([last])
  await expect(changes(node, second)).rejects.toMatchObject({ message: `filter ${second} not found` })
})

test('the logs of a filter are its own query, whatever was polled, and no other kind of filter has any', async () => {
  const { node, log } = await chain()
  const hashes = [await log(), await log()]
  const id = await ask<Hex>(node, 'eth_newFilter', { fromBlock: '0x1', toBlock: '0x2' })
  expect(await changes(node, id)).toEqual([])
  for (let time = 0; time < 2; time++)
    expect(await ask(node, 'eth_getFilterLogs', id)).toMatchObject(
      hashes.map((transactionHash) => ({ transactionHash })),
    )
  for (const [kind, number] of [
    ['eth_newBlockFilter', 3],
    ['eth_newPendingTransactionFilter', 2],
  ] as const) {
    const other = await ask<Hex>(node, kind)
    await expect(ask(node, 'eth_getFilterLogs', other)).rejects.toMatchObject({
      message: `filter ${other} doesn't have a LogsSubscription type: got ${number}`,
    })
  }
})
