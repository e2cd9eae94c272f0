import { beforeAll, describe, expect, test } from 'vitest'
import { createEvmNode, type EvmNode } from '../../../src/evm/index.js'
import { ALICE, BOB, MINED_NAMES, TOKEN_ADDRESS as TOKEN, mined, transfer } from './transactions.js'

/**
 * Requests beside those of the recorded session, with what the source of the node does (github.com/cosmos/evm v0.7.3, with go-ethereum 1.17.2): each is of a kind
 * that the session shows with another method or argument.
 */
const NOBODY = '0x1111111111111111111111111111111111111111'
const UNKNOWN = `0x${'dead'.repeat(16)}`
const HIGH = '0xffff'
const [A, B] = [ALICE.address, BOB.address]
const tooHigh = 'height 65535 must be less than or equal to the current blockchain height 16'
const future =
  'rpc error: code = Unknown desc = codespace sdk code 26: invalid height: cannot query with height in the future; please provide a valid height'
const noHeader = `header not found for hash ${UNKNOWN}`
const noBlock = `block not found for hash ${UNKNOWN}`
const noKey = (bech32: string): string =>
  `no key for given address or file; key with address ${bech32} not found: key not found`
const grpc = (code: string, text: string): string => `rpc error: code = ${code} desc = ${text}`
const boom = '0xa169ce09'
const name = '0x06fdde03'

const REFUSED: readonly [method: string, params: unknown[], message: string][] = [
  // Heights and hashes that are not there.
  ['eth_getBlockByHash', [UNKNOWN, true], noBlock],
  ['eth_getHeaderByHash', [UNKNOWN], noBlock],
  ['eth_getBlockReceipts', [HIGH], `failed to get block by number: ${tooHigh}`],
  ['eth_getBlockReceipts', [UNKNOWN], `failed to get block number from hash: ${noHeader}`],
  [
    'eth_getBlockReceipts',
    [{}],
    'failed to get block number from hash: types BlockHash and BlockNumber cannot be both nil',
  ],
  ['eth_getBalance', [A, UNKNOWN], noHeader],
  ['eth_getBalance', [A, null], 'types BlockHash and BlockNumber cannot be both nil'],
  ['eth_getCode', [TOKEN, HIGH], future],
  ['eth_getCode', [TOKEN, { blockHash: UNKNOWN }], noHeader],
  ['eth_getStorageAt', [TOKEN, '0x0', HIGH], future],
  [
    'eth_getTransactionCount',
    [A, HIGH],
    'cannot query with height in the future (current: 16, queried: 65535); please provide a valid height: invalid height',
  ],
  ['eth_getProof', [TOKEN, [], HIGH], 'header not found'],
  ['eth_call', [{ to: TOKEN, data: name }, HIGH], 'header not found'],
  ['eth_estimateGas', [{ to: B }, HIGH], 'header not found'],
  ['eth_createAccessList', [{ from: A, to: B }, HIGH], tooHigh],
  ['eth_getLogs', [{ blockHash: UNKNOWN }], `failed to fetch header by hash ${UNKNOWN}: ${noBlock}`],
  ['debug_traceBlockByNumber', [HIGH], tooHigh],
  ['debug_traceBlockByNumber', ['bad'], 'genesis is not traceable'],
  ['debug_traceBlockByHash', [UNKNOWN], noBlock],
  ['debug_traceCall', [{ to: TOKEN }, HIGH], tooHigh],
  ['debug_traceTransaction', [UNKNOWN], `GetTxByEthHash ${UNKNOWN}: ethereum tx not found`],
  ['debug_getRawBlock', [HIGH], tooHigh],
  ['debug_traceBlock', ['0x00'], 'could not decode block: rlp: expected input list for types.extblock'],
  ['eth_feeHistory', ['0x1', HIGH, []], 'request beyond head block: requested 65535, head 16'],
  ['eth_feeHistory', ['0x400', 'latest', []], 'FeeHistory user block count 1024 higher than 100'],
  ['eth_feeHistory', ['0x0', 'latest', [101]], 'invalid reward percentile: 101.000000'],
  // Messages.
  ['eth_call', [{ data: '0xfe' }, 'latest'], grpc('Internal', 'invalid opcode: INVALID')],
  ['eth_call', [{ to: B, gas: '0x5207' }, 'latest'], grpc('Internal', 'apply message: intrinsic gas too low')],
  [
    'eth_call',
    [{ to: B, gasPrice: '0x1', maxFeePerGas: '0x1' }, 'latest'],
    grpc('InvalidArgument', 'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified'),
  ],
  [
    'eth_call',
    [{ to: B, chainId: '0x5' }, 'latest'],
    grpc('InvalidArgument', "chainId does not match node's (have=5, want=262144)"),
  ],
  [
    'eth_call',
    [{ to: B }, 'latest', 5],
    grpc(
      'InvalidArgument',
      'invalid state overrides format: json: cannot unmarshal number into Go value of type types.StateOverride',
    ),
  ],
  [
    'eth_call',
    [{ to: B }, 'latest', { [B]: { state: {}, stateDiff: {} } }],
    grpc('Internal', `failed to apply state override: account ${B} has both 'state' and 'stateDiff'`),
  ],
  ['eth_estimateGas', [{ data: '0x5b5f56' }], grpc('Unknown', 'gas required exceeds allowance (25000000)')],
  ['eth_estimateGas', [{ data: '0xfe' }], grpc('Unknown', 'invalid opcode: INVALID')],
  ['eth_estimateGas', [{ from: NOBODY, to: B, gasPrice: '0x1' }], grpc('Unknown', 'insufficient funds for transfer')],
  [
    'eth_estimateGas',
    [{ from: NOBODY, to: B, gasPrice: '0x1', value: '0x1' }],
    grpc('Unknown', 'insufficient funds for transfer'),
  ],
  ['debug_traceCall', [{ to: B, gas: '0x1' }, 'latest'], grpc('Internal', 'apply message: intrinsic gas too low')],
  // Transactions.
  ['eth_fillTransaction', [{ from: A }], 'contract creation without any data provided'],
  [
    'eth_fillTransaction',
    [{ from: A, to: B, data: '0x01', input: '0x02' }],
    "both 'data' and 'input' are set and not equal. Please use 'input' to pass transaction call data",
  ],
  [
    'eth_fillTransaction',
    [{ from: A, to: B, maxFeePerGas: '0x1' }],
    'maxFeePerGas (0x1) < maxPriorityFeePerGas (0xe3fa4a)',
  ],
  [
    'eth_sendTransaction',
    [{ to: B }],
    `failed to find key in the node's keyring; ${noKey('cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a')}`,
  ],
  [
    'eth_sendTransaction',
    [{ from: A, to: B, chainId: '0x5' }],
    "chainId does not match node's (have=0x5, want=0x40000)",
  ],
  [
    'eth_sendTransaction',
    [{ from: A, to: B, gasPrice: '0x1', gas: '0x5208' }],
    'inserting tx: max fee per gas (1) is lower than the base fee (119525968): insufficient fee',
  ],
  ['eth_sendTransaction', [{ from: A, to: B, gas: '0x3938700' }], 'exceeds block gas limit'],
  ['eth_sendTransaction', [{ from: A, to: B, gas: '0x1' }], 'intrinsic gas too low: gas 1, minimum needed 21000'],
  ['eth_sign', [NOBODY, '0x12'], noKey('cosmos1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3pahzj0')],
  ['eth_signTypedData', [A, {}], 'domain is undefined'],
  // Traces.
  [
    'debug_traceCall',
    [{ to: TOKEN }, 'latest', { tracer: 'none' }],
    grpc('Internal', 'ReferenceError: none is not defined at <eval>:1:2(0)'),
  ],
  [
    'debug_traceCall',
    [{ to: TOKEN }, 'latest', { limit: -1 }],
    grpc('InvalidArgument', 'output limit cannot be negative, got -1'),
  ],
  [
    'debug_traceCall',
    [{ to: TOKEN }, 'latest', { timeout: 'soon' }],
    grpc('InvalidArgument', 'timeout value: time: invalid duration "soon"'),
  ],
]

const ANSWERED: readonly [method: string, params: unknown[], result: unknown][] = [
  // State at the first block is read as that at the newest.
  ['eth_getBalance', [B, 'earliest'], '0x3635c9adc5dea00006'],
  ['eth_getBalance', [B, '0x1'], '0x3635c9adc5dea00000'],
  ['eth_getTransactionCount', [A, 'earliest'], '0x8'],
  ['eth_getBlockTransactionCountByHash', [UNKNOWN], null],
  ['eth_getTransactionByBlockHashAndIndex', [UNKNOWN, '0x0'], null],
  ['eth_getHeaderByNumber', [HIGH], null],
  ['eth_getUncleCountByBlockHash', [UNKNOWN], '0x0'],
  ['eth_maxPriorityFeePerGas', [], '0xe3fa4a'],
  // A position is hex digits up to the first letter that is none.
  ['eth_getStorageAt', [TOKEN, 'nope', 'latest'], `0x4c6162${'0'.repeat(56)}06`],
  ['eth_getStorageAt', [TOKEN, '0x02zz', 'latest'], `0x${'f4240'.padStart(64, '0')}`],
  // Fees are no matter of a call.
  ['eth_call', [{ from: NOBODY, to: B, gasPrice: '0x2540be400' }, 'latest'], '0x'],
  ['eth_call', [{ data: '0x485f5260205ff3' }, 'latest'], `0x${'71fd250'.padStart(64, '0')}`],
  ['eth_call', [{ data: '0x445f5260205ff3' }, 'latest'], `0x${'f'.repeat(64)}`],
  [
    'eth_createAccessList',
    [{ from: A, to: TOKEN, data: transfer(1n), gas: '0x30d40' }, 'latest'],
    { accessList: [], gasUsed: '0x186a0' },
  ],
  [
    'eth_feeHistory',
    ['0x2', 'earliest', []],
    {
      oldestBlock: '0x0',
      baseFeePerGas: ['0x342770c0', '0x2da282a8'],
      gasUsedRatio: [0],
      baseFeePerBlobGas: ['0x1', '0x1'],
      blobGasUsedRatio: [0],
    },
  ],
  ['debug_traceBlockByNumber', ['0xd', { tracer: 'noopTracer' }], [{ result: {} }]],
  [
    'debug_traceBlockByNumber',
    ['0xd', { tracer: 'none' }],
    [{ error: grpc('Internal', 'ReferenceError: none is not defined at <eval>:1:2(0)') }],
  ],
  ['debug_traceBlockByNumber', ['earliest'], []],
  // Percentiles may be equal, and as many blocks as the limit may be asked for.
  ['eth_feeHistory', ['0x1', 'latest', [25, 25]], expect.objectContaining({ reward: [['0x1', '0x1']] })],
  ['eth_feeHistory', ['0x64', 'latest', []], expect.objectContaining({ oldestBlock: '0x0' })],
  // A price of 1 pays a call to nobody, but its value must be less than the balance.
  ['eth_estimateGas', [{ from: A, to: B, value: '0x1', gasPrice: '0x1' }], '0x5208'],
  [
    'debug_traceCall',
    [{ from: NOBODY, to: B, value: '0x1' }, 'latest', { tracer: 'callTracer' }],
    {
      type: 'CALL',
      from: NOBODY,
      to: B.toLowerCase(),
      gas: '0x17d7840',
      gasUsed: '0x0',
      input: '0x',
      value: '0x1',
      error: 'insufficient balance for transfer',
    },
  ],
]

describe('beside the session of a real node', () => {
  let node: EvmNode
  const hashes: Record<string, unknown> = {}

  beforeAll(async () => {
    node = createEvmNode({
      profile: 'cosmos-evm',
      namespaces: ['eth', 'debug', 'txpool'],
      accounts: { count: 2, balance: 1_000n * 10n ** 18n },
      blockGasLimit: 40_000_000n,
      mining: 'manual',
    })
    for (let height = 1; height <= 8; height++) await node.mine()
    for (const name of MINED_NAMES) {
      hashes[name] = await node.request({ method: 'eth_sendRawTransaction', params: [await mined(name)] })
      await node.mine()
    }
  })

  test.each(REFUSED)('%s %j is refused', async (method, params, message) => {
    await expect(node.request({ method, params })).rejects.toMatchObject({ code: -32000, shortMessage: message })
    expect(await node.request({ method: 'txpool_status' })).toEqual({ pending: '0x0', queued: '0x0' })
  })

  test.each(ANSWERED)('%s %j', async (method, params, result) => {
    expect(await node.request({ method, params })).toEqual(result)
  })

  test.each(['eth_createAccessList', 'eth_fillTransaction'])('%s crashes without a sender', async (method) => {
    const params = method === 'eth_fillTransaction' ? [{ to: B }] : [{ to: B }, 'latest']
    await expect(node.request({ method, params })).rejects.toMatchObject({
      code: -32603,
      shortMessage: 'method handler crashed',
    })
  })

  test('a revert is error 3 in calls and estimates, as it is without a prefix', async () => {
    const params = [{ from: A, to: TOKEN, data: boom }, 'latest']
    for (const method of ['eth_call', 'eth_estimateGas'])
      await expect(node.request({ method, params })).rejects.toMatchObject({
        code: 3,
        shortMessage: 'execution reverted: boom',
      })
  })

  test('tracers are not told of the end of what failed', async () => {
    const trace = (options: object): Promise<unknown> =>
      node.request({ method: 'debug_traceTransaction', params: [hashes['revert'], options] })
    expect(await trace({})).toMatchObject({ gas: 0, failed: true })
    const prestate = { tracer: 'prestateTracer', tracerConfig: { diffMode: true, disableCode: true } }
    expect(await trace(prestate)).toMatchObject({ post: {}, pre: { [A.toLowerCase()]: { nonce: 6 } } })
  })

  test('fees leave the sender and reach nobody', async () => {
    const proposer = `0x${'00'.repeat(20)}`
    expect(await node.request({ method: 'eth_getBalance', params: [proposer, 'latest'] })).toBe('0x0')
  })
})
