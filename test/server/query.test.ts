import { expect, test } from 'vitest'
import type { Event } from '../../src/chain/events.js'
import { eventMeets, tagsMeet, tagsOf } from '../../src/server/comet/query.js'
import { parseQuery } from '../../src/server/comet/query-parser.js'

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

const VALUES =
  '5,-5,+5,005,5.0,5.,5.5,0.1,1e3,,untrn,10untrn,6.5stake,untrn10,10/a,9007199254740993,9007199254740993untrn,18446744073709551617,18446744073709551617.5,2023-11-14,2023-11-14T22:13:20Z,2023-11-15T00:13:20+02:00,2023-11-14T22:13:20.5Z'.split(
    ',',
  )

/**
 * For which values of the attribute `t.a` cometbft v0.38.21, run with go1.26.8, told a subscriber of the event (libs/pubsub/query)
 * and found its transaction (state/txindex/kv); `all` is all of them.
 */
test.each<readonly [query: string, told: readonly string[] | 'all', found: readonly string[] | 'all']>([
  ['t.a = 5', ['5', '005', '5.0', '5.'], ['5']],
  ['t.a = 5.0', ['5', '005', '5.0', '5.'], ['5.0']],
  ['t.a < 6', ['5', '005', '5.0', '5.', '5.5', '0.1', '1e3'], ['5', '-5', '+5', '005', '5.0', '5.', '5.5', '0.1']],
  ['t.a <= 5.5', ['5', '005', '5.0', '5.', '5.5', '0.1', '1e3'], ['5', '-5', '+5', '005', '5.0', '5.', '5.5', '0.1']],
  [
    't.a > 4',
    [
      '5',
      '005',
      '5.0',
      '5.',
      '5.5',
      '10untrn',
      '6.5stake',
      '10/a',
      '9007199254740993',
      '9007199254740993untrn',
      '18446744073709551617',
      '18446744073709551617.5',
      '2023-11-14',
      '2023-11-14T22:13:20Z',
      '2023-11-15T00:13:20+02:00',
      '2023-11-14T22:13:20.5Z',
    ],
    ['5', '+5', '005', '5.0', '5.', '5.5', '1e3', '9007199254740993', '18446744073709551617', '18446744073709551617.5'],
  ],
  [
    't.a > 5.',
    [
      '5.5',
      '10untrn',
      '6.5stake',
      '10/a',
      '9007199254740993',
      '9007199254740993untrn',
      '18446744073709551617',
      '18446744073709551617.5',
      '2023-11-14',
      '2023-11-14T22:13:20Z',
      '2023-11-15T00:13:20+02:00',
      '2023-11-14T22:13:20.5Z',
    ],
    ['5.5', '1e3', '9007199254740993', '18446744073709551617', '18446744073709551617.5'],
  ],
  [
    't.a >= 5',
    [
      '5',
      '005',
      '5.0',
      '5.',
      '5.5',
      '10untrn',
      '6.5stake',
      '10/a',
      '9007199254740993',
      '9007199254740993untrn',
      '18446744073709551617',
      '18446744073709551617.5',
      '2023-11-14',
      '2023-11-14T22:13:20Z',
      '2023-11-15T00:13:20+02:00',
      '2023-11-14T22:13:20.5Z',
    ],
    ['5', '+5', '005', '5.0', '5.', '5.5', '1e3', '9007199254740993', '18446744073709551617', '18446744073709551617.5'],
  ],
  [
    't.a > 9007199254740992',
    ['9007199254740993', '9007199254740993untrn', '18446744073709551617', '18446744073709551617.5'],
    ['9007199254740993', '18446744073709551617', '18446744073709551617.5'],
  ],
  [
    't.a > 9007199254740993',
    ['18446744073709551617', '18446744073709551617.5'],
    ['18446744073709551617', '18446744073709551617.5'],
  ],
  ['t.a = 10', ['10untrn', '10/a'], ['10/a']],
  ['t.a = 6.5', ['6.5stake'], []],
  ['t.a > 18446744073709551617', ['18446744073709551617.5'], ['18446744073709551617.5']],
  ['t.a = 9007199254740993', ['9007199254740993', '9007199254740993untrn'], ['9007199254740993']],
  ["t.a = '5'", ['5'], ['5']],
  ["t.a = '10untrn'", ['10untrn'], ['10untrn']],
  [
    "t.a CONTAINS 'untrn'",
    ['untrn', '10untrn', 'untrn10', '9007199254740993untrn'],
    ['untrn', '10untrn', 'untrn10', '9007199254740993untrn'],
  ],
  ["t.a CONTAINS ''", 'all', 'all'],
  ['t.a EXISTS', 'all', 'all'],
  ['t.b EXISTS', [], []],
  ['t EXISTS', 'all', []],
  ['t.a = DATE 2023-11-14', ['2023-11-14'], ['2023-11-14']],
  ['t.a < DATE 2023-11-14', [], []],
  ['t.a <= DATE 2023-11-14', ['2023-11-14'], []],
  ['t.a > DATE 2023-11-13', ['2023-11-14'], []],
  ['t.a = TIME 2023-11-14T22:13:20Z', ['2023-11-14T22:13:20Z', '2023-11-15T00:13:20+02:00'], ['2023-11-14T22:13:20Z']],
  ['t.a = TIME 2023-11-14T21:13:20-01:00', ['2023-11-14T22:13:20Z', '2023-11-15T00:13:20+02:00'], []],
  ['t.a > TIME 2023-11-14T22:13:20Z', ['2023-11-14T22:13:20.5Z'], []],
  ['t.a <= TIME 2023-11-14T22:13:20Z', ['2023-11-14T22:13:20Z', '2023-11-15T00:13:20+02:00'], []],
  ['t.a > 4 AND t.a < 6', ['5', '005', '5.0', '5.', '5.5'], ['5', '+5', '005', '5.0', '5.', '5.5']],
])('%s', (query, told, found) => {
  const conditions = parseQuery(query)
  const events = VALUES.map((value): Event => ({ type: 't', attributes: [['a', value]] }))
  const of = (wanted: readonly string[] | 'all') => (wanted === 'all' ? VALUES : wanted)
  const values = (kept: readonly Event[]) => kept.map(({ attributes }) => attributes[0]![1])
  expect(values(events.filter((event) => tagsMeet(tagsOf([event], {}), conditions)))).toEqual(of(told))
  expect(values(events.filter((event) => eventMeets(event, conditions)))).toEqual(of(found))
})

test('all conditions of a search must hold for one event; those of a subscription may hold for several', () => {
  const conditions = parseQuery("t.a = '1' AND t.b = '2'")
  const [a, b]: readonly Event[] = [
    { type: 't', attributes: [['a', '1']] },
    { type: 't', attributes: [['b', '2']] },
  ]
  expect([a, b].map((event) => eventMeets(event!, conditions))).toEqual([false, false])
  expect(eventMeets({ type: 't', attributes: [...a!.attributes, ...b!.attributes] }, conditions)).toBe(true)
  expect(tagsMeet(tagsOf([a!, b!], {}), conditions)).toBe(true)
})
