import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readFixture, replay } from '../../src/replay/index.js'
import { editsOf, updateFixture, type Edit } from '../../src/replay/update.js'

async function updated(text: string, name = 'fixture.yaml'): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'sudobox-update-')), name)
  writeFileSync(file, text)
  const fixture = readFixture(file)
  const edits: Edit[] = []
  await replay(fixture, file, { goOn: true, onStep: (step) => void edits.push(...editsOf(fixture, step)) })
  updateFixture(file, edits)
  expect((await replay(readFixture(file), file)).passed).toBe(true)
  expect(readdirSync(dirname(file))).toEqual([name])
  return readFileSync(file, 'utf8')
}

const STORY = `# the story of alice
sudobox: 1
title: "alice"   # quoted

steps:
  - do: {action: account, name: alice, funds: 5untrn} # no expectation
  - do: { action: balances, address: alice }
    expect: {   coins: [{ denom: 'untrn', amount: 6 }]   } # one too many
  - name: bob
    do: { action: account, name: bob }
    expect: { address: neutron1x } # not his
    save: { bob: /address }
  - do: { action: balances, address: '\${bob}' }
    expect:
      # nothing
      coins: []
`

test('new values replace the old ones, and nothing else changes', async () => {
  expect(await updated(STORY)).toBe(
    STORY.replace('amount: 6', 'amount: 5').replace('neutron1x', /neutron1\w{38}/.exec(await updated(STORY))![0]),
  )
})

test('lists of another length and missing members are rewritten, and comments are kept', async () => {
  const text = await updated(
    STORY.replace('coins: []', 'coins: [{ amount: 7 }]').replace("[{ denom: 'untrn', amount: 6 }]", '[], gone: 3'),
  )
  for (const comment of ['# the story of alice', '# one too many', '# not his', '# nothing', '# quoted'])
    expect(text).toContain(comment)
  expect(text).toMatch(/expect: *\{ *coins: *\[ *\{ *denom: untrn, amount: "5" *\} *\] *\}/)
})

test('JSON, exact expectations, bounds and errors', async () => {
  const text = await updated(
    JSON.stringify({
      sudobox: 1,
      title: 'x',
      steps: [
        { do: { action: 'account', name: 'alice', funds: '5untrn' }, expect: { address: '${alice}' } },
        { do: { action: 'balances', address: 'alice' }, expect: { $is: { ok: true, coins: [] } } },
        {
          do: { action: 'tx', from: 'alice', messages: [{ send: { to: 'alice', amount: '50untrn' } }] },
          expect: { gasUsed: { $max: 10 }, height: { $min: 1 } },
        },
      ],
    }),
    'fixture.json',
  )
  expect((JSON.parse(text) as { steps: { expect: object }[] }).steps.map((step) => step.expect)).toEqual([
    { address: '${alice}' },
    { $is: { ok: true, coins: [{ denom: 'untrn', amount: '5' }] } },
    { ok: false, gasUsed: expect.stringMatching(/^\d+$/) as string, height: { $min: 1 } },
  ])
})
