import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createSandbox, type Contract, type TxResult } from 'sudobox'
import { functionsOf } from '../../src/vitest/gas/functions.js'
import { gasMatchers } from '../../src/vitest/gas/matcher.js'
import type { MatcherContext } from '../../src/vitest/matchers/context.js'
import { labWithTwin } from '../profile/lab.js'

const { lab, scratch } = labWithTwin()
const act = (behaviour: unknown) => ({ act: { behaviour } })
const tell = ({ address }: Contract, msg: object) => ({
  msg: { wasm: { execute: { contract_addr: address, msg: btoa(JSON.stringify(msg)), funds: [] } } },
  reply_on: 'always',
})
let spent: readonly [little: TxResult, much: TxResult]
let nested: TxResult

beforeAll(async () => {
  const sandbox = createSandbox()
  const alice = sandbox.chains.neutron.account('alice', '10000000untrn')
  const code = await alice.store(lab)
  const top = await alice.instantiate(code, {}, { label: 'top' })
  const low = await alice.instantiate(code, {}, { label: 'low' })
  const spend = (gas: number) => alice.execute(top, act({ spend_gas: String(gas) }))
  spent = [await spend(1000), await spend(3000)]
  nested = await alice
    .execute(top, act({ submessages: [tell(low, act('write_forever'))] }), { gasLimit: 600_000n })
    .catch((error: { result: TxResult }) => error.result)
  await sandbox.close()
})

test('a transaction that ran without a profile reports its functions, with its gas in total', () => {
  for (const result of [...spent, nested]) {
    const functions = functionsOf(result)!
    expect([...functions.values()].reduce((sum, gas) => sum + gas, 0)).toBe(Number(result.gasUsed) * 140_000)
    expect(functions.size).toBeGreaterThan(50)
  }
  expect(functionsOf(spent[0])!.get('callback_lab::gas::spin')).toBeGreaterThan(700 * 140_000)
})

const match = (received: unknown, mode: 'new' | 'none' | 'all') =>
  gasMatchers.toMatchGasSnapshot.call(
    {
      isNot: false,
      testPath: join(scratch, 'a.test.ts'),
      currentTestName: 'spends',
      snapshotState: { snapshotUpdateState: mode },
    } as unknown as MatcherContext,
    received,
  )

test('a difference from the snapshot names the functions that changed', () => {
  const file = join(scratch, '__snapshots__/a.test.ts.gas-functions.json')
  expect(match(spent[0], 'new').pass).toBe(true)
  expect(Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { spends: object }).spends).length).toBeLessThan(45)
  const { pass, message } = match(spent[1], 'none')
  expect(pass).toBe(false)
  expect(message()).toMatch(
    /functions whose own gas changed:\n {2}callback_lab::gas::spin: [\d.,]+ → [\d.,]+ \(\+1,\d+\)\n/,
  )
  expect(match(spent[1], 'all').pass).toBe(true)
  expect(match(spent[1], 'none').pass).toBe(true)
})

test('a snapshot without functions stays valid, and says how to get them', () => {
  const path = join(scratch, '__snapshots__/a.test.ts.gas-functions.json')
  const gas = Number(spent[1].gasUsed)
  // Gas as a number has no functions.
  expect(match(gas + 1, 'all').pass).toBe(true)
  expect(existsSync(path)).toBe(false)
  expect(match(gas, 'none').message()).not.toContain('functions')
  expect(match(spent[1], 'none').message()).toContain('vitest -u writes them to')
})
