import type { Subject } from '../setup.js'
import { isTrap } from '../story.js'
import type { CallbackSeen } from '../view.js'
import type { Invariant } from './judge.js'

/** Callbacks that a contract asked for by sending a packet. */
const SOLICITED = new Set(['response', 'error', 'timeout', 'open_ack'])

/** Why a callback should not have failed; undefined when it did not, or may. @param solicited whether the contract asked for it */
function failing(
  { node, kind, struck }: CallbackSeen,
  { config }: Subject,
  solicited = SOLICITED.has(kind),
): string | undefined {
  const { error } = node
  if (error === undefined || struck || config.allowFailures.some((part) => error.includes(part))) return undefined
  return solicited || isTrap(error) ? error : undefined
}

export const I2: Invariant = {
  id: 'I2',
  title: 'solicited callbacks do not fail',
  when: 'step',
  judge: ({ start, story }) => {
    for (const seen of story.last.callbacks) {
      const subject = start.subjects.find(({ address }) => address === seen.contract)
      // What is told twice may be refused.
      const twice = story.last.action.action === 'callback'
      const error = subject && failing(seen, subject, twice ? false : undefined)
      if (error !== undefined)
        return {
          text: `the callback ${seen.kind} of ${subject!.config.label} failed (${seen.node.gasUsed} gas): ${error}`,
        }
    }
    return undefined
  },
}
