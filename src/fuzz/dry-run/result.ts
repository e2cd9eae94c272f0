import type { ActionInput } from '../../sandbox/internal.js'
import type { Recipe } from '../model/index.js'
import type { ShownClaim } from './claims.js'
import type { Configuring } from './prerequisites/configuring.js'

/** The kinds of errors of messages, by contract and kind of message. */
export type KnownErrors = ReadonlyMap<string, ReadonlySet<string>>

export const errorsKey = (label: string, variant: string): string => `${label} ${variant}`

/** Those of dry runs, together. */
export function joinErrors(all: readonly KnownErrors[]): KnownErrors {
  const joined = new Map<string, Set<string>>()
  for (const errors of all)
    for (const [key, shapes] of errors) joined.set(key, new Set([...(joined.get(key) ?? []), ...shapes]))
  return joined
}

/** The result of trying a contract's messages. */
export interface DryRun {
  readonly label: string
  /** One accepted message of each kind, with its sender and funds. */
  readonly accepted: readonly Recipe[]
  /** Messages that need more coins after all others were accepted, with coins that suffice. */
  readonly later: readonly Recipe[]
  /** The number of messages of which packets were answered with a result, and not with an error. */
  readonly answered: number
  /** Coins that the contract had to be given before some of them worked; undefined if none needed any. */
  readonly gift: string | undefined
  /** The query that likely returns what an actor may claim: its response rose by what was paid in. */
  readonly claims: ShownClaim | undefined
  /** Amounts in the responses to queries about an address. */
  readonly amounts: readonly ShownClaim[]
  /** Accounts that the contract treated as contracts. */
  readonly notContracts: readonly string[]
  /** Messages to contracts without which some of its own do not work, and what happens on the other chain after them. */
  readonly needs: readonly (Recipe & Pick<Configuring, 'arrivals'>)[]
  /** Messages that failed because the contract could not read a response of the placeholder, by the kind of the query. */
  readonly unread: ReadonlyMap<string, ActionInput>
  /** Why messages were refused. */
  readonly errors: KnownErrors
}
