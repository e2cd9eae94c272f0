import { fc } from '../random.js'
import { expect, test } from 'vitest'
import { ChainError, UsageError } from '../../src/base/errors.js'
import {
  addCoins,
  amountOf,
  coinsProblem,
  coinsText,
  negateCoins,
  parseCoins,
  parseInteger,
} from '../../src/codec/coins.js'
import { decimalCeil, decimalText, parseDecimal } from '../../src/codec/decimals.js'
import { decodeInt } from '../../src/codec/go-int.js'

test('coins of a text are sorted, without zeros', () => {
  expect(parseCoins('123untrn, 4uatom,0ibc/AB12')).toEqual([
    { denom: 'uatom', amount: 4n },
    { denom: 'untrn', amount: 123n },
  ])
  expect(parseCoins('')).toEqual([])
})

test.each([
  ['untrn', 'invalid coin expression: "untrn"'],
  ['1.5untrn', 'invalid coin expression: "1.5untrn"'],
  ['-1untrn', 'invalid coin expression: "-1untrn"'],
  ['1un', 'invalid coin expression: "1un"'],
  ['1untrn,', 'invalid coin expression: ""'],
  ['1untrn,2untrn', 'invalid coins "1untrn,2untrn": duplicate denomination untrn'],
  [`${'9'.repeat(78)}untrn`, 'integer out of range, at most 256 bits'],
])('%j is refused', (text, message) => {
  expect(() => parseCoins(text)).toThrow(UsageError)
  expect(() => parseCoins(text)).toThrow(message)
})

/** Rows as `Coins.Validate` says them. */
test.each([
  ['nothing', [], undefined],
  ['one', [['untrn', 1n]], undefined],
  ['zero', [['untrn', 0n]], 'coin 0untrn amount is not positive'],
  [
    'a zero behind',
    [
      ['uatom', 1n],
      ['untrn', 0n],
    ],
    'coin untrn amount is not positive',
  ],
  [
    'unsorted',
    [
      ['untrn', 1n],
      ['uatom', 1n],
    ],
    'denomination uatom is not sorted',
  ],
  [
    'twice',
    [
      ['untrn', 1n],
      ['untrn', 1n],
    ],
    'duplicate denomination untrn',
  ],
  ['a bad denom', [['1', 1n]], 'invalid denom: 1'],
] as const)('validity: %s', (_, coins, fault) => {
  expect(coinsProblem(coins.map(([denom, amount]) => ({ denom, amount })))).toBe(fault)
})

const coins = fc.array(
  fc.record({ denom: fc.constantFrom('aaa', 'bbb', 'ccc'), amount: fc.bigInt({ min: 0n, max: 9n }) }),
)

test('sums are per denom, sorted, and a sum less itself is nothing', () => {
  fc.assert(
    fc.property(coins, coins, (a, b) => {
      const sum = addCoins(a, b)
      for (const denom of ['aaa', 'bbb', 'ccc'])
        expect(amountOf(sum, denom)).toBe(
          [...a, ...b].filter((coin) => coin.denom === denom).reduce((total, { amount }) => total + amount, 0n),
        )
      expect(coinsProblem(sum)).toBeUndefined()
      expect(parseCoins(coinsText(sum))).toEqual(sum)
      expect(addCoins(sum, negateCoins(sum))).toEqual([])
    }),
  )
})

test.each([
  ['', 0n],
  ['12', 12n],
  ['-7', -7n],
  ['+7', 7n],
  ['0x1F', 31n],
  ['017', 15n],
  ['1_000', 1000n],
])('%j is an integer to Go', (text, value) => {
  expect(decodeInt(text)).toBe(value)
})

test.each(['abc', '1.5', '08', '_1', '1__0', ' 1', '0x'])('%j is not a coin', (text) => {
  expect(() => decodeInt(text)).toThrow(
    new ChainError({ codespace: 'undefined', code: 1, log: `math/big: cannot unmarshal "${text}" into a *big.Int` }),
  )
})

test('integers have at most 256 bits', () => {
  expect(decodeInt((2n ** 256n - 1n).toString())).toBe(2n ** 256n - 1n)
  expect(() => decodeInt((2n ** 256n).toString())).toThrow('integer out of range; got: 257, max: 256')
  expect(() => parseInteger('1e3')).toThrow(UsageError)
})

test('decimals are whole numbers of 10^-18', () => {
  fc.assert(fc.property(fc.bigInt(), (value) => parseDecimal(decimalText(value)) === value))
  expect(decimalText(parseDecimal('0.0025'))).toBe('0.002500000000000000')
  expect([decimalCeil(parseDecimal('2')), decimalCeil(parseDecimal('2.000000000000000001'))]).toEqual([2n, 3n])
  expect(() => parseDecimal('1.')).toThrow(UsageError)
})
