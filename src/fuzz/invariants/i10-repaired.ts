import type { ActionInput } from '../../sandbox/internal.js'
import { execute, resubmitMessage } from '../model/index.js'
import { stateOf } from '../story.js'
import { attempt, changes, firstOf, performAll, REPEATED, twin, unjudged, type Invariant } from './judge.js'

/** SDK gas that is too little for any callback. */
const TOO_LITTLE = '1000'

/** A callback that is resubmitted does what it would have done. Honest designs read the time of the block, and differ: it is off by default. */
export const I10: Invariant = {
  id: 'I10',
  title: 'a resubmission has the same result as a first success',
  when: 'twin',
  steady: true,
  judge: async (situation) => {
    const { start, story, before } = situation
    const { last } = story
    const none = unjudged('no callback succeeded')
    if (before === undefined || last.error !== undefined || last.action.action === 'fault') return none
    const [seen] = last.callbacks
    const subject = start.subjects.find(({ address }) => address === seen?.contract)
    if (seen === undefined || seen.node.error !== undefined || subject === undefined) return none
    if (subject.config.resubmit === undefined) return unjudged('the campaign does not say how to `resubmit`')
    if (!situation.isNew(seen.kind)) return REPEATED
    const { config, address } = subject
    const unfailed = unjudged('the callback could not be made to fail and be recorded')
    const fault: ActionInput = {
      action: 'fault',
      chain: config.chain,
      contract: config.label,
      fail: { gas: TOO_LITTLE },
    }
    return twin(
      situation,
      async () => {
        const known = start.sandbox.chain(config.chain)!.failures(address).length
        if ((await performAll(start, [fault, last.action])) === undefined) return unfailed
        const failures = start.sandbox.chain(config.chain)!.failures(address)
        if (failures.length !== known + 1) return unfailed
        const from = config.admin ?? start.actors[0]!
        const again = execute(subject, { from, msg: resubmitMessage(config.resubmit!, failures.at(-1)!.id), funds: '' })
        const step = await attempt(start, again)
        if (step === undefined) return unjudged('it could not be resubmitted')
        const further = [fault, last.action as ActionInput, again]
        if (step.error !== undefined)
          return {
            text: `callback ${seen.kind} succeeded, but failed when it was resubmitted: ${step.error.shortMessage}`,
            key: 'failed',
            further,
            instead: 1,
          }
        return firstOf(
          situation,
          [...changes(story.state, await stateOf(start), start.fees)].map(({ text, ...identity }) => ({
            ...identity,
            text: `resubmitting ${seen.kind} has another result than its success at once: ${text}`,
            further,
            instead: 1,
          })),
        )
      },
      before,
    )
  },
}
