import { expect, test } from 'vitest'
import { createEvmNode, type Hex } from '../../src/evm/index.js'

const FROM = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const PAID: Hex = '0x00000000000000000000000000000000000000aa'
const BLOB = `0x01${'11'.repeat(31)}`

const ask = (method: string, ...params: unknown[]): Promise<unknown> =>
  createEvmNode({ accounts: { count: 1 } }).request({ method, params })

// Source: go-ethereum 1.17.10 internal/ethapi/simulate.go `processBlock`, core/state_processor.go `ProcessWithdrawals`.
test('withdrawals of a simulated block are paid after its calls, in Gwei', async () => {
  const withdrawal = { index: '0x1', validatorIndex: '0x2', address: PAID, amount: '0x3' }
  // Returns its own balance.
  const stateOverrides = { [PAID]: { code: '0x475f5260205ff3' } }
  const calls = [{ from: FROM, to: PAID }]
  const blocks = (await ask('eth_simulateV1', {
    blockStateCalls: [{ stateOverrides, blockOverrides: { withdrawals: [withdrawal] }, calls }, { calls }],
  })) as readonly { withdrawals: unknown; calls: readonly { returnData: Hex }[] }[]
  expect(blocks.map(({ calls: [call] }) => BigInt(call!.returnData))).toEqual([0n, 3_000_000_000n])
  expect(blocks.map(({ withdrawals }) => withdrawals)).toEqual([[withdrawal], []])
})

test('withdrawals are a list of what a beacon chain pays out', async () => {
  const simulate = (withdrawals: unknown) =>
    ask('eth_simulateV1', { blockStateCalls: [{ blockOverrides: { withdrawals } }] })
  await expect(simulate([{ amount: 3 }])).rejects.toMatchObject({ code: -32602 })
  await expect(simulate('all')).rejects.toMatchObject({ code: -32602 })
  await expect(simulate([{}])).resolves.toMatchObject([{ withdrawals: [{ amount: '0x0' }] }])
})

// Source: go-ethereum 1.17.10 internal/ethapi/api.go `AccessList`.
test('the nonce of a creation says which contract an access list leaves out', async () => {
  const creation = { from: FROM, data: '0x5f5450' }
  const list = (nonce?: Hex) => ask('eth_createAccessList', { ...creation, ...(nonce && { nonce }) })
  expect(await list('0x0')).toEqual(await list())
  expect(await list()).toMatchObject({ accessList: [{ storageKeys: [`0x${'00'.repeat(32)}`] }] })
})

// Source: go-ethereum 1.17.10 internal/ethapi/transaction_args.go `setDefaults`.
test.each([
  [{}, { type: '0x3', maxFeePerBlobGas: '0x2', blobVersionedHashes: [BLOB] }],
  [{ maxFeePerBlobGas: '0x7' }, { type: '0x3', maxFeePerBlobGas: '0x7' }],
  [{ gasPrice: '0x77359400' }, { type: '0x0' }],
])('a transaction with hashes of blobs is filled in: %j', async (more, tx) => {
  const request = { from: FROM, to: PAID, gas: '0x5208', blobVersionedHashes: [BLOB], ...more }
  expect(await ask('eth_fillTransaction', request)).toMatchObject({ tx })
})

test.each([
  [{ to: PAID, maxFeePerBlobGas: '0x0' }, 'maxFeePerBlobGas, if specified, must be non-zero'],
  [{ to: PAID, blobVersionedHashes: [] }, 'need at least 1 blob for a blob transaction'],
  [{ data: '0x00', blobVersionedHashes: [BLOB] }, 'missing "to" in blob transaction'],
])('%j is no transaction', async (request, message) => {
  await expect(ask('eth_fillTransaction', { from: FROM, gas: '0x5208', ...request })).rejects.toThrow(message)
})
