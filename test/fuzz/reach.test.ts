import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { reachJson, reachLines } from '../../src/cli/output/reach-output.js'
import { terminal } from '../../src/cli/output/terminal.js'
import { runCampaign } from '../../src/fuzz/campaign.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import {
  entryPointReach,
  joinedReach,
  MessageCount,
  wholeReach,
  type ContractReach,
} from '../../src/fuzz/reach/index.js'
import { codeRunOf } from '../../src/fuzz/reach/code.js'
import { createSandbox } from '../../src/sandbox/index.js'
import { vaultCampaign } from './stories.js'

test('a campaign reports the outcomes of its messages and which code ran', async () => {
  const { contracts } = await runCampaign(vaultCampaign(undefined, { length: 6 }), {
    seed: 3,
    budget: { sequences: 4 },
    clock: () => 0,
    corpus: Corpus.open(undefined),
  })
  const [{ label, messages, code }] = contracts as [ContractReach]
  expect(label).toBe('vault')
  expect(messages.map(({ name }) => name)).toContain('resubmit')
  for (const { tried, accepted, refusals } of messages) {
    const refused = refusals.reduce((sum, { times }) => sum + times, 0)
    expect(accepted + refused).toBe(tried)
  }
  expect(messages.reduce((sum, { accepted }) => sum + accepted, 0)).toBeGreaterThan(0)
  const entries = new Map(entryPointReach(code).map((entry) => [entry.name, entry]))
  expect([...entries.keys()]).toEqual(expect.arrayContaining(['instantiate', 'execute', 'query', 'sudo', 'reply']))
  // The counters are those of the process, and no test of this file migrates.
  for (const { name, called, ran, blocks } of entries.values()) {
    if (name === 'execute' || name === 'instantiate') expect(called, name).toBe(true)
    if (name === 'instantiate' || name === 'execute') expect(ran, name).toBeGreaterThan(50)
    expect(ran, name).toBeLessThan(blocks)
  }
  const whole = wholeReach(code)
  expect(whole.ran).toBeGreaterThanOrEqual(entries.get('execute')!.ran)
  expect(whole.blocks).toBeLessThan([...entries.values()].reduce((sum, { blocks }) => sum + blocks, 0))
})

test('code that ran on another chain has run', async () => {
  // A custom section makes it a code of its own, so that no other test of the process has run it.
  const name = new TextEncoder().encode('on two chains')
  const wasm = Buffer.concat([
    readFileSync('contracts/artifacts/ping_pong.wasm'),
    Uint8Array.of(0, name.length + 1, name.length, ...name),
  ])
  const sandbox = createSandbox({}, { coverage: true })
  const { neutron, hub } = sandbox.chains
  const here = await neutron.account('alice').deploy(wasm, {})
  const called = (): readonly string[] =>
    entryPointReach(codeRunOf(sandbox, 'neutron', here.address))
      .filter((entry) => entry.called)
      .map((entry) => entry.name)
  expect(called()).toEqual(['instantiate'])
  const there = await hub.account('bob').deploy(wasm, {})
  hub.query(there, { heard: {} })
  expect(called()).toEqual(['instantiate', 'query'])
})

describe('counts', () => {
  test('join refusals that differ in numbers and addresses alone, the most frequent first', () => {
    const count = new MessageCount(['buy', 'sell'])
    count.note(
      'buy',
      'failed to execute message; message index: 0: too late: execute wasm contract failed [wasmd/x.go:1]',
    )
    for (const amount of [3, 70]) count.note('buy', `neutron1qqqqqqqqqqqqqqqq has ${amount}untrn`)
    count.note('buy', undefined)
    expect(count.messages).toEqual([
      {
        name: 'buy',
        tried: 4,
        accepted: 1,
        refusals: [
          { text: 'neutron1qqqqqqqqqqqqqqqq has 3untrn', times: 2 },
          { text: 'too late', times: 1 },
        ],
      },
      { name: 'sell', tried: 0, accepted: 0, refusals: [] },
    ])
  })

  test('of several workers are sums, and code ran when it ran for one of them', () => {
    const [one, other] = [reachOf([1, 0, 0, 0], 2), reachOf([0, 1, 0, 0], 3)]
    const [joined] = joinedReach([[one], [other]])
    expect(joined!.messages).toEqual([{ name: 'buy', tried: 5, accepted: 0, refusals: [{ text: 'no', times: 5 }] }])
    expect(entryPointReach(joined!.code)).toEqual([
      { name: 'execute', called: true, blocks: 3, ran: 2 },
      { name: 'migrate', called: false, blocks: 2, ran: 0 },
    ])
    expect(wholeReach(joined!.code)).toEqual({ blocks: 4, ran: 2 })
  })
})

test('the table shows what was refused, never sent, and never run', () => {
  const { code, messages } = reachOf([1, 1, 0, 0], 2)
  const sent = { name: 'sell', tried: 0, accepted: 0, refusals: [] }
  const shop = { label: 'shop', messages: [...messages, sent], code, overTime: [] }
  expect(reachLines([shop], terminal(false))).toEqual([
    '',
    'shop: 0 of 2 messages accepted (0 %), 50 % of its code ran',
    '  message  tried  accepted  share  most frequent error',
    '  buy          2         0  0.0 %  2 × no',
    '  sell         0         0         never sent',
    '  code of  blocks   ran',
    '  execute       3  66 %',
    '  migrate       2   0 %  never called: no admin of the campaign migrated it',
  ])
})

describe('over time', () => {
  const at = (seconds: number, ...ran: number[]) => ({ seconds, ran: Uint8Array.from(ran) })

  test('what ran for one of the workers had run, also when it had ended by then', () => {
    const slow = { ...reachOf([1, 1, 0, 1], 0), overTime: [at(1, 1, 0, 0, 0), at(2, 1, 1, 0, 0)] }
    const quick = { ...reachOf([0, 0, 1, 0], 0), overTime: [at(1, 0, 0, 0, 0)] }
    expect(joinedReach([[slow], [quick]])[0]!.overTime).toEqual([at(1, 1, 0, 0, 0), at(2, 1, 1, 1, 0)])
  })

  test('is in the table and in the JSON', () => {
    const shop = { ...reachOf([1, 1, 0, 1], 0), overTime: [at(1, 0, 0, 0, 0), at(2, 1, 0, 0, 0)] }
    expect(reachLines([shop], terminal(false)).slice(-3)).toEqual([
      '  code of  blocks  1 s   2 s   ran',
      '  execute       3  0 %  33 %  66 %',
      '  migrate       2  0 %   0 %  50 %  never called: no admin of the campaign migrated it',
    ])
    expect(reachJson([shop])).toMatchObject([
      {
        code: { ran: 3 },
        overTime: [
          { seconds: 1, ran: 0 },
          { seconds: 2, ran: 1, entryPoints: [{ ran: 1 }, { ran: 0 }] },
        ],
      },
    ])
  })

  test('is recorded after the first story that ends past each moment', async () => {
    let time = 0
    const { contracts } = await runCampaign(vaultCampaign(undefined, { length: 3 }), {
      seed: 3,
      budget: { sequences: 2 },
      clock: () => (time += 250),
      corpus: Corpus.open(undefined),
    })
    const seconds = contracts[0]!.overTime.map((moment) => moment.seconds)
    expect(seconds.slice(0, 2)).toEqual([1, 2])
    expect(seconds.length).toBeGreaterThan(1)
    const ran = contracts[0]!.overTime.map((moment) => moment.ran.reduce((sum, one) => sum + one, 0))
    expect(ran.at(-1)).toBeGreaterThan(0)
    expect(ran).toEqual([...ran].sort((a, b) => a - b))
  })
})

function reachOf(ran: readonly number[], refused: number): ContractReach {
  return {
    label: 'shop',
    messages: [{ name: 'buy', tried: refused, accepted: 0, refusals: [{ text: 'no', times: refused }] }],
    overTime: [],
    code: {
      ran: Uint8Array.from(ran),
      entryPoints: [
        { name: 'execute', blocks: Uint32Array.of(0, 1, 2) },
        { name: 'migrate', blocks: Uint32Array.of(2, 3) },
      ],
    },
  }
}
