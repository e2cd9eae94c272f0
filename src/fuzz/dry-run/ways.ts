import type { Json } from '../../sandbox/internal.js'
import type { Recipe } from '../model/index.js'
import { WANTS_FUNDS, WANTS_NO_FUNDS, WANTS_OTHERS } from './reading.js'
import { repairs, type Spares } from './repairs.js'

/** What an accepted message may need. */
export interface Means extends Spares {
  readonly senders: readonly string[]
  /** Coins for a message. */
  readonly payments: (message: Json) => readonly string[]
}

/** The maximum number of ways in which one message is tried. */
const MAX_WAYS = 64

/**
 * The ways in which a message may be accepted, as its errors suggest them: another sender, coins, another content.
 * @param attempt sends it @returns the first that is accepted
 */
export async function firstThatWorks(
  first: Recipe,
  attempt: (way: Recipe) => Promise<string | undefined>,
  { senders, payments, ...spares }: Means,
): Promise<Recipe | undefined> {
  const ways: Recipe[] = [first]
  const known = new Set<string>()
  let takesCoins = true
  // What errors suggest is appended to the list meanwhile.
  for (const way of ways) {
    const key = JSON.stringify(way)
    if (known.has(key) || (way.funds !== '' && !takesCoins)) continue
    known.add(key)
    if (known.size > MAX_WAYS) return undefined
    const error = await attempt(way)
    if (error === undefined) return way
    if (way.funds !== '' && WANTS_NO_FUNDS.test(error)) takesCoins = false
    for (const msg of repairs(way.msg, error, spares)) ways.push({ ...way, msg })
    if (WANTS_OTHERS.test(error)) for (const from of senders) ways.push({ ...way, from })
    if (way.funds === '' && WANTS_FUNDS.test(error)) for (const funds of payments(way.msg)) ways.push({ ...way, funds })
  }
  return undefined
}
