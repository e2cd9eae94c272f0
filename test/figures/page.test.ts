import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { figuresPage } from '../../scripts/figures/page.mjs'
import { mergeRows, readResults } from '../../scripts/results.mjs'

const RESULTS = readResults()

// `npm run figures -- page` writes it anew.
test('docs/figures.md is generated from bench/results', () => {
  expect(readFileSync('docs/figures.md', 'utf8')).toBe(figuresPage(RESULTS))
})

test('the page fits 150 lines, and says so when it does not', () => {
  expect(figuresPage(RESULTS).split('\n').length).toBeLessThanOrEqual(151)
  const rows = Array.from({ length: 150 }, (_, i) => ({ area: `a${i}` }))
  const long = new Map([['long', { title: 'Long', order: 1, columns: ['area'], rows }]])
  expect(() => figuresPage(long)).toThrow(/docs\/figures.md would have 16\d lines/)
})

describe.each([...RESULTS])('bench/results/%s.json', (_, { title, columns, key = columns.slice(0, 1), rows }) => {
  test('has one row for each key, in known columns', () => {
    const keys = rows.map((row) => JSON.stringify(key.map((column) => row[column])))
    expect(keys).toEqual([...new Set(keys)])
    const known = new Set([...columns, 'date', 'machine'])
    expect(rows.flatMap(Object.keys).filter((column) => !known.has(column))).toEqual([])
    expect(title).toMatch(/\S/)
  })
})

describe('rows that are measured again', () => {
  const results = {
    title: 'T',
    columns: ['what', 'figure', 'aim'],
    rows: [
      { what: 'a', figure: '1', aim: '2', date: '2026-01-01' },
      { what: 'b', figure: '3' },
    ],
  }
  const measured = { date: '2026-02-02', machine: 'another' }

  test('take the places of those with the same key, and keep the aim', () => {
    const { rows } = mergeRows(
      results,
      [
        { what: 'a', figure: '5' },
        { what: 'c', figure: '7' },
      ],
      measured,
    )
    expect(rows).toEqual([
      { what: 'a', figure: '5', aim: '2', ...measured },
      { what: 'b', figure: '3' },
      { what: 'c', figure: '7', ...measured },
    ])
  })

  test('have no columns that the file has not', () => {
    expect(() => mergeRows(results, [{ what: 'a', cost: '5' }], measured)).toThrow(
      'T: there is no column cost, only what, figure, aim',
    )
  })

  test('say on the page when and where', () => {
    const one = { title: 'T', order: 1, columns: ['what'], rows: [{ what: 'a|b', ...measured }] }
    const two = { ...one, rows: [...one.rows, { what: 'c' }] }
    expect(figuresPage(new Map([['one', one]]))).toContain(
      'Measured: 2 February 2026; another.\n\n| what |\n|---|\n| a\\|b |',
    )
    expect(figuresPage(new Map([['two', two]]))).toContain('| a\\|b | 2 February 2026; another |\n| c |  |')
  })
})
