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

test('a chain is imported from a genesis and its blocks, which must fit', async () => {
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
  await expect(other.importChain(bytes([raw[2]!]))).rejects.toThrow('block 2 does not fit: unknown ancestor')
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
  ['not a genesis: json: cannot unmarshal null into Go value of type core.Genesis', null],
  ["not a genesis: missing required field 'config' for Genesis", {}],
  ['not a genesis: alloc.0x12zz: want 20 bytes of hex', { ...GENESIS, alloc: { '0x12zz': {} } }],
  ['not a genesis: alloc.0x12.balance: invalid hex string', { ...GENESIS, alloc: { '0x12': { balance: '0xx' } } }],
  ["not a genesis: missing required field 'gasLimit' for Genesis", { ...GENESIS, gasLimit: undefined }],
])('%s', (message, genesis) => {
  expect(() => createEvmNode({ genesis: genesis as object })).toThrow(message)
})

const FROM = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const { config: FORKS, nonce: _, timestamp: _time, extraData: _extra, ...SHORT } = GENESIS
const OLD = Object.fromEntries(
  Object.entries(FORKS).filter(([name]) => /^(chainId|.*Block)$/.test(name) && !/^(london|merge)/.test(name)),
)

// What core.Genesis of go-ethereum takes, and how it is written by others.
test.each<[string, object, object?]>([
  ['only what must be there', { ...SHORT, config: FORKS }],
  ['numbers in decimals and as JSON', { ...GENESIS, gasLimit: 30_000_000, difficulty: '0', nonce: 0, timestamp: '1' }],
  [
    'members of a whole header',
    {
      ...GENESIS,
      number: '0x0',
      gasUsed: '0x0',
      parentHash: `0x${'0'.repeat(64)}`,
      mixHash: `0x${'0'.repeat(64)}`,
      coinbase: `0x${'0'.repeat(40)}`,
      baseFeePerGas: '0x3b9aca00',
      excessBlobGas: '0x0',
      blobGasUsed: null,
    },
  ],
  [
    'empty texts',
    {
      ...GENESIS,
      extraData: '',
      alloc: { ...GENESIS.alloc, '00000000000000000000000000000000000000dd': { balance: '0x0', code: '' } },
    },
  ],
  [
    'forks that are null, and members that nobody knows',
    { ...GENESIS, colour: 'red', config: { ...FORKS, daoForkBlock: null, verkleTime: null, ethash: {}, engine: 'x' } },
  ],
  [
    'a blob schedule, with a fork that nobody knows',
    {
      ...GENESIS,
      config: {
        ...FORKS,
        blobSchedule: {
          cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3338477 },
          prague: null,
          other: { target: 1, max: 2, baseFeeUpdateFraction: 3 },
        },
      },
    },
  ],
  [
    'a total difficulty that is reached',
    { ...GENESIS, config: { ...FORKS, terminalTotalDifficultyPassed: undefined, terminalTotalDifficulty: 0 } },
  ],
  [
    'a total difficulty beyond reach',
    { ...SHORT, difficulty: '0x1', config: { ...OLD, terminalTotalDifficulty: 58750000000000000000000 } },
  ],
  ['a chain id as text', { ...GENESIS, config: { ...FORKS, chainId: '0x5' } }],
  [
    'a chain before Byzantium',
    { ...SHORT, difficulty: '0x1', config: { chainId: 5, homesteadBlock: 0 } },
    { root: expect.stringMatching(/^0x/) as string },
  ],
  ['a chain with forks to come', { ...SHORT, difficulty: '0x1', config: { ...OLD, londonBlock: 2 } }],
])('a genesis with %s runs', async (_, genesis, receipt = { status: '0x1' }) => {
  // As it comes from a file.
  const node = createEvmNode({ genesis: JSON.parse(JSON.stringify(genesis)) as object })
  for (let made = 1; made <= 3; made++) {
    const hash = await node.request({ method: 'eth_sendTransaction', params: [{ from: FROM, to: FROM, value: '0x1' }] })
    expect(await node.request({ method: 'eth_getTransactionReceipt', params: [hash] })).toMatchObject(receipt)
  }
  expect(await node.request({ method: 'eth_chainId' })).toBe('0x5')
})

test.each<[string, object]>([
  ["missing required field 'difficulty' for Genesis", { ...GENESIS, difficulty: undefined }],
  ["missing required field 'alloc' for Genesis", { ...GENESIS, alloc: undefined }],
  [
    "config: missing required field 'chainId' for ChainConfig",
    { ...GENESIS, config: { ...FORKS, chainId: undefined } },
  ],
  ['config.chainId: want 1 to 2^53 - 1', { ...GENESIS, config: { ...FORKS, chainId: 0 } }],
  ['config.shanghaiTime: json: cannot unmarshal string', { ...GENESIS, config: { ...FORKS, shanghaiTime: '0x0' } }],
  [
    'config.londonBlock: want a whole number of 0 or more, not -1',
    { ...GENESIS, config: { ...FORKS, londonBlock: -1 } },
  ],
  [
    'unsupported fork ordering: berlinBlock not enabled, but londonBlock enabled at block 0',
    { ...GENESIS, config: { chainId: 5, londonBlock: 0 } },
  ],
  [
    'unsupported fork ordering: istanbulBlock enabled at block 7, but berlinBlock enabled at block 0',
    { ...GENESIS, config: { ...FORKS, istanbulBlock: 7 } },
  ],
  ['cannot be run: config.clique', { ...GENESIS, config: { ...FORKS, clique: { period: 0, epoch: 30000 } } }],
  ['cannot be run: config.qbft', { ...GENESIS, config: { chainId: 5, berlinBlock: 0, qbft: {} } }],
  [
    'cannot be run: eip155Block (0) is not eip158Block (none)',
    { ...GENESIS, config: { chainId: 5, homesteadBlock: 0, eip150Block: 0, eip155Block: 0 } },
  ],
  ["missing required field 'config' for Genesis", { genesis: GENESIS }],
])('a genesis is refused at once: %s', (message, genesis) => {
  expect(() => createEvmNode({ genesis: JSON.parse(JSON.stringify(genesis)) as object })).toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) as string }) as Error,
  )
})

test('a call after London has a base fee, also on a chain that began before it', async () => {
  const node = createEvmNode({ genesis: { ...SHORT, difficulty: '0x1', config: { ...OLD, londonBlock: 9 } } })
  const call = (overrides: object, more: object = {}): Promise<unknown> =>
    node.request({ method: 'eth_call', params: [{ data: '0x4860005260206000f3', ...more }, 'latest', null, overrides] })
  const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`
  await expect(call({ baseFeePerGas: '0x7' })).rejects.toMatchObject({
    code: -32000,
    message: 'invalid opcode: BASEFEE',
  })
  // Who offers no price sees no fee.
  expect(await call({ number: '0x9' })).toBe(word(0n))
  expect(await call({ number: '0x9', baseFeePerGas: '0x7' })).toBe(word(0n))
  expect(await call({ number: '0x9', baseFeePerGas: '0x7' }, { from: FROM, gasPrice: '0x9' })).toBe(word(7n))
})

test.each<[string, object]>([
  ['createEvmNode(): invalid hardfork (nowhere)', { hardfork: 'nowhere' }],
  ['createEvmNode(): invalid chainId', { chainId: 0n }],
  ['createEvmNode(): invalid accounts.count', { accounts: { count: -1 } }],
  ['createEvmNode(): invalid coinbase', { coinbase: '0x12' }],
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
