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
    await expect(failing(error)).not.toBeRevertedWithPanic()
    await expect(failing(error)).not.toBeRevertedWithCustomError(['error Broke()'], 'Broke')
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
  await expect(receipt).not.toBeRevertedWithPanic()
})

test('an error that contains itself ends the search', async () => {
  const loop: Error & { cause?: unknown; info?: unknown } = new Error('no connection')
  loop.cause = loop
  await expect(expect(Promise.reject(loop)).toBeReverted()).rejects.toThrow('no connection')
})

const told = (run: () => unknown): Promise<string> =>
  Promise.resolve()
    .then(run)
    .then(
      () => 'it held',
      (error: unknown) => (error as Error).message,
    )

test('the text says what happened in place of the revert', async () => {
  const failed = { status: '0x0', logs: [] }
  expect(await told(() => expect(failed).toBeRevertedWith('no'))).toBe(
    'expected the EVM to revert with the reason "no", but the receipt says that it reverted, but receipts have no reason: pass the promise of the call, or of the transaction sent without a gas limit',
  )
  expect(await told(() => expect(Promise.resolve(5n)).toBeReverted())).toBe(
    'expected the EVM to revert, but it did not revert: 5n',
  )
  expect(await told(() => expect(failing({ data: '0x' })).not.toBeReverted())).toBe(
    'expected the EVM not to revert, but it reverted without a reason (Error: failed)',
  )
  expect(await told(() => expect(failing({ data: panic })).toBeRevertedWith('no'))).toContain(
    'but it reverted with Panic(17n) (Error: failed)',
  )
  expect(await told(() => expect(failing({ data })).toBeRevertedWithPanic(0x11))).toContain(
    'to panic with 0x11, but it reverted with Error("no")',
  )
  const unknown = `0x${'ab'.repeat(150)}`
  expect(await told(() => expect(failing({ data: unknown })).toBeRevertedWith('no'))).toContain(
    `it reverted with data ${unknown.slice(0, 202)}… (`,
  )
  const broke = ['error Broke(uint256 at)'] as const
  expect(await told(() => expect(failing({ data })).toBeRevertedWithCustomError(broke, 'Broke'))).toContain(
    'to revert with Broke(…), but it reverted with Error("no")',
  )
  expect(await told(() => expect(failing({ data })).toBeRevertedWithCustomError(broke, 'Broke', [1, 'a']))).toContain(
    'to revert with Broke(1, "a"), but',
  )
})

test('events of others are told by their topics, and who emitted them', async () => {
  const moved = ['event Moved(uint256 at)'] as const
  const logs = [{ address: '0xaa', topics: ['0x01', '0x02'], data: '0x' }]
  expect(await told(() => expect({ status: '0x1', logs }).toEmitEvent(moved, 'Moved'))).toBe(
    'expected the transaction to emit Moved(…), but the emitted events are\n  another event, topics 0x01, 0x02 by 0xaa',
  )
  expect(await told(() => expect({ status: '0x0', logs: [] }).toEmitEvent(moved, 'Moved', [1n]))).toBe(
    'expected the transaction to emit Moved(1n), but it reverted; the emitted events are\n  none',
  )
  await expect({ status: '0x1', logs }).not.toEmitEvent(moved, 'Moved')
})
