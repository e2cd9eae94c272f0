import { expect, test } from 'vitest'
import { checkNewRate, checkRates } from '../../../src/modules/staking/commission.js'

const DAY = 86_400_000_000_000n
const commission = { rate: 10n, maxRate: 20n, maxChangeRate: 3n, updateTime: 5n }

test('a commission may change once a day, by its maximum change at most', () => {
  const at = (now: bigint, rate: bigint) => () => checkNewRate(commission, rate, now)
  expect(at(DAY + 4n, 11n)).toThrow('commission cannot be changed more than once in 24h')
  expect(at(DAY + 5n, 13n)).not.toThrow()
  expect(at(DAY + 5n, 14n)).toThrow('commission cannot be changed more than max change rate')
  expect(at(DAY + 5n, 1n)).not.toThrow()
  expect(at(DAY + 5n, 21n)).toThrow('commission cannot be more than the max rate')
  expect(at(DAY + 5n, -1n)).toThrow('commission must be positive')
  expect(() => checkRates({ rate: 3n, maxRate: 3n, maxChangeRate: 3n })).not.toThrow()
})
