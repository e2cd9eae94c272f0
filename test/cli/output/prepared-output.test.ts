import { expect, test } from 'vitest'
import { preparedLines } from '../../../src/cli/output/prepared-output.js'
import { terminal } from '../../../src/cli/output/terminal.js'

const recipe = { variant: 'deposit', from: 'alice', msg: {}, label: 'vault' }
const run = {
  later: [],
  answered: 0,
  gift: undefined,
  claims: undefined,
  amounts: [],
  notContracts: [],
  unread: new Map(),
  errors: new Map(),
  needs: [],
}
const runs = [
  { ...run, label: 'vault', accepted: [{ ...recipe, funds: '5untrn' }] },
  { ...run, label: 'token', accepted: [{ ...recipe, label: 'token', variant: 'mint', funds: '' }] },
]

test('a dry run lists the working messages by contract', () => {
  const untouched = [
    { invariant: 'I1', text: undefined },
    { invariant: 'I2', text: undefined },
  ] as const
  expect(preparedLines({ runs, contracts: [], untouched }, terminal(false))).toEqual([
    '',
    'messages that work',
    '  vault deposit from alice with 5untrn',
    '  token mint from alice',
    '',
    'no invariant is violated before the first message (2 checked)',
    '',
  ])
})

test('a dry run without time for the invariants says so', () => {
  expect(preparedLines({ runs, contracts: [], untouched: [] }, terminal(false))).toContain(
    'there was no time to check the invariants before the first message',
  )
})

test('a dry run reports which invariants the setup violates', () => {
  const untouched = [
    { invariant: 'I1', text: 'the contract owes 5untrn and has 3untrn' },
    { invariant: 'I2', text: undefined },
  ] as const
  expect(preparedLines({ runs: [], contracts: [], untouched }, terminal(false))).toEqual([
    '',
    '1 of 2 invariants are violated before the first message, and so in every action sequence:',
    'warning I1: the contract owes 5untrn and has 3untrn',
    '',
  ])
})
