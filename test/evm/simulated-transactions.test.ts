import { expect, test } from 'vitest'
import { createEvmNode, type Hex } from '../../src/evm/index.js'

// The calls of `eth_simulateV1` as transactions. Source: go-ethereum 1.17.10 internal/ethapi/simulate.go.

const FROM = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const TO = '0x00000000000000000000000000000000000000b0'
const BLOB = `0x01${'11'.repeat(31)}`

interface Simulated {
  readonly transactions: readonly Readonly<Record<string, unknown>>[]
  readonly calls: readonly { readonly status: Hex; readonly returnData: Hex; readonly error?: { code: number } }[]
}

const simulate = async (call: object, more: object = {}, block: object = {}): Promise<Simulated> => {
  const [first] = (await createEvmNode({ accounts: { count: 1 } }).request({
    method: 'eth_simulateV1',
    params: [
      {
        blockStateCalls: [{ ...block, calls: [{ from: FROM, to: TO, ...call }] }],
        returnFullTransactions: true,
        ...more,
      },
    ],
  })) as readonly Simulated[]
  return first!
}
const transaction = async (call: object, block: object = {}) => (await simulate(call, {}, block)).transactions[0]!

const LIST = [{ address: TO, storageKeys: [`0x${'00'.repeat(31)}01`] }]

test.each<[object, Hex]>([
  [{}, '0x2'],
  [{ accessList: LIST }, '0x2'],
  [{ gasPrice: '0x0' }, '0x0'],
  [{ gasPrice: '0x0', accessList: LIST }, '0x1'],
  [{ blobVersionedHashes: [BLOB], maxFeePerBlobGas: '0x0' }, '0x3'],
])('the call %j has the type %s', async (call, type) => {
  expect(await transaction(call)).toMatchObject({ type, from: FROM, to: TO, ...call })
})

test('a transaction has its place, its prices and what it paid', async () => {
  const block = { blockOverrides: { baseFeePerGas: '0x7' } }
  expect(
    await transaction({ maxFeePerGas: '0x64', maxPriorityFeePerGas: '0x3', value: '0x1', gas: '0x5208' }, block),
  ).toMatchObject({
    maxFeePerGas: '0x64',
    maxPriorityFeePerGas: '0x3',
    gasPrice: '0xa',
    value: '0x1',
    gas: '0x5208',
    nonce: '0x0',
    chainId: expect.stringMatching(/^0x[1-9a-f]/),
    blockNumber: '0x1',
    transactionIndex: '0x0',
    blockHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    accessList: [],
  })
  expect(await transaction({ gasPrice: '0x9' }, block)).toMatchObject({ type: '0x0', gasPrice: '0x9' })
})

test('without full transactions there are their hashes', async () => {
  const { transactions } = await simulate({}, { returnFullTransactions: false })
  expect(transactions).toEqual([(await transaction({}))['hash']])
})

test('a call that fails returns nothing, and says how', async () => {
  const code = (code: Hex) => ({ stateOverrides: { [TO]: { code } } })
  // Returns or reverts with one word.
  expect((await simulate({}, {}, code('0x602a5f5260205ff3'))).calls).toMatchObject([
    { status: '0x1', returnData: `0x${'2a'.padStart(64, '0')}` },
  ])
  expect((await simulate({}, {}, code('0x602a5f5260205ffd'))).calls).toMatchObject([
    { status: '0x0', returnData: '0x', error: { code: 3 } },
  ])
  expect((await simulate({}, {}, code('0xfe'))).calls).toMatchObject([
    { status: '0x0', returnData: '0x', error: { code: -32015 } },
  ])
})
