import { expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Hex } from '../../src/evm/index.js'
import { answer } from '../../src/server/json-rpc.js'
import { DEFAULT_LIMITS } from '../../src/server/limits.js'

const AT: Hex = '0x00000000000000000000000000000000000000aa'
const TOO_LARGE = /^response too large: the answer is larger than 300000 bytes \(answerSize, .*--answer-size/

/** Opcodes by name, for short programs. */
const CODE = {
  /** Expands the memory to 32 KB, then loops over one cheap opcode. */
  memory: '5f617fe0525b5f5f0150600556',
  /** Loops, with some words on the stack. */
  loop: '7f' + 'ff'.repeat(32) + '8080805b602456',
  /** Calls an account without code with 32 KB of input, for ever. */
  calls: '5b5f5f617fff5f5f60bb5af1505f56',
  /** Makes 24 of them. */
  someCalls: '5f5f617fff5f5f60bb5af150'.repeat(24),
  /** Calls itself, as deep as gas goes. */
  deep: '5b5f5f5f5f5f305af1505f56',
  /** Hashes memory of another length each time: its counter is the length. */
  hashes: '5f5b600101805f2050600156',
  /** Reads another slot each time. */
  slots: '5f5b600101805450600156',
  /** Makes a log of 1 KB, for ever. */
  logs: '5b6103ff5fa05f56',
} as const

const node = async (code: string, limits: object = {}): Promise<EvmNode> => {
  const made = createEvmNode({
    hardfork: 'prague',
    blockGasLimit: 10n ** 12n,
    limits: { answerSize: 300_000, gasCap: 10n ** 10n, ...limits },
  })
  await ask(made, 'hardhat_setCode', AT, `0x${code}`)
  return made
}

const ask = (made: EvmNode, method: string, ...params: unknown[]): Promise<unknown> => made.request({ method, params })

/** What remains usable when the answer was refused. */
async function isAlive(made: EvmNode): Promise<void> {
  await ask(made, 'hardhat_setCode', AT, '0x60075f5260205ff3')
  expect(await ask(made, 'eth_call', { to: AT })).toBe(`0x${'7'.padStart(64, '0')}`)
  expect(await ask(made, 'debug_traceCall', { to: AT }, 'latest', {})).toMatchObject({ failed: false })
}

const call = { to: AT, gas: '0x5f5e100' }

test.each<[string, keyof typeof CODE, object]>([
  ['struct logs with memory', 'memory', { enableMemory: true }],
  ['struct logs with stacks', 'loop', {}],
  ['struct logs without anything', 'loop', { disableStack: true, disableStorage: true }],
  ['struct logs with return data', 'deep', { enableReturnData: true }],
  ['struct logs with storage', 'slots', { disableStack: true }],
  ['callTracer', 'calls', { tracer: 'callTracer' }],
  ['callTracer of small calls', 'deep', { tracer: 'callTracer' }],
  ['callTracer with logs', 'logs', { tracer: 'callTracer', tracerConfig: { withLog: true } }],
  ['flatCallTracer', 'calls', { tracer: 'flatCallTracer' }],
  ['prestateTracer', 'slots', { tracer: 'prestateTracer' }],
  ['prestateTracer with differences', 'slots', { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }],
  ['erc7562Tracer', 'calls', { tracer: 'erc7562Tracer' }],
  ['erc7562Tracer of slots', 'slots', { tracer: 'erc7562Tracer' }],
  ['erc7562Tracer of hashes', 'hashes', { tracer: 'erc7562Tracer' }],
  ['keccak256PreimageTracer', 'hashes', { tracer: 'keccak256PreimageTracer' }],
  [
    'muxTracer',
    'calls',
    { tracer: 'muxTracer', tracerConfig: { callTracer: {}, muxTracer: { callTracer: {}, prestateTracer: {} } } },
  ],
])('%s: an answer beyond the limit is refused', async (_, code, config) => {
  const made = await node(CODE[code])
  await expect(ask(made, 'debug_traceCall', call, 'latest', config)).rejects.toMatchObject({
    code: -32000,
    shortMessage: expect.stringMatching(TOO_LARGE) as unknown,
  })
  await isAlive(made)
})

test.each<[string, keyof typeof CODE]>([
  ['vmTrace', 'loop'],
  ['vmTrace', 'deep'],
  ['trace', 'calls'],
  ['stateDiff', 'slots'],
])('trace_call with %s of %s', async (kind, code) => {
  const made = await node(CODE[code])
  await expect(ask(made, 'trace_call', call, [kind], 'latest')).rejects.toThrow(TOO_LARGE)
  await expect(ask(made, 'trace_callMany', [[call, [kind]]], 'latest')).rejects.toThrow(TOO_LARGE)
  await isAlive(made)
})

test('the transactions of a block, and blocks of a range, share one limit', async () => {
  const made = await node(CODE.someCalls, { answerSize: 4_000_000 })
  const [from] = (await ask(made, 'eth_accounts')) as [Hex]
  // Each takes 1.6 MB.
  const send = () => ask(made, 'eth_sendTransaction', { from, to: AT, gas: '0x19000', gasPrice: '0x77359400' })
  await ask(made, 'evm_setAutomine', false)
  const hashes = [await send(), await send(), await send()]
  await ask(made, 'evm_mine')
  const config = { tracer: 'callTracer' }
  for (const hash of hashes) await ask(made, 'debug_traceTransaction', hash, config)
  const { hash } = (await ask(made, 'eth_getBlockByNumber', 'latest', false)) as { hash: Hex }
  const raw = await ask(made, 'debug_getRawBlock', 'latest')
  const large = /^response too large: the answer is larger than 4000000 bytes/
  for (const [method, ...params] of [
    ['debug_traceBlockByNumber', 'latest', config],
    ['debug_traceBlockByHash', hash, config],
    ['debug_traceBlock', raw, config],
    ['debug_traceChain', '0x0', '0x1', config],
    ['trace_block', 'latest'],
    ['trace_filter', { fromBlock: '0x0', toBlock: 'latest' }],
    ['trace_transaction', hashes[0]],
    ['trace_get', hashes[0], ['0x0']],
    ['trace_replayBlockTransactions', 'latest', ['trace']],
  ] as const)
    await expect(ask(made, method, ...params), method).rejects.toThrow(large)
  await send()
  await ask(made, 'evm_mine')
  await expect(ask(made, 'debug_traceChain', '0x1', '0x2', config)).resolves.toHaveLength(1)
  await isAlive(made)
})

test('answers that are made at the same time share twice the limit', async () => {
  const made = await node(CODE.loop, { answerSize: 5_000_000 })
  // Each takes more than a half of the limit, and stops in between.
  const trace = () => ask(made, 'debug_traceCall', { to: AT, gas: '0xafc8' }, 'latest', {})
  await trace()
  const results = await Promise.allSettled(Array.from({ length: 6 }, trace))
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(6)
  for (const text of refused)
    expect(text).toContain('answers being made at the same time hold more than 10000000 bytes')
  await trace()
  await isAlive(made)
})

test('logs', async () => {
  const made = await node(CODE.logs, { gasCap: 10n ** 8n })
  const [from] = (await ask(made, 'eth_accounts')) as [Hex]
  for (let i = 0; i < 3; i++)
    await ask(made, 'eth_sendTransaction', { from, to: AT, gas: '0x200000', gasPrice: '0x77359400' }).catch(() => {})
  await ask(made, 'hardhat_setCode', AT, '0x6103ff5fa06103ff5fa000')
  for (let i = 0; i < 100; i++)
    await ask(made, 'eth_sendTransaction', { from, to: AT, gas: '0x20000', gasPrice: '0x77359400' })
  const head = (await ask(made, 'eth_blockNumber')) as Hex
  const logs = (fromBlock: bigint) => ask(made, 'eth_getLogs', { fromBlock: `0x${fromBlock.toString(16)}` })
  await expect(logs(BigInt(head) - 50n)).resolves.toHaveLength(102)
  await expect(logs(0n)).rejects.toThrow('response too large: the logs have more than 300000 bytes')
})

test('without a limit, everything is answered', async () => {
  const made = await node(CODE.memory, { answerSize: 0 })
  const { structLogs } = (await ask(made, 'debug_traceCall', { to: AT, gas: '0x6a00' }, 'latest', {
    enableMemory: true,
  })) as { structLogs: unknown[] }
  expect(structLogs.length).toBeGreaterThan(200)
})

test('an answer that is longer than a string can be is refused by the server', async () => {
  // As the text of a result of a gigabyte fails.
  const result = { toJSON: () => 'x'.repeat(2 ** 30) }
  const text = await answer('{"jsonrpc":"2.0","id":1,"method":"a"}', () => result, DEFAULT_LIMITS)
  expect(JSON.parse(text!)).toMatchObject({ id: 1, error: { code: -32003, message: 'response too large' } })
})
