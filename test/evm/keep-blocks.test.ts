import { beforeAll, describe, expect, test } from 'vitest'
import { createEvmNode, type EvmNode } from '../../src/evm/index.js'

/** Counts in slot 0, writes the block's number to the slot of that number, and emits it as a topic. */
const CODE = '0x5f546001015f5543805543435f5fa100'
const TO = `0x${'c0'.repeat(20)}`
const KEPT = 256
const BLOCKS = 460
const LAST_TOPIC = `0x${BLOCKS.toString(16).padStart(64, '0')}`

const ask = (node: EvmNode, method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })
const at = (number: number): string => `0x${number.toString(16)}`

async function run(node: EvmNode): Promise<{ readonly from: string; readonly hashes: string[] }> {
  const [from] = (await ask(node, 'eth_accounts')) as [string]
  await ask(node, 'anvil_setCode', TO, CODE)
  const hashes: string[] = []
  for (let block = 1; block <= BLOCKS; block++) {
    if (block % 3 === 0) {
      await ask(node, 'evm_mine')
      continue
    }
    // A change between blocks is a version of the state, and no block.
    if (block % 10 === 0) await ask(node, 'anvil_setBalance', `0x${'ee'.repeat(20)}`, at(block))
    hashes[block] = (await ask(node, 'eth_sendTransaction', { from, to: TO, gas: '0x30000' })) as string
  }
  return { from, hashes }
}

describe('a node that keeps its newest blocks', () => {
  const few = createEvmNode({ keepBlocks: KEPT })
  const all = createEvmNode()
  let from = ''
  let hashes: string[] = []
  let lowest = 0
  beforeAll(async () => {
    ;({ from, hashes } = await run(few))
    expect((await run(all)).hashes).toEqual(hashes)
    const isKept = (number: number): Promise<boolean> =>
      ask(few, 'eth_getBlockByNumber', at(number), false).then(
        () => true,
        () => false,
      )
    for (lowest = BLOCKS; await isKept(lowest - 1);) lowest--
  })

  test('keeps the configured number, and a few more', () => {
    const kept = BLOCKS - lowest + 1
    expect(kept).toBeGreaterThanOrEqual(KEPT)
    expect(kept).toBeLessThan(KEPT + 64)
  })

  test('answers for them like a node that keeps all blocks', async () => {
    for (let block = lowest; block <= BLOCKS; block++) {
      for (const [method, ...params] of [
        ['eth_getProof', TO, ['0x0', at(block), at(block + 1), at(lowest - 1)], at(block)],
        ['eth_getBalance', from, at(block)],
        ['eth_getBalance', `0x${'ee'.repeat(20)}`, at(block)],
        ['eth_getTransactionCount', from, at(block)],
        ['eth_getBlockByNumber', at(block), true],
      ] as const)
        expect(await ask(few, method, ...params)).toEqual(await ask(all, method, ...params))
    }
    for (const hash of hashes.slice(lowest).filter(Boolean))
      for (const method of ['eth_getTransactionReceipt', 'eth_getTransactionByHash'])
        expect(await ask(few, method, hash)).toEqual(await ask(all, method, hash))
    for (const topics of [[], [LAST_TOPIC], [`0x${'0'.repeat(64)}`]]) {
      const logs = { fromBlock: at(lowest), toBlock: 'latest', topics }
      expect(await ask(few, 'eth_getLogs', logs)).toEqual(await ask(all, 'eth_getLogs', logs))
    }
    const trace = ['debug_traceTransaction', hashes.at(-1), {}] as const
    expect(await ask(few, ...trace)).toEqual(await ask(all, ...trace))
  })

  test('refuses what is older', async () => {
    const pruned = { code: 4444, message: 'pruned history unavailable' }
    const old = at(lowest - 1)
    await expect(ask(few, 'eth_getBlockByNumber', old, false)).rejects.toMatchObject(pruned)
    await expect(ask(few, 'eth_getBalance', from, old)).rejects.toMatchObject(pruned)
    await expect(ask(few, 'eth_getLogs', { fromBlock: old, toBlock: 'latest' })).rejects.toMatchObject(pruned)
    await expect(ask(few, 'eth_getLogs', { fromBlock: 'earliest', toBlock: 'latest' })).rejects.toMatchObject(pruned)
    const hash = hashes.slice(0, lowest).at(-1)
    expect(await ask(few, 'eth_getTransactionReceipt', hash)).toBeNull()
    expect(await ask(few, 'eth_getTransactionByHash', hash)).toBeNull()
    const block = (await ask(all, 'eth_getBlockByNumber', old, false)) as { hash: string }
    expect(await ask(few, 'eth_getBlockByHash', block.hash, false)).toBeNull()
  })

  test('has the genesis, without the state after it', async () => {
    expect(await ask(few, 'eth_getBlockByNumber', 'earliest', false)).toEqual(
      await ask(all, 'eth_getBlockByNumber', '0x0', false),
    )
    for (const ref of ['earliest', '0x0'])
      await expect(ask(few, 'eth_getBalance', from, ref)).rejects.toMatchObject({
        code: -32000,
        message: 'historical state is not available: it is older than keepBlocks',
      })
  })
})

test('a snapshot is restored while its block is kept, and refused without any change afterwards', async () => {
  const node = createEvmNode({ keepBlocks: KEPT })
  const number = (): Promise<unknown> => ask(node, 'eth_blockNumber')
  const old = await ask(node, 'evm_snapshot')
  await ask(node, 'anvil_mine', at(300))
  const recent = await ask(node, 'evm_snapshot')
  const taken = node.snapshot()
  await ask(node, 'anvil_setBalance', TO, '0x7')
  await ask(node, 'anvil_mine', at(100))
  expect(await ask(node, 'evm_revert', recent)).toBe(true)
  expect(await number()).toBe(at(300))
  expect(await ask(node, 'eth_getBalance', TO, 'latest')).toBe('0x0')
  await ask(node, 'anvil_mine', at(400))
  await expect(ask(node, 'evm_revert', old)).rejects.toThrow('cannot return to block 0: only blocks from')
  await expect(ask(node, 'anvil_reset')).rejects.toThrow('cannot return to block 0')
  await expect(ask(node, 'anvil_rollback', at(500))).rejects.toThrow()
  expect(() => node.restore(taken)).toThrow('cannot return to block 300')
  expect(await number()).toBe(at(700))
  await ask(node, 'anvil_rollback', at(200))
  await ask(node, 'anvil_mine')
  expect(await number()).toBe(at(501))
})

test.each([255, 0, 256.5, '300'])('keepBlocks: %j is refused', (keepBlocks) => {
  expect(() => createEvmNode({ keepBlocks: keepBlocks as number })).toThrow('invalid keepBlocks')
})
