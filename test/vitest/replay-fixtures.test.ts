import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { replayFixtures } from '../../src/vitest/index.js'
import { fixtureTests } from '../../src/replay/fixture-tests.js'
import { filesOf } from '../../src/replay/glob.js'

// Both are tests of this very file.
replayFixtures('fixtures/scenarios/{packets,stuck-refund}.yaml')

const story = (amount: number) => `
sudobox: 1
title: a story
steps:
  - do: { action: account, name: alice, funds: 5untrn }
  - { name: look, do: { action: balances, address: alice }, expect: { coins: [{ amount: ${amount} }] } }
`

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'sudobox-fixtures-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  mkdirSync(join(made, 'found/deep'), { recursive: true })
  writeFileSync(join(made, 'found/good.yaml'), story(5))
  writeFileSync(join(made, 'found/deep/differs.yml'), story(6))
  writeFileSync(join(made, 'found/none.json'), '{"sudobox":1}')
  return made
}

test('each file is a test, and a pattern without files is a failing test', async () => {
  const root = folder()
  const tests = fixtureTests([join(root, 'found/**/*.{json,yaml,yml}'), join(root, 'lost/*.json')])
  expect(tests.map(({ name }) => name)).toEqual([
    `fixture ${root}/found/deep/differs.yml`,
    `fixture ${root}/found/good.yaml`,
    `fixture ${root}/found/none.json`,
    `fixtures ${root}/lost/*.json`,
  ])
  const [differs, good, none, lost] = tests
  await good!.run()
  await expect(differs!.run()).rejects.toThrow(
    'step 2 of 2 (look) is not as expected\n  at       /coins/0/amount\n  expected 6\n  actual   "5"',
  )
  await expect(none!.run()).rejects.toThrow('found/none.json#/title')
  await expect(lost!.run()).rejects.toThrow(`no fixture matches ${root}/lost/*.json`)
})

test('patterns', () => {
  const root = folder()
  expect(filesOf('found/*.yaml', root)).toEqual(['found/good.yaml'])
  expect(filesOf('**/*.y?ml', root)).toEqual(['found/good.yaml'])
  expect(filesOf('found/**/d*', root)).toEqual(['found/deep/differs.yml'])
  expect(filesOf('found/good.yaml', root)).toEqual(['found/good.yaml'])
  expect(filesOf(join(root, 'found/*.json'))).toEqual([join(root, 'found/none.json')])
  for (const none of ['found', 'found/[a]*', 'nowhere/*', 'found/good.y', '{a,b}/**'])
    expect(filesOf(none, root)).toEqual([])
})
