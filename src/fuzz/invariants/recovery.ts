import type { ActionInput } from '../../sandbox/internal.js'
import { liftLimits } from '../layers/limits.js'
import { execute, resubmitMessage, type Recipe } from '../model/index.js'
import type { Subject } from '../setup.js'
import type { Situation } from './judge.js'

/** The messages that resubmit failures and return what they left in the contracts, without rate limits. @param senders actors who may need them */
export const recoveries = (situation: Situation, senders: readonly string[]): readonly ActionInput[] => [
  ...liftLimits(situation.story),
  ...resubmissions(situation, senders),
  ...repairs(situation, senders),
]

/** For each recorded failure, the message that resubmits it. */
export const resubmissions = ({ start }: Situation, senders: readonly string[]): readonly ActionInput[] =>
  start.subjects.flatMap((subject) => {
    const { config, address } = subject
    const { resubmit } = config
    if (resubmit === undefined) return []
    const failures = start.sandbox.chain(config.chain)!.failures(address)
    return withAdmin(subject, senders).flatMap((from) =>
      failures.map(({ id }) => execute(subject, { from, msg: resubmitMessage(resubmit, id), funds: '' })),
    )
  })

/** The `recover` messages of the campaign. */
export const repairs = ({ start, memory }: Situation, senders: readonly string[]): readonly ActionInput[] =>
  start.subjects.flatMap((subject) => {
    const { recover, label } = subject.config
    const messages = recover.flatMap((name): readonly Pick<Recipe, 'msg' | 'funds'>[] => {
      const known = memory.recipes(label, name)
      return known.length > 0 ? known : [{ msg: { [name]: {} }, funds: '' }]
    })
    return withAdmin(subject, senders).flatMap((from) =>
      messages.map(({ msg, funds }) => execute(subject, { from, msg, funds })),
    )
  })

const withAdmin = ({ config: { admin } }: Subject, senders: readonly string[]): readonly string[] => [
  ...new Set([...senders, ...(admin === undefined ? [] : [admin])]),
]
