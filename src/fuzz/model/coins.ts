import { parseCoins } from '../../codec/index.js'
import type { Json } from '../../sandbox/internal.js'

/** Coins as contracts write them. @param funds such as `5untrn` */
export const coinsOf = (funds: string): Json =>
  parseCoins(funds).map(({ denom, amount }) => ({ denom, amount: String(amount) }))
