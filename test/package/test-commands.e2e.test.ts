import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'
import { ROOT } from '../cli/command.js'

/** The test files that a command of the manifest runs. */
async function filesOf(script: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', script, '--', '--list'], { cwd: ROOT })
  return stdout.trim().split('\n')
}

test('each test file is run by one of the commands that test:all runs, and by no other', async () => {
  const files = (await Promise.all(['test', 'test:conformance', 'test:e2e'].map(filesOf))).flat()
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'test:all', '--', '--help'], { cwd: ROOT })
  expect(stdout.trim()).toBe('Runs all tests: npm test, npm run test:conformance, npm run test:e2e.')
  expect(files.toSorted()).toEqual(globSync('test/**/*.test.ts', { cwd: ROOT }).sort())
})
