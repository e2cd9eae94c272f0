import { UsageError } from '../../base/index.js'
import type { ActionInput, Json } from '../../sandbox/internal.js'
import { learnedAround } from '../model/index.js'
import { PLACEHOLDER } from '../model/via.js'
import type { Start } from '../setup.js'
import { perform } from '../story.js'
import { learnAnswer, type Answers } from './answers.js'

/** A generated campaign stores the placeholder first. */
const CODE = 1

/**
 * {@link learnAnswer} for a message of a campaign. The sandbox is at the start afterwards.
 *
 * @param kind of the query @param action fails because the response cannot be read @param answers the placeholder's responses so far
 * @throws TimeIsOver
 */
export async function answerFor(
  start: Start,
  kind: string,
  action: ActionInput,
  answers: Answers,
): Promise<Json | undefined> {
  const { sandbox, snapshot, config, subjects } = start
  const { chain = 'neutron' } = action as { readonly chain?: string }
  const from = config.actors[0]!.name
  const errorWith = async (answer: Json): Promise<string | undefined> => {
    const migrate = { contract: PLACEHOLDER, codeId: CODE, msg: { ...answers, [kind]: answer } }
    await sandbox.restore(snapshot)
    await perform(start, { action: 'tx', chain, from, messages: [{ migrate }] })
    try {
      return (await perform(start, action)).error?.shortMessage
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      return error.shortMessage
    }
  }
  try {
    return await learnAnswer(errorWith, learnedAround(start, subjects[0]!))
  } finally {
    await sandbox.restore(snapshot)
  }
}
