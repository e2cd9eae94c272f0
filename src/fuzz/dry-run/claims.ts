import * as fc from 'fast-check'
import { atPointer, jsonPointer } from '../../base/index.js'
import { parseCoins } from '../../codec/index.js'
import type { Json, SandboxChain } from '../../sandbox/internal.js'
import { variantsOf, type Surroundings } from '../../schema/index.js'
import { addressOfActor } from '../forked/actors.js'
import { answerOf, learnedAround, type Recipe } from '../model/index.js'
import type { Start, Subject } from '../setup.js'
import type { TimeLimit } from '../time-limit.js'

/** A query that may return what an actor may claim, in the form of `claims` in a campaign. */
export interface ClaimProposal {
  readonly query: Json
  readonly at: string
  readonly denom?: string
}

const SAMPLES = 12
const SEED = 1
const ACTOR = '${actor}'

/** A contract's responses to queries about one address, by the query with `${actor}` in place of the address. */
export type Answers = ReadonlyMap<string, Json>

function answersAbout(
  chain: SandboxChain,
  { schema, address: contract }: Subject,
  around: Surroundings,
  address: string,
  limit: Pick<TimeLimit, 'isOver'>,
): Answers {
  if (schema.query === undefined) return new Map()
  const only = { ...around, addresses: [address], contracts: [address], remoteAddresses: [address] }
  const answers = new Map<string, Json>()
  for (const { value } of variantsOf(schema.query, only))
    for (const query of fc.sample(value, { seed: SEED, numRuns: SAMPLES })) {
      if (limit.isOver) return answers
      const text = JSON.stringify(query)
      if (!text.includes(address) || text.includes('${')) continue
      const key = text.replaceAll(address, ACTOR)
      const answer = answers.has(key) ? undefined : answerOf(chain, contract, query)
      if (answer !== undefined) answers.set(key, answer)
    }
  return answers
}

/** The amounts in a response, by JSON pointer. */
function* amountsIn(value: Json, at = ''): Generator<readonly [at: string, amount: bigint]> {
  if (typeof value === 'string' && /^\d{1,39}$/.test(value)) yield [at, BigInt(value)]
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value as Record<string, Json>))
      yield* amountsIn(part, at + jsonPointer([name]))
}

/** The pointer of an amount; of the coin or the list of coins if the amount is part of one. */
function placeOf(at: string, answer: Json): string {
  const coin = /^(.*)\/amount$/.exec(at)?.[1]
  if (coin === undefined) return at
  const value = atPointer(answer, coin)
  if (typeof value !== 'object' || value === null || !('denom' in value)) return at
  return coin.replace(/\/\d+$/, '')
}

/** The query whose response rose by exactly what was paid in, so that it likely returns a claim. */
export function risenBy(paid: string, before: Answers, after: Answers): ClaimProposal | undefined {
  for (const { denom, amount } of parseCoins(paid))
    for (const [query, answer] of after) {
      const earlier = new Map(before.has(query) ? amountsIn(before.get(query)!) : [])
      for (const [at, value] of amountsIn(answer)) {
        if (value - (earlier.get(at) ?? 0n) !== amount) continue
        const place = placeOf(at, answer)
        return { query: JSON.parse(query) as Json, at: place, ...(place === at && { denom }) }
      }
    }
  return undefined
}

/** A place in the response to a query about an address that holds an amount, and what it gives now. */
export interface AmountPlace extends ClaimProposal {
  readonly now: Json
}

/** The most places that are listed of one response. */
const PLACES = 3

/** The places with amounts of any kind in the responses to queries about an address. */
export const amountQueries = (answers: Answers): readonly AmountPlace[] =>
  [...answers].flatMap(([query, answer]) =>
    [...new Set([...amountsIn(answer)].map(([at]) => placeOf(at, answer)))]
      .slice(0, PLACES)
      .map((at) => ({ query: JSON.parse(query) as Json, at, now: atPointer(answer, at)! })),
  )

/** A query that may return what an actor may claim, and what it returns for each actor after the message that was found with it. */
export interface ShownClaim extends ClaimProposal {
  /** By name of the actor. */
  readonly now: Readonly<Record<string, Json>>
}

/** Looks for the query that returns what an actor may claim. */
export class ClaimSearch {
  /** The query whose response rose by what was paid in. */
  found: ShownClaim | undefined
  /** Amounts in the responses to queries about an address. */
  amounts: readonly ShownClaim[] = []
  readonly #start: Start
  readonly #subject: Subject

  constructor(start: Start, subject: Subject) {
    this.#start = start
    this.#subject = subject
  }

  /** Compares the responses to queries about the payer before and after a payment. The sandbox is in the state before it afterwards. */
  async look({ from, funds }: Pick<Recipe, 'from' | 'funds'>, before: number): Promise<void> {
    const { sandbox, limit } = this.#start
    const chain = sandbox.chain(this.#subject.config.chain)!
    const about = () =>
      answersAbout(
        chain,
        this.#subject,
        learnedAround(this.#start, this.#subject),
        addressOfActor(chain.host, from),
        limit,
      )
    const after = about()
    if (this.amounts.length === 0) this.amounts = amountQueries(after).map((one) => this.#shown(one))
    const paid = await sandbox.snapshot()
    await sandbox.restore(before)
    const found = funds === '' || this.found !== undefined ? undefined : risenBy(funds, about(), after)
    if (found !== undefined) {
      await sandbox.restore(paid)
      this.found = this.#shown(found)
      await sandbox.restore(before)
    }
    sandbox.forget(paid)
  }

  /** What the query gives for each actor in this state; nothing for those about whom it fails. */
  #shown({ query, at, denom }: ClaimProposal): ShownClaim {
    const { sandbox, config } = this.#start
    const chain = sandbox.chain(this.#subject.config.chain)!
    const now = config.actors
      .filter((actor) => actor.chain === chain.key)
      .flatMap(({ name }): readonly (readonly [string, Json])[] => {
        const asked = JSON.stringify(query).replaceAll(ACTOR, addressOfActor(chain.host, name))
        const answer = answerOf(chain, this.#subject.address, JSON.parse(asked) as Json)
        const value = answer === undefined ? undefined : atPointer(answer, at)
        return value === undefined ? [] : [[name, value]]
      })
    return { query, at, ...(denom !== undefined && { denom }), now: Object.fromEntries(now) }
  }
}
