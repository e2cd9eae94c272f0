import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/mutants.mjs', ...args], { encoding: 'utf8', timeout: 240_000 })

test('mutants of sources that the tests do not load are an error, not survivors', () => {
  const { status, stdout, stderr } = run('base/pascal.ts', '--tests', 'test/base/bytes.test.ts', '--fresh')
  expect(stdout).not.toContain('score')
  expect(stderr).toContain('no test loads the instrumented sources')
  expect(status).toBe(1)
})
