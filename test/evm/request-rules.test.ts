import { describe, expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Hex } from '../../src/evm/index.js'

// Rules about what a request may say, at their limits.

const ask = <T = unknown>(node: EvmNode, method: string, ...params: unknown[]): Promise<T> =>
  node.request({ method, params }) as Promise<T>
const refusal = (node: EvmNode, method: string, ...params: unknown[]): Promise<string> =>
  ask(node, method, ...params).then(
    (result) => `answered ${JSON.stringify(result)}`,
    (error: Error) => error.message,
  )

const ALICE: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const BOB: Hex = '0x00000000000000000000000000000000000000b0'
const one = (): EvmNode => createEvmNode({ accounts: { count: 1 } })

describe('a block is named in one way', () => {
  test.each([
    [{}, 'must specify either BlockHash or BlockNumber'],
    [{ blockNumber: '0x0', blockHash: `0x${'11'.repeat(32)}` }, 'cannot specify both BlockHash and BlockNumber'],
  ])('%j is refused', async (block, text) => {
    expect(await refusal(one(), 'eth_getBalance', ALICE, block)).toContain(text)
  })

  test('by its number, its tag or its hash, with the same answer', async () => {
    const node = one()
    const { hash } = await ask<{ hash: Hex }>(node, 'eth_getBlockByNumber', '0x0', false)
    const balance = await ask(node, 'eth_getBalance', ALICE, '0x0')
    for (const block of [{ blockNumber: '0x0' }, { blockNumber: 'latest' }, { blockHash: hash }, hash])
      expect(await ask(node, 'eth_getBalance', ALICE, block)).toBe(balance)
  })
})

describe('the call data', () => {
  const call = (more: object) => ({ from: ALICE, to: '0x0000000000000000000000000000000000000004', ...more })

  test.each([[{ data: '0x12' }], [{ input: '0x12' }], [{ data: '0x12', input: '0x12' }]])(
    '%j is 0x12',
    async (more) => {
      // The precompile at 4 returns it.
      expect(await ask(one(), 'eth_call', call(more))).toBe('0x12')
    },
  )

  test('cannot be two', async () => {
    for (const method of ['eth_call', 'eth_estimateGas'])
      expect(await refusal(one(), method, call({ data: '0x12', input: '0x13' }))).toBe(
        'both "data" and "input" are set and not equal. Please use "input" to pass transaction call data',
      )
  })
})

test('a tip may be as high as the highest price, and no higher', async () => {
  const node = one()
  const prices = (cap: bigint, tip: bigint) => ({
    from: ALICE,
    to: BOB,
    maxFeePerGas: `0x${cap.toString(16)}`,
    maxPriorityFeePerGas: `0x${tip.toString(16)}`,
  })
  const price = 10n ** 10n
  expect(await ask(node, 'eth_sendTransaction', prices(price, price))).toMatch(/^0x/)
  expect(await refusal(node, 'eth_sendTransaction', prices(price, price + 1n))).toBe(
    'maxFeePerGas (0x2540be400) < maxPriorityFeePerGas (0x2540be401)',
  )
  // Without a highest price there is nothing to compare.
  expect(await ask(node, 'eth_sendTransaction', { from: ALICE, to: BOB, maxPriorityFeePerGas: '0x1' })).toMatch(/^0x/)
})

test('before London no request has a tip or a highest price', async () => {
  const node = createEvmNode({ accounts: { count: 1 }, hardfork: 'berlin' })
  for (const price of [{ maxFeePerGas: '0x1' }, { maxPriorityFeePerGas: '0x1' }])
    expect(await refusal(node, 'eth_call', { from: ALICE, to: BOB, ...price })).toBe(
      'maxFeePerGas and maxPriorityFeePerGas are not valid before London is active',
    )
  expect(await ask(node, 'eth_call', { from: ALICE, to: BOB, gasPrice: '0x1' })).toBe('0x')
  expect(await refusal(node, 'anvil_setNextBlockBaseFeePerGas', '0x1')).toBe(
    'setNextBlockBaseFeePerGas is only supported when EIP-1559 is active',
  )
  expect(await refusal(one(), 'anvil_setNextBlockBaseFeePerGas', '0x1')).toBe('answered null')
})

describe('the lists of an access list request have prices', () => {
  const list = (more: object) => [{ from: ALICE, to: BOB, gas: '0x5300', ...more }]

  test.each<[object, string | RegExp]>([
    [{}, /^answered/],
    [{ maxFeePerGas: '0x77359400' }, /^answered/],
    [{ maxPriorityFeePerGas: '0x1' }, /^answered/],
    [{ gasPrice: '0x77359400' }, /^answered/],
    [{ gasPrice: '0x0' }, 'gasPrice must be non-zero after london fork'],
    [{ maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' }, 'maxFeePerGas must be non-zero'],
    [
      { maxFeePerBlobGas: '0x0', blobVersionedHashes: [`0x01${'11'.repeat(31)}`] },
      'maxFeePerBlobGas, if specified, must be non-zero',
    ],
    [{ maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }, 'maxFeePerGas (0x1) < maxPriorityFeePerGas (0x2)'],
    [{ maxPriorityFeePerGas: '0x2', gasPrice: '0x2' }, /both gasPrice and/],
    // The tip alone makes a highest price of it and twice the base fee, which is enough.
    [{ maxPriorityFeePerGas: '0x3b9aca00' }, /^answered/],
  ])('%j', async (more, expected) => {
    const said = await refusal(one(), 'eth_createAccessList', ...list(more))
    if (typeof expected === 'string') expect(said).toBe(expected)
    else expect(said).toMatch(expected)
  })

  test('and say why the call failed', async () => {
    const node = one()
    const error = async (code: Hex): Promise<unknown> => {
      await ask(node, 'anvil_setCode', BOB, code)
      return (await ask<{ error?: string }>(node, 'eth_createAccessList', { from: ALICE, to: BOB })).error
    }
    expect(await error('0x5f5ffd')).toBe('execution reverted')
    expect(await error('0xfe')).toMatch(/invalid opcode/)
    expect(await error('0x00')).toBeUndefined()
  })
})

test('up to 1,024 slots are read at once, of all contracts together, and not none', async () => {
  const node = one()
  const slots = (count: number): Hex[] => Array.from({ length: count }, (_, i): Hex => `0x${i.toString(16)}`)
  const read = (alices: number, bobs: number) =>
    refusal(node, 'eth_getStorageValues', { [ALICE]: slots(alices), [BOB]: slots(bobs) })
  expect(await read(0, 0)).toBe('empty request')
  expect(await read(1000, 24)).toMatch(/^answered/)
  expect(await read(1000, 25)).toBe('too many slots (max 1024)')
})

test('an index beyond a block is nothing, however large', async () => {
  const node = one()
  await ask(node, 'eth_sendTransaction', { from: ALICE, to: BOB })
  const at = (index: string) => ask(node, 'eth_getTransactionByBlockNumberAndIndex', '0x1', index)
  expect(await at('0x0')).toMatchObject({ from: ALICE })
  for (const index of ['0x1', '0xffffffff', '0x100000000', '0xffffffffffffffff']) expect(await at(index)).toBeNull()
  for (const index of ['0x0', '0x2', '0x3', '0xffffffffffffffff'])
    expect(await ask(node, 'eth_getUncleByBlockNumberAndIndex', '0x1', index)).toBeNull()
  for (const index of [-1, 1, 0.5])
    expect(await refusal(node, 'debug_storageRangeAt', '0x1', index, BOB, '0x0', 1)).toMatch(
      /transaction index .* out of range|json: cannot unmarshal/,
    )
})

test('logs of the pending block are refused, of whichever end', async () => {
  const node = one()
  for (const range of [{ fromBlock: 'pending' }, { toBlock: 'pending' }, { fromBlock: '0x0', toBlock: 'pending' }])
    expect(await refusal(node, 'eth_getLogs', range)).toBe('pending logs are not supported')
  expect(await ask(node, 'eth_getLogs', { fromBlock: 'earliest', toBlock: 'latest' })).toEqual([])
})

test('a log level is one of 0 to 9, and a place or pattern is well formed', async () => {
  const node = createEvmNode({ accounts: { count: 1 }, namespaces: ['debug'] })
  for (const level of [0, 9]) expect(await ask(node, 'debug_verbosity', level)).toBeNull()
  for (const level of [-1, 10]) expect(await refusal(node, 'debug_verbosity', level)).toBe('want a level from 0 to 9')
  expect(await refusal(node, 'debug_vmodule', 'eth/*=5,p2p=4')).toBe('answered null')
  for (const pattern of ['eth', 'eth/*=5,p2p', 'x eth=5'])
    expect(await refusal(node, 'debug_vmodule', pattern)).toBe('expect comma-separated list of filename=N')
  expect(await refusal(node, 'debug_backtraceAt', 'server.go:443')).toBe('answered null')
  for (const place of ['server.go', 'server.go:443 ', ' server.go:1'])
    expect(await refusal(node, 'debug_backtraceAt', place)).toBe('expect file.go:234')
})

test('numbers of control methods are JSON numbers, decimals or hex, and nothing else', async () => {
  const node = one()
  const set = (value: unknown) => refusal(node, 'anvil_setBalance', BOB, value)
  for (const value of [16, '16', '0x10', '0x0010']) {
    expect(await set('0x0')).toBe('answered null')
    expect(await set(value)).toBe('answered null')
    expect(await ask(node, 'eth_getBalance', BOB)).toBe('0x10')
  }
  for (const value of ['16 ', '16x', '1e3', '-1', -1, 1.5, 2 ** 53, '0x', `0x1${'0'.repeat(64)}`, true, null, []])
    expect(await set(value), JSON.stringify(value)).toMatch(/invalid argument 1|missing value for required argument 1/)
  expect(await ask(node, 'eth_getBalance', BOB)).toBe('0x10')
})

test('the kind of a JSON value that is wrong is named as Go names it', async () => {
  const node = one()
  for (const [value, kind] of [
    [null, 'null'],
    [[], 'array'],
    [true, 'bool'],
    [5, 'number'],
    ['x', 'string'],
  ] as const)
    expect(await refusal(node, 'eth_call', { to: BOB }, 'latest', { [BOB]: value })).toMatch(
      value === null ? /answered|null/ : new RegExp(`json: cannot unmarshal ${kind} into Go value of type`),
    )
  expect(await refusal(node, 'eth_call', { to: BOB }, 'latest', [])).toContain(
    'json: cannot unmarshal array into Go value of type map[common.Address]ethapi.OverrideAccount',
  )
})

test('the pool says what waits in it, and what left it and why', async () => {
  const node = one()
  await ask(node, 'evm_setAutomine', false)
  const creation = { from: ALICE, nonce: '0x0', data: '0x00', gas: '0x10000', gasPrice: '0x77359400' }
  const hash = await ask<Hex>(node, 'eth_sendTransaction', creation)
  expect(JSON.stringify(await ask(node, 'txpool_inspect'))).toContain(
    '"0":"contract creation: 0 wei + 65536 gas × 2000000000 wei"',
  )
  const better = { ...creation, to: BOB, value: '0x5', gasPrice: '0x12a05f200' }
  await ask(node, 'eth_sendTransaction', better)
  expect(JSON.stringify(await ask(node, 'txpool_inspect'))).toMatch(
    /"0":"0x0{30,}[bB]0: 5 wei \+ 65536 gas × 5000000000 wei"/,
  )
  expect(await ask(node, 'txpool_dropped')).toMatchObject([
    {
      hash,
      from: expect.stringMatching(/^0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266$/),
      nonce: '0x0',
      reason: expect.stringMatching(/./),
    },
  ])
})
