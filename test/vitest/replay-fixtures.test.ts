import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { replayFixtures } from '../../src/vitest/index.js'
import { filesOf } from '../../src/replay/glob.js'

const ROOT = join(import.meta.dirname, '../..')

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
  const made = mkdtempSync(join(import.meta.dirname, '.run-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  mkdirSync(join(made, 'found/deep'), { recursive: true })
  writeFileSync(join(made, 'found/good.yaml'), story(5))
  writeFileSync(join(made, 'found/deep/differs.yml'), story(6))
  writeFileSync(join(made, 'found/none.json'), '{"sudobox":1}')
  return made
}

test('each file is a test, and where there is none one fails', async () => {
  const root = folder()
  const config = JSON.stringify(join(ROOT, 'vitest.config.ts'))
  writeFileSync(join(root, 'vitest.config.ts'), `import base from ${config}\nexport default { ...base, test: {} }\n`)
  writeFileSync(
    join(root, 'all.test.ts'),
    `import { replayFixtures } from 'sudobox/vitest'\nreplayFixtures(['found/**/*.{json,yaml,yml}', 'lost/*.json'])\n`,
  )
  const output = await new Promise<string>((resolve) => {
    const command = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', root, '--reporter=json']
    execFile(process.execPath, command, { cwd: root, maxBuffer: 1 << 26 }, (_, stdout) => resolve(stdout))
  })
  interface Row {
    readonly title: string
    readonly status: string
    readonly failureMessages: readonly string[]
  }
  const { testResults } = JSON.parse(output) as { testResults: { assertionResults: Row[] }[] }
  const rows = testResults[0]!.assertionResults.map((row) => [row.title, row.status, row.failureMessages[0] ?? ''])
  expect(rows).toEqual([
    [
      'fixture found/deep/differs.yml',
      'failed',
      expect.stringContaining(
        'step 2 of 2 (look) is not as expected\n  at       /coins/0/amount\n  expected 6\n  actual   "5"',
      ),
    ],
    ['fixture found/good.yaml', 'passed', ''],
    ['fixture found/none.json', 'failed', expect.stringContaining('found/none.json#/title')],
    ['fixtures lost/*.json', 'failed', expect.stringContaining('no fixture is named lost/*.json')],
  ])
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
