import { expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Hex } from '../../src/evm/index.js'

// `testing_buildBlockV1`: a block on the head, which is not added to the chain.

const ask = <T = unknown>(node: EvmNode, method: string, ...params: unknown[]): Promise<T> =>
  node.request({ method, params }) as Promise<T>
const refusal = (node: EvmNode, ...params: unknown[]): Promise<string> =>
  ask(node, 'testing_buildBlockV1', ...params).then(
    () => 'built',
    (error: Error) => error.message,
  )

const BOB: Hex = '0x00000000000000000000000000000000000000b0'
const MINER: Hex = '0x00000000000000000000000000000000000000c0'

interface Built {
  readonly blockValue: Hex
  readonly executionPayload: Readonly<Record<string, Hex>> & { readonly transactions: Hex[] }
}
interface Block {
  readonly hash: Hex
  readonly timestamp: Hex
  readonly gasLimit: Hex
}

async function setUp(options: Parameters<typeof createEvmNode>[0] = {}) {
  const node = createEvmNode({ testing: true, accounts: { count: 1 }, ...options })
  const head = await ask<Block>(node, 'eth_getBlockByNumber', 'latest', false)
  const attributes = (later = 1n) => ({
    timestamp: `0x${(BigInt(head.timestamp) + later).toString(16)}`,
    prevRandao: `0x${'22'.repeat(32)}`,
    suggestedFeeRecipient: MINER,
    withdrawals: [],
    parentBeaconBlockRoot: `0x${'00'.repeat(32)}`,
  })
  return { node, head, attributes }
}

test('a block is built on the head alone, and later than it', async () => {
  const { node, head, attributes } = await setUp()
  expect(await refusal(node, `0x${'33'.repeat(32)}`, attributes(), [])).toMatch(/^unknown parent/)
  for (const later of [-1n, 0n])
    expect(await refusal(node, head.hash, attributes(later), [])).toBe('invalid timestamp: not later than the parent')
  expect(await refusal(node, head.hash, attributes(1n), [])).toBe('built')
  expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
})

test('its value is what its transactions pay above the base fee', async () => {
  const { node, head, attributes } = await setUp()
  const [alice] = await ask<Hex[]>(node, 'eth_accounts')
  const tips = [3n, 4n]
  const raw: Hex[] = []
  for (const [nonce, tip] of tips.entries())
    raw.push(
      (
        await ask<{ raw: Hex }>(node, 'eth_signTransaction', {
          from: alice,
          to: BOB,
          value: '0x5',
          gas: '0x5208',
          nonce: `0x${nonce.toString(16)}`,
          maxFeePerGas: '0x174876e800',
          maxPriorityFeePerGas: `0x${tip.toString(16)}`,
        })
      ).raw,
    )
  const { blockValue, executionPayload: payload } = await ask<Built>(
    node,
    'testing_buildBlockV1',
    head.hash,
    attributes(),
    raw,
    '0x1234',
  )
  expect(BigInt(blockValue)).toBe(21_000n * 7n)
  expect(payload).toMatchObject({
    parentHash: head.hash,
    feeRecipient: MINER,
    blockNumber: '0x1',
    gasUsed: '0xa410',
    extraData: '0x1234',
    prevRandao: attributes().prevRandao,
    transactions: raw,
  })
  // The second alone has a nonce that is too high.
  expect(await refusal(node, head.hash, attributes(), raw.slice(1))).toMatch(/nonce/)
})

test('without transactions it takes those in the pool', async () => {
  const { node, head, attributes } = await setUp()
  await ask(node, 'evm_setAutomine', false)
  const [from] = await ask<Hex[]>(node, 'eth_accounts')
  await ask(node, 'eth_sendTransaction', { from, to: BOB })
  const transactions = async (...given: unknown[]): Promise<Hex[]> =>
    (await ask<Built>(node, 'testing_buildBlockV1', head.hash, attributes(), ...given)).executionPayload.transactions
  expect(await transactions()).toHaveLength(1)
  expect(await transactions([])).toEqual([])
})

// Source: go-ethereum core/block_validator.go `CalcGasLimit`.
test.each([
  [30_000_000n, 30_000_000n, 30_000_000n],
  // At most the parent's limit over 1,024, less one.
  [30_000_000n, 60_000_000n, 30_000_000n + 29_295n],
  [30_000_000n, 10_000_000n, 30_000_000n - 29_295n],
  [30_000_000n, 30_029_295n, 30_029_295n],
  [30_000_000n, 30_029_296n, 30_029_295n],
  [30_000_000n, 29_970_705n, 29_970_705n],
  [30_000_000n, 29_970_704n, 29_970_705n],
])('after a block with the gas limit %s, towards %s, comes %s', async (parent, wanted, next) => {
  const { node, head, attributes } = await setUp({ blockGasLimit: parent })
  expect(BigInt(head.gasLimit)).toBe(parent)
  await ask(node, 'evm_setBlockGasLimit', `0x${wanted.toString(16)}`)
  const { executionPayload } = await ask<Built>(node, 'testing_buildBlockV1', head.hash, attributes(100n), [])
  expect(BigInt(executionPayload['gasLimit']!)).toBe(next)
})
