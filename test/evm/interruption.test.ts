import { expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Hex } from '../../src/evm/index.js'

const LOOP: Hex = '0x00000000000000000000000000000000000000aa'
/** JUMPDEST, PUSH0, JUMP. */
const FOR_EVER: Hex = '0x5b5f56'
/** Calls the contract of ecrecover again and again. */
const CALLS: Hex = '0x5b5f5f5f5f60015afa505f56'

const ask = (node: EvmNode, method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })

/** Prague has no limit on a transaction's gas: from Osaka on a fast machine reaches that limit before the timeout. */
async function looping(code: Hex, limits: object): Promise<EvmNode> {
  const node = createEvmNode({ hardfork: 'prague', limits, blockGasLimit: 10n ** 12n })
  await ask(node, 'hardhat_setCode', LOOP, code)
  return node
}

test.each([
  ['eth_call', [{ to: LOOP }]],
  ['eth_estimateGas', [{ to: LOOP }]],
  ['eth_createAccessList', [{ to: LOOP }]],
  ['debug_traceCall', [{ to: LOOP }, 'latest', { tracer: 'callTracer' }]],
  ['trace_call', [{ to: LOOP }, ['trace'], 'latest']],
])('%s of a loop without end is ended by the timeout, and others are answered meanwhile', async (method, params) => {
  const node = await looping(FOR_EVER, { gasCap: 10n ** 15n, evmTimeout: 800 })
  let ended = false
  const looping_ = ask(node, method, ...params).catch((error: unknown) => {
    ended = true
    return error
  })
  let answered = 0
  for (;;) {
    // A request that came in over a socket is handled between turns of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    if (ended) break
    expect(await ask(node, 'eth_chainId')).toBe('0x40000')
    answered++
  }
  expect(answered).toBeGreaterThan(3)
  expect(await looping_).toMatchObject({ code: -32000, shortMessage: 'execution aborted (timeout = 0.8s)' })
  // What comes next does not suffer from it.
  await ask(node, 'hardhat_setCode', LOOP, '0x60075f5260205ff3')
  expect(await ask(node, 'eth_call', { to: LOOP })).toBe(`0x${'7'.padStart(64, '0')}`)
})

test.each([
  ['jumps', FOR_EVER],
  ['calls', CALLS],
])('a loop of %s is ended by the gas cap', async (_, code) => {
  const node = await looping(code, { gasCap: 1_000_000n })
  await expect(ask(node, 'eth_call', { to: LOOP })).rejects.toThrow('out of gas')
})

test('two calls at once that are paused do not see each other', async () => {
  // Stores the call data in slot 0, counts down from 2000, and returns what the slot holds.
  const node = await looping('0x5f355f556107d05b6001900380600757505f545f5260205ff3', {})
  const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
  const values = [1, 2, 3, 4]
  const results = await Promise.all(values.map((value) => ask(node, 'eth_call', { to: LOOP, data: word(value) })))
  expect(results).toEqual(values.map(word))
})
