import * as fc from 'fast-check'
import { toBase64, toUtf8, UsageError } from '../../base/index.js'
import type { Json } from '../../sandbox/internal.js'
import { readContractSchema, variantNames, variantsOf, type Surroundings } from '../../schema/index.js'
import { learnedAround, type Recipe } from '../model/index.js'
import { execute } from '../model/users.js'
import type { Start, Subject } from '../setup.js'
import { perform } from '../story.js'
import { learnSchema } from './answers.js'
import { put, type Place } from './places.js'

const SAMPLES = 12
const SEED = 1

/** The messages of a kind of token with which a holder sends some to a contract, and with which the contract receives it. */
interface Sending {
  readonly send: string
  readonly receive: string
  /** What `send` names besides the contract and the message for it. @param from the holder */
  readonly what: (from: string) => Readonly<Record<string, Json>>
}

const SENDINGS: readonly Sending[] = [
  { send: 'send', receive: 'receive', what: () => ({ amount: '1' }) },
  { send: 'send_nft', receive: 'receive_nft', what: (from) => ({ token_id: nftOf(from, 1) }) },
]

/** Whether a message carries another one, which the contract does not read itself. */
export const isCarrying = (variant: string): boolean => /^send(_from|_nft)?$/.test(variant)

/** The ids of the tokens of a collection that every actor has in a generated campaign. */
export const nftOf = (actor: string, number: number): string => `${actor}-${number}`

/**
 * The messages that tokens can carry to other contracts of the campaign when they are sent: the errors for invalid ones tell what the receivers expect. The
 * sandbox is at the start afterwards. @throws TimeIsOver
 */
export async function hookMessages(start: Start, token: Subject): Promise<readonly Json[]> {
  const from = start.config.actors.find(({ chain }) => chain === token.config.chain)!.name
  const found: Json[] = []
  for (const { send, receive, what } of SENDINGS) {
    if (!takes(token, send)) continue
    for (const receiver of start.subjects) {
      if (receiver === token || !onSameChain(receiver, token) || !takes(receiver, receive)) continue
      const msg = { [send]: { contract: receiver.address, ...what(from), msg: '' } }
      found.push(...(await contentsOf(start, token, { from, msg, funds: '' }, [send, 'msg'], receiver)))
    }
  }
  return found
}

const onSameChain = (one: Subject, other: Subject): boolean => one.config.chain === other.config.chain

const takes = ({ schema }: Subject, name: string): boolean =>
  schema.execute !== undefined && variantNames(schema.execute).includes(name)

/**
 * Messages that a member with binary content may hold, from the errors for invalid ones. The sandbox is at the start afterwards.
 *
 * @param place of the member @param reader the contract that parses it @throws TimeIsOver
 */
export async function contentsOf(
  start: Start,
  subject: Subject,
  recipe: Pick<Recipe, 'from' | 'msg' | 'funds'>,
  place: Place,
  reader: Subject,
): Promise<readonly Json[]> {
  const { sandbox, snapshot } = start
  const errorWith = async (text: string): Promise<string | undefined> => {
    const msg = put(recipe.msg, place, toBase64(toUtf8(text)))
    await sandbox.restore(snapshot)
    try {
      return (await perform(start, execute(subject, { ...recipe, msg }))).error?.shortMessage
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      return error.shortMessage
    }
  }
  try {
    const schema = await learnSchema(errorWith)
    return schema === undefined ? [] : samplesOf(schema, learnedAround(start, reader))
  } finally {
    await sandbox.restore(snapshot)
  }
}

function samplesOf(schema: Readonly<Record<string, Json>>, around: Surroundings): readonly Json[] {
  const { execute: hook } = readContractSchema({ execute: schema }, 'the message in another one')
  const variants = variantsOf(hook!, around).map(({ value }) => value)
  if (variants.length === 0) return []
  const sampled = fc.sample(fc.oneof(...variants), { seed: SEED, numRuns: SAMPLES })
  return [...new Set(sampled.map((one) => JSON.stringify(one)))]
    .filter((text) => !text.includes('${'))
    .map((text) => JSON.parse(text) as Json)
}
