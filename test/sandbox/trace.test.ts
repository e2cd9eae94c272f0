import { readFileSync } from 'node:fs'
import { traceLines, TxError, type TraceNode, type TxResult } from 'sudobox'
import { describe, expect, test } from 'sudobox/vitest'
import { keyText } from '../../src/sandbox/trace/key-text.js'
import { unpackedText } from '../../src/sandbox/trace/message-text.js'
import { keyOf } from '../../src/store/key.js'
import { contract } from '../vm/wat.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const TOKEN = 'contracts/artifacts/cw20_base.wasm'

const failing = async (run: Promise<TxResult>): Promise<TxError> => {
  const error: unknown = await run.catch((thrown: unknown) => thrown)
  if (error instanceof TxError) return error
  throw new Error('it succeeded')
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

describe('the tree of calls', () => {
  test('has the keys that a call touched, with their gas, and the gas without its children', async ({ sandbox }) => {
    const alice = sandbox.chains.neutron.account('alice')
    const token = await alice.deploy(TOKEN, {
      name: 'Coin',
      symbol: 'COIN',
      decimals: 6,
      initial_balances: [{ address: alice.address, amount: '100' }],
    })
    const bob = sandbox.chains.neutron.account('bob')
    const result = await alice.execute(token, { transfer: { recipient: bob.address, amount: '7' } })

    const [call] = result.trace as [TraceNode]
    expect(call).toMatchObject({ kind: 'call', sender: alice.address, funds: '', events: 2, children: [] })
    expect(call.storage.map(({ key, reads, writes }) => ({ key, reads, writes }))).toEqual([
      { key: `balance/${alice.address}`, reads: 1, writes: 1 },
      { key: `balance/${bob.address}`, reads: 1, writes: 1 },
    ])
    const spent = call.storage.reduce((sum, { gas }) => sum + gas, 0n)
    // A flat 1000 for each read, 2000 for each write, and more by the byte.
    expect(spent).toBeGreaterThan(6000n)
    expect(call.ownGas).toBe(call.gasUsed)
    expect(spent).toBeLessThan(call.ownGas)
    expect(traceLines(call)[1]).toBe(
      `  storage: read+wrote balance/${alice.address}, read+wrote balance/${bob.address}`,
    )
  })

  test('has the queries and messages to modules of the chain, and marks where it failed', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice', '10untrn')
    const lab = await alice.deploy(LAB)
    const send = { bank: { send: { to_address: alice.address, amount: [{ denom: 'untrn', amount: '11' }] } } }
    const error = await failing(
      alice.execute(
        lab,
        { act: { behaviour: { submessages: [{ msg: send, reply_on: 'never' }] } } },
        { funds: '3untrn' },
      ),
    )

    const [call] = error.result.trace as [TraceNode]
    expect(call.funds).toBe('3untrn')
    const [message] = call.children as [TraceNode]
    expect(message).toMatchObject({ kind: 'message', label: 'bank.send', contract: lab.address })
    expect(JSON.parse(message.message)).toEqual(send.bank.send)
    expect(call.gasUsed).toBe(call.ownGas + message.gasUsed)
    const lines = error.message.split('\n').map((line) => line.trim())
    expect(lines.find((line) => line.startsWith('message bank.send'))).toMatch(/gas\] ✗ .*insufficient funds/)
    expect(lines.find((line) => line.startsWith('execute callback_lab'))).toMatch(/ with 3untrn \[.* own\] · /)
  })

  test('shows JSON that a message holds as base64', async ({ sandbox }) => {
    const lab = await sandbox.chains.neutron.account('alice').deploy(LAB, { on_timeout: 'error' })
    const data = { amount: '5', denom: 'untrn', memo: base64({ inner: [1] }) }
    const result = await lab.callback({ timeout: { request: { data: base64(data) } } })

    const [sudo] = result.trace as [TraceNode]
    expect(sudo.message).toContain(base64(data))
    expect(sudo.decoded).toContain('"data":{"amount":"5","denom":"untrn","memo":{"inner":[1]}}')
    expect(traceLines(sudo)[0]).toContain('✗')
  })

  test('has the functions that were running, where the code has names', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice')
    const wasm = contract(
      '(call $_ZN5vault6ledger5spend17h0123456789abcdefE)',
      `(func $_ZN5vault6ledger5spend17h0123456789abcdefE (result i32) unreachable)
       (data (i32.const 256) "{\\22ok\\22:{\\22messages\\22:[],\\22attributes\\22:[],\\22events\\22:[],\\22data\\22:null}}")
       (data (i32.const 512) "\\00\\01\\00\\00\\3e\\00\\00\\00\\3e\\00\\00\\00")
       (func (export "instantiate") (param i32 i32 i32) (result i32) (i32.const 512))`,
    )
    const vault = await alice.deploy(wasm)
    const error = await failing(alice.execute(vault, {}))

    expect(error.result.trace[0]?.stack).toEqual(['vault::ledger::spend', 'execute'])
    expect(error.message).toMatch(/✗ .*unreachable\n +in vault::ledger::spend\n +in execute$/)
  })

  test('is the same without functions for code that has no names', async ({ sandbox }) => {
    const alice = sandbox.chains.neutron.account('alice')
    // A custom section makes it another code, which has no twin.
    const lab = await alice.deploy(Buffer.concat([readFileSync(LAB), Buffer.from([0, 2, 1, 0x61])]))
    const error = await failing(alice.execute(lab, { act: { behaviour: 'panic' } }))
    expect(error.result.trace[0]?.stack).toEqual([])
    expect(error.message).toMatch(/✗ .*Aborted: panicked at/)
  })
})

describe('a readable key', () => {
  const key = (...parts: (string | number[])[]) =>
    keyText(
      keyOf(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))),
    )

  test.each([
    ['an item', ['config'], 'config'],
    ['a map', [[0, 7], 'balance', 'neutron1abc'], 'balance/neutron1abc'],
    ['a map of pairs', [[0, 5], 'allow', [0, 2], 'me', 'you'], 'allow/me/you'],
    ['a map of numbers', [[0, 4], 'jobs', [0, 0, 0, 0, 0, 0, 1, 2]], 'jobs/258'],
    ['a map of pairs of numbers', [[0, 4], 'jobs', [0, 4, 0, 0, 0, 9], [7]], 'jobs/9/7'],
    ['a map of hashes', [[0, 4], 'seen', [0xde, 0xad, 0xbe]], 'seen/0xdeadbe'],
    ['bytes', [[1, 2, 3]], '0x010203'],
    ['invalid lengths', [[0, 9], 'abc'], '0x0009616263'],
    ['nothing', [], ''],
  ])('%s', (_, parts, expected) => {
    expect(key(...parts)).toBe(expected)
  })
})

test.each([
  ['{"a":"plain","n":18446744073709551615}', '{"a":"plain","n":18446744073709551615}'],
  [`{"msg":"${base64({ n: 1 })}"}`, '{"msg":{"n":1}}'],
  [`{"eyJh":"eyJh"}`, '{"eyJh":"eyJh"}'],
  [`["${base64([])}"]`, '["W10="]'],
])('the packed text %s reads %s', (given, expected) => {
  expect(unpackedText(given)).toBe(expected)
})
