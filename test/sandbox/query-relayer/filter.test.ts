import { expect, test } from 'vitest'
import type { TxResult } from '../../../src/chain/block/block.js'
import { filterOf } from '../../../src/sandbox/query-relayer/filter.js'

const tx = (height: number, ...amounts: readonly string[]) =>
  ({
    height,
    hash: 'AB'.repeat(32),
    events: amounts.map((amount) => ({ type: 'transfer', attributes: [['amount', amount]] })),
  }) as unknown as TxResult

const takes = (item: { field: string; op: string; value: string | number }, of: TxResult): boolean =>
  filterOf(JSON.stringify([item]))(of)

test.each<readonly [op: string, value: string | number, below: boolean, at: boolean, above: boolean]>([
  ['eq', 10, false, true, false],
  ['gt', 10, false, false, true],
  ['gte', 10, false, true, true],
  ['lt', 10, true, false, false],
  ['lte', 10, true, true, false],
  ['Eq', '10', false, true, false],
  ['Gt', '10', false, false, true],
  ['Gte', '10', false, true, true],
  ['Lt', '10', true, false, false],
  ['Lte', '10', true, true, false],
])('tx.height %s %j orders heights as numbers: 9 is below 10, 100 above', (op, value, below, at, above) => {
  const item = { field: 'tx.height', op, value }
  expect([9, 10, 100].map((height) => takes(item, tx(height)))).toEqual([below, at, above])
})

test('amounts are compared by the number that they start with, exactly', () => {
  const atLeast = (value: number | string) => ({ field: 'transfer.amount', op: 'gte', value })
  expect(takes(atLeast(9), tx(1, '10untrn'))).toBe(true)
  expect(takes(atLeast(100), tx(1, '20untrn'))).toBe(false)
  // Beyond 2^53 the last digit decides.
  expect(takes(atLeast('9007199254740993'), tx(1, '9007199254740992untrn'))).toBe(false)
  expect(takes(atLeast('9007199254740993'), tx(1, '9007199254740993untrn'))).toBe(true)
  expect(takes(atLeast(1), tx(1, 'untrn'))).toBe(false)
  expect(takes(atLeast(5), tx(1, '1untrn', '7untrn'))).toBe(true)
})

test('a text is compared as it is written, a number by its value', () => {
  const amount = (value: number | string) => ({ field: 'transfer.amount', op: 'eq', value })
  expect(takes(amount('10'), tx(1, '10untrn'))).toBe(false)
  expect(takes(amount('10untrn'), tx(1, '10untrn'))).toBe(true)
  expect(takes(amount(10), tx(1, '10untrn'))).toBe(true)
  expect(takes(amount('010'), tx(1, '10'))).toBe(false)
  expect(takes(amount(10), tx(1, '010'))).toBe(true)
  const after = { field: 'transfer.amount', op: 'gt', value: 'b' }
  expect([takes(after, tx(1, 'abc')), takes(after, tx(1, 'bcd'))]).toEqual([false, true])
})

test('all conditions must be met, each by some attribute, and an absent field matches nothing', () => {
  const filter = filterOf(
    JSON.stringify([
      { field: 'transfer.amount', op: 'gt', value: 5 },
      { field: 'transfer.amount', op: 'lt', value: 3 },
      { field: 'tx.hash', op: 'eq', value: 'AB'.repeat(32) },
    ]),
  )
  expect([filter(tx(1, '1a', '9a')), filter(tx(1, '4a')), filter(tx(1, '9a'))]).toEqual([true, false, false])
  expect(takes({ field: 'transfer.sender', op: 'gte', value: 0 }, tx(1, '1a'))).toBe(false)
  expect(takes({ field: 'constructor', op: 'eq', value: 'x' }, tx(1))).toBe(false)
  expect(filterOf('[]')(tx(1))).toBe(true)
})
