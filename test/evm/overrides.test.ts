import { expect, test } from 'vitest'
import { createEvmNode, type Hex } from '../../src/evm/index.js'

const A: Hex = '0x00000000000000000000000000000000000000aa'
const B: Hex = '0x00000000000000000000000000000000000000bb'
const C: Hex = '0x00000000000000000000000000000000000000cc'
const SHA256: Hex = '0x0000000000000000000000000000000000000002'
const IDENTITY: Hex = '0x0000000000000000000000000000000000000004'
const PAIRING: Hex = '0x0000000000000000000000000000000000000008'
const SENDER: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

const word = (value: number | bigint): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const SLOTS: Hex = '0x5f545f5260015460205260405ff3'
/** Returns what one opcode gives. */
const giving = (opcode: string): Hex => `0x${opcode}5f5260205ff3`
/** The same of an opcode that takes an address. */
const of = (address: Hex, opcode: string): Hex => `0x73${address.slice(2)}${opcode}5f5260205ff3`

/** A has 7 and 8 in its slots 0 and 1, and returns both. */
const node = createEvmNode({
  accounts: { count: 1 },
  alloc: { [A]: { code: SLOTS, balance: 5n, storage: { [word(0)]: word(7), [word(1)]: word(8) } } },
})
const call = (to: Hex, state: object, block: object = {}, more: object = {}): Promise<unknown> =>
  node.request({ method: 'eth_call', params: [{ to, ...more }, 'latest', state, block] })
const both = (first: number, second: number): Hex => `${word(first)}${word(second).slice(2)}`

test.each([
  ['nothing', {}, both(7, 8)],
  ['one slot', { stateDiff: { [word(1)]: word(9) } }, both(7, 9)],
  ['the whole storage', { state: { [word(1)]: word(9) } }, both(0, 9)],
  ['an empty storage', { state: {} }, both(0, 0)],
  ['no slot', { stateDiff: {} }, both(7, 8)],
  ['the code', { code: giving('47') }, word(5)],
  ['code and balance', { code: giving('47'), balance: '0x2a' }, word(42)],
  ['the nonce', { nonce: '0x9' }, both(7, 8)],
])('a call finds what overrides its account: %s', async (_, account, result) => {
  expect(await call(A, { [A]: account })).toBe(result)
  // It is gone afterwards.
  expect(await call(A, {})).toBe(both(7, 8))
})

test('a nonce may be set for an account that does not exist', async () => {
  // CREATE of nothing: the address depends on the nonce of the creator.
  const creator = { code: giving('5f5f5ff0') }
  const [first, second] = [
    await call(B, { [B]: { ...creator, nonce: '0x1' } }),
    await call(B, { [B]: { ...creator, nonce: '0x5' } }),
  ]
  expect(first).not.toBe(second)
  const sender = { from: C, gas: '0x186a0' }
  const used = { [C]: { nonce: '0x7', balance: '0x0' } }
  expect(
    await node.request({ method: 'eth_createAccessList', params: [{ ...sender, to: A }, 'latest', used] }),
  ).toMatchObject({
    accessList: [{ address: A }],
  })
  expect(await call(A, { ...used, [A]: { code: of(C, '3f') } })).toBe(
    '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
  )
  expect(await call(A, { [A]: { code: of(C, '3f') } })).toBe(word(0))
})

test('an overridden value counts as the original one: writing it back is not a change (EIP-2200)', async () => {
  // Stores 9 in slot 1, and returns the gas that this took.
  const code: Hex = '0x5a6009600155505a5f5260205ff3'
  const gas = async (account: object): Promise<bigint> =>
    BigInt((await call(A, { [A]: { code, ...account } }, {}, { gas: '0x186a0' })) as Hex)
  const same = await gas({ stateDiff: { [word(1)]: word(9) } })
  const fresh = await gas({ stateDiff: { [word(1)]: word(0) } })
  const changed = await gas({})
  // Warm read 100 for what is the same; 20,000 and 2,900 to set and to change.
  expect([same - fresh, same - changed]).toEqual([19_900n, 2_800n])
})

test.each([
  [
    { [A]: { state: {}, stateDiff: {} } },
    "account 0x00000000000000000000000000000000000000AA has both 'state' and 'stateDiff'",
  ],
  [{ [A]: { movePrecompileToAddress: B } }, 'account 0x00000000000000000000000000000000000000AA is not a precompile'],
  [
    { [IDENTITY]: { movePrecompileToAddress: B }, [B]: {} },
    'account 0x00000000000000000000000000000000000000bb is already overridden',
  ],
  [
    { [B]: { movePrecompileToAddress: C }, [A]: { movePrecompileToAddress: C } },
    'account 0x00000000000000000000000000000000000000AA is not a precompile',
  ],
])('overrides that contradict each other are refused: %j', async (state, shortMessage) => {
  await expect(call(A, state)).rejects.toMatchObject({ code: -32000, shortMessage })
})

test('a precompiled contract is moved, and its override takes its place', async () => {
  const data: Hex = '0x1234'
  expect(await call(IDENTITY, {}, {}, { data })).toBe(data)
  expect(await call(B, { [IDENTITY]: { movePrecompileToAddress: B } }, {}, { data })).toBe(data)
  expect(await call(IDENTITY, { [IDENTITY]: { movePrecompileToAddress: B } }, {}, { data })).toBe('0x')
  expect(await call(IDENTITY, { [IDENTITY]: { code: giving('36') } }, {}, { data })).toBe(word(2))
  // Any override of it, also one that changes nothing else.
  expect(await call(IDENTITY, { [IDENTITY]: {} }, {}, { data })).toBe('0x')
  expect(await call(SHA256, { [IDENTITY]: { movePrecompileToAddress: SHA256 } }, {}, { data })).toBe(data)
  // The next call finds all of them where they belong.
  expect(await call(IDENTITY, {}, {}, { data })).toBe(data)
  expect(await call(PAIRING, {})).toBe(word(1))
})

test.each([
  ['number', '43', '0x3039', 12345],
  ['time', '42', '0x65f00000', 0x65f00000],
  ['gasLimit', '45', '0x1e8480', 2_000_000],
  ['feeRecipient', '41', B, BigInt(B)],
  ['prevRandao', '44', word(77), 77],
  ['blobBaseFee', '4a', '0x309', 777],
] as const)('a call finds what overrides its block: %s', async (member, opcode, value, result) => {
  const state = { [A]: { code: giving(opcode) } }
  expect(await call(A, state, { [member]: value })).toBe(word(result))
  expect(await call(A, state)).not.toBe(word(result))
})

test('calls that offer a price see the base fee of their block, and must reach it', async () => {
  const state = { [A]: { code: giving('48') } }
  const offer = (fee: Hex): object => ({ from: SENDER, maxFeePerGas: fee })
  const block = { baseFeePerGas: '0x4d2' }
  expect(await call(A, state, block, offer('0x4d2'))).toBe(word(1234))
  expect(await call(A, state, block)).toBe(word(0))
  await expect(call(A, state, block, offer('0x4d1'))).rejects.toMatchObject({
    shortMessage: `err: max fee per gas less than block base fee: address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266, maxFeePerGas: 1233, baseFee: 1234 (supplied gas 25000000)`,
  })
})

test('a beacon root is accepted only for simulated blocks', async () => {
  await expect(call(A, {}, { beaconRoot: word(1) })).rejects.toMatchObject({
    code: -32000,
    shortMessage: 'block override "beaconRoot" is not supported for this RPC method',
  })
})
