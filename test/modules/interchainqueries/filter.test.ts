import { fc, runs } from '../../random.js'
import { describe, expect, test } from 'vitest'
import { filterProblem, readFilter } from '../../../src/modules/interchainqueries/filter.js'
import type { GoValue } from '../../../src/codec/go-json/index.js'
import { goValueText } from '../../../src/codec/go-value.js'

const fault = (filter: unknown, most = 32n) =>
  filterProblem(typeof filter === 'string' ? filter : JSON.stringify(filter), most)
const item = (change: object = {}) => ({ field: 'transfer.recipient', op: 'Eq', value: 'cosmos1abc', ...change })
const many = (count: number) => Array.from({ length: count }, () => item())

describe('a filter of transactions', () => {
  test.each([
    ['no conditions', '[]'],
    ['null', 'null'],
    ['blanks around', ' \n[ ]\t'],
    ['32 conditions', many(32)],
    ['each operation in any case', ['eq', 'GT', 'Gte', 'lT', 'LTE'].map((op) => item({ op }))],
    ['whole numbers, however they are written', [item({ value: 5 }), item({ value: -0 })]],
    ['a number with an exponent', '[{"field":"tx.height","op":"gte","value":1e3}]'],
    ['the lowest number of 64 bits', '[{"field":"tx.height","op":"gte","value":-9223372036854775808}]'],
    ['a field with a space', [item({ field: 'a b' })]],
    ['members that nobody knows, in any case', '[{"FIELD":"x","oP":"eq","Value":"y","more":[{}]}]'],
    ['an empty value', [item({ value: '' })]],
  ])('takes %s', (_, filter) => {
    expect(fault(filter)).toBeUndefined()
  })

  const prefix = 'transactions filter condition idx=0 is invalid: '
  test.each([
    ['33 conditions', many(33), 'too many transactions filters, provided=33, max=32'],
    ['more than no condition when none is allowed', many(1), 'too many transactions filters, provided=1, max=0', 0n],
    ['nothing', '', 'failed to unmarshal transactions filter: unexpected end of JSON input'],
    ['half of it', '[{"field":', 'failed to unmarshal transactions filter: unexpected end of JSON input'],
    [
      'an object',
      {},
      'failed to unmarshal transactions filter: json: cannot unmarshal object into Go value of type types.TransactionsFilter',
    ],
    [
      'a number',
      '1',
      'failed to unmarshal transactions filter: json: cannot unmarshal number into Go value of type types.TransactionsFilter',
    ],
    [
      'a list of numbers',
      '[1]',
      'failed to unmarshal transactions filter: json: cannot unmarshal number into Go value of type types.TransactionsFilterItem',
    ],
    [
      'a number as operation',
      '[{"field":"x","op":1,"value":"y"}]',
      'failed to unmarshal transactions filter: json: cannot unmarshal number into Go struct field TransactionsFilterItem.op of type string',
    ],
    [
      'a number too large',
      '[{"field":"x","op":"eq","value":1e400}]',
      'failed to unmarshal transactions filter: json: cannot unmarshal number 1e400 into Go struct field TransactionsFilterItem.value of type float64',
    ],
    [
      'a number too large within a list',
      '[{"field":"x","op":"eq","value":["1e999",-1e400]}]',
      'failed to unmarshal transactions filter: json: cannot unmarshal number -1e400 into Go struct field TransactionsFilterItem.value of type float64',
    ],
    ['a condition that is null', '[null]', `${prefix}field couldn't be empty`],
    ['no value', [{ field: 'x', op: 'eq' }], `${prefix}value '<nil>' is expected to be on of: string, number`],
    ['true', [item({ value: true })], `${prefix}value 'true' is expected to be on of: string, number`],
    [
      'a list as value',
      [item({ value: ['a', 1.5, null, { b: 1, a: [] }] })],
      `${prefix}value '[a 1.5 <nil> map[a:[] b:1]]' is expected to be on of: string, number`,
    ],
    ['a fraction', [item({ value: 1.15 })], `${prefix}value 1.15 can't be a decimal number`],
    ['a small fraction', [item({ value: 0.00001 })], `${prefix}value 1e-05 can't be a decimal number`],
    [
      'a number beyond 64 bits',
      '[{"field":"x","op":"eq","value":9223372036854775808}]',
      `${prefix}value 9.223372036854776e+18 can't be a decimal number`,
    ],
    ['a huge number', '[{"field":"x","op":"eq","value":1e300}]', `${prefix}value 1e+300 can't be a decimal number`],
    [
      'an operation that there is not',
      [item({ op: 'ne' })],
      `${prefix}op 'ne' is expected to be one of: eq, gt, gte, lt, lte`,
    ],
    ['no operation', [{ field: 'x', value: 'y' }], `${prefix}op '' is expected to be one of: eq, gt, gte, lt, lte`],
    [
      'the second of two',
      [item(), item({ field: '' })],
      "transactions filter condition idx=1 is invalid: field couldn't be empty",
    ],
  ] as const)('refuses %s', (_, filter, expected, most?: bigint) => {
    expect(fault(filter, most)).toBe(expected)
  })

  test.each('\t\n\r\\()"\'=><'.split(''))('refuses the symbol %j in a field', (symbol) => {
    expect(fault([item({ field: `a${symbol}b` })])).toBe(`${prefix}special symbols \t\n\r\\()"'=>< are not allowed`)
  })

  test('answers for a megabyte of JSON, whatever is in it', () => {
    const size = 1_000_000
    expect(fault('['.repeat(size))).toBe('failed to unmarshal transactions filter: exceeded max depth')
    expect(fault(`[{"field":"x","op":"eq","value":${'['.repeat(9_990)}${']'.repeat(9_990)}}]`)).toMatch(
      /^transactions filter condition idx=0 is invalid: value '\[\[/,
    )
    expect(fault(`[${'null,'.repeat(size / 5)}null]`)).toBe(
      `too many transactions filters, provided=${size / 5 + 1}, max=32`,
    )
    expect(fault([item({ value: Array.from({ length: size / 4 }, () => 1) })])?.length).toBeGreaterThan(size / 4)
    expect(fault([item({ value: 'x'.repeat(size) })])).toBeUndefined()
    expect(fault([item({ field: 'x'.repeat(size) })])).toBeUndefined()
  })

  test('reads a filter from any JSON that encodes it', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            field: fc.string({ unit: 'grapheme' }),
            op: fc.string(),
            value: fc.oneof(
              fc.string({ unit: 'grapheme' }),
              fc.integer(),
              fc.double({ noNaN: true, noDefaultInfinity: true }),
            ),
          }),
        ),
        (filter) => {
          expect(readFilter(JSON.stringify(filter))).toEqual(JSON.parse(JSON.stringify(filter)))
        },
      ),
      { numRuns: runs(200) },
    )
  })
})

/** What Go's `fmt.Printf("%v")` printed. */
test.each<readonly [GoValue, string]>([
  [0, '0'],
  [-0, '-0'],
  [1.5, '1.5'],
  [100, '100'],
  [999999, '999999'],
  [1000000, '1e+06'],
  [123456.5, '123456.5'],
  [-1234567.5, '-1.2345675e+06'],
  [123456789.25, '1.2345678925e+08'],
  [1e20, '1e+20'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [-0.5, '-0.5'],
  [2 ** 63, '9.223372036854776e+18'],
  [5e-324, '5e-324'],
  [{ b: 1, a: [null, true, 'x y', {}] }, 'map[a:[<nil> true x y map[]] b:1]'],
])('prints %j as Go does', (value, text) => {
  expect(goValueText(value)).toBe(text)
})
