import { describe, expect, test } from 'vitest'
import { encodeAbiParameters, encodeErrorResult } from 'viem'
import 'sudobox/vitest'

const ABI = [{ type: 'error', name: 'Error', inputs: [{ type: 'string', name: 'message' }] }] as const
const data = encodeErrorResult({ abi: ABI, errorName: 'Error', args: ['no'] })
const panic = `0x4e487b71${encodeAbiParameters([{ type: 'uint256' }], [0x11n]).slice(2)}`
const failing = (more: object, message = 'failed') => Promise.reject(Object.assign(new Error(message), more))

const nested = (depth: number, inner: object): object => (depth === 0 ? inner : { cause: nested(depth - 1, inner) })

describe('revert data is found where each client has it', () => {
  test.each([
    ['of JSON-RPC', { code: 3, data }],
    ['of ethers', { code: 'CALL_EXCEPTION', data }],
    ['in a cause', { cause: { data } }],
    ['in causes of causes', nested(8, { data })],
    ['in data of data', { data: { data } }],
    ['in an inner error', { innerError: { data } }],
    ['in information', { info: { error: { data } } }],
    ['in the raw form of viem', { cause: { raw: data } }],
  ])('%s', async (_, error) => {
    await expect(failing(error)).toBeRevertedWith('no')
    await expect(failing(error)).not.toBeRevertedWith('yes')
    await expect(failing(error)).not.toBeRevertedWithPanic()
  })
})

describe('an error without data is a revert', () => {
  test.each([
    ['of JSON-RPC', { code: 3 }],
    ['of ethers', { code: 'CALL_EXCEPTION' }],
    ['with a receipt', { receipt: { status: '0x0', logs: [] } }],
    ['in a cause', { cause: { code: 3 } }],
    ['in information', { info: { error: { code: 3 } } }],
  ])('%s', async (_, error) => {
    await expect(failing(error)).toBeReverted()
    await expect(failing(error)).not.toBeRevertedWith('no')
  })

  test('by its text', async () => {
    await expect(failing({}, 'execution reverted')).toBeReverted()
    await expect(failing({ cause: new Error('VM Exception: Revert') })).toBeReverted()
  })

  test('and any other is thrown', async () => {
    await expect(expect(failing({ code: 4 }, 'no connection')).toBeReverted()).rejects.toThrow('no connection')
    await expect(expect(failing({ data: 'text' }, 'no connection')).toBeReverted()).rejects.toThrow('no connection')
    await expect(expect(failing({ data: '0x123' }, 'odd')).toBeReverted()).rejects.toThrow('odd')
    await expect(expect(failing(nested(12, { data }), 'too deep')).toBeReverted()).rejects.toThrow('too deep')
  })
})

test('a panic is told from another by its code', async () => {
  await expect(failing({ data: panic })).toBeRevertedWithPanic()
  await expect(failing({ data: panic })).toBeRevertedWithPanic(0x11)
  await expect(failing({ data: panic })).not.toBeRevertedWithPanic(0x12n)
  await expect(failing({ data: panic })).not.toBeRevertedWith(/./)
})

test.each([
  [0, true],
  [0n, true],
  ['0x0', true],
  ['reverted', true],
  [1, false],
  [1n, false],
  ['0x1', false],
  ['success', false],
])('a receipt with the status %s', async (status, reverted) => {
  const receipt = Promise.resolve({ status, logs: [] })
  if (reverted) await expect(receipt).toBeReverted()
  else await expect(receipt).not.toBeReverted()
  await expect(receipt).not.toBeRevertedWith(/./)
})
