import { atPointer, FixtureError, SudoboxError, UsageError } from '../../base/index.js'
import { substitute } from '../../replay/internal.js'
import type { Json } from '../../sandbox/internal.js'
import { addressOfActor } from '../forked/actors.js'
import { reachOf, type Claims } from '../config.js'
import type { Start, Subject } from '../setup.js'
import { RememberedClaims } from './remembered-claims.js'

/** The query for a claim failed, or its response is not a claim. */
class ClaimsError extends UsageError {}

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

type Query = Exclude<NonNullable<Subject['config']['claims']>, (...args: never[]) => unknown>

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

function queried(start: Start, subject: Subject, { query, at, denom }: Query): Claims {
  const { sandbox, claimants, subjects } = start
  const { config, address } = subject
  const chain = sandbox.chain(config.chain)!
  const claims = new Map<string, Readonly<Record<string, bigint>>>()
  for (const actor of claimants(config.chain)) {
    let answer: Json
    try {
      const message = substitute(
        query,
        (name) => (name === 'actor' ? addressOfActor(chain.host, actor) : undefined),
        reachOf(start.config),
        ['contracts', subjects.indexOf(subject), 'claims', 'query'],
      )
      answer = chain.query(address, message)
    } catch (error) {
      if (error instanceof FixtureError) throw error
      throw new ClaimsError(`the query for what ${actor} may claim of "${config.label}" fails: ${textOf(error)}`, {
        cause: error,
      })
    }
    const claim = atPointer(answer, at)
    const coins = coinsOf(claim, denom ?? chain.host.app.denom)
    if (coins === undefined)
      throw new ClaimsError(`the response of "${config.label}" about ${actor} has no amount at "${at}"`, {
        details: [`response: ${JSON.stringify(answer)}`, 'expected an amount, a coin, or a list of coins'],
      })
    claims.set(actor, coins)
  }
  return Object.fromEntries(claims)
}

/** The coins in a JSON value; none if it is missing, undefined if it is not a claim. */
function coinsOf(value: Json | undefined, denom: string): Readonly<Record<string, bigint>> | undefined {
  if (value === undefined || value === null) return {}
  if (typeof value === 'string' || typeof value === 'number') {
    const amount = amountOf(value)
    return amount === undefined ? undefined : { [denom]: amount }
  }
  if (Array.isArray(value)) {
    const sums = new Map<string, bigint>()
    for (const item of value as readonly Json[]) {
      const coins = coinsOf(item, denom)
      if (coins === undefined) return undefined
      for (const [of, amount] of Object.entries(coins)) sums.set(of, (sums.get(of) ?? 0n) + amount)
    }
    return Object.fromEntries(sums)
  }
  const { denom: of, amount: text } = value as { readonly denom?: Json; readonly amount?: Json }
  const amount = typeof text === 'string' || typeof text === 'number' ? amountOf(text) : undefined
  return typeof of === 'string' && amount !== undefined ? { [of]: amount } : undefined
}

const amountOf = (text: string | number): bigint | undefined => (/^\d+$/.test(String(text)) ? BigInt(text) : undefined)

function byAsset({ ledger }: Start, { config }: Subject, claims: Claims): Claims {
  return Object.fromEntries(
    Object.entries(claims).map(([actor, coins]) => {
      const sums = new Map<string, bigint>()
      for (const [denom, amount] of Object.entries(coins)) {
        const asset = ledger.assetOf(config.chain, denom)
        sums.set(asset, (sums.get(asset) ?? 0n) + amount)
      }
      return [actor, Object.fromEntries(sums)]
    }),
  )
}

export const textOf = (error: unknown): string =>
  error instanceof SudoboxError ? error.shortMessage : error instanceof Error ? error.message : String(error)
