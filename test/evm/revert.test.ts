import { expect, test } from 'vitest'
import { createEvmNode, type Hex } from '../../src/evm/index.js'

/** Reverts with what it is sent. */
const ECHO: Hex = '0x00000000000000000000000000000000000000ec'
const node = createEvmNode({ alloc: { [ECHO]: { code: '0x365f5f37365ffd' } }, accounts: { count: 1 } })

const ERROR = '08c379a0'
const PANIC = '4e487b71'
const word = (value: number | bigint): string => BigInt(value).toString(16).padStart(64, '0')
const hello = Buffer.from('hello').toString('hex')

/** What `UnpackRevert` of go-ethereum 1.17.10 makes of the data, as JSON; undefined where it makes nothing of it. */
const REASONS: readonly (readonly [name: string, data: string, reason: string | undefined])[] = [
  ['a text', ERROR + word(32) + word(5) + hello.padEnd(64, '0'), 'hello'],
  ['a text without its padding', ERROR + word(32) + word(5) + hello, 'hello'],
  ['a text shorter than it says', ERROR + word(32) + word(6) + hello, undefined],
  ['an empty text', ERROR + word(32) + word(0), ''],
  ['a text further on', ERROR + word(64) + word(0) + word(5) + hello, 'hello'],
  ['a text at an odd place', `${ERROR}${word(33)}00${word(5)}${hello}`, 'hello'],
  ['a text whose length is its own offset', ERROR + word(0), ''],
  ['a text beyond the end', ERROR + word(32), undefined],
  ['a text whose length does not fit', ERROR + word(1) + word(0), undefined],
  ['a text at 2^64', ERROR + word(2n ** 64n) + word(5) + hello, undefined],
  ['a text of 2^64 bytes', ERROR + word(32) + word(2n ** 64n) + hello, undefined],
  ['a text with a byte that is not UTF-8', `${ERROR}${word(32)}${word(3)}c3a9ff`, 'é\ufffd'],
  ['a text with half a character', `${ERROR}${word(32)}${word(4)}e282ff41`, '\ufffd\ufffd\ufffdA'],
  ['no text', ERROR, undefined],
  ['a panic without a reason', PANIC + word(0), 'generic panic'],
  ['an assertion', PANIC + word(1), 'assert(false)'],
  ['an overflow', PANIC + word(0x11), 'arithmetic underflow or overflow'],
  ['a division', PANIC + word(0x12), 'division or modulo by zero'],
  ['an enumeration', PANIC + word(0x21), 'enum overflow'],
  ['an encoding', PANIC + word(0x22), 'invalid encoded storage byte array accessed'],
  ['an empty array', PANIC + word(0x31), 'out-of-bounds array access; popping on an empty array'],
  ['an index', PANIC + word(0x32), 'out-of-bounds access of an array or bytesN'],
  ['memory', PANIC + word(0x41), 'out of memory'],
  ['a function', PANIC + word(0x51), 'uninitialized function'],
  ['a code that nobody knows', PANIC + word(0x99), 'unknown panic code: 0x99'],
  ['a code of 65 bits', PANIC + word(2n ** 64n + 1n), 'unknown panic code: 0x10000000000000001'],
  ['a panic with more behind it', `${PANIC}${word(1)}00ff`, 'assert(false)'],
  ['a panic of 31 bytes', PANIC + word(1).slice(2), undefined],
  ['an error of its own', `deadbeef${word(1)}`, undefined],
  ['three bytes', '08c379', undefined],
]

test.each(REASONS)('the reason of a revert: %s', async (_, data, reason) => {
  const call = node.request({ method: 'eth_call', params: [{ to: ECHO, data: `0x${data}` }] })
  const told = reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`
  await expect(call).rejects.toMatchObject({ code: 3, shortMessage: told, data: `0x${data}` })
})

test.each([
  ['functional', 3, '0x'],
  ['documented', 3, '0x'],
  // As a node of cosmos/evm at commit 262f7d4a answered.
  ['cosmos-evm', -32000, undefined],
] as const)('a revert without data is told by each method, in the profile %s', async (profile, code, data) => {
  const asked = createEvmNode({ profile, namespaces: ['eth', 'debug'], alloc: { [ECHO]: { code: '0x5f5ffd' } } })
  const sender = (await asked.request({ method: 'eth_accounts' })) as Hex[]
  const message = { from: sender[0], to: ECHO }
  const methods = ['eth_call', 'eth_estimateGas', 'eth_fillTransaction', 'eth_sendTransaction']
  const told: unknown[] = []
  for (const method of methods)
    await asked.request({ method, params: [message, ...(method === 'eth_call' ? ['latest'] : [])] }).then(
      () => undefined,
      ({ code, shortMessage, data }) => code !== -32601 && told.push({ method, code, shortMessage, data }),
    )
  const known = profile === 'documented' ? ['eth_estimateGas', 'eth_fillTransaction'] : methods
  expect(told).toEqual(known.map((method) => ({ method, code, shortMessage: 'execution reverted', data })))
})
