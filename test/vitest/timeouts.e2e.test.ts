import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { runVitest } from './run-vitest.js'

// Results of a sandbox need nothing from outside: without a turn of the event loop no timer would fire, and a test that waits for a state that never
// comes would run for ever.

const LAB = resolve('contracts/artifacts/callback_lab.wasm')

/** Loops that never end, by what they await. */
const LOOPS: Readonly<Record<string, string>> = {
  transactions: `await alice.execute(lab, { act: { behaviour: 'succeed' } })`,
  failures: `await alice.execute(lab, { act: { behaviour: 'error' } }).catch(() => undefined)`,
  callbacks: `await lab.callback({ timeout: {} })`,
  relaying: 'await relayer.relay()',
  actions: `await sandbox.perform({ action: 'block' })`,
  snapshots: 'sandbox.forget(await sandbox.snapshot())',
  requests: `await evm.request({ method: 'eth_blockNumber' })`,
}

const STORY = `
import { expect, test } from 'sudobox/vitest'

for (const [name, loop] of Object.entries({
  ${Object.entries(LOOPS)
    .map(
      ([name, step]) => `${name}: async ({ sandbox, neutron, relayer, evm, alice, lab }) => { for (;;) { ${step} } },`,
    )
    .join('\n  ')}
}))
  test('waits for ever for ' + name, async ({ sandbox, neutron, relayer, evm }) => {
    const alice = neutron.account('alice', '1000untrn')
    const lab = await alice.deploy('${LAB}')
    await loop({ sandbox, neutron, relayer, evm, alice, lab })
  })

test('the next test runs', ({ neutron }) => {
  expect(neutron.height > 0n).toBe(true)
})
`

test('a test that awaits in a loop fails by its timeout, and the next one runs', async () => {
  const { printed, code } = await runVitest(STORY, { args: ['--testTimeout=500', '--reporter=verbose'] })
  expect(code).toBe(1)
  for (const name of Object.keys(LOOPS)) {
    expect(printed).toContain(`× story.test.ts > waits for ever for ${name}`)
  }
  expect(printed.match(/→ Test timed out in 500ms/g)).toHaveLength(Object.keys(LOOPS).length)
  expect(printed).toContain('✓ story.test.ts > the next test runs')
})
