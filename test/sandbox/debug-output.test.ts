import { inspect } from 'node:util'
import { createSandbox, TxError, type Account, type TxResult } from 'sudobox'
import { TraceRecorder } from '../../src/sandbox/trace/recorder.js'
import { expect, test as bare, vi } from 'vitest'
import { expect as expectTx, test } from 'sudobox/vitest'
import { contract } from '../vm/wat.js'

// What contracts print with `deps.api.debug`.

/** A region and the text behind it, as data of a module. @param at of the region */
function text(at: number, content: string): string {
  const place = at + 12
  const word = (value: number) =>
    [0, 8, 16, 24].map((bits) => `\\${((value >>> bits) & 0xff).toString(16).padStart(2, '0')}`).join('')
  return `(data (i32.const ${at}) "${word(place)}${word(content.length)}${word(content.length)}${content.replaceAll('"', '\\"')}")`
}

/** Prints when it is instantiated; when it is executed, prints thirteen lines and fails. @param before what it does first */
const printer = (before = ''): Uint8Array =>
  contract(
    `${before}
   (local.set $i (i32.const 12))
   (loop (call $debug (i32.const 400)) (local.set $i (i32.sub (local.get $i) (i32.const 1))) (br_if 0 (local.get $i)))
   (call $debug (i32.const 500))
   (i32.const 600)`.replace(/^/, '(local $i i32)\n'),
    `${text(300, '{"ok":{"messages":[],"attributes":[],"events":[],"data":null}}')}
   ${text(400, 'again')} ${text(500, 'the end')} ${text(600, '{"error":"told to"}')} ${text(700, 'set up')}
   (data (i32.const 900) "\\00\\00\\ff\\7f\\08\\00\\00\\00\\08\\00\\00\\00")
   (func (export "instantiate") (param i32 i32 i32) (result i32) (call $debug (i32.const 700)) (i32.const 300))`,
    '(import "env" "debug" (func $debug (param i32)))',
  )

bare('is heard as it is printed, costs nothing, and stands at the end of what a failure says', async () => {
  const heard: string[] = []
  const sandbox = createSandbox(
    {},
    { onDebug: ({ chain, label, text: line }) => heard.push(`${chain} ${label}: ${line}`) },
  )
  const alice = sandbox.chains.neutron.account('alice')
  const lab = await alice.deploy(printer(), {}, { label: 'printer' })
  const error = await alice.execute(lab, {}).catch((thrown: unknown) => thrown as TxError)
  if (!(error instanceof TxError)) throw new Error('it succeeded')
  // The label is the chain's from the end of the first transaction on.
  expect(heard[0]).toMatch(/^neutron \S+: set up$/)
  expect(heard.slice(1)).toEqual([...Array<string>(12).fill('neutron printer: again'), 'neutron printer: the end'])
  expect(error.result.debug).toHaveLength(13)
  const end = /debug output, the last 10 of 13 lines:\n( +printer: again\n){9} +printer: the end$/
  expect(error.message).toMatch(end)
  expect(inspect(error)).toContain('printer: the end')
  expect(() => expectTx(error).toSucceed()).toThrow(end)

  // Who does not listen has the same gas, and the lines in the result.
  const quiet = createSandbox().chains.neutron.account('alice')
  const again = await failing(quiet, printer())
  expect(again).toMatchObject({ gasUsed: error.result.gasUsed, debug: error.result.debug })
})

/** The result of an execution. */
const failing = async (account: Account, wasm: Uint8Array): Promise<TxResult> => {
  const error = await account
    .execute(await account.deploy(wasm, {}, { label: 'printer' }), {})
    .catch((thrown: unknown) => thrown as TxError)
  return (error as TxError).result
}

const NOWHERE = '(call $debug (i32.const 900))'

bare.for(['1.5.0', '2.2.0', '3.0.9'])(
  'changes nothing under the release %s, nor does what cannot be read',
  async (vm) => {
    const run = async () => {
      const options = { chains: { neutron: { vm } } }
      const results: TxResult[] = []
      for (const wasm of [printer(), printer(NOWHERE)])
        results.push(await failing(createSandbox(options).chains.neutron.account('alice'), wasm))
      return results.map(({ gasUsed, rawLog }) => ({ gasUsed, rawLog }))
    }
    const heard = await run()
    const own = Object.getOwnPropertyDescriptor(TraceRecorder.prototype, 'debug')!
    Object.assign(TraceRecorder.prototype, { debug: undefined })
    try {
      expect(heard).toEqual(await run())
    } finally {
      Object.defineProperty(TraceRecorder.prototype, 'debug', own)
    }
  },
)

bare('a test prints it when the environment says so', async () => {
  const { settingOfTests } = await import('../../src/vitest/logs.js')
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  try {
    vi.stubEnv('SUDOBOX_LOGS', '')
    expect(settingOfTests()).toEqual({})
    vi.stubEnv('SUDOBOX_LOGS', '1')
    await createSandbox({}, settingOfTests()).chains.neutron.account('alice').deploy(printer())
    expect(log.mock.calls).toEqual([[expect.stringMatching(/^\[neutron\] \S+: set up$/)]])
  } finally {
    vi.unstubAllEnvs()
    log.mockRestore()
  }
})

test('a transaction without debug output has no list of it', async ({ neutron }) => {
  const alice = neutron.account('alice', '5untrn')
  expect(await alice.transfer(alice, '1untrn')).not.toHaveProperty('debug')
})

bare('queries that a test asks are heard, with those that they ask', () => {
  const heard: string[] = []
  const sandbox = createSandbox(
    {},
    { onDebug: ({ chain, label, text: line }) => heard.push(`${chain} ${label}: ${line}`) },
  )
  const { neutron } = sandbox.chains
  const inner = neutron.mock({ query: ({ api }) => (api.debug('asked'), 5) }, { label: 'inner' })
  const outer = neutron.mock(
    {
      query: ({ api, querier }) => {
        api.debug('asking')
        return querier.queryWasmSmart(inner.address, {})
      },
    },
    { label: 'outer' },
  )
  expect(outer.query({})).toBe(5)
  expect(heard).toEqual(['neutron outer: asking', 'neutron inner: asked'])
  expect(() => outer.query('not what it wants')).not.toThrow()
  expect(heard).toHaveLength(4)
})
