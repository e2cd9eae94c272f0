import * as fc from 'fast-check'
import { SudoboxError } from '../../base/index.js'
import type { Json, SandboxChain } from '../../sandbox/internal.js'
import { addressOfActor } from '../forked/actors.js'
import { variantsOf, type Surroundings } from '../../schema/index.js'
import { ownChannels, type Start, type Subject } from '../setup.js'
import { answerTo } from '../chains/solidity.js'
import type { TimeLimit } from '../time-limit.js'

/** Samples per kind of query. */
const SAMPLES = 4
const MAX_WORDS = 64
const SEED = 1

/** Amounts that actors can pay. */
const NUMBERS: readonly bigint[] = [1n, 2n, 100n, 1000n, 1_000_000n]

/** The dictionary for messages, with values from the contract's responses to queries in this state. */
export function learnedAround(start: Start, subject: Subject): Surroundings {
  const { sandbox, config, subjects } = start
  const chain = sandbox.chain(subject.config.chain)!
  const names = config.actors.filter((actor) => actor.chain === chain.key).map(({ name }) => name)
  const addresses = names.map((name) => addressOfActor(chain.host, name))
  const others = Object.values(sandbox.chains).filter(({ key }) => key !== chain.key)
  const around: Surroundings = {
    addresses,
    contracts: subjects.filter((one) => one.config.chain === chain.key).map(({ address }) => address),
    remoteAddresses: others.flatMap(({ host }) => names.map((name) => addressOfActor(host, name))),
    ...start.validators(chain.key),
    denoms: [...new Set(addresses.flatMap((address) => chain.balances(address).map(({ denom }) => denom)))],
    channels: [...ownChannels(start), 'channel-0'],
    connections: ['connection-0'],
    words: [],
    numbers: NUMBERS,
    time: chain.time,
    height: chain.height,
  }
  const answers = [...answersOf(chain, subject, around, start.limit).values()].flatMap(leaves)
  const words = [...new Set(answers)].filter((word) => word !== '').slice(0, MAX_WORDS)
  const numbers = words.filter((word) => /^\d{1,30}$/.test(String(word))).map((word) => BigInt(String(word)))
  return { ...around, words, numbers: [...NUMBERS, ...numbers].slice(0, MAX_WORDS) }
}

/** The contract's responses in this state to a few queries of each kind, by the query as JSON; those that fail are left out, and all after the limit. */
export function answersOf(
  chain: SandboxChain,
  { schema, address }: Subject,
  around: Surroundings,
  limit?: Pick<TimeLimit, 'isOver'>,
): ReadonlyMap<string, Json> {
  const answers = new Map<string, Json>()
  if (schema.query === undefined) return answers
  for (const { value } of variantsOf(schema.query, around))
    for (const query of fc.sample(value, { seed: SEED, numRuns: SAMPLES })) {
      if (limit?.isOver === true) return answers
      const answer = answerOf(chain, address, query)
      if (answer !== undefined) answers.set(JSON.stringify(query), answer)
    }
  return answers
}

/** The response to a query; undefined if it fails. */
export function answerOf(chain: SandboxChain, contract: string, query: Json): Json | undefined {
  try {
    return answerTo(chain, contract, query)
  } catch (error) {
    if (error instanceof SudoboxError) return undefined
    throw error
  }
}

/** The texts and numbers in a response. */
export function leaves(value: Json): readonly (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value as Record<string, Json>).flatMap(leaves) : []
}
