import * as fc from 'fast-check'
import type { ActionInput } from '../../../sandbox/internal.js'
import { NOWHERE, variantsOf, type Surroundings } from '../../../schema/index.js'
import { addressOfActor } from '../../forked/actors.js'
import { execute, withComingMoments } from '../../model/index.js'
import { keeperIn } from '../../money/tokens.js'
import type { Subject } from '../../setup.js'
import type { Situation } from '../judge.js'

/** What an account has too little of. */
export interface Missing {
  readonly account: string
  readonly asset: string
  readonly amount: bigint
}

/** How many messages of each kind are tried, and how many in all. */
const SAMPLES = 4
const MAX = 32
const SEED = 1

/**
 * Messages without payment that may pay an account what it has too little of, since honest contracts credit a refund and pay it to whoever asks. Only of contracts about
 * whose claims the campaign says nothing.
 */
export const likelyClaims = (situation: Situation, missing: Missing): readonly ActionInput[] =>
  situation.start.subjects
    .filter(({ config: { claims, recover } }) => claims === undefined && recover.length === 0)
    .flatMap((subject) => claimsOn(situation, subject, missing))

function claimsOn({ start, memory }: Situation, subject: Subject, missing: Missing): readonly ActionInput[] {
  const known = [...subject.config.messages, ...memory.recipes(subject.config.label)].filter(
    ({ funds }) => funds === '',
  )
  const made = variantsOf(subject.schema.execute!, about(start, subject, missing)).map(({ value }) =>
    fc.sample(value, { seed: SEED, numRuns: SAMPLES }),
  )
  const firstOfEach = Array.from({ length: SAMPLES }, (_, i) =>
    made.flatMap((samples) => samples.slice(i, i + 1)),
  ).flat()
  const messages = new Map([...known.map(({ msg }) => msg), ...firstOfEach].map((msg) => [JSON.stringify(msg), msg]))
  return [...messages.values()].slice(0, MAX).map((msg) => {
    const call = { from: missing.account, msg, funds: '' }
    return execute(subject, withComingMoments(start, subject, call))
  })
}

/** Values that are about what is missing, and no others. */
function about(
  { sandbox }: Situation['start'],
  { config }: Subject,
  { account, asset, amount }: Missing,
): Surroundings {
  const chain = sandbox.chain(config.chain)!
  const denom = asset.startsWith(`${config.chain}:`) ? asset.slice(config.chain.length + 1) : asset
  const token = keeperIn(chain.host, denom)
  return {
    ...NOWHERE,
    addresses: [addressOfActor(chain.host, account)],
    contracts: token === undefined ? [] : [token],
    denoms: [denom],
    words: [denom],
    numbers: amount > 0n ? [amount] : [],
    time: chain.time,
    height: chain.height,
  }
}
