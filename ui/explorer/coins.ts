import type { AccountRow } from '../../src/explorer/model.js'
import { grouped } from '../components/format.js'

type Coins = AccountRow['balances']

/** A denomination; a long one, such as that of a coin of another chain, by its beginning. */
export const shortDenom = (denom: string): string => (denom.length > 20 ? `${denom.slice(0, 12)}…` : denom)

/** What somebody owns, in one line: of several coins that of the chain. @param denom of the chain's own coin */
export function coinsText(coins: Coins, denom: string): string {
  const [main] = coins.filter((one) => one.denom === denom).concat(coins)
  if (main === undefined) return 'no coins'
  const more = coins.length > 1 ? ` and ${coins.length - 1} more` : ''
  return `${grouped(main.amount)} ${shortDenom(main.denom)}${more}`
}
