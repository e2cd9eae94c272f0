import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFixture, replay } from '../../src/replay/index.js'
import { createSandbox } from '../../src/sandbox/index.js'
import { replayCommand } from '../../src/cli/replay.js'

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/fixtures.md'), 'utf8')
const example = (language: string, number = 0) =>
  [...PAGE.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))][number]![1]!

test('the fixture of docs/fixtures.md runs', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'sudobox-docs-')), 'alice.yaml')
  writeFileSync(file, example('yaml'))
  expect((await replay(readFixture(file), file)).passed).toBe(true)
})

test('the recording of docs/fixtures.md is written where it says, and runs', async () => {
  const before = process.cwd()
  process.chdir(mkdtempSync(join(tmpdir(), 'sudobox-docs-')))
  try {
    const code = example('ts').replace(/^import .*\n/m, '')
    // oxlint-disable-next-line typescript/no-implied-eval -- the page's own code is what is tested
    const run = new Function('createSandbox', `return (async () => {${code}})()`) as (
      make: typeof createSandbox,
    ) => Promise<void>
    await run(createSandbox)
    const file = 'fixtures/stuck-refund.json'
    expect((await replay(readFixture(file), file)).passed).toBe(true)
  } finally {
    process.chdir(before)
  }
})

test('the flags of docs/fixtures.md are those of the command', () => {
  const flags = replayCommand().options.map(({ long }) => long)
  const told = [...PAGE.slice(PAGE.indexOf('sudobox replay FILE…')).matchAll(/^\|.*?\|/gm)].flatMap(
    ([row]) => row.match(/--[a-z][\w-]*/g) ?? [],
  )
  expect([...new Set(told)].sort()).toEqual([...flags].sort((a, b) => (a! < b! ? -1 : 1)))
})
