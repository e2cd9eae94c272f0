import { changes, firstOf, unjudged, type Invariant } from './judge.js'

/** A result that does not match its query gives nobody anything. Honest designs keep a log of all results: only coins and claims are compared. */
export const I7: Invariant = {
  id: 'I7',
  title: 'unsolicited results change nothing',
  when: 'step',
  steady: true,
  judge: (situation) => {
    const { story } = situation
    const { action, error } = story.last
    if (action.action !== 'deliverQueries' || action.lie !== 'otherTx')
      return unjudged('no result was delivered that does not match its query')
    if (error !== undefined) return undefined
    return firstOf(
      situation,
      [...changes(story.before, story.state)].map(({ text, ...identity }) => ({
        ...identity,
        text: `a transaction that does not match the query's filter changed something: ${text}`,
      })),
    )
  },
}
