import { GoPanic } from '../../../chain/gas.js'
import { addCoins, negateCoins, type Coin } from '../../../codec/coins.js'

/**
 * What is left of a limit, without coins of zero; undefined when more is spent than it has. Source: cosmos-sdk types/coin.go `Coins.SafeSub`.
 * @throws GoPanic for a limit that is not sorted
 */
export function lessCoins(limit: readonly Coin[], spent: readonly Coin[]): readonly Coin[] | undefined {
  if (limit.some(({ denom }, at) => at > 0 && limit[at - 1]!.denom > denom))
    throw new GoPanic('Coins (self) must be sorted')
  const left = addCoins(limit, negateCoins(spent))
  return left.some(({ amount }) => amount < 0n) ? undefined : left
}
