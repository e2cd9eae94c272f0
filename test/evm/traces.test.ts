import { decodeFunctionResult, encodeDeployData, encodeFunctionData, keccak256, type Hex } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { RpcError, createEvmNode, type EvmNode } from '../../src/evm/index.js'
import { TOKEN, compile } from './solidity.js'

const { Token, Factory } = compile(TOKEN)
const ALICE: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const BOB: Hex = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const SALT: Hex = `0x${'00'.repeat(32)}`

let node: EvmNode
let token: Hex
let factory: Hex
const ask = <T>(method: string, ...params: unknown[]): Promise<T> => node.request({ method, params }) as Promise<T>
const run = async (transaction: object): Promise<{ hash: Hex; contract: Hex; gasUsed: Hex }> => {
  const hash = await ask<Hex>('eth_sendTransaction', { from: ALICE, gas: '0x200000', ...transaction })
  const { contractAddress, gasUsed } = await ask<{ contractAddress: Hex; gasUsed: Hex }>(
    'eth_getTransactionReceipt',
    hash,
  )
  return { hash, contract: contractAddress, gasUsed }
}

beforeAll(async () => {
  node = createEvmNode()
  token = (await run({ data: encodeDeployData({ ...Token!, args: [100n] }) })).contract
  factory = (await run({ data: encodeDeployData({ ...Factory! }) })).contract
})

interface Frame {
  type: string
  from: Hex
  to: Hex
  gas: Hex
  gasUsed: Hex
  value?: Hex
  input: Hex
  output?: Hex
  error?: string
  revertReason?: string
  calls?: Frame[]
  logs?: { address: Hex; topics: Hex[]; data: Hex; position: Hex }[]
}

describe('the tree of calls', () => {
  test('has a contract that makes another, with its logs', async () => {
    const { hash, gasUsed } = await run({
      to: factory,
      data: encodeFunctionData({ ...Factory!, functionName: 'make', args: [SALT] }),
    })
    const frame = await ask<Frame>('debug_traceTransaction', hash, {
      tracer: 'callTracer',
      tracerConfig: { withLog: true },
    })
    const made = decodeFunctionResult({ ...Factory!, functionName: 'make', data: frame.output! }) as Hex
    expect(frame).toMatchObject({ type: 'CALL', from: ALICE, to: factory, value: '0x0', gas: '0x200000', gasUsed })
    expect(frame.logs).toMatchObject([{ address: factory, position: '0x1' }])
    expect(frame.calls).toMatchObject([
      { type: 'CREATE2', from: factory, to: made.toLowerCase(), logs: [{ topics: { length: 3 }, position: '0x0' }] },
    ])
    // The second time the address is taken, and the contract reverts.
    const again = await run({
      to: factory,
      data: encodeFunctionData({ ...Factory!, functionName: 'make', args: [SALT] }),
    })
    const failed = await ask<Frame>('debug_traceTransaction', again.hash, { tracer: 'callTracer' })
    expect(failed).toMatchObject({
      error: 'execution reverted',
      calls: [{ type: 'CREATE2', error: 'contract address collision' }],
    })
  })

  test('has a failing call with its reason', async () => {
    const data = encodeFunctionData({ ...Token!, functionName: 'fail', args: ['not today'] })
    const frame = await ask<Frame>('debug_traceCall', { from: ALICE, to: token, data }, 'latest', {
      tracer: 'callTracer',
    })
    expect(frame).toMatchObject({ error: 'execution reverted', revertReason: 'not today' })
    expect(frame.output).toMatch(/^0x08c379a0/)
  })
})

test('the state before, and what changed', async () => {
  const { hash } = await run({
    to: token,
    data: encodeFunctionData({ ...Token!, functionName: 'transfer', args: [BOB, 7n] }),
  })
  type Accounts = Record<Hex, { balance?: Hex; nonce?: number; code?: Hex; storage?: Record<Hex, Hex> }>
  const pre = await ask<Accounts>('debug_traceTransaction', hash, { tracer: 'prestateTracer' })
  expect(Object.keys(pre).sort()).toEqual(['0x0000000000000000000000000000000000000000', token, ALICE].sort())
  expect(Object.values(pre[token]!.storage!).sort()).toEqual(
    [0n, 100n].map((n) => `0x${n.toString(16).padStart(64, '0')}`),
  )
  const nonce = Number(await ask<Hex>('eth_getTransactionCount', ALICE, 'latest'))
  expect(pre[ALICE]!.nonce).toBe(nonce - 1)
  const diff = await ask<{ pre: Accounts; post: Accounts }>('debug_traceTransaction', hash, {
    tracer: 'prestateTracer',
    tracerConfig: { diffMode: true },
  })
  expect(Object.values(diff.post[token]!.storage!).sort()).toEqual(
    [7n, 93n].map((n) => `0x${n.toString(16).padStart(64, '0')}`),
  )
  expect(diff.pre[token]!.storage).toEqual({
    [Object.entries(pre[token]!.storage!).find(([, value]) => BigInt(value) === 100n)![0]]: expect.anything() as Hex,
  })
  expect(diff.post[ALICE]).toMatchObject({ nonce })
  expect(diff.post[token]).not.toHaveProperty('code')
})

test('opcodes, counts of functions, and nothing at all', async () => {
  const { hash, gasUsed } = await run({
    to: token,
    data: encodeFunctionData({ ...Token!, functionName: 'transfer', args: [BOB, 1n] }),
  })
  const logs = await ask<{
    gas: number
    failed: boolean
    structLogs: { op: string; gas: number; gasCost: number; depth: number }[]
  }>('debug_traceTransaction', hash)
  expect(logs).toMatchObject({ gas: Number(gasUsed), failed: false })
  // What an opcode costs is what is missing at the next one.
  for (const [i, { gas, gasCost }] of logs.structLogs.slice(0, -1).entries())
    expect(logs.structLogs[i + 1]!.gas).toBe(gas - gasCost)
  expect(await ask('debug_traceTransaction', hash, { tracer: '4byteTracer' })).toEqual({ '0xa9059cbb-64': 1 })
  expect(await ask('debug_traceTransaction', hash, { tracer: 'noopTracer' })).toEqual({})
  // The limit is one of bytes: the entry that goes beyond it is the last.
  const first = JSON.stringify({ pc: 0, op: 'PUSH1', gas: logs.structLogs[0]!.gas, gasCost: 3, depth: 1 }).length
  const limitedTo = (limit: number): Promise<typeof logs> =>
    ask('debug_traceTransaction', hash, { limit, disableStack: true })
  expect((await limitedTo(first - 1)).structLogs).toHaveLength(1)
  const limited = await limitedTo(first)
  expect(limited.structLogs).toHaveLength(2)
  expect(limited.structLogs[0]).not.toHaveProperty('stack')
  const thrown = await ask('debug_traceTransaction', hash, { tracer: 'toString' }).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(RpcError)
  expect((thrown as RpcError).message).toBe('tracer not found: toString')
})

test('a whole block, by number, hash and bytes, after a transaction of an account without a key', async () => {
  await ask('hardhat_impersonateAccount', token)
  await ask('hardhat_setBalance', token, '0xde0b6b3a7640000')
  await ask('evm_setAutomine', false)
  await ask('eth_sendTransaction', { from: token, to: BOB, value: '0x1', gas: '0x5208' })
  await ask('eth_sendTransaction', { from: ALICE, to: token, value: '0x2', gas: '0x10000' })
  await ask('evm_mine')
  await ask('evm_setAutomine', true)
  const { number, hash, transactions } = await ask<{ number: Hex; hash: Hex; transactions: Hex[] }>(
    'eth_getBlockByNumber',
    'latest',
    false,
  )
  const options = { tracer: 'callTracer' }
  const traces = await ask<{ txHash: Hex; result: Frame }[]>('debug_traceBlockByNumber', number, options)
  expect(traces.map(({ txHash }) => txHash)).toEqual(transactions)
  expect(traces.map(({ result }) => result.from).sort()).toEqual([token, ALICE].sort())
  expect(await ask('debug_traceBlockByHash', hash, options)).toEqual(traces)
  expect(await ask('debug_traceBlock', await ask('debug_getRawBlock', number), options)).toEqual(traces)
})

test('an access list that makes the call cheaper', async () => {
  const data = encodeFunctionData({ ...Factory!, functionName: 'make', args: [`0x${'11'.repeat(32)}`] })
  const { accessList, gasUsed } = await ask<{ accessList: { address: Hex; storageKeys: Hex[] }[]; gasUsed: Hex }>(
    'eth_createAccessList',
    { from: ALICE, to: factory, data },
  )
  expect(accessList.flatMap(({ storageKeys }) => storageKeys).length).toBeGreaterThan(0)
  const { gasUsed: used } = await run({ to: factory, data, accessList })
  expect(used).toBe(gasUsed)
})

describe("OpenEthereum's traces", () => {
  interface Trace {
    type: string
    action: Record<string, Hex>
    result?: Record<string, Hex> | null
    error?: string
    subtraces: number
    traceAddress: number[]
    transactionHash: Hex
  }

  test('of a transaction, its block, a place in it, and a filter', async () => {
    const data = encodeFunctionData({ ...Factory!, functionName: 'make', args: [`0x${'22'.repeat(32)}`] })
    const { hash } = await run({ to: factory, data })
    const traces = await ask<Trace[]>('trace_transaction', hash)
    expect(traces).toMatchObject([
      {
        type: 'call',
        action: { callType: 'call', from: ALICE, to: factory, input: data },
        subtraces: 1,
        traceAddress: [],
        transactionHash: hash,
      },
      { type: 'create', action: { from: factory, value: '0x0' }, subtraces: 0, traceAddress: [0] },
    ])
    // The outermost call begins with what the transaction itself left.
    expect(BigInt(traces[0]!.action.gas!)).toBeLessThan(0x200000n - 21_000n)
    expect(await ask('eth_getCode', traces[1]!.result!.address, 'latest')).toBe(traces[1]!.result!.code)
    expect(await ask('trace_get', hash, ['0x0'])).toEqual(traces[1])
    expect(await ask('trace_get', hash, ['0x5'])).toBeNull()
    expect(await ask('trace_block', 'latest')).toEqual(traces)
    expect(
      await ask('trace_filter', { fromBlock: '0x0', toBlock: 'latest', fromAddress: [factory], after: 1 }),
    ).toEqual((await ask<Trace[]>('trace_filter', { fromBlock: '0x0', fromAddress: [factory] })).slice(1))
    expect(await ask('trace_transaction', SALT)).toBeNull()
  })

  test('of a call that reverts, and of simulated calls', async () => {
    const data = encodeFunctionData({ ...Token!, functionName: 'fail', args: ['no'] })
    const failed = await ask<{ trace: Trace[]; output: Hex; stateDiff: null }>(
      'trace_call',
      { from: ALICE, to: token, data },
      ['trace'],
    )
    expect(failed).toMatchObject({ trace: [{ error: 'Reverted' }], stateDiff: null, vmTrace: null })
    expect(failed.trace[0]).not.toHaveProperty('result')
    const pay = { from: ALICE, to: BOB, value: '0x1' }
    const [one, two] = await ask<{ stateDiff: Record<Hex, { balance: { '*': { from: Hex; to: Hex } } }> }[]>(
      'trace_callMany',
      [
        [pay, ['stateDiff']],
        [pay, ['stateDiff']],
      ],
    )
    expect(two!.stateDiff[BOB]!.balance['*'].from).toBe(one!.stateDiff[BOB]!.balance['*'].to)
    const fresh = await ask<{ stateDiff: Record<Hex, unknown> }>(
      'trace_call',
      { ...pay, to: SALT.slice(0, 40) + '7b' },
      ['stateDiff'],
    )
    expect(fresh.stateDiff[`${SALT.slice(0, 40)}7b` as Hex]).toEqual({
      balance: { '+': '0x1' },
      nonce: { '+': '0x0' },
      code: { '+': '0x' },
      storage: {},
    })
  })

  test('of opcodes, with what they push, write and store', async () => {
    const code = '0x602a5f5260205f2080600155005b'
    const { vmTrace } = await ask<{
      vmTrace: {
        code: Hex
        ops: { pc: number; cost: number; ex: { push: Hex[]; mem: unknown; store: unknown; used: number } }[]
      }
    }>('trace_replayTransaction', (await run({ data: code })).hash, ['vmTrace', 'trace'])
    expect(vmTrace.code).toBe(code)
    const hash = keccak256(`0x${'2a'.padStart(64, '0')}`)
    expect(vmTrace.ops.map(({ pc, ex }) => [pc, ex.push, ex.mem, ex.store])).toEqual([
      [0, ['0x2a'], null, null],
      [2, ['0x0'], null, null],
      [3, [], { off: 0, data: `0x${'2a'.padStart(64, '0')}` }, null],
      [4, ['0x20'], null, null],
      [6, ['0x0'], null, null],
      [7, [hash], null, null],
      [8, [hash, hash], null, null],
      [9, ['0x1'], null, null],
      [11, [], null, { key: '0x1', val: hash }],
      [12, [], null, null],
    ])
    for (const [i, { cost, ex }] of vmTrace.ops.slice(1).entries()) expect(ex.used).toBe(vmTrace.ops[i]!.ex.used - cost)
    const all = await ask<{ transactionHash: Hex; output: Hex }[]>('trace_replayBlockTransactions', 'latest', ['trace'])
    expect(all).toHaveLength(1)
  })
})
