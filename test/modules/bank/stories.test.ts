import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAddress } from '../../../src/chain/address.js'
import { FiniteGasMeter } from '../../../src/chain/gas.js'
import { EventManager } from '../../../src/chain/events.js'
import { bankChain, story, storyGenesis } from '../chain.js'

const STORIES = new URL('../../../fixtures/golden-stories/', import.meta.url)
const names = ['contractmanager', 'interchainqueries'].flatMap((folder) =>
  readdirSync(new URL(folder, STORIES)).map((file) => `${folder}/${file.replace('.json', '')}`),
)

/** Stories whose first steps send coins to a contract that exists already: gas and events of a transfer as Go made them. */
const cases = names.flatMap((name) => {
  const { steps } = story(name)
  const until = steps.findIndex(({ do: { kind } }) => kind !== 'bank_send')
  return until > 0 ? [[name, until] as const] : []
})

test('the fixtures have transfers to compare', () => {
  expect(cases.length).toBeGreaterThan(15)
})

test.each(cases)('%s: the transfers at its start', (name, count) => {
  const golden = story(name)
  const { app, accounts, bank } = bankChain()
  app.initChain(storyGenesis(golden))
  const ctx = app.stateContext()
  for (const step of golden.steps.slice(0, count)) {
    const { from, to, amount } = step.do as unknown as { from: string; to: string; amount: [string, string][] }
    const receiver = parseAddress(ctx, to)
    if (!accounts.has(ctx, receiver)) accounts.open(ctx, receiver)
    const meter = new FiniteGasMeter(Number(step.gas_limit))
    const events = new EventManager()
    bank.send(
      ctx.withGasMeter(meter).withEvents(events),
      parseAddress(ctx, from),
      receiver,
      amount.map(([denom, value]) => ({ denom, amount: BigInt(value) })),
    )
    expect(events.events).toEqual(step.expect.events)
    expect(meter.consumed).toBe(step.expect.gas_used)
  }
})
