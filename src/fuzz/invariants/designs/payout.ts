import type { PendingPacket } from '../../../sandbox/internal.js'
import type { Sums } from '../../money/money.js'
import type { Start } from '../../setup.js'
import type { StoryView } from '../../view.js'
import { wealthOf } from '../judge.js'

/** The coins in packets, by asset. */
export function carriedBy({ ledger }: Start, packets: readonly PendingPacket[]): Sums {
  const sums = new Map<string, bigint>()
  for (const packet of packets) {
    const coins = ledger.carriedBy(packet)
    if (coins !== undefined) sums.set(coins.asset, (sums.get(coins.asset) ?? 0n) + coins.amount)
  }
  return sums
}

/** What somebody has too little after a failure; below zero what is too much. */
interface Difference {
  readonly asset: string
  readonly amount: bigint
  /** Whether the contracts have what may be claimed then. */
  readonly isCovered: boolean
}

/**
 * Whether a contract sent coins that nobody had or could claim, such as the highest bid of an auction, and pays them to somebody because they came back:
 * a payment in another way.
 *
 * @param carried what the packets of the message had
 */
export function isPayout(
  { states }: Pick<StoryView, 'states'>,
  trip: number,
  carried: Sums,
  { asset, amount, isCovered }: Difference,
): boolean {
  const [before, sent] = [states[trip]!, states[trip + 1]!]
  const had = (state: typeof sent, actor: string): bigint => wealthOf(state, actor).get(asset) ?? 0n
  return (
    amount < 0n &&
    -amount <= (carried.get(asset) ?? 0n) &&
    isCovered &&
    [...sent.balances.actors.keys()].every((actor) => had(sent, actor) >= had(before, actor))
  )
}
