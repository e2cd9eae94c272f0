import { atPointer, FixtureError, SudoboxError, UsageError } from '../../base/index.js'
import { substitute } from '../../replay/internal.js'
import type { Json } from '../../sandbox/internal.js'
import { addressOfActor } from '../forked/actors.js'
import { reachOf, type Claims } from '../config.js'
import type { Start, Subject } from '../setup.js'
import { answerTo, isOfEvm } from '../chains/solidity.js'
import { keeperIn } from './tokens.js'
import { TimeIsOver } from '../time-limit.js'
import { RememberedClaims } from './remembered-claims.js'

/** The query for a claim failed, or its response is not a claim. */
export class ClaimsError extends UsageError {}

type AllClaims = ReadonlyMap<string, Claims>

/** The cache of claims of each campaign. */
const remembered = new WeakMap<Start, RememberedClaims>()

/** What the actors may claim, by asset, of each contract whose `claims` are configured. @throws ClaimsError */
export async function claimsOf(start: Start): Promise<AllClaims> {
  let known = remembered.get(start)
  if (known === undefined) remembered.set(start, (known = new RememberedClaims(start, () => queryAll(start))))
  return known.now()
}

async function queryAll(start: Start): Promise<AllClaims> {
  const claims = new Map<string, Claims>()
  for (const subject of start.subjects) {
    const { claims: how, label } = subject.config
    if (how === undefined) continue
    const given = typeof how === 'function' ? await computed(start, subject, how) : queried(start, subject, how)
    claims.set(label, byAsset(start, subject, given))
  }
  return claims
}

type Queries = Exclude<NonNullable<Subject['config']['claims']>, (...args: never[]) => unknown>
type Query = Exclude<Queries, readonly unknown[]>

async function computed(
  { sandbox, actors }: Start,
  { config }: Subject,
  how: Extract<NonNullable<Subject['config']['claims']>, (...args: never[]) => unknown>,
): Promise<Claims> {
  try {
    return await how(sandbox, actors)
  } catch (error) {
    throw new ClaimsError(`the claims of "${config.label}" cannot be read: ${textOf(error)}`, { cause: error })
  }
}

function queried(start: Start, subject: Subject, how: Queries): Claims {
  const actors = start.claimants(subject.config.chain)
  const place = ['contracts', start.subjects.indexOf(subject), 'claims']
  const queries = Array.isArray(how)
    ? (how as readonly Query[]).map((query, index) => ({ query, place: [...place, index] }))
    : [{ query: how, place }]
  return Object.fromEntries(
    actors.map((actor) => [
      actor,
      sumsOf(queries.flatMap((one) => answered(start, subject, actor, one.query, one.place))),
    ]),
  )
}

type Coins = Readonly<Record<string, bigint>>

/** What a query says that an actor may claim, at each of its pointers. @param place of the query in the campaign @throws TimeIsOver */
function answered(
  start: Start,
  subject: Subject,
  actor: string,
  query: Query,
  place: readonly (string | number)[],
): readonly Coins[] {
  // A query takes as long as a loop without an end has gas.
  if (start.limit.isOver) throw new TimeIsOver()
  const { config, address } = subject
  const chain = start.sandbox.chain(config.chain)!
  if (
    isOfEvm(chain.host) &&
    query.denom?.startsWith('erc20:') === true &&
    keeperIn(chain.host, query.denom) === undefined
  )
    throw new ClaimsError(`"${query.denom}", in which claims of "${config.label}" are, names no token`, {
      details: ["right: erc20: and the token's address, such as erc20:0x5FbDB2315678afecb367f032d93F642f64180aa3"],
    })
  const account = addressOfActor(chain.host, actor)
  const forActor = (value: Json, member: string): Json =>
    substitute(value, (name) => (name === 'actor' ? account : undefined), reachOf(start.config), [...place, member])
  let answer: Json
  try {
    answer = answerTo(chain, address, forActor(query.query, 'query'))
  } catch (error) {
    if (error instanceof FixtureError) throw error
    throw new ClaimsError(`the query for what ${actor} may claim of "${config.label}" fails: ${textOf(error)}`, {
      cause: error,
    })
  }
  return [query.at].flat().map((at) => {
    const claim = atPointer(answer, forActor(at, 'at') as string)
    const own = query.each === undefined ? claim : entriesOf(claim, account, query.each)
    const coins = own === NO_LIST ? undefined : coinsOf(own, query.denom ?? chain.host.app.denom)
    if (coins !== undefined) return coins
    throw new ClaimsError(
      `the response of "${config.label}" about ${actor} has no ${own === NO_LIST ? 'list' : 'amount'} at "${at}"`,
      {
        details: [
          `response: ${JSON.stringify(answer)}`,
          own === NO_LIST
            ? 'with `each`, expected a list with the claims of all accounts'
            : 'expected an amount, a coin, or a list of coins',
        ],
      },
    )
  })
}

const NO_LIST = Symbol('no list')

/** The claims of an account in a list with those of all accounts. */
function entriesOf(
  list: Json | undefined,
  account: string,
  { account: at, amount }: NonNullable<Query['each']>,
): Json | undefined | typeof NO_LIST {
  if (list === undefined || list === null) return undefined
  if (!Array.isArray(list)) return NO_LIST
  return (list as readonly Json[])
    .filter((entry) => atPointer(entry, at) === account)
    .map((entry) => atPointer(entry, amount) ?? null)
}

function sumsOf(all: readonly Coins[]): Coins {
  const sums = new Map<string, bigint>()
  for (const coins of all)
    for (const [denom, amount] of Object.entries(coins)) sums.set(denom, (sums.get(denom) ?? 0n) + amount)
  return Object.fromEntries(sums)
}

/** The coins in a JSON value; none if it is missing, undefined if it is not a claim. */
function coinsOf(value: Json | undefined, denom: string): Coins | undefined {
  if (value === undefined || value === null) return {}
  if (typeof value === 'string' || typeof value === 'number') {
    const amount = amountOf(value)
    return amount === undefined ? undefined : { [denom]: amount }
  }
  if (Array.isArray(value)) {
    const all = (value as readonly Json[]).map((item) => coinsOf(item, denom))
    return all.every((coins) => coins !== undefined) ? sumsOf(all) : undefined
  }
  const { denom: of, amount: text } = value as { readonly denom?: Json; readonly amount?: Json }
  const amount = typeof text === 'string' || typeof text === 'number' ? amountOf(text) : undefined
  return typeof of === 'string' && amount !== undefined ? { [of]: amount } : undefined
}

const amountOf = (text: string | number): bigint | undefined => (/^\d+$/.test(String(text)) ? BigInt(text) : undefined)

function byAsset({ ledger }: Start, { config }: Subject, claims: Claims): Claims {
  return Object.fromEntries(
    Object.entries(claims).map(([actor, coins]) => {
      const byAsset = Object.entries(coins).map(([denom, amount]) => ({
        [ledger.assetOf(config.chain, denom)]: amount,
      }))
      return [actor, sumsOf(byAsset)]
    }),
  )
}

export const textOf = (error: unknown): string =>
  error instanceof SudoboxError ? error.shortMessage : error instanceof Error ? error.message : String(error)
