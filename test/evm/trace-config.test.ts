import { expect, test } from 'vitest'
import { createEvmNode } from '../../src/evm/index.js'
import type { Hex } from '../../src/evm/hex.js'

const ALICE: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const LOOP: Hex = '0x00000000000000000000000000000000000010ab'
const node = createEvmNode({ alloc: { [LOOP]: { code: '0x5b600056' } } })
const ask = <T>(method: string, ...params: unknown[]): Promise<T> => node.request({ method, params }) as Promise<T>
const traceCall = (config: object, call: object = { from: ALICE, to: ALICE }): Promise<unknown> =>
  ask('debug_traceCall', call, 'latest', config)

// The texts are go-ethereum's (eth/tracers, encoding/json, time.ParseDuration).
test.each([
  [{ tracer: 'callTracerLegacy' }, 'tracer not found: callTracerLegacy'],
  [{ tracer: 'muxTracer', tracerConfig: { nope: {} } }, 'tracer not found: nope'],
  [
    { tracer: 'callTracer', tracerConfig: { OnlyTopCall: 'yes' } },
    'json: cannot unmarshal string into Go struct field callTracerConfig.onlyTopCall of type bool',
  ],
  [
    { tracer: 'prestateTracer', tracerConfig: [] },
    'json: cannot unmarshal array into Go value of type native.PrestateTracerConfig',
  ],
  [
    { tracer: 'prestateTracer', tracerConfig: { diffMode: true, includeEmpty: true } },
    'cannot use diffMode with includeEmpty',
  ],
  [{ timeout: 'soon' }, 'time: invalid duration "soon"'],
  [{ timeout: '5' }, 'time: missing unit in duration "5"'],
  [{ timeout: '5y' }, 'time: unknown unit "y" in duration "5y"'],
])('%j is refused', async (config, message) => {
  await expect(traceCall(config)).rejects.toMatchObject({ code: -32000, shortMessage: message })
})

test('a trace ends at its timeout, whatever is traced', async () => {
  for (const tracer of ['callTracer', 'prestateTracer'])
    await expect(
      traceCall({ tracer, timeout: '20ms' }, { from: ALICE, to: LOOP, gas: '0x2faf080' }),
    ).rejects.toMatchObject({ shortMessage: 'execution timeout' })
})

test('a call is traced before the transaction at a place of a block, with overrides, and without a receiver', async () => {
  await ask('evm_setAutomine', false)
  for (const value of ['0x5', '0x7'])
    await ask('eth_sendTransaction', { from: ALICE, to: LOOP.replace('ab', 'cd'), value, gas: '0x5208' })
  await ask('evm_mine')
  // BALANCE of the receiver, returned.
  const code = `0x73${LOOP.replace('ab', 'cd').slice(2)}3160005260206000f3`
  const balance = async (txIndex?: Hex): Promise<bigint> => {
    const config = { tracer: 'callTracer', stateOverrides: { [LOOP]: { code } } }
    const frame = (await traceCall(txIndex === undefined ? config : { ...config, txIndex }, { to: LOOP })) as {
      output: Hex
    }
    return BigInt(frame.output)
  }
  expect([await balance('0x0'), await balance('0x1'), await balance()]).toEqual([0n, 5n, 12n])
  await expect(balance('0x2')).rejects.toThrow(/transaction index 2 out of range for block/)
  const created = await traceCall({ tracer: 'callTracer' }, { from: ALICE, data: '0x60016000f3' })
  expect(created).toMatchObject({ type: 'CREATE', output: '0x00', to: expect.stringMatching(/^0x/) as string })
})
