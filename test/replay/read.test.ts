import { describe, expect, test } from 'vitest'
import { parseText } from '../../src/replay/read.js'

describe('the keys of a map in YAML', () => {
  test.each([
    ['a: 1\nb: 2\na: 3', 'line 3, column 1'],
    ['{a: 1, a: 2}', 'line 1, column 8'],
    ['a: 1\n"a": 2', 'line 2, column 1'],
    ['null: 1\n: 2', 'line 2, column 1'],
    ['1: a\n"1": b', 'line 2, column 1'],
    ['a: {b: 1, b: 2}', 'line 1, column 11'],
    ['x: {c: 1, c: 2}\nx: 3', 'line 1, column 11'],
    ['x: 1\na: 1\na: 2\nx: 3', 'line 3, column 1'],
  ])('%j has one twice', (text, place) => {
    expect(() => parseText(text, 'file.yaml')).toThrow(`file.yaml: ${place}: Map keys must be unique`)
  })

  test('are those of one map', () => {
    expect(parseText('1: a\n"one": b\nx: {a: 1}\ny: {a: 1}', 'file.yaml')).toEqual({
      1: 'a',
      one: 'b',
      x: { a: 1 },
      y: { a: 1 },
    })
  })

  test('are reported before what is wrong after them', () => {
    expect(() => parseText('a: 1\na: 2\nb: "x', 'file.yaml')).toThrow('line 2, column 1: Map keys must be unique')
    expect(() => parseText('b: @x\na: 1\na: 2', 'file.yaml')).toThrow('line 1, column 4')
  })

  test('may be very many', () => {
    const text = Array.from({ length: 30_000 }, (_, index) => `key-${index}: ${index}`).join('\n')
    expect(Object.keys(parseText(text, 'file.yaml') as object)).toHaveLength(30_000)
  })
})

describe('a file that would take long to read is refused at the place', () => {
  const marks = (count: number) => `[${Array.from({ length: count }, (_, i) => `&a${i} b`).join(', ')}]`
  const levels = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`
  test.each([
    [marks(5_001), 'line 1, column 48892: more than 5000 anchors, aliases and tags'],
    [`a: 1\n? [b]\n: 2`, 'line 2, column 3: Map keys must be texts'],
    ['%YAML 1.1\n---\na: 1', 'line 1, column 1: expected YAML 1.2, received %YAML 1.1'],
    [levels(501), 'lists and members are nested deeper than 500'],
    [`${'- '.repeat(501)}a`, 'lists and members are nested deeper than 500'],
  ])('case %#', (text, message) => {
    expect(() => parseText(text, 'file.yaml')).toThrow(`file.yaml: ${message}`)
  })

  test('and not one that is just within the limits', () => {
    expect(parseText(marks(5_000), 'file.yaml')).toHaveLength(5_000)
    expect(parseText(levels(500), 'file.yaml')).toEqual([expect.anything()])
    expect(parseText(`${'- '.repeat(500)}a`, 'file.yaml')).toEqual([expect.anything()])
    expect(parseText(`- &a b\n- *a\n- ${'- a\n  '.repeat(600)}`, 'file.yaml')).toHaveLength(3)
    expect(parseText('%YAML 1.2\n---\na: yes', 'file.yaml')).toEqual({ a: 'yes' })
  })
})
