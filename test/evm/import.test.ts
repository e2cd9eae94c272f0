import { expect, test } from 'vitest'
import { createEvmNode, type Hex } from '../../src/evm/index.js'

const GENESIS = {
  config: {
    chainId: 5,
    terminalTotalDifficultyPassed: true,
    homesteadBlock: 0,
    eip150Block: 0,
    eip155Block: 0,
    eip158Block: 0,
    byzantiumBlock: 0,
    constantinopleBlock: 0,
    petersburgBlock: 0,
    istanbulBlock: 0,
    berlinBlock: 0,
    londonBlock: 0,
    mergeNetsplitBlock: 0,
    shanghaiTime: 0,
    cancunTime: 0,
  },
  alloc: {
    f39fd6e51aad88f6f4ce6ab8827279cfffb92266: { balance: '0xde0b6b3a7640000' },
    '0x00000000000000000000000000000000000000cc': {
      balance: '0',
      code: '0x5f545f5260205ff3',
      storage: { '0x00': '0x2a' },
    },
  },
  timestamp: '0x1',
  gasLimit: '0x1c9c380',
  difficulty: '0x0',
  nonce: '0x0',
  extraData: '0x',
}

test('a chain comes from a genesis and its blocks, which must fit', async () => {
  const maker = createEvmNode({ genesis: GENESIS })
  const ask = (node: typeof maker, method: string, ...params: unknown[]): Promise<unknown> =>
    node.request({ method, params })
  expect(await ask(maker, 'eth_call', { to: '0x00000000000000000000000000000000000000cc' })).toBe(
    `0x${'2a'.padStart(64, '0')}`,
  )
  const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  for (let value = 1; value <= 3; value++)
    await ask(maker, 'eth_sendTransaction', { from, to: `0x${'0b'.repeat(20)}`, value: `0x${value}` })
  const raw = (await Promise.all(
    ['0x0', '0x1', '0x2', '0x3'].map((at) => ask(maker, 'debug_getRawBlock', at)),
  )) as Hex[]
  const bytes = (list: Hex[]): Uint8Array => Buffer.from(list.map((one) => one.slice(2)).join(''), 'hex')

  const reader = createEvmNode({ genesis: GENESIS })
  expect(await reader.importChain(bytes(raw.slice(0, 3)))).toBe(2)
  expect(await reader.importChain(bytes(raw))).toBe(1)
  expect(await ask(reader, 'eth_getBlockByNumber', 'latest', true)).toEqual(
    await ask(maker, 'eth_getBlockByNumber', 'latest', true),
  )
  expect(await ask(reader, 'eth_getBalance', `0x${'0b'.repeat(20)}`, '0x2')).toBe('0x3')

  const other = createEvmNode({ genesis: GENESIS })
  await expect(other.importChain(bytes([raw[2]!]))).rejects.toThrow('block 2 does not fit: its parent is not the head')
  const bent = raw[1]!.replace(/0b0b0b0b/, '0b0b0b0c') as Hex
  await expect(other.importChain(bytes([bent]))).rejects.toThrow(/block 1 does not fit: /)
  await expect(other.importChain(bytes(['0xff']))).rejects.toThrow('not a chain of blocks in RLP')
  await expect(other.importChain(bytes(['0x05']))).rejects.toThrow(
    'not a chain of blocks in RLP: a block must be a list',
  )
  await expect(other.importChain(bytes(['0xc0']))).rejects.toThrow(/^not a block: /)
  expect(await ask(other, 'eth_blockNumber')).toBe('0x0')
  expect(await other.importChain(bytes(raw))).toBe(3)
})

test.each<[string, unknown]>([
  ['not a genesis: : cannot read null as an object', null],
  ['not a genesis: config: cannot read undefined as an object', {}],
  ['not a genesis: alloc.0x12zz: want 20 bytes of hex', { ...GENESIS, alloc: { '0x12zz': {} } }],
  ['not a genesis: alloc.0x12.balance: invalid hex string', { ...GENESIS, alloc: { '0x12': { balance: '0xx' } } }],
  ['not a genesis: gasLimit: cannot read undefined as a number', { ...GENESIS, gasLimit: undefined }],
])('%s', (message, genesis) => {
  expect(() => createEvmNode({ genesis: genesis as object })).toThrow(message)
})

test.each<[string, object]>([
  ['createEvmNode() does not take this hardfork (nowhere)', { hardfork: 'nowhere' }],
  ['createEvmNode() does not take this chainId', { chainId: 0n }],
  ['createEvmNode() does not take this accounts.count', { accounts: { count: -1 } }],
  ['createEvmNode() does not take this coinbase', { coinbase: '0x12' }],
])('%s', (message, options) => {
  expect(() => createEvmNode(options)).toThrow(message)
})

test.each(['berlin', 'london', 'paris', 'shanghai', 'cancun', 'prague', 'osaka'])(
  'a chain of the fork %s makes blocks',
  async (hardfork) => {
    const node = createEvmNode({ hardfork })
    const [from] = (await node.request({ method: 'eth_accounts' })) as Hex[]
    const hash = await node.request({ method: 'eth_sendTransaction', params: [{ from, to: from, value: '0x1' }] })
    expect(await node.request({ method: 'eth_getTransactionReceipt', params: [hash] })).toMatchObject({ status: '0x1' })
  },
)
