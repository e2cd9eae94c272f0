import { expect, test } from 'vitest'
import type { Event } from '../../src/chain/events.js'
import { eventMeets, tagsMeet, tagsOf } from '../../src/server/comet/query.js'
import { parseQuery } from '../../src/server/comet/query-parser.js'

const transfer = (...amounts: readonly string[]): Event => ({
  type: 'transfer',
  attributes: amounts.map((amount) => ['amount', amount] as const),
})
const meets = (query: string, event: Event): boolean => eventMeets(event, parseQuery(query))
const heightMeets = (query: string, height: string): boolean =>
  tagsMeet(tagsOf([], { 'tx.height': [height] }), parseQuery(query))

test.each([
  ['tx.height = 10', false, true, false],
  ['tx.height > 10', false, false, true],
  ['tx.height >= 10', false, true, true],
  ['tx.height < 10', true, false, false],
  ['tx.height <= 10', true, true, false],
])('%s compares numbers, not texts: 9 is below 10, 100 above', (query, below, at, above) => {
  expect(['9', '10', '100'].map((height) => heightMeets(query, height))).toEqual([below, at, above])
})

test('an amount counts by the number that it starts with; in quotes it is a text', () => {
  expect(meets('transfer.amount > 9', transfer('10untrn'))).toBe(true)
  expect(meets('transfer.amount > 100', transfer('20untrn'))).toBe(false)
  expect(meets('transfer.amount = 10', transfer('10untrn'))).toBe(true)
  expect(meets("transfer.amount = '10'", transfer('10untrn'))).toBe(false)
  expect(meets("transfer.amount = '10untrn'", transfer('10untrn'))).toBe(true)
  expect(meets('transfer.amount > 9007199254740992', transfer('9007199254740993untrn'))).toBe(true)
  expect(meets('transfer.amount > 9007199254740993', transfer('9007199254740993untrn'))).toBe(false)
  expect(meets('transfer.amount < 6.5', transfer('6stake'))).toBe(true)
  expect(meets('transfer.amount <= 6.5', transfer('6.5stake'))).toBe(true)
  expect(meets('transfer.amount >= 0', transfer('untrn'))).toBe(false)
})
