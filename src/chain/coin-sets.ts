import { addCoins, coinsProblem, coinsText, negateCoins, sortCoins, type Coin } from '../codec/index.js'
import { GoPanic } from './gas.js'

/** Sorted, without zeros. Source: cosmos-sdk types/coin.go `NewCoins`. @throws GoPanic for coins that are not a valid set */
export function coinSet(coins: readonly Coin[]): readonly Coin[] {
  const set = sortCoins(coins.filter(({ amount }) => amount !== 0n))
  const problem = coinsProblem(set)
  if (problem !== undefined) throw new GoPanic(`invalid coin set ${coinsText(set)}: ${problem}`)
  return set
}

/**
 * The remaining coins, without zeros; undefined when more is taken than there is. Source: cosmos-sdk types/coin.go `Coins.SafeSub`.
 * @throws GoPanic for coins that are not sorted, or taken coins that are not a valid set
 */
export function lessCoins(coins: readonly Coin[], taken: readonly Coin[]): readonly Coin[] | undefined {
  const less = coinSet(taken)
  if (coins.some(({ denom }, at) => at > 0 && coins[at - 1]!.denom > denom))
    throw new GoPanic('Coins (self) must be sorted')
  const left = addCoins(coins, negateCoins(less))
  return left.some(({ amount }) => amount < 0n) ? undefined : left
}
