import { describe, expect, test, vi } from 'vitest'
import { runCampaign } from '../../../src/fuzz/campaign.js'
import { defineCampaign } from '../../../src/fuzz/config.js'
import { Corpus } from '../../../src/fuzz/corpus/index.js'
import { dryRun } from '../../../src/fuzz/dry-run/index.js'
import { GasOfTries, TRY_GAS } from '../../../src/fuzz/gas-of-tries.js'
import { startCampaign, type Start } from '../../../src/fuzz/setup.js'
import { Sandbox } from '../../../src/sandbox/api/sandbox.js'
import { TxError } from '../../../src/sandbox/index.js'
import type { Outcome } from '../../../src/sandbox/internal.js'
import { TimeLimit } from '../../../src/fuzz/time-limit.js'
import { assemble } from '../../vm/wat.js'
import { hostile, LOOP, type Bodies } from './hostile-contract.js'

/** Units of gas that the contracts of these tests use up in a millisecond of the tests' clock. */
const SPEED = 10_000

const campaignOf = (bodies: Bodies) =>
  defineCampaign({
    title: 'endless',
    length: 6,
    actors: [{ name: 'alice', funds: '1000000untrn' }],
    setup: async ({ chains: { neutron } }) => {
      await neutron.account('alice').deploy(assemble(hostile(bodies)), {}, { label: 'endless' })
    },
    contracts: [
      {
        label: 'endless',
        schema: {
          contract_name: 'endless',
          execute: { oneOf: [{ type: 'object', required: ['poke'], properties: { poke: { type: 'object' } } }] },
        },
      },
    ],
  })

/** Runs work with a clock that only moves by the gas of transactions. @returns the gas of each */
async function timed(work: (clock: () => number) => Promise<unknown>): Promise<readonly number[]> {
  const used: number[] = []
  let now = 0
  const note = ({ gasUsed }: { readonly gasUsed: bigint }): void => {
    used.push(Number(gasUsed))
    now += Number(gasUsed) / SPEED
  }
  const spies = (['performKnown', 'performLightly'] as const).map((name) => {
    const perform = Sandbox.prototype[name]
    return vi.spyOn(Sandbox.prototype, name).mockImplementation(function (this: Sandbox, action: never) {
      const noted = (outcome: Outcome): Outcome => {
        if ('gasUsed' in outcome) note(outcome)
        return outcome
      }
      const refused = (error: unknown): never => {
        if (error instanceof TxError) note(error.result)
        throw error
      }
      try {
        const outcome: Outcome | Promise<Outcome> = perform.call(this, action)
        return outcome instanceof Promise ? outcome.then(noted, refused) : noted(outcome)
      } catch (error) {
        return refused(error)
      }
    } as never)
  })
  try {
    // What happens without gas takes time too.
    await work(() => (now += 0.01))
    return used
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

const milliseconds = (used: readonly number[]): number => used.reduce((sum, gas) => sum + gas, 0) / SPEED

async function tried(bodies: Bodies, end: number): Promise<{ accepted: number; used: readonly number[] }> {
  const start: Start = await startCampaign(campaignOf(bodies))
  let accepted = 0
  try {
    const used = await timed(async (clock) => {
      start.limit.begin(clock, end)
      const { runs } = await dryRun(start)
      accepted = runs[0]!.accepted.length
    })
    return { accepted, used }
  } finally {
    await start.sandbox.close()
  }
}

test('messages that never end are tried with little gas, and no more of it than there is time for', async () => {
  const { accepted, used } = await tried({ execute: LOOP }, 2500)
  expect(accepted).toBe(0)
  expect(used.length).toBeGreaterThan(2)
  expect(Math.max(...used)).toBeLessThan(1.01 * Number(TRY_GAS))
  expect(milliseconds(used)).toBeGreaterThan(2450)
  expect(milliseconds(used)).toBeLessThan(2500 * 1.01)
}, 60_000)

describe('the gas of tries', () => {
  test.each([
    ['is all that a transaction has, once, if there is time for it', 300_000, [true, false]],
    ['stays little if that could take too much of the time', 200_000, [false, false]],
  ])('%s', (_, end, repeated) => {
    let now = 0
    const limit = new TimeLimit()
    limit.begin(() => now, end)
    const gas = new GasOfTries(limit)
    expect(limit.isOver).toBe(false)
    expect(gas.of('poke')).toBe(TRY_GAS)
    now += 1000
    limit.ranOut(TRY_GAS)
    expect(gas.isRepeated('poke')).toBe(repeated[0])
    gas.note('poke', false)
    expect(gas.isRepeated('poke')).toBe(repeated[1])
    expect(gas.of('poke')).toBe(TRY_GAS)
  })

  test('is all that a transaction has for a kind that needed it', () => {
    const gas = new GasOfTries(new TimeLimit())
    expect(gas.isRepeated('poke')).toBe(true)
    gas.note('poke', true)
    expect(gas.of('poke')).toBe(50_000_000n)
    expect(gas.of('other')).toBe(TRY_GAS)
  })
})

test('a limit knows the gas that it has time for from actions that ran out of it', () => {
  let now = 0
  const limit = new TimeLimit()
  limit.begin(() => now, 10_000)
  const ranOut = (milliseconds: number, gas: bigint): void => {
    expect(limit.isOver).toBe(false)
    now += milliseconds
    limit.ranOut(gas)
  }
  expect(limit.gas).toBeUndefined()
  // Too little to tell.
  ranOut(500, 999_999n)
  expect(limit.gas).toBeUndefined()
  ranOut(500, 1_000_000n)
  expect(limit.gas).toBe(18_000_000n)
  ranOut(100, 10_000_000n)
  expect(limit.gas).toBe(17_800_000n)
  now = 10_001
  expect(limit.gas).toBe(0n)
})

test('a campaign with messages that never end is over when its seconds are', async () => {
  const used = await timed((clock) =>
    runCampaign(campaignOf({ execute: LOOP }), {
      seed: 1,
      budget: { seconds: 6.5 },
      clock,
      corpus: Corpus.open(undefined),
    }),
  )
  // The first one had all gas that a transaction has.
  expect(used.filter((gas) => gas > 1.01 * Number(TRY_GAS))).toHaveLength(1)
  expect(milliseconds(used)).toBeLessThan(6500 * 1.05)
}, 120_000)
