import { Contract, QueryRelayer, Sandbox, type PendingQuery } from '../../sandbox/internal.js'
import {
  listed,
  type MatcherContext,
  matches,
  not,
  type Settled,
  show,
  type TextMatch,
  type Verdict,
  wrongSubject,
} from './context.js'

/** What a registered interchain query is compared with; omitted members are not compared. */
export interface ExpectedQuery {
  readonly queryId?: bigint
  readonly type?: PendingQuery['type']
  /** Address of the contract that registered it. */
  readonly owner?: TextMatch
  readonly connectionId?: TextMatch
  readonly dueAt?: bigint
  /** Whether there is something to deliver in the next block. */
  readonly due?: boolean
  /** Remote transactions to deliver, by their hashes. */
  readonly transactions?: readonly TextMatch[]
}

export interface QueryMatchers<R = unknown> {
  /** Interchain queries are registered (subject: the contract that registered them, the query relayer, or the sandbox): at least one, this many, or one that matches. */
  toHaveQuery(this: Settled<R>, expected?: number | ExpectedQuery): R
}

function queriesOf(received: unknown): readonly PendingQuery[] {
  if (received instanceof QueryRelayer) return received.pending()
  if (received instanceof Sandbox) return received.queryRelayer.pending()
  if (received instanceof Contract)
    return received.chain.sandbox.queryRelayer.pending().filter(({ owner }) => owner === received.address)
  throw wrongSubject(
    'toHaveQuery',
    'registered interchain queries',
    "expect(contract).toHaveQuery({ type: 'kv' })",
    received,
  )
}

export const queryMatchers = {
  toHaveQuery(this: MatcherContext, received: unknown, expected?: number | ExpectedQuery): Verdict {
    const queries = queriesOf(received)
    const pass =
      expected === undefined
        ? queries.length > 0
        : typeof expected === 'number'
          ? queries.length === expected
          : queries.some((query) => matches(this, query, expected))
    const wanted =
      expected === undefined
        ? 'a query'
        : typeof expected === 'number'
          ? `${expected} queries`
          : `a query ${show(expected)}`
    return {
      pass,
      message: () =>
        `expected ${not(this)}to have ${wanted}, but ${listed('the registered queries are', queries.map(show))}`,
    }
  },
}
