import { expect, test } from 'sudobox/vitest'
import { failureLines } from '../../src/debug/index.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'

const CASES: readonly (readonly [string, object | string, RegExp])[] = [
  [
    'an error',
    { error: 'no refund' },
    /^failed at contracts\/std3\/callback_lab\/src\/behaviour\.rs:127 in callback_lab::behaviour::perform$/,
  ],
  [
    'a panic',
    'panic',
    /^failed at contracts\/std3\/callback_lab\/src\/behaviour\.rs:120 in callback_lab::behaviour::perform$/,
  ],
  [
    'a loop',
    { spend_gas: '1200000' },
    /^failed at contracts\/std3\/callback_lab\/src\/gas\.rs:\d+ in callback_lab::gas::spin$/,
  ],
]

for (const [name, behaviour, line] of CASES)
  test(`${name} has its line of Rust with the locals there`, async ({ sandbox }) => {
    const alice = sandbox.chains.neutron.account('alice')
    const lab = await alice.deploy(LAB, { on_timeout: behaviour }, { label: 'lab' })
    const lines = failureLines((await lab.callback({ timeout: {} })).trace)
    expect(lines[0]).toMatch(line)
    expect(lines.slice(1).every((text) => /^ {2}\w+ = \S/.test(text))).toBe(true)
    expect(lines.length).toBeGreaterThan(1)
  }, 120_000)

test('a failing matcher prints them, and a call that succeeds has none', async ({ sandbox }) => {
  const alice = sandbox.chains.neutron.account('alice')
  const lab = await alice.deploy(LAB, {}, { label: 'lab' })
  const result = await alice.execute(lab, { act: { behaviour: 'succeed' } })
  expect(failureLines(result.trace)).toEqual([])
  const failed = await alice.execute(lab, { act: { behaviour: { error: 'nope' } } }).catch((error: unknown) => error)
  expect(() => expect(failed).toFailWith({ message: /another text/ })).toThrow(
    /failed at contracts\/std3\/callback_lab\/src\/behaviour\.rs:127 in callback_lab::behaviour::perform\n +\w+ = /,
  )
})
