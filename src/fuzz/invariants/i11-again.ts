import { pendingQueries } from '../chains/pending-queries.js'
import type { ActionInput } from '../../sandbox/internal.js'
import { stateOf } from '../story.js'
import { attempt, changes, firstOf, REPEATED, twin, unjudged, type Invariant } from './judge.js'

/** A result that is delivered twice has the effect of one. Honest designs add interest, or reward whoever delivers: it is off by default. */
export const I11: Invariant = {
  id: 'I11',
  title: 'the same query result, delivered again, changes nothing',
  when: 'twin',
  steady: true,
  judge: async (situation) => {
    const { start, story } = situation
    const { action, error } = story.last
    const none = unjudged('no result of a KV query was delivered')
    if (
      action.action !== 'deliverQueries' ||
      action.query === undefined ||
      action.lie !== undefined ||
      error !== undefined
    )
      return none
    const again: ActionInput = { action: 'deliverQueries', chain: action.chain, query: action.query }
    const isKv = pendingQueries(start.sandbox).some(({ queryId, type }) => queryId === action.query && type === 'kv')
    if (!isKv) return none
    if (!situation.isNew('result')) return REPEATED
    const refused = unjudged('the result was refused the second time')
    // The first repetition may be at a later height than the step, so only the second is the same result again.
    return twin(situation, async () => {
      if ((await attempt(start, again))?.error !== undefined) return refused
      const once = await stateOf(start)
      if ((await attempt(start, again))?.error !== undefined) return refused
      return firstOf(
        situation,
        [...changes(once, await stateOf(start))].map(({ text, ...identity }) => ({
          ...identity,
          text: `the same query result, delivered again, changed something: ${text}`,
          further: [again, again],
        })),
      )
    })
  },
}
