import * as fc from 'fast-check'
import { toBase64, toUtf8 } from '../../base/index.js'
import type { Json } from '../../sandbox/internal.js'
import { messages, readContractSchema, type Surroundings } from '../../schema/index.js'
import { isParseError, probeValue, STOP, verdictOf, type Verdict } from '../../vm/probe/index.js'

/** The placeholder's responses to queries, by the kind of the query. A text is the base64 of the response. */
export type Answers = Readonly<Record<string, Json>>

/** The maximum number of questions about one response, and of responses that are tried once its form is known. */
const MAX_QUESTIONS = 1500
const SAMPLES = 24
const SEED = 1

/**
 * Finds a response to a query that a contract can read, and with which its message succeeds if there is one: the errors of its parser tell which type it
 * expects.
 *
 * @param errorWith the error of the message if the query gets a response, a text being its base64; undefined if it succeeds
 * @param around names that the response may contain
 * @returns undefined if none was found
 */
export async function learnAnswer(
  errorWith: (answer: Json) => Promise<string | undefined>,
  around: Partial<Surroundings>,
): Promise<Json | undefined> {
  const schema = await learnSchema((text) => errorWith(toBase64(toUtf8(text))))
  if (schema === undefined) return undefined
  const readable: Json[] = []
  for (const sample of samplesOf(schema, around)) {
    const error = await errorWith(sample)
    if (error === undefined) return sample
    if (!isParseError(error)) readable.push(sample)
  }
  return readable[0]
}

/**
 * The schema of a text that a contract parses. The prober does not wait for verdicts: it starts again with each new one, and gets up to the next question.
 * @param errorWith the error for a text @returns undefined if it was not found out
 */
export async function learnSchema(
  errorWith: (text: string) => Promise<string | undefined>,
): Promise<Readonly<Record<string, Json>> | undefined> {
  const verdicts = new Map<string, Verdict>()
  const ask = (beginning: string): Verdict => {
    const known = verdicts.get(beginning)
    if (known === undefined) throw new Unasked(beginning)
    return known
  }
  while (verdicts.size < MAX_QUESTIONS) {
    try {
      return probeValue({ words: [], unfit: 'null', asked: 0, ask }, 'answer')
    } catch (error) {
      if (!(error instanceof Unasked)) throw error
      const { message: beginning } = error
      verdicts.set(beginning, verdictOf(beginning, (await errorWith(beginning + STOP)) ?? ''))
    }
  }
  return undefined
}

/** A question without a verdict. */
class Unasked extends Error {}

/** Responses that fit the schema, the simplest first. */
function samplesOf(schema: Readonly<Record<string, Json>>, around: Partial<Surroundings>): readonly Json[] {
  const { query } = readContractSchema({ query: schema }, 'the response')
  const sampled = fc.sample(messages(query!, { around }), { seed: SEED, numRuns: SAMPLES })
  // In a campaign, `${` would start a variable.
  return [...new Set(sampled.map((one) => JSON.stringify(one)))]
    .filter((text) => !text.includes('${'))
    .sort((a, b) => a.length - b.length)
    .map((text) => (text.startsWith('"') ? toBase64(toUtf8(text)) : (JSON.parse(text) as Json)))
}
