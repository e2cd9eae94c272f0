/** `sudobox/vitest`: Vitest with a sandbox in each test, and matchers for transactions, callbacks and contracts. */
import { addMatchers } from './matchers/index.js'

addMatchers()

export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, vi } from 'vitest'
export { it, prepared, test, type PreparedFixtures, type SudoboxFixtures } from './fixtures.js'
export { replayFixtures } from './replay-fixtures.js'
export type { SudoboxMatchers } from './matchers/index.js'
export type { ExpectedFailure, ExpectedGas } from './matchers/transactions.js'
export type { ExpectedFailureRecord } from './matchers/failures.js'
export type { BalanceChange, SupplyChange } from './matchers/balances.js'
export type { KeyPlace } from '../store/index.js'
export type { KeyPart, StatePlace } from './matchers/state.js'
export type { ExpectedAcknowledgement, ExpectedPacket, ExpectedPending } from './matchers/packets.js'
export type { ExpectedQuery } from './matchers/queries.js'
export type { Abi, AbiItem } from './matchers/abi.js'
export type { Amount, AsymmetricMatch, TextMatch } from './matchers/context.js'
export type { GasEntry } from './gas/entry.js'
