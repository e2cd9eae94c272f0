import { expect, test } from 'vitest'
import { users } from '../../scripts/users.mjs'

const FOUND = users()

// `npm run users` lists them all with who uses them. What nothing uses goes, or gets a test of what it does, as a user notices it.
test('each module, kind of chain, command, option and npm script is used by a test, a guide or a recording', () => {
  expect(FOUND.filter(({ users: found }) => found.length === 0).map(({ kind, name }) => `${kind} ${name}`)).toEqual([])
})

test('all of each kind are looked at', () => {
  const count = (kind: string) => FOUND.filter((one) => one.kind === kind).length
  expect(count('module')).toBeGreaterThan(30)
  expect(count('kind of chain')).toBeGreaterThanOrEqual(4)
  expect(count('command')).toBeGreaterThan(20)
  expect(count('option')).toBeGreaterThan(100)
  expect(count('npm script')).toBeGreaterThan(30)
  expect(FOUND.find(({ name }) => name === 'sudobox vm --compact')?.users).toContain('test/cli/options.e2e.test.ts')
})
