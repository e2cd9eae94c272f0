import { describe, expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Hex } from '../../src/evm/index.js'

const ask = <T = unknown>(node: EvmNode, method: string, ...params: unknown[]): Promise<T> =>
  node.request({ method, params }) as Promise<T>
const [ALICE, BOB]: readonly Hex[] = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
]
const refusal = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    (value) => ({ value }),
    ({ code, shortMessage }: { code: number; shortMessage: string }) => `${code} ${shortMessage}`,
  )

/** Source: EIP-2681, go-ethereum v1.17 core/state_transition.go `ErrNonceMax`. */
test('the last nonce that a transaction may have is 2^64 - 2', async () => {
  const node = createEvmNode({ accounts: { count: 2 } })
  await ask(node, 'anvil_setNonce', ALICE, '0xfffffffffffffffe')
  const pay = { from: ALICE, to: BOB, value: '0x1' }
  await ask(node, 'eth_sendTransaction', pay)
  expect(await ask(node, 'eth_getTransactionCount', ALICE)).toBe('0xffffffffffffffff')
  const before = await ask(node, 'eth_blockNumber')
  expect(await refusal(ask(node, 'eth_sendTransaction', pay))).toBe('-32000 nonce has max value')
  expect(await ask(node, 'eth_blockNumber')).toBe(before)
  const blockStateCalls = [{ calls: [{ ...pay, nonce: '0xffffffffffffffff' }] }]
  expect(await refusal(ask(node, 'eth_simulateV1', { blockStateCalls, validation: true }))).toBe(
    '-32603 err: nonce has max value: address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266, nonce: 18446744073709551615 (supplied gas 25000000)',
  )
})

/** Source: go-ethereum v1.17 eth/gasprice/feehistory.go. */
test.each([
  [[0, 50, 100], undefined],
  [[10, 10], '-32000 invalid reward percentile: #0:10.000000 >= #1:10.000000'],
  [[20, 10.5], '-32000 invalid reward percentile: #0:20.000000 >= #1:10.500000'],
  [[100.5], '-32000 invalid reward percentile: 100.500000'],
  [[-0.1], '-32000 invalid reward percentile: -0.100000'],
  [Array.from({ length: 100 }, (_, i) => i), undefined],
  [Array.from({ length: 101 }, (_, i) => i), '-32000 invalid reward percentile: over the query limit 100'],
])('percentiles of a fee history rise, from 0 to 100: %#', async (percentiles, error) => {
  const node = createEvmNode({ accounts: { count: 1 } })
  const history = refusal(ask(node, 'eth_feeHistory', '0x1', 'latest', percentiles))
  if (error === undefined) expect(await history).toMatchObject({ value: { reward: [percentiles.map(() => '0x0')] } })
  else expect(await history).toBe(error)
  // They are looked at before the block, and not at all when no block is wanted.
  const beyond = ask(node, 'eth_feeHistory', '0x1', '0x99', percentiles)
  expect(await refusal(beyond)).toBe(error ?? '-32000 request beyond head block: requested 153, head 0')
  expect(await refusal(ask(node, 'eth_feeHistory', '0x0', 'latest', percentiles))).toMatchObject({
    value: { oldestBlock: '0x0' },
  })
})

/** Source: cosmos/evm rpc/namespaces/ethereum/eth/filters/filters.go `Logs`. */
describe.each(['functional', 'cosmos-evm'] as const)('in the profile %s', (profile) => {
  test('the ends of a range of logs are as far apart as the cap allows, and no farther', async () => {
    const node = createEvmNode({ profile, accounts: { count: 1 }, limits: { blockRangeCap: 3 } })
    for (let i = 0; i < 5; i++) await node.mine()
    const logs = (fromBlock: string, toBlock: string) => refusal(ask(node, 'eth_getLogs', { fromBlock, toBlock }))
    expect(await logs('0x1', '0x4')).toEqual({ value: [] })
    expect(await logs('0x1', '0x5')).toBe('-32000 maximum [from, to] blocks distance: 3')
  })
})

test('the ends of a range of traces are as far apart as the cap allows, and no farther', async () => {
  const node = createEvmNode({ accounts: { count: 1 }, limits: { blockRangeCap: 3 } })
  for (let i = 0; i < 5; i++) await node.mine()
  const traces = (fromBlock: string, toBlock: string) => refusal(ask(node, 'trace_filter', { fromBlock, toBlock }))
  expect(await traces('0x1', '0x4')).toMatchObject({ value: expect.any(Array) as unknown })
  expect(await traces('0x1', '0x5')).toBe('-32000 maximum [from, to] blocks distance: 3')
})
