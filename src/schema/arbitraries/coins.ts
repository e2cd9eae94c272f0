import * as fc from 'fast-check'
import { unsigned } from './numbers.js'

/** The denominations and amounts that generated coins consist of. */
export interface CoinParts {
  /** Denominations that exist. @example ['untrn', 'ibc/27394F…'] */
  readonly denoms: readonly string[]
  /** Balances: amounts are often equal or close to them. */
  readonly near?: readonly bigint[]
}

/**
 * One coin in the form of contracts: `{ denom, amount }`, zero amounts and edge cases of `Uint128` included.
 *
 * @example
 * coin({ denoms: ['untrn'], near: [1_000_000n] }) // { denom: 'untrn', amount: '999999' }
 */
export const coin = ({ denoms, near = [] }: CoinParts): fc.Arbitrary<{ denom: string; amount: string }> =>
  fc.record({ denom: denomOf(denoms), amount: unsigned(128, near).map(String) }, { noNullPrototype: true })

/**
 * Coins in the form of actions, `5uatom,100untrn`: none, one, or several, each denomination once. Amounts are mostly at most the largest in
 * `near`, so that they can be paid. Sorted and above zero, as transactions require.
 *
 * @example
 * fc.assert(fc.asyncProperty(coins({ denoms: ['untrn'], near: [balance] }), async (funds) => { await alice.execute(vault, { deposit: {} }, { funds }) }))
 */
export const coins = ({ denoms, near = [] }: CoinParts): fc.Arbitrary<string> => {
  const affordable = near.reduce((most, amount) => (amount > most ? amount : most), 0n)
  const amount = fc.oneof(
    { arbitrary: fc.bigInt({ min: 1n, max: 10n }), weight: 1 },
    { arbitrary: fc.bigInt({ min: 1n, max: affordable > 1n ? affordable : 1_000_000n }), weight: 2 },
    { arbitrary: unsigned(128, near).filter((value) => value > 0n), weight: 1 },
  )
  const one = fc.tuple(denomOf(denoms), amount)
  return fc
    .oneof(
      { arbitrary: fc.constant<[string, bigint][]>([]), weight: 1 },
      { arbitrary: one.map((pair) => [pair]), weight: 4 },
      { arbitrary: fc.uniqueArray(one, { maxLength: 3, selector: ([denom]) => denom }), weight: 1 },
    )
    .map((pairs) =>
      pairs
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([denom, value]) => `${value}${denom}`)
        .join(','),
    )
}

/** One of the denominations; `untrn` if there are none. */
export const denomOf = (denoms: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...(denoms.length > 0 ? denoms : ['untrn']))
