import { beforeAll, expect, test } from 'vitest'
import { Reach } from '../../src/base/reach.js'
import { stepper } from '../../src/cli/output/stepper.js'
import { stopsOf } from '../../src/cli/output/stops.js'
import { terminal } from '../../src/cli/output/terminal.js'
import { readFixture } from '../../src/replay/read.js'
import { replayObserved, type StepReport } from '../../src/replay/run.js'
import { createSandboxWithin } from '../../src/sandbox/api/create-sandbox.js'
import { hostCallsOf } from '../../src/sandbox/trace/recorder.js'

const FILE = 'fixtures/scenarios/stuck-refund.yaml'
const out = terminal(false)

let steps: readonly StepReport[]
beforeAll(async () => {
  steps = (await replayObserved(readFixture(FILE), FILE, {}, { hostCalls: true })).steps
})

const named = (text: string): StepReport => steps.find(({ name }) => name.includes(text))!

test('it stops at each call, host call and end of a call, in the order in which they ran', () => {
  const lines = stopsOf(named('delivered again'), out).map(({ depth, lines: [first] }) => `${depth} ${first}`)
  expect(lines[0]).toMatch(/^0 → execute vault from neutron1/)
  const at = (pattern: RegExp): number => lines.findIndex((line) => pattern.test(line))
  // The contract is called back and reads what it should do, before it sends the refund.
  const order = [
    /^1 → message/,
    /^2 → sudo vault/,
    /^3 · db_read behaviours\/timeout 1,\d+ gas/,
    /^3 → message bank\.send/,
  ]
  const places = [...order.map(at), at(/^2 ← sudo vault 1,\d+,\d+ gas, /), at(/^0 ← execute vault/)]
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(places.at(-1)).toBe(lines.length - 1)
})

test('messages, what is read and written, errors and the limit are shown', () => {
  const text = stopsOf(named('times out'), out)
    .flatMap(({ lines }) => lines)
    .join('\n')
  expect(text).toContain('→ sudo vault limit 1,000,000 gas\n  {"timeout":{"request":{"sequence":1,')
  expect(text).toMatch(/· db_read counters 1,\d+ gas\n {2}→ nothing\n/)
  expect(text).toMatch(/· db_write received\/0 \d+,\d+ gas\n {2}= \{"callback":"timeout"/)
  expect(text).toMatch(/✗ sudo vault 1,000,000 of 1,000,000 gas\n {2}Out of gas/)
})

/** What is printed when these keys are pressed. */
async function pressed(keys: readonly string[], step: StepReport) {
  const left = [...keys]
  const printed: string[] = []
  const wait = stepper(out, {
    hint: () => undefined,
    next: async () => left.shift()!,
    print: (lines) => void printed.push(lines[0]!.trim()),
  })
  return { result: await wait(step), again: await wait(step), printed, left }
}

test('keys step in, out, over, or to the end', async () => {
  const step = named('delivered again')
  const walk = await pressed(['i', '\r', 'o', 's', 'q'], step)
  // Into the message that the contract sends, and out of it.
  expect(walk.printed.map((line) => line.split(' ')[0])).toEqual(['→', '→', '←'])
  expect(walk).toMatchObject({ result: undefined, again: 'stop', left: [] })
  expect(await pressed(['i', 'c', 'q'], step)).toMatchObject({ again: undefined, left: ['q'] })
  const all = await pressed([...Array.from({ length: stopsOf(step, out).length + 1 }, () => 'i'), 'q'], step)
  expect(all.printed).toHaveLength(stopsOf(step, out).length)
})

test('a call is walked line by line, in both directions, and left where it was entered', async () => {
  const step = named('delivered again')
  const walk = await pressed(['i', 'l', '\r', 'b', 'q', 'q'], step)
  const rust = walk.printed.filter((line) => line.includes('.rs:'))
  expect(rust).toHaveLength(3)
  expect(rust[1]).not.toBe(rust[0])
  expect(rust[2]).toBe(rust[0])
  expect(walk.left).toEqual([])
})

test('a double reports what it asks, as a contract does', async () => {
  const { neutron } = createSandboxWithin(Reach.ofCode(), {}, { hostCalls: true }).chains
  const double = neutron.mock({
    execute: ({ storage, api }, _env, { sender }) => {
      storage.set('seen', api.addrCanonicalize(sender))
      return { attributes: [{ key: 'rows', value: String([...storage.range()].length) }] }
    },
  })
  const { trace } = await neutron.account('alice').execute(double, {})
  const calls = hostCallsOf(trace[0]!)
  expect(
    calls.map(({ name, given, answer }) =>
      [name, ...given, '→', ...answer].map((one) => (typeof one === 'string' ? one : one.name)).join(' '),
    ),
  ).toEqual([
    'addr_canonicalize address → bytes',
    'db_write key value →',
    'db_scan order → iterator',
    'db_next iterator → key value',
    'db_next iterator →',
  ])
})
