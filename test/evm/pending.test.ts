import { expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Hex, type Profile } from '../../src/evm/index.js'
import { METHODS } from '../../src/evm/rpc/methods/all.js'
import { blockNumber, blockRef } from '../../src/evm/rpc/request.js'

const NAMESPACES = ['eth', 'debug', 'trace', 'erigon', 'evm']

/** Adds one to its first slot. */
const COUNTER: Hex = '0x00000000000000000000000000000000000000c0'
const POOR: Hex = '0x00000000000000000000000000000000000000b7'
const GAS = { gas: '0x15f90', gasPrice: '0x2540be400' }

type Json = Record<string, unknown>

/** What a request sees of a block: its number, or whether it has what waits. */
interface Row {
  readonly params: (tag: string) => readonly unknown[]
  readonly isPending: (result: never) => boolean
}

const NUMBER_CALL = { data: '0x435f5260205ff3' }
const first = (tag: string): unknown[] => [tag]
const tracer = { tracer: 'callTracer' }
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`
const isTwo = (result: Hex): boolean => BigInt(result) === 2n
const ofTwo = (result: Json): boolean => result['number'] === '0x2'
const ofPoor = ({ balance }: Json): boolean => BigInt(balance as Hex) === 5n
const both = (result: readonly unknown[]): boolean => result.length === 2
const isLong = (result: Hex): boolean => result.length > 2 * 700

/** Every method that takes a block. */
const ROWS: Readonly<Record<string, Row>> = {
  eth_getBlockByNumber: { params: (tag) => [tag, false], isPending: ofTwo },
  eth_getHeaderByNumber: { params: first, isPending: ofTwo },
  erigon_getHeaderByNumber: { params: first, isPending: ofTwo },
  eth_getBlockReceipts: { params: first, isPending: both },
  eth_getBlockTransactionCountByNumber: { params: first, isPending: isTwo },
  eth_getTransactionByBlockNumberAndIndex: {
    params: (tag) => [tag, '0x0'],
    isPending: ({ blockNumber }: Json) => blockNumber === '0x2',
  },
  eth_getRawTransactionByBlockNumberAndIndex: {
    params: (tag) => [tag, '0x1'],
    isPending: (raw: Hex | null) => raw !== null,
  },
  eth_getUncleCountByBlockNumber: { params: first, isPending: () => false },
  eth_getUncleByBlockNumberAndIndex: { params: (tag) => [tag, '0x0'], isPending: () => false },
  eth_getBalance: { params: (tag) => [POOR, tag], isPending: (balance: Hex) => balance === '0x5' },
  eth_getTransactionCount: { params: (tag) => ['SENDER', tag], isPending: (nonce: Hex) => nonce === '0x3' },
  eth_getCode: { params: (tag) => [COUNTER, tag], isPending: () => false },
  eth_getStorageAt: { params: (tag) => [COUNTER, '0x0', tag], isPending: isTwo },
  eth_getStorageValues: {
    params: (tag) => [{ [COUNTER]: [word(0)] }, tag],
    isPending: (values: Record<Hex, Hex[]>) => isTwo(values[COUNTER]![0]!),
  },
  eth_getProof: { params: (tag) => [POOR, [], tag], isPending: ofPoor },
  eth_getAccount: { params: (tag) => [POOR, tag], isPending: ofPoor },
  eth_getAccountInfo: { params: (tag) => [POOR, tag], isPending: ofPoor },
  debug_codeByHash: { params: (tag) => [word(1), tag], isPending: () => false },
  eth_call: { params: (tag) => [NUMBER_CALL, tag], isPending: isTwo },
  eth_estimateGas: { params: (tag) => [{ from: POOR, to: COUNTER, value: '0x5' }, tag], isPending: () => true },
  eth_createAccessList: { params: (tag) => [{ from: POOR, to: COUNTER, value: '0x5' }, tag], isPending: () => true },
  eth_simulateV1: {
    params: (tag) => [{ blockStateCalls: [{}] }, tag],
    isPending: ([{ number }]: [{ number: Hex }]) => number === '0x3',
  },
  eth_feeHistory: { params: (tag) => ['0x1', tag, []], isPending: ({ oldestBlock }: Json) => oldestBlock === '0x2' },
  debug_traceBlockByNumber: { params: (tag) => [tag, tracer], isPending: both },
  debug_traceCall: { params: (tag) => [NUMBER_CALL, tag, tracer], isPending: () => false },
  debug_traceChain: {
    params: (tag) => ['0x0', tag, tracer],
    isPending: (blocks: readonly { traces: readonly unknown[] }[]) => blocks.length === 2 && both(blocks[1]!.traces),
  },
  debug_getRawBlock: { params: first, isPending: isLong },
  debug_getRawHeader: { params: first, isPending: () => true },
  debug_getRawReceipts: { params: first, isPending: both },
  debug_dumpBlock: {
    params: first,
    isPending: ({ accounts }: { accounts: Record<string, Json> }) => accounts[POOR]?.['balance'] === '5',
  },
  debug_accountRange: {
    params: (tag) => [tag, '0x', 256, true, true, false],
    isPending: ({ accounts }: { accounts: Record<string, Json> }) =>
      Object.values(accounts).some(({ address, balance }) => address === POOR && balance === '5'),
  },
  debug_storageRangeAt: {
    params: (tag) => [tag, 0, COUNTER, '0x0', 1],
    isPending: ({ storage }: { storage: Record<string, { value: Hex }> }) =>
      Object.values(storage).some(({ value }) => BigInt(value) === 1n),
  },
  trace_block: { params: first, isPending: both },
  trace_call: {
    params: (tag) => [NUMBER_CALL, ['trace'], tag],
    isPending: ({ output }: { output: Hex }) => isTwo(output),
  },
  trace_callMany: {
    params: (tag) => [[[NUMBER_CALL, ['trace']]], tag],
    isPending: ([{ output }]: [{ output: Hex }]) => isTwo(output),
  },
  trace_replayBlockTransactions: { params: (tag) => [tag, ['trace']], isPending: both },
  trace_filter: {
    params: (tag) => [{ fromBlock: '0x1', toBlock: tag }],
    isPending: (traces: readonly unknown[]) => traces.length === 3,
  },
}

/** Answers that are the same for both blocks. */
const SAME = new Set([
  'eth_getUncleCountByBlockNumber',
  'eth_getUncleByBlockNumberAndIndex',
  'eth_getCode',
  'debug_codeByHash',
])

/** A node with one block and two transactions that wait for the second. */
async function waiting(profile: Profile): Promise<{ readonly node: EvmNode; readonly sender: Hex }> {
  const node = createEvmNode({
    profile,
    namespaces: NAMESPACES,
    mining: 'manual',
    accounts: { count: 1 },
    alloc: { [COUNTER]: { code: '0x5f546001015f55' } },
  })
  const [sender] = (await node.request({ method: 'eth_accounts' })) as [Hex]
  // The nonce is given: the profile `cosmos-evm` does not count what waits.
  const send = (nonce: Hex, more: object): Promise<unknown> =>
    node.request({ method: 'eth_sendTransaction', params: [{ from: sender, nonce, ...GAS, ...more }] })
  await send('0x0', { to: COUNTER })
  await node.mine()
  await send('0x1', { to: COUNTER })
  await send('0x2', { to: POOR, value: '0x5' })
  return { node, sender }
}

const answer = (node: EvmNode, method: string, params: readonly unknown[]): Promise<unknown> =>
  node.request({ method, params }).catch(({ shortMessage }: { shortMessage: string }) => `refused: ${shortMessage}`)

test('the rows are all methods that take a block', () => {
  const taking = METHODS.filter(({ params }) =>
    params.some(({ read }) => [blockNumber, blockRef].includes(read as never)),
  )
  expect([...taking.map(({ name }) => name), 'trace_filter'].sort()).toEqual(Object.keys(ROWS).sort())
})

test.each(Object.entries(ROWS))('%s knows the pending block', async (method, { params, isPending }) => {
  const { node, sender } = await waiting('functional')
  const at = (tag: string): Promise<unknown> =>
    answer(
      node,
      method,
      params(tag).map((one) => (one === 'SENDER' ? sender : one)),
    )
  const [pending, latest] = [await at('pending'), await at('latest')]
  if (method === 'debug_traceCall') {
    expect(pending).toBe('refused: tracing on top of pending is not supported')
    return
  }
  if (typeof pending === 'string') expect(pending).not.toMatch(/^refused/)
  expect(isPending(pending as never)).toBe(!SAME.has(method))
  if (!SAME.has(method)) expect(pending).not.toEqual(latest)
})

const known = new Set<string>()
for (const name of Object.keys(ROWS)) if (!SAME.has(name) && /^eth_|^debug_trace/.test(name)) known.add(name)

test.each([...known])('%s reads it as the newest one in the profile cosmos-evm', async (method) => {
  const { node, sender } = await waiting('cosmos-evm')
  const { params } = ROWS[method]!
  const at = (tag: string): Promise<unknown> =>
    answer(
      node,
      method,
      params(tag).map((one) => (one === 'SENDER' ? sender : one)),
    )
  const [pending, latest] = [await at('pending'), await at('latest')]
  expect(pending).toEqual(latest)
})
