import { expect } from 'vitest'
import { atUsersLine, isFunctionName, refuseUnknown } from '../../base/index.js'
import { gasMatchers, type GasMatchers } from '../gas/matcher.js'
import { leave } from './context.js'
import { balanceMatchers, type BalanceMatchers } from './balances.js'
import { evmMatchers, type EvmMatchers } from './evm.js'
import { failureMatchers, type FailureMatchers } from './failures.js'
import { packetMatchers, type PacketMatchers } from './packets.js'
import { queryMatchers, type QueryMatchers } from './queries.js'
import { shortenRejects } from './rejects.js'
import { stateMatchers, type StateMatchers } from './state.js'
import { transactionMatchers, type TransactionMatchers } from './transactions.js'

/** The matchers that `sudobox/vitest` adds to Vitest's own; see docs/matchers.md. */
export interface SudoboxMatchers<R = unknown>
  extends
    TransactionMatchers<R>,
    FailureMatchers<R>,
    BalanceMatchers<R>,
    StateMatchers<R>,
    PacketMatchers<R>,
    QueryMatchers<R>,
    EvmMatchers<R>,
    GasMatchers<R> {}

declare module 'vitest' {
  // oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-explicit-any
  interface Matchers<T = any> extends SudoboxMatchers<T> {}
}

const matchers = {
  ...transactionMatchers,
  ...failureMatchers,
  ...balanceMatchers,
  ...stateMatchers,
  ...packetMatchers,
  ...queryMatchers,
  ...evmMatchers,
  ...gasMatchers,
}

type Matcher = (this: never, received: never, ...args: never[]) => unknown

/** A matcher that first refuses unknown members of what is expected: it would hold whatever they say. */
function strictly(name: string, matcher: Matcher): Matcher {
  const known = `SudoboxMatchers.${name}`
  if (!isFunctionName(known)) return matcher
  return function (received, ...expected) {
    try {
      refuseUnknown(known, expected)
    } catch (error) {
      leave(received)
      throw error
    }
    return matcher.call(this, received, ...expected)
  }
}

/** This Vitest's `expect`, to which it adds them. */
export function withMatchers(): typeof expect {
  shortenRejects()
  expect.extend(
    Object.fromEntries(
      Object.entries(matchers).map(([name, matcher]) => [name, atUsersLine(strictly(name, matcher))]),
    ) as typeof matchers,
  )
  return expect
}
