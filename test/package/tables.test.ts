import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import campaign from '../../fixtures/campaign.schema.json' with { type: 'json' }
import fixture from '../../fixtures/fixture.schema.json' with { type: 'json' }
import { CHAIN_KINDS } from '../../src/sandbox/api/kinds.js'
import { INVARIANTS } from '../../src/fuzz/invariants/index.js'
import { gasMatchers } from '../../src/vitest/gas/matcher.js'
import { balanceMatchers } from '../../src/vitest/matchers/balances.js'
import { evmMatchers } from '../../src/vitest/matchers/evm.js'
import { failureMatchers } from '../../src/vitest/matchers/failures.js'
import { packetMatchers } from '../../src/vitest/matchers/packets.js'
import { queryMatchers } from '../../src/vitest/matchers/queries.js'
import { stateMatchers } from '../../src/vitest/matchers/state.js'
import { transactionMatchers } from '../../src/vitest/matchers/transactions.js'

// What the code has as a table, the pages have as one.

const sorted = (names: readonly string[]) => [...new Set(names)].toSorted()

test('docs/matchers.md describes each matcher', () => {
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
  const rows = [...readFileSync('docs/matchers.md', 'utf8').matchAll(/^(?:\| )?`(to\w+)\(/gm)].map(([, name]) => name!)
  expect(sorted(rows)).toEqual(sorted(Object.keys(matchers)))
})

test('docs/guides/campaigns.md and the schema of campaigns have each invariant', () => {
  const ids = sorted(INVARIANTS.map(({ id }) => id))
  const rows = [...readFileSync('docs/guides/campaigns.md', 'utf8').matchAll(/^\| (I\w+) \|/gm)].map(([, id]) => id!)
  expect(sorted(rows)).toEqual(ids)
  expect(sorted(Object.keys(campaign.$defs.Invariants.properties))).toEqual(ids)
})

test('docs/chains.md describes each kind of chain, and the schema of fixtures has it', () => {
  const rows = [...readFileSync('docs/chains.md', 'utf8').matchAll(/^\| `(\w+)` \| /gm)].map(([, kind]) => kind!)
  expect(rows).toEqual(expect.arrayContaining(CHAIN_KINDS))
  expect(fixture.$defs.ChainOptions.properties.kind.enum).toEqual(CHAIN_KINDS)
})

test('each entry of docs/differences.md says what the chain does, what Sudobox does, and why', () => {
  const [entries] = readFileSync('docs/differences.md', 'utf8').split('\n## Services of a node')
  const labels = entries!
    .split(/^### /m)
    .slice(1)
    .map(
      (entry) => [entry.split('\n')[0], [...entry.matchAll(/^- \*\*(.*?):\*\* /gm)].map(([, label]) => label)] as const,
    )
  expect(labels.length).toBeGreaterThan(90)
  const whole = /^On the chain, In Sudobox, Why(, Option)?$/
  expect(labels.filter(([, given]) => !whole.test(given.join(', ')))).toEqual([])
  expect(new Set(labels.map(([title]) => title)).size).toBe(labels.length)
})
