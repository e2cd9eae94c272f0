import { beforeAll, expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Hex } from '../../src/evm/index.js'
import { METHODS } from '../../src/evm/rpc/methods/all.js'
import type { Method } from '../../src/evm/rpc/table.js'
import { TRACER_CONFIGS } from '../../src/evm/tracers/names.js'
import { declaredFields, withField, type Json } from './declared-fields.js'

const FROM = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const [PROBE, REVERTING, OTHER, MOVED] = ['aa', 'bb', 'cc', 'dd'].map((end): Hex => `0x${'00'.repeat(19)}${end}`)
const SHA256 = `0x${'00'.repeat(19)}02`
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`
const BLOB = `0x01${'11'.repeat(31)}`

/** What each of these opcodes gives is in the output of the contract, whose log and slot depend on it too. */
const READS = [
  '43',
  '42',
  '41',
  '44',
  '45',
  '46',
  '47',
  '48',
  '4a',
  '3a',
  '32',
  '33',
  '34',
  '36',
  '5f49',
  '5f35',
  '5f54',
  '600154',
  '60cc3b',
  '60cc31',
  '5f5f5ff0',
  // The hash of nothing from the contract at MOVED.
  '60206104005f5f60dd5afa506104005160ff16',
  '60206104005f5f60025afa506104005160ff16',
]
const u16 = (value: number): string => `61${value.toString(16).padStart(4, '0')}`
const SIZE = READS.length * 32 + 0x440
const probe = (end: 'f3' | 'fd'): Hex =>
  `0x${READS.map((read, at) => `${read}${u16(0x440 + at * 32)}52`).join('')}${u16(SIZE)}5f205460075f5260075f60205fa1505a${u16(SIZE)}52${u16(SIZE + 32)}5f${end}`

const TRANSACTION = {
  from: FROM,
  to: PROBE!,
  gas: '0x6000',
  gasPrice: '0x77359400',
  maxFeePerGas: '0x77359400',
  maxPriorityFeePerGas: '0x5',
  value: '0x7',
  nonce: '0x9',
  data: '0x1234',
  input: '0x1234',
  chainId: '0x1',
  accessList: [{ address: OTHER!, storageKeys: [word(1)] }],
  authorizationList: [{ chainId: '0x0', address: OTHER!, nonce: '0x0', yParity: '0x0', r: '0x1', s: '0x1' }],
  maxFeePerBlobGas: '0x5',
  blobVersionedHashes: [BLOB],
} satisfies Json

const CALL = { from: FROM, to: PROBE! }
const AUTHORIZED = { ...CALL, gas: '0x60000', authorizationList: TRANSACTION.authorizationList }
const BLOCK = {
  number: '0x99',
  time: '0x7fffffff',
  gasLimit: '0x1000000',
  feeRecipient: BOB,
  prevRandao: word(5),
  baseFeePerGas: '0x5',
  blobBaseFee: '0x5',
  beaconRoot: word(6),
  withdrawals: [{ index: '0x1', validatorIndex: '0x2', address: BOB, amount: '0x3' }],
} satisfies Json
const ACCOUNT = {
  balance: '0x5',
  nonce: '0x5',
  code: '0x5f5ff3',
  state: { [word(0)]: word(9) },
  stateDiff: { [word(1)]: word(9) },
} satisfies Json
const STATE = { [PROBE!]: { ...ACCOUNT }, [SHA256]: { movePrecompileToAddress: MOVED! } } satisfies Json
const CONFIG = {
  tracer: 'callTracer',
  tracerConfig: { onlyTopCall: true },
  // Which is no duration.
  timeout: 'soon',
  enableMemory: true,
  disableStack: true,
  disableStorage: true,
  enableReturnData: true,
  limit: 1,
  stateOverrides: STATE,
  blockOverrides: BLOCK,
  txIndex: '0x0',
} satisfies Json

/** An example that has every member, and what each member is tried with. */
interface Kind {
  readonly example: Json
  readonly bases: readonly Json[]
}

const kinds = (): Readonly<Record<string, Kind>> => ({
  transaction: {
    example: TRANSACTION,
    bases: [
      CALL,
      { ...CALL, to: REVERTING! },
      { ...CALL, to: BOB },
      { ...CALL, maxFeePerGas: '0x77359400' },
      AUTHORIZED,
      { ...CALL, gas: '0x6000' },
      // Which reads a slot of its own.
      { from: FROM, data: '0x5f5450' },
      { ...CALL, accessList: TRANSACTION.accessList },
      { ...CALL, maxFeePerGas: '0x77359400', blobVersionedHashes: [BLOB], maxFeePerBlobGas: '0x8' },
    ],
  },
  block: {
    example: { blockHash: word(1), blockNumber: '0x1', requireCanonical: true },
    bases: [{}, { blockNumber: '0x1' }],
  },
  blockOverrides: { example: BLOCK, bases: [{}] },
  stateOverrides: {
    example: STATE,
    bases: [{ [PROBE!]: {} }, { [REVERTING!]: {} }, { [SHA256]: {} }],
  },
  payload: {
    example: {
      blockStateCalls: [{ blockOverrides: BLOCK, stateOverrides: STATE, calls: [TRANSACTION] }],
      validation: true,
      traceTransfers: true,
      returnFullTransactions: true,
    },
    bases: [
      ...[CALL, AUTHORIZED, { ...CALL, to: BOB, value: '0x1' }, { ...CALL, maxFeePerGas: '0x77359400' }].map(
        (call) => ({
          blockStateCalls: [{ blockOverrides: {}, stateOverrides: { [PROBE!]: {}, [SHA256]: {} }, calls: [call] }],
        }),
      ),
      {
        blockStateCalls: [
          {
            blockOverrides: { withdrawals: BLOCK.withdrawals },
            calls: [{ ...CALL, accessList: TRANSACTION.accessList }],
          },
        ],
      },
      { blockStateCalls: [{ calls: [{ ...CALL, blobVersionedHashes: [BLOB], maxFeePerBlobGas: '0x8' }] }] },
    ],
  },
  config: {
    example: CONFIG,
    bases: [{}, { tracer: 'callTracer' }, { stateOverrides: { [PROBE!]: {}, [SHA256]: {} }, blockOverrides: {} }],
  },
  filter: {
    example: {
      fromBlock: '0x0',
      toBlock: '0x0',
      address: BOB,
      topics: [word(8)],
      blockHash: word(1),
      blockhash: word(1),
    },
    bases: [{}, { fromBlock: '0x0' }],
  },
  'trace_filter filter': {
    example: { fromBlock: '0x0', toBlock: '0x0', fromAddress: [BOB], toAddress: [BOB], after: 1, count: 0 },
    bases: [{}, { fromBlock: '0x0' }],
  },
  ...Object.fromEntries(
    ['hardhat', 'anvil', 'ganache'].map((of) => [
      `${of}_reset options`,
      { example: { forking: { jsonRpcUrl: 'http://127.0.0.1:1' } }, bases: [{}, { forking: {} }] },
    ]),
  ),
  options: { example: { timestamp: '0x7fffffff', blocks: '0x3' }, bases: [{}] },
})

/** Members that change no answer, and why. */
const ELSEWHERE: readonly (readonly [member: RegExp, reason: string])[] = [
  [/\.requireCanonical$/, 'blocks that are not on the chain are not found by their hash'],
  [
    /^(eth_call|eth_estimateGas|debug_traceCall|trace_call) transaction\.nonce$/,
    'go-ethereum does not check it either',
  ],
  [/^(?!eth_simulateV1).*withdrawals\.\*\./, 'only simulated blocks have withdrawals'],
  [/^eth_resend /, 'there is no pending transaction'],
  [/^debug_traceBadBlock /, 'there is no bad block'],
  [/^debug_intermediateRoots config\./, 'go-ethereum reads their types only'],
]

let node: EvmNode
let args: Readonly<Record<string, Json>>
const ask = (method: string, ...params: Json[]): Promise<unknown> => node.request({ method, params })

beforeAll(async () => {
  node = createEvmNode({
    accounts: { count: 3 },
    alloc: Object.fromEntries(
      (
        [
          [PROBE!, 'f3'],
          [REVERTING!, 'fd'],
        ] as const
      ).map(([address, end]) => [
        address,
        { code: probe(end), balance: 3n, storage: { [word(0)]: word(7), [word(1)]: word(8) } },
      ]),
    ),
  })
  const hash = (await ask('eth_sendTransaction', { ...CALL, value: '0x1', gas: '0x50000' })) as string
  const receipt = (await ask('eth_getTransactionReceipt', hash)) as {
    readonly blockHash: string
    readonly status: string
  }
  expect(receipt.status).toBe('0x1')
  await ask('evm_mine')
  args = {
    address: PROBE!,
    block: 'latest',
    blockHash: receipt.blockHash,
    blockRlp: (await ask('debug_getRawBlock', '0x1')) as string,
    codeHash: word(1),
    end: 'latest',
    maxResults: 5,
    passphrase: '',
    slot: '0x0',
    slots: { [PROBE!]: ['0x0'] },
    start: '0x0',
    transaction: { ...CALL, gasPrice: '0x77359400' },
    'eth_estimateGas transaction': { ...CALL, to: REVERTING!, gasPrice: '0x77359400' },
    'eth_getProof slots': ['0x0'],
    'debug_traceBlockByNumber block': '0x1',
    'debug_traceCall block': '0x1',
    'trace_replayBlockTransactions block': '0x1',
    payload: { blockStateCalls: [{ calls: [CALL] }] },
    transactionHash: hash,
    types: ['trace', 'vmTrace', 'stateDiff'],
    traceTypes: ['trace', 'vmTrace', 'stateDiff'],
    calls: [[CALL, ['trace']]],
  }
})

/** What a method answers, or why not; and what it left behind. */
async function outcome({ name, changes, params }: Method, index: number, value: Json): Promise<string> {
  const given = params.map((param, at) =>
    at === index ? value : (args[`${name} ${param.name}`] ?? args[param.name] ?? null),
  )
  const before = changes ? await ask('evm_snapshot') : undefined
  const answer = async (): Promise<Json> => {
    const said = (await ask(name, ...given)) as Json
    return name === 'eth_newFilter' ? ((await ask('eth_getFilterLogs', said)) as Json) : said
  }
  const said = await answer().catch((error: Error) => [error.message, (error as { readonly data?: Json }).data ?? null])
  if (before === undefined) return JSON.stringify(said)
  const after = await ask('eth_getBlockByNumber', 'latest', true)
  await ask('evm_revert', before as string)
  return JSON.stringify([said, after])
}

/** Where a member of an example is. */
function valueAt(example: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((at, name, depth) => {
    if (typeof at !== 'object' || at === null) return undefined
    if (name !== '*') return (at as Record<string, Json>)[name]
    const inner = Object.values(at).filter((one) => typeof one === 'object') as Json[]
    return inner.find((one) => valueAt(one, path.slice(depth + 1)) !== undefined)
  }, example)
}

const objects = METHODS.filter(({ touchesHost }) => !touchesHost).flatMap((method) =>
  method.params.flatMap(({ name }, index) => {
    const kind = kinds()[`${method.name} ${name}`] ?? kinds()[name]
    return kind === undefined ? [] : [{ method, index, kind, param: name }]
  }),
)

test('each member of an argument changes an answer', { timeout: 120_000 }, async () => {
  const found: string[] = []
  for (const { method, index, kind, param } of objects) {
    const known = new Map<string, string>()
    const answer = async (value: Json): Promise<string> => {
      const key = JSON.stringify(value)
      const said = known.get(key) ?? (await outcome(method, index, value))
      known.set(key, said)
      return said
    }
    for (const field of declaredFields(method, index, kind.example)) {
      const path = field.split('.')
      let counts = false
      for (const base of kind.bases) {
        const example = valueAt(kind.example, path)
        if (counts || example === undefined) break
        const without = await answer(withField(base, path, undefined))
        counts = (await answer(withField(base, path, example))) !== without
      }
      if (!counts) found.push(`${method.name} ${param}.${field}`)
    }
  }
  expect(found.filter((member) => !ELSEWHERE.some(([known]) => known.test(member)))).toEqual([])
  // A reason that no longer applies.
  expect(ELSEWHERE.filter(([known]) => !found.some((member) => known.test(member)))).toEqual([])
})

/** What each member of a tracer's configuration is tried with. */
const TRIED: Readonly<Record<string, Json>> = { ignoredOpcodes: ['0x43', '0x54'] }
/** go-ethereum keeps so many items of the stack, of which it reads the first. */
const UNREAD = ['stackTopItemsSize']

test.each(Object.entries(TRACER_CONFIGS))(
  'each member of the configuration of %s changes a trace',
  async (tracer, [, members]) => {
    const trace = async (tracerConfig: Json): Promise<string> => {
      const called = [
        { ...CALL, value: '0x1' },
        { ...CALL, to: REVERTING! },
        { ...CALL, to: OTHER! },
      ]
      const traces = called.map((call) => ask('debug_traceCall', call, '0x1', { tracer, tracerConfig }))
      return JSON.stringify(await Promise.all(traces))
    }
    const usual = await trace({})
    const unread: string[] = []
    for (const name of Object.keys(members))
      if ((await trace({ [name]: TRIED[name] ?? (UNREAD.includes(name) ? 1 : true) })) === usual) unread.push(name)
    expect(unread).toEqual(tracer === 'erc7562Tracer' ? UNREAD : [])
  },
)
