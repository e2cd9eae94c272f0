import { expect, test } from 'vitest'
import { parseQuery } from '../../src/server/comet/query-parser.js'

const parsed = (text: string): string => {
  try {
    return parseQuery(text)
      .map(
        ({ tag, operator, value, kind }) => `${tag} ${operator} ${kind === 'number' ? value : JSON.stringify(value)}`,
      )
      .join(' AND ')
  } catch (error) {
    return (error as Error).message
  }
}

/** What cometbft v0.38.21 libs/pubsub/query/syntax made of these, run with go1.26.8. */
test.each([
  ['tx.height = 5', 'tx.height = 5'],
  ['\ta.b\n=\r5', 'a.b = 5'],
  ['a.b=5.', 'a.b = 5.'],
  ["a.b=''", 'a.b = ""'],
  ['a.b EXISTS', 'a.b EXISTS ""'],
  ['a.b EXISTS AND c.d=1.5', 'a.b EXISTS "" AND c.d = 1.5'],
  ["a.b CONTAINS 'x'", 'a.b CONTAINS "x"'],
  ['a.b <= 5 AND c.d > 7 AND e.f=6', 'a.b <= 5 AND c.d > 7 AND e.f = 6'],
  ['été.x=5', 'été.x = 5'],
  ['a.b >= TIME 2013-05-03T14:45:00Z', 'a.b >= "2013-05-03T14:45:00Z"'],
  ['a.b >= DATE 2013-05-03', 'a.b >= "2013-05-03"'],
  ['', 'offset 0: EOF'],
  [' ', 'offset 1: EOF'],
  ['tx.height', 'offset 9: EOF'],
  ['tx.height =', 'offset 11: EOF'],
  ['tx.height == 5', 'offset 11: got = operator, wanted number, timestamp, datestamp or string'],
  ['tx.height=-5', 'offset 10: invalid input - at offset 11'],
  ['tx.hash=ABC', 'offset 8: got tag, wanted number, timestamp, datestamp or string'],
  ["tm.event='Tx' AND", 'offset 17: EOF'],
  ["tm.event='Tx' OR a.b=1", 'offset 14: got tag, want 6'],
  ["tm.event='Tx'a.b=1", 'offset 13: got tag, want 6'],
  ["a.b < 'x'", 'offset 6: got string, wanted number, timestamp or datestamp'],
  ['a.b CONTAINS 5', 'offset 13: got number, wanted string'],
  ['a.b EXISTS 5', 'offset 11: got number, want 6'],
  ["'x'=5", 'offset 0: got string, wanted tag'],
  ['5=5', 'offset 0: got number, wanted tag'],
  ['==', 'offset 0: got = operator, wanted tag'],
  ['AND=5', 'offset 0: got AND operator, wanted tag'],
  ['a.b=5 AND AND c.d=5', 'offset 10: got AND operator, wanted tag'],
  ["a.b='x", 'offset 4: EOF'],
  ["a.b = 'é' AND x", 'offset 16: EOF'],
  ['a.b!=5', 'offset 3: invalid input ! at offset 4'],
  ['a/b=5', 'offset 1: invalid input / at offset 2'],
  ['a.b=5!', 'offset 5: got invalid token, want 6'],
  ['a.b=1.2.3', 'offset 7: got invalid token, want 6'],
  ['a.b >= TIME', 'offset 7: got tag, wanted number, timestamp or datestamp'],
  ['a.b >= DATE 1800-01-01', 'offset 7: datestamp year 1800 out of range'],
])('the query %j is %s', (text, result) => {
  expect(parsed(text)).toBe(result)
})

/** The reference adds which part of the time it could not read. */
test.each([
  ['a.b >= TIME 2013', 'offset 7: invalid TIME value: parsing time "2013" as "2006-01-02T15:04:05Z07:00"'],
  ['a.b >= DATE 2013-05', 'offset 7: invalid DATE value: parsing time "2013-05" as "2006-01-02"'],
])('%j has no valid time', (text, result) => {
  expect(parsed(text)).toBe(result)
})

test('a missing operator is reported', () => {
  expect(parsed('a b')).toBe(
    'offset 2: got tag, wanted <= operator, >= operator, < operator, > operator, = operator, CONTAINS operator or EXISTS operator',
  )
})
