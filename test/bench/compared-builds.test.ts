import { expect, test } from 'vitest'
import { comparedText, slowerTwice, type Compared } from '../../bench/against/judge.js'

const row = (name: string, before: number | undefined, now: number | undefined): Compared => ({ name, before, now })

/** Answers with these rows, one time after the other, and keeps which rows were asked for. */
function answering(...times: (readonly Compared[])[]) {
  const asked: (readonly string[] | 'all')[] = []
  const compare = async (names?: ReadonlySet<string>): Promise<readonly Compared[]> => {
    asked.push(names === undefined ? 'all' : [...names])
    return times[asked.length - 1]!
  }
  return { asked, compare }
}

test('only what is 10 % slower twice is slower, and the rest is not measured again', async () => {
  const first = [row('a', 100, 110), row('b', 100, 130), row('c', 100, 109), row('d', 100, 50)]
  const { asked, compare } = answering(first, [row('a', 100, 110), row('b', 100, 109)])
  expect(await slowerTwice(compare)).toEqual(['a'])
  expect(asked).toEqual(['all', ['a', 'b']])
})

test('where nothing is slower nothing is measured again', async () => {
  const { asked, compare } = answering([row('a', 100, 109.9), row('b', 100, undefined), row('c', undefined, 100)])
  expect(await slowerTwice(compare)).toEqual([])
  expect(asked).toEqual(['all'])
})

test('a row says both costs, the change and whether it is slower', () => {
  expect(comparedText(row('query', 123.456, 100))).toBe('query: 123 → 100 µs (-19.0 %)')
  expect(comparedText(row('query', 100, 109.9))).toBe('query: 100 → 110 µs (+9.9 %)')
  expect(comparedText(row('query', 100, 110))).toBe('query: 100 → 110 µs (+10.0 %)  SLOWER')
  expect(comparedText(row('query', 100, undefined))).toBe('query: not measured')
  expect(comparedText(row('query', undefined, 1234))).toBe('query: 1230 µs; the other build cannot do this')
})
