import { createEvmNode, type EvmNode, type Hex } from '../../src/evm/index.js'
import type { Json } from './declared-fields.js'

const FROM = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
export const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
export const PROBE: Hex = `0x${'00'.repeat(19)}aa`
const TOKEN: Hex = `0x${'00'.repeat(19)}bb`
const OTHER: Hex = `0x${'00'.repeat(19)}cc`
export const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`

/** Returns its first slot, the number of the block and the price, logs the first, and writes one more into the slot that the number names. */
const PROBE_CODE = '0x5f545f52436020523a604052600760205fa15f54600101435560605ff3'
/** A token: the balance of an account is in the slot of its address, an allowance in that of the sum of both. */
const TOKEN_CODE = '0x60043560243501545f5260205ff3'

const typedData = (name: string): Json => ({
  types: { EIP712Domain: [{ name: 'name', type: 'string' }], Mail: [{ name: 'to', type: 'string' }] },
  primaryType: 'Mail',
  domain: { name },
  message: { to: 'b' },
})

export interface World {
  readonly node: EvmNode
  /** What the arguments are tried with, by the name of the parameter, with its method or alone. The first one is the usual one. */
  readonly tried: Readonly<Record<string, readonly Json[]>>
}

export const ask = <T = unknown>(node: EvmNode, method: string, ...params: Json[]): Promise<T> =>
  node.request({ method, params }) as Promise<T>

export interface Signed {
  readonly raw: Hex
}

const KEYS = ['aa'.repeat(32), 'bb'.repeat(32)] as const
export const CALL = { from: FROM, to: PROBE, gas: '0x30000' } satisfies Json
const DROPPED = { ...CALL, to: BOB } satisfies Json

/** A chain of two blocks, with locked and unlocked accounts of its own, and a transaction in the pool if none is mined. */
export async function world(isWaiting: boolean): Promise<World> {
  const node = createEvmNode({
    testing: true,
    accounts: { count: 3 },
    clock: () => 1_800_000_000n,
    alloc: {
      [PROBE]: { code: PROBE_CODE, balance: 3n, storage: { [word(0)]: word(7), [word(1)]: word(9) } },
      [TOKEN]: { code: TOKEN_CODE },
    },
  })
  const price = { gasPrice: '0x77359400' }
  const sent = await ask<Hex>(node, 'eth_sendTransaction', { ...CALL, ...price })
  const other = await ask<Hex>(node, 'eth_sendTransaction', { ...CALL, ...price, value: '0x1' })
  const [locked, open] = [
    await ask<Hex>(node, 'personal_importRawKey', KEYS[0], 'secret'),
    await ask<Hex>(node, 'personal_importRawKey', KEYS[1], 'other'),
  ]
  await ask(node, 'personal_unlockAccount', open, 'other', 0)
  for (const address of [locked, open]) await ask(node, 'anvil_setBalance', address, '0xde0b6b3a7640000')
  await ask(node, 'hardhat_impersonateAccount', OTHER)
  await ask(node, 'anvil_setCode', OTHER, '0x00')
  await ask(node, 'evm_mine')
  const before = await ask<Hex>(node, 'evm_snapshot')
  await ask(node, 'evm_setAutomine', false)
  const raw: Hex[] = []
  for (const value of ['0x1', '0x2'])
    raw.push((await ask<Signed>(node, 'eth_signTransaction', { ...CALL, ...price, nonce: '0x2', value })).raw)
  const dropped = await ask<Hex>(node, 'eth_sendTransaction', { ...DROPPED, ...price })
  if (!isWaiting) await ask(node, 'evm_revert', before)
  const [first, second] = [
    await ask<{ hash: Hex; timestamp: Hex }>(node, 'eth_getBlockByNumber', '0x1', false),
    await ask<{ hash: Hex; timestamp: Hex }>(node, 'eth_getBlockByNumber', '0x2', false),
  ]
  const head = await ask<{ hash: Hex; timestamp: Hex }>(node, 'eth_getBlockByNumber', 'latest', false)
  const attributes = (address: Hex): Json => ({
    timestamp: `0x${(BigInt(head.timestamp) + 5n).toString(16)}`,
    prevRandao: word(5),
    suggestedFeeRecipient: address,
    withdrawals: [],
    parentBeaconBlockRoot: word(0),
  })
  const signatures = [await ask<Hex>(node, 'eth_sign', FROM, '0x12'), await ask<Hex>(node, 'eth_sign', BOB, '0x12')]
  const filters = [
    await ask<Hex>(node, 'eth_newFilter', { fromBlock: '0x0' }),
    await ask<Hex>(node, 'eth_newBlockFilter'),
  ]
  const state = node.snapshot()
  const dumps = [await ask<Hex>(node, 'anvil_dumpState')]
  await ask(node, 'anvil_setBalance', BOB, '0x9')
  dumps.push(await ask<Hex>(node, 'anvil_dumpState'))
  node.restore(state)
  const code = await ask<{ codeHash: Hex }>(node, 'eth_getProof', PROBE, [], 'latest')
  const rlp = [await ask<Hex>(node, 'debug_getRawBlock', '0x1'), await ask<Hex>(node, 'debug_getRawBlock', '0x2')]
  const times = [1_900_000_000, 1_900_000_007]
  return {
    node,
    tried: {
      address: [PROBE, BOB, FROM, locked, open, OTHER],
      'eth_sign address': [FROM, BOB],
      'personal_sign address': [locked, open],
      'eth_signTypedData address': [FROM, BOB],
      'eth_signTypedData_v3 address': [FROM, BOB],
      'eth_signTypedData_v4 address': [FROM, BOB],
      'personal_unlockAccount address': [locked, open],
      'personal_unlockAccount passphrase': ['secret', 'wrong'],
      'personal_unlockAccount duration': [1, 0],
      'personal_lockAccount address': [open, locked],
      'eth_getTransactionBySenderAndNonce address': [FROM, BOB],
      'debug_storageRangeAt address': [PROBE, BOB],
      'debug_storageRangeAt block': ['0x1', '0x2'],
      'debug_storageRangeAt limit': [5, 1],
      amount: ['0x5', '0x6'],
      balance: ['0x5', '0x6'],
      baseFee: ['0x77', '0x99'],
      block: ['latest', '0x0', '0x1'],
      'eth_getBlockByNumber block': ['0x1', '0x0'],
      'eth_getBlockTransactionCountByNumber block': ['0x1', '0x0'],
      'eth_getUncleCountByBlockNumber block': ['0x1', '0x99'],
      'eth_getTransactionCount address': [FROM, BOB],
      'eth_getCode address': [OTHER, BOB],
      'debug_traceBlockByNumber block': ['0x1', '0x2'],
      'debug_traceCall block': ['0x1', '0x2'],
      'trace_replayBlockTransactions block': ['0x1', '0x2'],
      'eth_getTransactionByBlockNumberAndIndex block': ['0x1', '0x2'],
      'eth_getRawTransactionByBlockNumberAndIndex block': ['0x1', '0x2'],
      blockCount: ['0x1', '0x2'],
      newestBlock: ['latest', '0x1'],
      rewardPercentiles: [[50], [1, 2]],
      blockHash: [first.hash, second.hash, word(1)],
      blockOverrides: [{}, { number: '0x1' }],
      blockRlp: rlp,
      blocks: ['0x1', '0x2'],
      interval: ['0x1', '0x5'],
      'hardhat_mine blocks': ['0x2', '0x3'],
      'anvil_mine blocks': ['0x2', '0x3'],
      calls: [[[CALL, ['trace']]], [[CALL, ['vmTrace']]]],
      code: ['0x5f', '0x6001'],
      codeHash: [code.codeHash, word(1)],
      config: [{ tracer: 'callTracer' }, { tracer: 'prestateTracer' }],
      depth: [1, 2],
      end: ['0x2', '0x1'],
      'debug_getModifiedAccountsByNumber start': [1, 2],
      'debug_getModifiedAccountsByNumber end': [3, null],
      'debug_getModifiedAccountsByHash start': [first.hash, word(1)],
      'debug_getModifiedAccountsByHash end': [second.hash, null],
      start: ['0x0', '0x1'],
      extra: ['a', 'b'],
      extraData: ['0x12', '0x34'],
      filter: [{ fromBlock: '0x0' }, { fromBlock: '0x2' }],
      filterId: [...filters, '0x99'],
      from: ['0x', `0x${'80'.padEnd(64, '0')}`],
      fullTransactions: [false, true],
      gasLimit: ['0x1000000', '0x2000000'],
      gasPrice: ['0xee6b2800', '0xfe6b2800'],
      hash: [first.hash, second.hash, sent],
      incompletes: [false, true],
      index: ['0x0', '0x1'],
      indices: [[], ['0x0']],
      input: ['0x12', '0x34'],
      key: [`0x63${code.codeHash.slice(2)}`, `0x63${word(1).slice(2)}`],
      limit: [1, 2],
      maxResults: [100, 1],
      message: ['0x12', '0x34'],
      milliseconds: [1000, 2000],
      nocode: [false, true],
      nostorage: [false, true],
      nonce: ['0x0', '0x1', '0x2'],
      'hardhat_setNonce nonce': ['0x5', '0x6'],
      number: ['0x0', '0x1', '0x9000'],
      'debug_getBlockRlp number': [0, 1],
      'debug_getHeaderRlp number': [0, 1],
      'debug_printBlock number': [0, 1],
      on: [true, false],
      options: [{ blocks: '0x1' }, { blocks: '0x2' }, { forking: { jsonRpcUrl: 'http://127.0.0.1:1' } }],
      owner: [FROM, BOB],
      parentHash: [head.hash, word(1)],
      passphrase: ['secret', 'wrong'],
      'personal_sendTransaction transaction': [
        { ...CALL, from: locked },
        { ...CALL, from: open },
      ],
      'personal_signAndSendTransaction transaction': [
        { ...CALL, from: locked },
        { ...CALL, from: open },
      ],
      'personal_signTransaction transaction': [
        { ...CALL, from: locked },
        { ...CALL, from: open },
      ],
      payload: [{ blockStateCalls: [{ calls: [CALL] }] }, { blockStateCalls: [] }],
      payloadAttributes: [attributes(BOB), attributes(FROM)],
      prevRandao: [word(5), word(6)],
      privateKey: ['cc'.repeat(32), 'dd'.repeat(32)],
      rawTransaction: raw,
      seconds: [7, 9],
      signature: signatures,
      slot: ['0x1', '0x0'],
      slots: [{ [PROBE]: ['0x1'] }, { [PROBE]: ['0x0'] }],
      'eth_getProof slots': [['0x1'], ['0x0']],
      snapshot: ['0x1', '0x99'],
      spender: [BOB, FROM],
      startKey: ['0x0', `0x${'ff'.repeat(32)}`],
      state: dumps,
      stateOverrides: [{}, { [PROBE]: { code: '0x' } }],
      subscriptionId: ['0x1', '0x2'],
      timestamp: times,
      timeout: [0, 1000],
      token: [TOKEN, BOB],
      traceTypes: [['trace'], ['stateDiff']],
      transaction: [CALL, { ...CALL, to: BOB }],
      'eth_sendRawTransaction transaction': raw,
      'trace_rawTransaction transaction': raw,
      'eth_resend transaction': [
        { ...DROPPED, nonce: '0x2' },
        { ...CALL, nonce: '0x2' },
      ],
      transactions: [raw.slice(0, 1), raw.slice(1)],
      'anvil_reorg transactions': [[[raw[0]!, 0]], [[raw[1]!, 0]]],
      transactionHash: [sent, other, dropped],
      'debug_storageRangeAt transactionIndex': [0, 1],
      typedData: [typedData('a'), typedData('b')],
      value: [word(5), word(6)],
      url: ['http://127.0.0.1:1', 'http://127.0.0.1:2'],
      versionedHash: [word(1), word(2)],
      path: ['a', 'b'],
      pairingPassword: ['a', 'b'],
    },
  }
}
