import { fc, property, runs } from '../random.js'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  custom,
  publicActions,
  walletActions,
  type Hex,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEVELOPMENT_MNEMONIC, RpcError, createEvmNode, type EvmNode } from '../../src/evm/index.js'
import { METHODS } from '../../src/evm/rpc/methods/all.js'
import { TOKEN, compile } from './solidity.js'

const { Token } = compile(TOKEN)
const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const HASH = `0x${'ab'.repeat(32)}`

const ask = (node: EvmNode, method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })
const error = async (
  node: EvmNode,
  method: string,
  ...params: unknown[]
): Promise<{ code: number; message: string; data?: unknown }> => {
  const thrown = await ask(node, method, ...params).then(
    (result) => expect.fail(`${method} answered ${JSON.stringify(result)}`),
    (thrown: unknown) => thrown,
  )
  expect(thrown).toBeInstanceOf(RpcError)
  const { code, message, data } = thrown as RpcError
  return { code, message, ...(data === undefined ? {} : { data }) }
}

describe('a malformed call', () => {
  let node: EvmNode
  beforeAll(() => {
    node = createEvmNode()
  })

  test.each<[string, unknown[], string]>([
    ['eth_getBalance', [], 'missing value for required argument 0 (address)'],
    ['eth_getBalance', [null, 'latest'], 'missing value for required argument 0 (address)'],
    [
      'eth_getBalance',
      ['0x12', 'latest'],
      'invalid argument 0: address: hex string has length 2, want 40 for common.Address',
    ],
    [
      'eth_getBalance',
      [5, 'latest'],
      'invalid argument 0: address: json: cannot unmarshal non-string into Go value of type common.Address',
    ],
    ['eth_getBalance', [ALICE, 'newest'], 'invalid argument 1: block: hex string without 0x prefix'],
    ['eth_getBalance', [ALICE, '0x01'], 'invalid argument 1: block: hex number with leading zero digits'],
    ['eth_getBalance', [ALICE, '0x'], 'invalid argument 1: block: hex string "0x"'],
    ['eth_getBalance', [ALICE, `0x1${'0'.repeat(16)}`], 'invalid argument 1: block: hex number > 64 bits'],
    ['eth_getBalance', [ALICE, {}], 'invalid argument 1: block: must specify either BlockHash or BlockNumber'],
    ['eth_getBalance', [ALICE, 'latest', 1], 'too many arguments, want at most 2'],
    ['eth_getStorageAt', [ALICE, '0xzz', 'latest'], 'invalid argument 1: slot: invalid hex in storage key: "0xzz"'],
    [
      'eth_getTransactionReceipt',
      ['0x00'],
      'invalid argument 0: transactionHash: hex string has length 2, want 64 for common.Hash',
    ],
    ['eth_call', [{ to: 'bob' }], 'invalid argument 0: transaction.to: hex string without 0x prefix'],
    [
      'eth_call',
      [[]],
      'invalid argument 0: transaction: json: cannot unmarshal array into Go value of type ethapi.TransactionArgs',
    ],
    [
      'eth_call',
      [{ accessList: [{ address: ALICE, storageKeys: ['0x1'] }] }],
      'invalid argument 0: transaction.accessList[0].storageKeys[0]: hex string of odd length',
    ],
    [
      'eth_call',
      [{}, 'latest', { [ALICE]: { balance: 1 } }],
      `invalid argument 2: stateOverrides.${ALICE}.balance: json: cannot unmarshal non-string into Go value of type *hexutil.Big`,
    ],
    [
      'eth_getLogs',
      [{ address: [ALICE, '0x'] }],
      'invalid argument 0: filter.address[1]: hex string has length 0, want 40 for common.Address',
    ],
    [
      'eth_getLogs',
      [{ blockHash: HASH, fromBlock: '0x0' }],
      'invalid argument 0: filter: cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
    ],
    [
      'eth_getLogs',
      [{ topics: [HASH, HASH, HASH, HASH, HASH] }],
      'invalid argument 0: filter.topics: exceed max topics',
    ],
    ['eth_getLogs', [{ fromBlock: '0x5', toBlock: '0x0' }], 'invalid block range params'],
    ['eth_getLogs', [{ fromBlock: '0x0', toBlock: '0x5' }], 'block range extends beyond current head block'],
    ['evm_increaseTime', [-1], 'invalid argument 0: seconds: -1 is not a whole number of 0 or more'],
  ])('%s %j', async (method, params, message) => {
    expect(await error(node, method, ...params)).toEqual({ code: -32602, message })
  })

  test('of a method that does not exist', async () => {
    for (const method of ['eth_nothing', 'toString', '__proto__', ''])
      expect(await error(node, method)).toEqual({
        code: -32601,
        message: `the method ${method} does not exist/is not available`,
      })
  })

  test('of a block that does not exist', async () => {
    expect(await error(node, 'eth_getBalance', ALICE, '0x99')).toEqual({ code: -32000, message: 'header not found' })
    expect(await error(node, 'eth_call', {}, { blockHash: HASH })).toEqual({
      code: -32000,
      message: 'header for hash not found',
    })
    expect(await ask(node, 'eth_getBlockByNumber', '0x99', false)).toBeNull()
    expect(await ask(node, 'eth_getTransactionByHash', HASH)).toBeNull()
  })

  property(
    [
      fc.constantFrom(...METHODS.map(({ name }) => name)),
      fc.array(fc.oneof(fc.jsonValue(), fc.constantFrom(ALICE, HASH, 'latest', '0x0', '0x1')), { maxLength: 4 }),
    ],
    { numRuns: runs(1500) },
  )(
    'never ends in anything but an answer or a typed error',
    async (method, params) => {
      if (method.endsWith('_mine') && params.some((one) => Number(one) > 50)) return
      // Another node for each run would spend most of its time on the keys of its accounts.
      const before = node.snapshot()
      try {
        expect(JSON.stringify(await ask(node, method, ...params)) ?? 'undefined').not.toBe('undefined')
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(RpcError)
        expect(
          (thrown as RpcError).code,
          `${method} ${JSON.stringify(params)}: ${String((thrown as RpcError).cause)}`,
        ).not.toBe(-32603)
      } finally {
        node.restore(before)
      }
    },
    120_000,
  )
})

describe('a transaction that the node does not take', () => {
  const account = mnemonicToAccount(DEVELOPMENT_MNEMONIC)
  const base = {
    chainId: 262144,
    type: 'eip1559',
    to: BOB,
    gas: 21000n,
    maxFeePerGas: 3n * 10n ** 9n,
    maxPriorityFeePerGas: 1n,
    nonce: 0,
  } as const

  test.each<[string, Partial<Record<keyof typeof base | 'value' | 'data', unknown>>, RegExp]>([
    ['nonce', { nonce: 1 }, /^never$/],
    ['gas', { gas: 20999n }, /^intrinsic gas too low: gas 20999, minimum needed 21000$/],
    [
      'block gas',
      { gas: 30_000_001n },
      /^(?:exceeds block gas limit: tx gas limit 30000001|transaction gas limit too high)/,
    ],
    ['chain', { chainId: 1 }, /^invalid chain id for signer: want 262144$/],
    [
      'funds',
      { value: 10n ** 30n },
      /^insufficient funds for gas \* price \+ value: balance 10000000000000000000000, tx cost /,
    ],
    [
      'data floor',
      { data: `0x${'ff'.repeat(1000)}`, gas: 40_000n },
      /^insufficient gas for floor data gas cost: gas 40000, minimum needed 61000$/,
    ],
  ])('by its %s', async (what, change, message) => {
    const node = createEvmNode()
    const raw = await account.signTransaction({ ...base, ...change } as Parameters<typeof account.signTransaction>[0])
    if (what === 'nonce') {
      // Not an error: it waits for the one before it.
      const hash = await ask(node, 'eth_sendRawTransaction', raw)
      expect(await ask(node, 'txpool_status')).toEqual({ pending: '0x0', queued: '0x1' })
      await ask(node, 'eth_sendRawTransaction', await account.signTransaction(base))
      expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
        status: '0x1',
        transactionIndex: '0x1',
      })
      return
    }
    const { code, message: text } = await error(node, 'eth_sendRawTransaction', raw)
    expect(code).toBe(-32000)
    expect(text).toMatch(message)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
  })

  test('that was sent before, or costs too little to replace one', async () => {
    const node = createEvmNode({ mining: 'manual' })
    const raw = await account.signTransaction(base)
    await ask(node, 'eth_sendRawTransaction', raw)
    expect(await error(node, 'eth_sendRawTransaction', raw)).toEqual({ code: -32000, message: 'already known' })
    const dearer = await account.signTransaction({ ...base, maxFeePerGas: base.maxFeePerGas + 1n })
    expect(await error(node, 'eth_sendRawTransaction', dearer)).toEqual({
      code: -32000,
      message: 'replacement transaction underpriced',
    })
    const dear = await account.signTransaction({
      ...base,
      maxFeePerGas: base.maxFeePerGas * 2n,
      maxPriorityFeePerGas: 2n,
    })
    const hash = await ask(node, 'eth_sendRawTransaction', dear)
    await node.mine()
    expect(await ask(node, 'eth_getBlockByNumber', 'latest', false)).toMatchObject({ transactions: [hash] })
    expect(await error(node, 'eth_sendRawTransaction', raw)).toEqual({
      code: -32000,
      message: 'nonce too low: next nonce 1, tx nonce 0',
    })
  })

  test.each(['functional', 'cosmos-evm'] as const)(
    'a transaction without a gas limit gets what it needs, in %s',
    async (profile) => {
      const node = createEvmNode({ profile })
      const hash = await ask(node, 'eth_sendTransaction', { from: ALICE, to: BOB })
      expect(await ask(node, 'eth_getTransactionByHash', hash)).toMatchObject({ gas: '0x5208', from: ALICE })
      const deployed = await ask(node, 'eth_sendTransaction', {
        from: ALICE,
        data: Token!.bytecode + '5'.padStart(64, '0'),
      })
      expect(await ask(node, 'eth_getTransactionReceipt', deployed)).toMatchObject({ status: '0x1' })
      const estimated = await ask(
        node,
        'eth_estimateGas',
        { from: ALICE, data: Token!.bytecode + '5'.padStart(64, '0') },
        'latest',
      )
      expect(await ask(node, 'eth_getTransactionByHash', deployed)).toMatchObject({ gas: estimated })
      // As go-ethereum, which sends nothing that is bound to fail; whoever names the gas has it sent.
      const nonce = await ask(node, 'eth_getTransactionCount', ALICE, 'latest')
      const reverting = { from: ALICE, data: '0x602a5f5260205ffd' }
      const reverted = { code: 3, message: 'execution reverted', data: `0x${'2a'.padStart(64, '0')}` }
      expect(await error(node, 'eth_sendTransaction', reverting)).toEqual(reverted)
      expect(await error(node, 'eth_sendTransaction', { from: ALICE, data: '0xfe' })).toMatchObject({ code: -32000 })
      expect(await error(node, 'eth_estimateGas', reverting)).toEqual(reverted)
      expect(await ask(node, 'eth_getTransactionCount', ALICE, 'latest')).toBe(nonce)
      const failed = await ask(node, 'eth_sendTransaction', { ...reverting, gas: '0x186a0' })
      expect(await ask(node, 'eth_getTransactionReceipt', failed)).toMatchObject({ status: '0x0' })
    },
  )

  test.each(['0x', '0x00', '0x02', '0xc0', '0xf8', '0x7f00', '0x02c0', `0x${'f'.repeat(200)}`])('%s', async (raw) => {
    const { code } = await error(createEvmNode(), 'eth_sendRawTransaction', raw)
    expect(code).toBe(-32000)
  })
})

describe('calls', () => {
  test('see the state of their block, overrides, and leave nothing', async () => {
    const node = createEvmNode()
    const client = createWalletClient({ account: ALICE, transport: custom(node) }).extend(publicActions)
    const { contractAddress: token } = await client.waitForTransactionReceipt({
      hash: await client.deployContract({ ...Token!, args: [5n], chain: null, gas: 2_000_000n }),
    })
    const read = { ...Token!, address: token!, functionName: 'balanceOf', args: [ALICE] } as const
    expect(await client.readContract(read)).toBe(5n)
    expect(
      await client.readContract({ ...read, stateOverride: [{ address: token!, code: '0x602a5f5260205ff3' }] }),
    ).toBe(42n)
    expect(await client.readContract(read)).toBe(5n)
    await expect(client.readContract({ ...read, blockNumber: 0n })).rejects.toThrow('returned no data')
    const spend = { account: BOB, to: BOB, value: 10n ** 23n } as const
    await expect(client.call(spend)).rejects.toThrow(/insufficient funds for gas \* price \+ value/)
    await client.call({ ...spend, stateOverride: [{ address: BOB, balance: 10n ** 23n }] })
    // A contract may be the caller, and the call sees the block's own circumstances.
    expect(await ask(node, 'eth_call', { from: token, to: token, data: '0x18160ddd' })).toBe(
      `0x${'5'.padStart(64, '0')}`,
    )
    expect(
      await ask(
        node,
        'eth_call',
        { to: ALICE },
        'latest',
        { [ALICE]: { code: '0x42435f5260205260405ff3' } },
        { number: '0x99', time: '0x77' },
      ),
    ).toBe(`0x${'99'.padStart(64, '0')}${'77'.padStart(64, '0')}`.replace(/^0x(.{64})(.{64})$/, '0x$1$2'))
  })

  test('return the data of a revert, and other reasons for a failure', async () => {
    const node = createEvmNode()
    const code = (bytes: string): unknown[] => [{ to: BOB, gas: '0x186a0' }, 'latest', { [BOB]: { code: bytes } }]
    expect(await error(node, 'eth_call', ...code('0x5f5ffd'))).toEqual({
      code: 3,
      message: 'execution reverted',
      data: '0x',
    })
    expect(await error(node, 'eth_call', ...code('0x60015f5260205ffd'))).toEqual({
      code: 3,
      message: 'execution reverted',
      data: `0x${'1'.padStart(64, '0')}`,
    })
    expect(await error(node, 'eth_call', ...code('0x5b5f56'))).toEqual({ code: -32000, message: 'out of gas' })
    expect(await error(node, 'eth_call', ...code('0x5f56'))).toEqual({
      code: -32000,
      message: 'invalid jump destination',
    })
    expect(await error(node, 'eth_estimateGas', ...code('0x5f5ffd'))).toEqual({
      code: 3,
      message: 'execution reverted',
      data: '0x',
    })
  })

  test('estimate at least what a transaction needs, and hardly more', async () => {
    const node = createEvmNode()
    expect(await ask(node, 'eth_estimateGas', { from: ALICE, to: BOB, value: '0x1' })).toBe('0x5208')
    const gas = (await ask(node, 'eth_estimateGas', {
      from: ALICE,
      data: `${Token!.bytecode}${'5'.padStart(64, '0')}`,
    })) as Hex
    const hash = await ask(node, 'eth_sendTransaction', {
      from: ALICE,
      gas,
      data: `${Token!.bytecode}${'5'.padStart(64, '0')}`,
    })
    const receipt = (await ask(node, 'eth_getTransactionReceipt', hash)) as { gasUsed: Hex; status: Hex }
    expect(receipt.status).toBe('0x1')
    expect(Number(gas) / Number(receipt.gasUsed)).toBeLessThan(1.04)
    expect(
      (await error(node, 'eth_estimateGas', { to: BOB, gas: '0x6000' }, 'latest', { [BOB]: { code: '0x5b5f56' } }))
        .message,
    ).toBe('gas required exceeds allowance (24576)')
  })
})

describe('test control', () => {
  test('goes back to a snapshot, more than once, with balances, blocks, pool and time', async () => {
    const node = createEvmNode()
    const client = createTestClient({
      mode: 'hardhat',
      account: mnemonicToAccount(DEVELOPMENT_MNEMONIC),
      transport: custom(node),
    })
      .extend(publicActions)
      .extend(walletActions)
    await client.sendTransaction({ to: BOB, value: 1n, chain: null })
    const before = await client.getBlock()
    const id = await client.snapshot()
    await client.setBalance({ address: BOB, value: 7n })
    expect(await client.getBalance({ address: BOB })).toBe(7n)
    await client.increaseTime({ seconds: 1000 })
    const hash = await client.sendTransaction({ to: BOB, value: 1n, chain: null })
    expect(await client.getBalance({ address: BOB })).toBe(8n)
    expect((await client.getBlock()).timestamp).toBeGreaterThan(before.timestamp + 999n)
    await client.revert({ id })
    expect(await client.getBlock()).toEqual(before)
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toBeNull()
    expect(await client.getBalance({ address: BOB })).toBe(10n ** 22n + 1n)
    expect(await ask(node, 'evm_revert', id)).toBe(false)
    // The same again gives the same block.
    const again = await client.sendTransaction({ to: BOB, value: 1n, chain: null })
    expect(again).toBe(hash)
  })

  test('changes accounts for execution and the next root, but not for the past', async () => {
    const node = createEvmNode()
    const client = createTestClient({ mode: 'anvil', transport: custom(node) })
      .extend(publicActions)
      .extend(walletActions)
    const whale = '0x00000000000000000000000000000000000000aa'
    const contract = '0x00000000000000000000000000000000000000cc'
    await client.mine({ blocks: 1 })
    await client.setBalance({ address: whale, value: 10n ** 20n })
    await client.setNonce({ address: whale, nonce: 9 })
    await client.setCode({ address: contract, bytecode: '0x5f545f5260205ff3' })
    await client.setStorageAt({ address: contract, index: 0, value: `0x${'2a'.padStart(64, '0')}` })
    expect((await client.call({ to: contract })).data).toBe(`0x${'2a'.padStart(64, '0')}`)
    await client.impersonateAccount({ address: whale })
    const hash = await client.sendTransaction({ account: whale, to: BOB, value: 1n, chain: null })
    const tx = await client.getTransaction({ hash })
    expect(tx).toMatchObject({ from: whale, nonce: 9, blockNumber: 2n })
    await client.stopImpersonatingAccount({ address: whale })
    await expect(client.sendTransaction({ account: whale, to: BOB, value: 1n, chain: null })).rejects.toThrow(
      'unknown account',
    )
    expect(await client.getBalance({ address: whale, blockNumber: 0n })).toBe(0n)
    expect(await client.getCode({ address: contract, blockNumber: 0n })).toBeUndefined()
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 77n })
    await client.setCoinbase({ address: whale })
    await client.setNextBlockTimestamp({ timestamp: 1_800_000_000n })
    await client.mine({ blocks: 3, interval: 60 })
    expect(await client.getBlock({ blockNumber: 3n })).toMatchObject({
      baseFeePerGas: 77n,
      miner: whale,
      timestamp: 1_800_000_000n,
    })
    expect((await client.getBlock({ blockNumber: 5n })).timestamp).toBe(1_800_000_120n)
    await client.reset()
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(0n)
    expect(await client.getBalance({ address: whale })).toBe(0n)
  })

  test('refuses a time that clients cannot represent', async () => {
    const node = createEvmNode()
    for (const [method, value] of [
      ['evm_increaseTime', 1n << 63n],
      ['evm_setNextBlockTimestamp', 1n << 63n],
      ['evm_mine', 1n << 64n],
      ['evm_setNextBlockTimestamp', 5n],
    ] as const)
      expect((await error(node, method, `0x${value.toString(16)}`)).code).toBe(-32000)
    await node.mine()
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
    const [many] = await Promise.all([ask(node, 'hardhat_mine', '0x40'), ask(node, 'eth_chainId')])
    expect(many).toBe(true)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x41')
  })

  test('mines on request, in the order of tips, and shows the pending block', async () => {
    const node = createEvmNode({ mining: 'manual' })
    const send = (from: string, tip: string): Promise<unknown> =>
      ask(node, 'eth_sendTransaction', {
        from,
        to: BOB,
        value: '0x1',
        gas: '0x5208',
        maxFeePerGas: '0x12a05f200',
        maxPriorityFeePerGas: tip,
      })
    const low = await send(ALICE, '0x1')
    const high = await send(BOB, '0x2')
    expect(await ask(node, 'eth_getBlockByNumber', 'pending', false)).toMatchObject({
      number: '0x1',
      hash: null,
      transactions: [high, low],
    })
    expect(await ask(node, 'eth_getTransactionCount', ALICE, 'pending')).toBe('0x1')
    expect(await ask(node, 'eth_getTransactionCount', ALICE, 'latest')).toBe('0x0')
    expect(await ask(node, 'eth_getTransactionByHash', low)).toMatchObject({ blockHash: null, hash: low })
    await node.mine()
    expect(await ask(node, 'eth_getBlockByNumber', 'latest', false)).toMatchObject({
      number: '0x1',
      transactions: [high, low],
    })
  })
})

describe('events', () => {
  test('reach filters and subscriptions', async () => {
    const node = createEvmNode()
    const client = createPublicClient({ transport: custom(node) })
    const messages: { subscription: string; result: unknown }[] = []
    node.on('message', ({ data }) => messages.push(data))
    const [heads, full, logs, pending] = (await Promise.all([
      ask(node, 'eth_subscribe', 'newHeads'),
      ask(node, 'eth_subscribe', 'newHeads', { includeTransactions: true }),
      ask(node, 'eth_subscribe', 'logs', { topics: [] }),
      ask(node, 'eth_subscribe', 'newPendingTransactions'),
    ])) as string[]
    const filters = await Promise.all([
      client.createBlockFilter(),
      client.createEventFilter(),
      client.createPendingTransactionFilter(),
    ])
    const data = `${Token!.bytecode}${'5'.padStart(64, '0')}`
    const hash = await ask(node, 'eth_sendTransaction', { from: ALICE, data, gas: '0x200000' })
    const block = await client.getBlock()
    const of = (id: string | undefined): unknown[] =>
      messages.filter(({ subscription }) => subscription === id).map(({ result }) => result)
    expect(of(heads)).toMatchObject([{ number: '0x1', hash: block.hash }])
    expect(of(heads)[0]).not.toHaveProperty('transactions')
    expect(of(full)).toMatchObject([{ transactions: [{ hash }] }])
    expect(of(logs)).toMatchObject([{ transactionHash: hash, logIndex: '0x0' }])
    expect(of(pending)).toEqual([hash])
    expect(await client.getFilterChanges({ filter: filters[0] })).toEqual([block.hash])
    expect(await client.getFilterChanges({ filter: filters[1] })).toMatchObject([{ transactionHash: hash }])
    expect(await client.getFilterChanges({ filter: filters[2] })).toEqual([hash])
    for (const filter of filters) expect(await ask(node, 'eth_getFilterChanges', filter.id)).toEqual([])
    expect((await error(node, 'eth_getFilterLogs', filters[0].id)).message).toBe(
      `filter ${filters[0].id} doesn't have a LogsSubscription type: got 3`,
    )
    expect(await client.uninstallFilter({ filter: filters[0] })).toBe(true)
    expect(await error(node, 'eth_getFilterChanges', filters[0].id)).toEqual({
      code: -32000,
      message: `filter ${filters[0].id} not found`,
    })
    expect(await ask(node, 'eth_unsubscribe', heads)).toBe(true)
    expect(await ask(node, 'eth_unsubscribe', heads)).toBe(false)
    messages.length = 0
    await node.mine()
    expect(of(heads)).toEqual([])
    expect(of(full)).toHaveLength(1)
    expect(await error(node, 'eth_subscribe', 'syncing')).toMatchObject({ code: -32602 })
  })

  test('remove filters that nobody polls after five minutes of the clock', async () => {
    let now = 1_700_000_000n
    const node = createEvmNode({ clock: () => now })
    const kept = await ask(node, 'eth_newBlockFilter')
    const left = await ask(node, 'eth_newFilter', {})
    now += 299n
    await ask(node, 'eth_getFilterChanges', kept)
    now += 2n
    expect(await ask(node, 'eth_getFilterChanges', kept)).toEqual([])
    expect(await error(node, 'eth_getFilterChanges', left)).toEqual({
      code: -32000,
      message: `filter ${String(left)} not found`,
    })
  })
})
