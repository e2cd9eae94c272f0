import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { runVitest } from './run-vitest.js'

const LAB = resolve('contracts/artifacts/callback_lab.wasm')

const story = `
import { test } from 'sudobox/vitest'
for (const behaviour of ['succeed', { error: 'no refund' }, 'loop', { spend_gas: '300000' }])
  test('times out', async ({ neutron }) => {
    const alice = neutron.account('alice')
    const lab = await alice.deploy('${LAB}', { on_timeout: behaviour })
    await lab.callback({ timeout: {} })
  })
test('runs no callback', async ({ neutron }) => {
  await neutron.account('alice').deploy('${LAB}', {})
})
test('is a double', async ({ neutron }) => {
  const mock = neutron.mock({ sudo: () => ({}) })
  await mock.callback({ timeout: {} })
})
`
const other = `
import { test } from 'sudobox/vitest'
test('is answered', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const lab = await alice.deploy('${LAB}', {})
  await lab.callback({ response: {} })
  await lab.callback({ response: {} })
})
`

test('the callbacks of all test files are one file, with the most gas of each outcome', async () => {
  const { code, folder, printed } = await runVitest(story, {
    plugin: "{ callbacks: folder + '/out/callbacks.json' }",
    more: { 'other.test.ts': other },
  })
  expect(code, printed).toBe(0)
  const { version, callbacks } = JSON.parse(readFileSync(join(folder, 'out/callbacks.json'), 'utf8'))
  expect(version).toBe(1)
  const row = {
    contract: relative(process.cwd(), LAB),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    limit: '1000000',
  }
  const gas = expect.stringMatching(/^\d{5}$/)
  expect(callbacks).toEqual([
    { ...row, callback: 'response', outcomes: { accepted: { runs: 2, gas } } },
    {
      ...row,
      callback: 'timeout',
      outcomes: {
        accepted: { runs: 2, gas: expect.stringMatching(/^3\d{5}$/) },
        failed: { runs: 1, gas },
        'out of gas': { runs: 1, gas: '1000000' },
      },
    },
  ])
})
