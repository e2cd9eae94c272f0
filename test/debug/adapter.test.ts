import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { DebugClient } from '@vscode/debugadapter-testsupport'
import { afterEach, expect, test } from 'vitest'
import { openStep } from '../../src/cli/debug/open-step.js'
import { serveSocket } from '../../src/debug/adapter/index.js'
import { Editor } from './client.js'
import { followGuide } from './guide.js'

const FAILING = 'fixtures/scenarios/failing-timeout.yaml'
const OUT_OF_GAS = 'fixtures/scenarios/stuck-refund.yaml'
const source = (file: string): string => resolve('contracts/std3/callback_lab/src', file)

/** The number of the line with a text. */
const lineWith = (file: string, text: string): number =>
  readFileSync(source(file), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** Over a socket; test/cli/debug.e2e.test.ts does the same over standard input and output. */
async function launch(args: object, prepare?: (editor: Editor) => Promise<unknown>) {
  const { server, port } = await serveSocket((given) => openStep({ trust: true }, given), 0)
  const connect = (client: DebugClient): Promise<void> => {
    open.push(async () => {
      await client.stop()
      server.close()
    })
    return client.start(port)
  }
  return Editor.launch(connect, args, prepare)
}

test('a failing timeout opens at the line that failed, goes back, and continues to a key of storage', async () => {
  const { editor, stop } = await launch({ program: FAILING })
  const failed = lineWith('behaviour.rs', 'Detailed::Error(text) => Err')
  expect(stop).toMatchObject({ reason: 'exception', text: 'no refund' })
  expect(await editor.stack()).toEqual([
    `behaviour.rs:${failed} perform`,
    `contract.rs:${lineWith('contract.rs', 'perform(')} called_back`,
    `contract.rs:${lineWith('contract.rs', 'called_back(deps, env, callback')} sudo`,
  ])
  expect(await editor.scope(2, 'Locals')).toMatchObject({
    callback: 'Timeout',
    behaviour: 'Detailed(Error("no refund"))',
  })
  const message = await editor.watch('msg', 3)
  expect(JSON.parse(JSON.parse(message) as string)).toMatchObject({ timeout: { request: { sequence: 7 } } })

  expect(await editor.go('stepBack')).toBe(`step behaviour.rs:${failed - 1} perform`)

  await editor.client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'write counters' }] })
  const saved = lineWith('state.rs', 'COUNTERS.save(')
  expect(await editor.go('reverseContinue')).toBe(`data breakpoint state.rs:${saved} record`)
  expect(await editor.scope(1, 'Locals')).toMatchObject({ callback: 'Timeout', height: '<optimised out>' })
  expect(await editor.watch('counters.timeout')).toBe('1')
  // The line is about to write it: the key was read as missing.
  expect(await editor.watch('storage counters')).toBe('nothing')
  expect(await editor.go('next')).toMatch('step state.rs')
  expect(JSON.parse(await editor.watch('storage["counters"]'))).toMatchObject({ timeout: 1 })
  expect(await editor.go('continue')).toBe(`end ${(await editor.stack())[0]!}`)
})

test('does what the guide says', async () => {
  const { server, port } = await serveSocket((given) => openStep({}, given), 0)
  await followGuide(
    (client) => {
      open.push(async () => {
        await client.stop()
        server.close()
      })
      return client.start(port)
    },
    { program: FAILING },
  )
})

test.each([
  ['next', 'stepBack'],
  ['stepIn', 'stepBack'],
] as const)('%s and back again', async (forth, back) => {
  const { editor, stop } = await launch({ program: FAILING, stopAt: 'entry' })
  expect(stop.reason).toBe('entry')
  const [start] = await editor.stack()
  expect(start).toMatch(/ sudo$/)
  const seen: string[] = []
  for (let i = 0; i < 3; i++) seen.push(await editor.go(forth))
  for (let i = 0; i < 3; i++) seen.push(await editor.go(back))
  expect(seen.at(-1)).toBe(`step ${start}`)
})

test('steps into a function and out of it', async () => {
  const line = lineWith('contract.rs', 'state::record(')
  const { editor } = await launch({ program: FAILING, stopAt: 'entry' }, ({ client }) =>
    client.setBreakpointsRequest({ source: { path: source('contract.rs') }, breakpoints: [{ line }] }),
  )
  expect(await editor.go('continue')).toBe(`breakpoint contract.rs:${line} called_back`)
  expect(await editor.go('stepIn')).toMatch(/^step state\.rs:\d+ record$/)
  expect((await editor.stack()).slice(0, 2)).toEqual([
    expect.stringMatching(/record$/),
    expect.stringMatching(/called_back$/),
  ])
  expect(await editor.go('stepOut')).toMatch(/^step contract\.rs:\d+ called_back$/)
})

test('steps into a library that counts as the contract', async () => {
  const line = lineWith('state.rs', 'COUNTERS.save(')
  const prepare = ({ client }: Editor) =>
    client.setBreakpointsRequest({ source: { path: source('state.rs') }, breakpoints: [{ line }] })
  const stepped = async (args: object): Promise<string> => {
    const { editor } = await launch({ program: FAILING, stopAt: 'entry', ...args }, prepare)
    expect(await editor.go('continue')).toBe(`breakpoint state.rs:${line} record`)
    return editor.go('stepIn')
  }
  expect(await stepped({})).toMatch(/^step (?:state|contract)\.rs:/)
  expect(await stepped({ crates: ['cw-storage-plus'] })).toMatch(/^step item\.rs:\d+ /)
  await expect(stepped({ crates: ['cw-storage-minus'] })).rejects.toThrow(
    /no code of a crate that is called cw-storage-minus[^]*cw-storage-plus/,
  )
})

test('stops above an amount of gas, at a function and at keys that are read', async () => {
  const { editor } = await launch({ program: FAILING, stopAt: 'entry' }, ({ client }) =>
    client.setFunctionBreakpointsRequest({
      breakpoints: [{ name: 'gas > 10_000' }, { name: 'behaviour' }, { name: 'storage nothing' }],
    }),
  )
  const { body } = await editor.client.setFunctionBreakpointsRequest({
    breakpoints: [{ name: 'gas > 10_000' }, { name: 'behaviour' }, { name: 'storage nothing' }],
  })
  expect(body.breakpoints.map(({ verified }) => verified)).toEqual([true, true, false])
  expect(await editor.go('continue')).toMatch(/^function breakpoint /)
  expect(Number((await editor.scope(1, 'Gas'))['used'])).toBeGreaterThan(10_000)
  expect(await editor.go('continue')).toMatch(/^function breakpoint state\.rs:\d+ behaviour$/)
  const info = await editor.client.dataBreakpointInfoRequest({ name: 'behaviours' })
  await editor.client.setDataBreakpointsRequest({
    breakpoints: [{ dataId: info.body.dataId!, accessType: 'read' }],
  })
  expect(await editor.go('continue')).toMatch(/^data breakpoint /)
})

test.each([
  [
    'the function breakpoint error',
    ({ client }: Editor) => client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'error' }] }),
  ],
  ['the exceptions', ({ client }: Editor) => client.setExceptionBreakpointsRequest({ filters: ['error'] })],
] as const)('stops at the error that %s ask for, from both sides', async (_, set) => {
  const { editor } = await launch({ program: FAILING, stopAt: 'entry' }, set)
  const failed = `exception behaviour.rs:${lineWith('behaviour.rs', 'Detailed::Error(text) => Err')} perform`
  expect(await editor.go('continue')).toBe(failed)
  const info = await editor.client.exceptionInfoRequest({ threadId: 1 })
  expect(info.body.description).toBe('no refund')
  expect(await editor.go('continue')).toMatch(/^end /)
  expect(await editor.go('reverseContinue')).toBe(failed)
  expect(await editor.go('stepBack')).toMatch(/^step behaviour\.rs:\d+ perform$/)
})

test('watches keys of maps as cw-storage-plus made them, and members of what they hold', async () => {
  const { editor } = await launch({ program: FAILING })
  expect(JSON.parse(await editor.watch('storage behaviours/timeout'))).toEqual({ error: 'no refund' })
  expect(JSON.parse(await editor.watch('storage received/0'))).toMatchObject({ callback: 'timeout' })
  expect(Object.keys(await editor.scope(1, 'Storage'))).toEqual(['counters', 'received/0', 'behaviours/timeout'])
  await expect(editor.watch('storage received/1')).rejects.toThrow('there is no storage received/1 here')
  await editor.client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'write received/0' }] })
  expect(await editor.go('reverseContinue')).toMatch(/^data breakpoint /)
  expect(await editor.go('reverseContinue')).toMatch(/^entry /)
})

test('a callback that ran out of gas opens where it did, with millions of steps before it', async () => {
  const { editor, stop } = await launch({ program: OUT_OF_GAS, step: 4 })
  expect(stop.reason).toBe('exception')
  expect((await editor.stack())[0]).toMatch(/^gas\.rs:\d+ spin$/)
  const gas = await editor.scope(1, 'Gas')
  expect(Number(gas['used'])).toBeGreaterThan(990_000)
  expect(gas['limit']).toBe('1000000')
  const left = Number(await editor.watch('turns'))
  expect(left).toBeGreaterThan(1_000_000)
  expect(await editor.go('stepOut')).toMatch(/^end /)
  await editor.client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'spin' }] })
  expect(await editor.go('reverseContinue')).toMatch(/^function breakpoint gas\.rs:\d+ spin$/)
}, 180_000)

test('opens a step that fails although nothing in the fixture expects it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-debug-'))
  const program = join(folder, 'unexpected.json')
  const wasm = resolve('contracts/artifacts/callback_lab.wasm')
  const tx = (message: object) => ({ do: { action: 'tx', from: 'alice', messages: [message] } })
  const steps = [
    { do: { action: 'account', name: 'alice', funds: '1000untrn' } },
    tx({ store: { wasm: { path: wasm } } }),
    tx({ instantiate: { codeId: 1, label: 'lab', msg: {} } }),
    tx({ execute: { contract: 'lab', msg: { act: { behaviour: { error: 'nope' } } } } }),
    tx({ execute: { contract: 'lab', msg: { act: { behaviour: 'succeed' } } } }),
  ]
  writeFileSync(program, JSON.stringify({ sudobox: 1, title: 'unexpected', steps }))
  open.push(async () => rmSync(folder, { recursive: true }))
  for (const step of [undefined, 4]) {
    const { editor, stop } = await launch({ program, ...(step && { step }) })
    expect(stop).toMatchObject({ reason: 'exception', text: 'nope' })
    expect((await editor.stack())[0]).toMatch(/^behaviour\.rs:\d+ perform$/)
  }
  await expect(launch({ program, step: 5 })).rejects.toThrow('nope')
})

test('says what there is instead of what is not there', async () => {
  await expect(launch({ program: FAILING, call: '3' })).rejects.toThrow(/no call 3[^]*1 sudo vault: no refund/)
  await expect(launch({ program: FAILING, step: 1 })).rejects.toThrow('calls no contract')
  await expect(launch({})).rejects.toThrow('no file is given')
  await expect(launch({ program: FAILING, step: 99 })).rejects.toThrow(/99/)
  await expect(launch({ program: FAILING, step: 'the transfer time out' })).rejects.toThrow(/the transfer times out/)
  const { editor } = await launch({ program: FAILING })
  await expect(editor.watch('nobody')).rejects.toThrow('there is no nobody here')
})

test.each([
  [{ step: 0 }, /step: expected the number of a step, from 1, or its name/],
  [{ call: 1 }, /call: expected numbers in the tree of calls as a text, such as "1\.2"/],
  [{ program: ['a.yaml'] }, /program: expected a text, not a list$/],
  [{ crates: 'cw20-base' }, /crates: expected a list, not a text$/],
  [{ stopAt: 'end' }, /stopAt: .*failure.*entry/],
])('a launch request with %j says which member is wrong', async (wrong, text) => {
  await expect(launch({ program: FAILING, ...wrong })).rejects.toThrow(text)
})

test.each([
  [
    'contracts/artifacts/callback_lab.wasm',
    /callback_lab\.wasm is a contract: give a file with steps that call it\n {2}a fixture/,
  ],
  ['fixtures/scenarios', /fixtures\/scenarios: .*(?:folder|directory)/],
  ['fixtures/scenarios/failing-timeouts.yaml', /no such file[^]*failing-timeout\.yaml/],
  ['package.json', /package\.json/],
])('a program that is no fixture, %s, says what would be one', async (program, text) => {
  await expect(launch({ program })).rejects.toThrow(text)
})
