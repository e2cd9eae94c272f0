import { STRANGER } from '../setup.js'
import type { Story } from '../story.js'
import type { StateView, ExecutedStep } from '../view.js'
import { senderOf } from './i1-claims.js'
import { firstOf, unjudged, wealthOf, type Invariant } from './judge.js'

/** Whether a step is a transfer by another actor: a transaction that calls no contract. */
const isGift = (step: ExecutedStep): boolean =>
  ![undefined, STRANGER].includes(senderOf(step)) && step.results.every(({ trace }) => trace.length === 0)

/** How much more of each asset the stranger has than at the start, gifts excluded. */
function gains({ steps, states }: Story): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  const add = (at: StateView, sign: bigint): void => {
    for (const [asset, amount] of wealthOf(at, STRANGER)) sums.set(asset, (sums.get(asset) ?? 0n) + sign * amount)
  }
  add(states.at(-1)!, 1n)
  add(states[0]!, -1n)
  for (const [i, step] of steps.entries())
    if (isGift(step)) {
      add(states[i]!, 1n)
      add(states[i + 1]!, -1n)
    }
  return sums
}

/** The second half of I9. Honest designs trade, which is not a gain, and pay whoever calls them, which is one: it is off by default. */
export const I9b: Invariant = {
  id: 'I9b',
  title: 'strangers gain nothing',
  when: 'step',
  lasts: true,
  judge: (situation) => {
    const { story, start } = situation
    if (!story.state.atRest) return unjudged('packets, failures or faults were waiting')
    const sums = [...gains(story)]
    if (sums.some(([asset, amount]) => amount < 0n && !start.fees.has(asset)))
      return unjudged('the stranger paid for something')
    return firstOf(
      situation,
      sums
        .filter(([, amount]) => amount > 0n)
        .map(([asset, amount]) => ({
          text: `a stranger gained ${amount} of ${asset}, in balance and claims, without paying for it`,
          account: STRANGER,
          asset,
        })),
    )
  },
}
