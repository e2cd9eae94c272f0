import * as fc from 'fast-check'
import { toBase64, toUtf8, UsageError } from '../../base/index.js'
import type { Json } from '../../sandbox/internal.js'
import { messages, readContractSchema, variantNames, type Surroundings } from '../../schema/index.js'
import { learnedAround } from '../model/index.js'
import { execute } from '../model/users.js'
import type { Start, Subject } from '../setup.js'
import { perform } from '../story.js'
import { learnSchema } from './answers.js'

const SAMPLES = 12
const SEED = 1

/**
 * The messages that a token's `send` can carry to other contracts of the campaign: the errors for invalid ones tell what their `receive` expects. The
 * sandbox is at the start afterwards. @throws TimeIsOver
 */
export async function hookMessages(start: Start, token: Subject): Promise<readonly Json[]> {
  if (!takes(token, 'send')) return []
  const receivers = start.subjects.filter((one) => one !== token && onSameChain(one, token) && takes(one, 'receive'))
  const found: Json[] = []
  for (const receiver of receivers) found.push(...(await hooksOf(start, token, receiver)))
  return found
}

const onSameChain = (one: Subject, other: Subject): boolean => one.config.chain === other.config.chain

const takes = ({ schema }: Subject, name: string): boolean =>
  schema.execute !== undefined && variantNames(schema.execute).includes(name)

async function hooksOf(start: Start, token: Subject, receiver: Subject): Promise<readonly Json[]> {
  const { sandbox, snapshot, config } = start
  const from = config.actors.find(({ chain }) => chain === token.config.chain)!.name
  const errorWith = async (text: string): Promise<string | undefined> => {
    const msg = { send: { contract: receiver.address, amount: '1', msg: toBase64(toUtf8(text)) } }
    await sandbox.restore(snapshot)
    try {
      return (await perform(start, execute(token, { from, msg, funds: '' }))).error?.shortMessage
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      return error.shortMessage
    }
  }
  try {
    const schema = await learnSchema(errorWith)
    return schema === undefined ? [] : samplesOf(schema, learnedAround(start, receiver))
  } finally {
    await sandbox.restore(snapshot)
  }
}

function samplesOf(schema: Readonly<Record<string, Json>>, around: Surroundings): readonly Json[] {
  const { execute: hook } = readContractSchema({ execute: schema }, 'the message in a token transfer')
  const sampled = fc.sample(messages(hook!, { around }), { seed: SEED, numRuns: SAMPLES })
  return [...new Set(sampled.map((one) => JSON.stringify(one)))]
    .filter((text) => !text.includes('${'))
    .map((text) => JSON.parse(text) as Json)
}
