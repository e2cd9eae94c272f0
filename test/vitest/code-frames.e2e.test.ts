import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { runVitest } from './run-vitest.js'

// What a test run prints: below each error the line of the test, and no frame of Sudobox.

const STORY = `
import { describe, expect, prepared, test } from 'sudobox/vitest'

const LAB = '${resolve('contracts/artifacts/callback_lab.wasm')}'

test('funds', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const lab = await alice.deploy(LAB)
  await alice.execute(lab, { act: { behaviour: 'succeed' } }, { funds: '5untrn' }) // HERE funds
})
test('file', async ({ neutron }) => {
  await neutron.account('alice').store('nowhere.wasm') // HERE file
})
const withToken = prepared(async ({ chains }) => {
  await chains.neutron.account('alice').deploy('nowhere.wasm') // HERE prepared
})
withToken('prepared', ({ world }) => expect(world).toBeUndefined())
const withOptions = prepared(() => 1, { chain: 5 } as never) // HERE prepared options
withOptions('prepared options', ({ world }) => expect(world).toBe(1))
test('subject', () => {
  expect(5).toSucceed() // HERE subject
})
test('rejects', async ({ neutron }) => {
  await expect(neutron.account('alice').store('nowhere.wasm')).rejects.toFailWith({ code: 6 }) // HERE rejects
})
describe('with options', () => {
  test.override({ sandboxOptions: { chain: 5 } as never }) // HERE options
  test('options', ({ sandbox }) => expect(sandbox).toBeDefined())
})
`

test('the line that failed', async () => {
  const { printed } = await runVitest(STORY)
  const places = [...STORY.matchAll(/^.*\/\/ HERE (.*)$/gm)].map(([, name]) => name!)
  const shown = printed.split(/^⎯+\[\d+\/\d+\]⎯+$/m).slice(0, -1)
  expect(shown).toHaveLength(places.length)
  for (const name of places) {
    const one = shown.find((text) => new RegExp(`FAIL .*> ${name}$`, 'm').test(text))
    const line = STORY.split('\n').findIndex((text) => text.endsWith(`// HERE ${name}`)) + 1
    // The first frame, and what stands there.
    expect(/❯ (?!FAIL)(?:.* )?(\S+:\d+):\d+$/m.exec(one ?? printed)?.[1], one).toBe(`story.test.ts:${line}`)
    expect(one).toMatch(new RegExp(`^ +${line}\\| .*\n +\\| +\\^`, 'm'))
    expect(one).not.toMatch(/(?<![\w-])dist\//)
  }
})
