import { expect, test } from 'vitest'
import { createEvmNode, type Hex } from '../../src/evm/index.js'

const RICH: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const POOR: Hex = '0x00000000000000000000000000000000000000a0'
const TO: Hex = '0x00000000000000000000000000000000000000b0'
const OTHER: Hex = '0x00000000000000000000000000000000000000c0'
const PRICE = 2_000_000_000n

const quantity = (value: number | bigint): Hex => `0x${value.toString(16)}`
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`
const node = createEvmNode({ accounts: { count: 1 } })
const ask = (method: string, call: object, state: object = {}): Promise<unknown> =>
  node.request({ method, params: [call, 'latest', state] })
const estimate = async (call: object, state: object = {}): Promise<number> =>
  Number(await ask('eth_estimateGas', call, state))

/** Code for two contracts, the second called by the first. */
const PROGRAMS: Readonly<Record<string, readonly [code: Hex, other?: Hex]>> = {
  nothing: ['0x00'],
  'a first value in a slot': ['0x6001600155'],
  'a slot that is cleared, which is refunded': ['0x5f5f55'],
  'a call, which keeps a part of the gas back': [
    '0x5f5f5f5f5f7300000000000000000000000000000000000000c05af11560265700',
    '0x600160015560016002556001600355',
  ],
  'code that wants 100,000 gas to be left': ['0x620186a05a10600b57005b5f5ffd'],
  'a creation of a contract': ['0x60016009535f60095ff0'],
}

test.each(Object.entries(PROGRAMS))('an estimate is enough, and at most 1.5 % more than that: %s', async (_, codes) => {
  const state = {
    [TO]: { code: codes[0], stateDiff: { [word(0)]: word(7) } },
    ...(codes[1] && { [OTHER]: { code: codes[1] } }),
  }
  const call = { from: RICH, to: TO }
  const succeeds = async (gas: number): Promise<boolean> =>
    ask('eth_call', { ...call, gas: quantity(gas) }, state).then(
      () => true,
      () => false,
    )
  let [fails, least] = [20_999, 16_000_000]
  while (fails + 1 < least) {
    const middle = (fails + least) >> 1
    if (await succeeds(middle)) least = middle
    else fails = middle
  }
  const estimated = await estimate(call, state)
  expect(estimated).toBeGreaterThanOrEqual(least)
  expect((estimated - least) / estimated).toBeLessThan(0.015)
})

test('a transfer to an account without code takes 21,000, and more with a list of what it looks at', async () => {
  const transfer = { from: RICH, to: TO, value: '0x1' }
  expect(await estimate(transfer)).toBe(21_000)
  expect(await estimate({ ...transfer, gas: quantity(21_000) })).toBe(21_000)
  // Too little to be meant: as if it were not there.
  expect(await estimate({ ...transfer, gas: quantity(20_999) })).toBe(21_000)
  const accessList = [{ address: TO, storageKeys: [word(0)] }]
  const listed = await estimate({ ...transfer, accessList })
  expect(listed).toBeGreaterThanOrEqual(21_000 + 2_400 + 1_900)
  expect(listed).toBeLessThan((21_000 + 2_400 + 1_900) * 1.015)
})

const LOOP = { [TO]: { code: '0x5b5f56' } }

test.each([
  ['the gas that it names', { from: RICH, gas: quantity(30_000) }, LOOP, 30_000],
  [
    'the gas that its sender can pay',
    { from: POOR, maxFeePerGas: quantity(PRICE), value: '0x5' },
    { ...LOOP, [POOR]: { balance: quantity(40_000n * PRICE + 5n) } },
    40_000,
  ],
  // A store is refused with 2,300 gas or less, whatever it costs (EIP-2200).
  [
    'the sentry of storage',
    { from: RICH, gas: quantity(21_000 + 6 + 2_300) },
    { [TO]: { code: '0x6001600155' } },
    23_306,
  ],
  ['the cap of a transaction (EIP-7825)', { from: RICH }, LOOP, 2 ** 24],
] as const)(
  'what does not succeed with all that it may use exceeds its allowance: %s',
  async (_, call, state, allowance) => {
    await expect(ask('eth_estimateGas', { ...call, to: TO }, state)).rejects.toMatchObject({
      code: -32000,
      shortMessage: `gas required exceeds allowance (${allowance})`,
    })
  },
)

test.each([
  ['nothing', {}, {}],
  ['no more than the value', { value: '0x9' }, { [POOR]: { balance: '0x9' } }],
] as const)('a sender who has %s cannot pay for gas', async (_, call, state) => {
  const priced = { from: POOR, to: TO, maxFeePerGas: quantity(PRICE), ...call }
  await expect(ask('eth_estimateGas', priced, state)).rejects.toMatchObject({
    code: -32000,
    shortMessage: 'insufficient funds for transfer',
  })
})

test('what fails for another reason says so', async () => {
  const failing = (code: Hex): Promise<unknown> => ask('eth_estimateGas', { from: RICH, to: TO }, { [TO]: { code } })
  await expect(failing('0xfe')).rejects.toMatchObject({ code: -32000, shortMessage: 'invalid opcode: INVALID' })
  await expect(failing('0x60015ffd')).rejects.toMatchObject({
    code: 3,
    shortMessage: 'execution reverted',
    data: '0x00',
  })
})
