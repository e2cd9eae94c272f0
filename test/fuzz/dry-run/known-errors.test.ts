import { expect, test } from 'vitest'
import { defineCampaign } from '../../../src/fuzz/config.js'
import { dryRun, joinErrors, type KnownErrors } from '../../../src/fuzz/dry-run/index.js'
import { startCampaign } from '../../../src/fuzz/setup.js'
import type { Double } from '../../../src/sandbox/index.js'

const MESSAGE = {
  type: 'object',
  required: ['open'],
  properties: {
    open: {
      type: 'object',
      required: ['key'],
      properties: { key: { type: 'string' } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
}

/** How often a message was tried that is never accepted. @param errors what the contract answers, in turn */
async function triesOf(errors: readonly string[], known?: KnownErrors) {
  let calls = 0
  const contract: Double = {
    execute: () => {
      throw new Error(errors[calls++ % errors.length])
    },
  }
  const start = await startCampaign(
    defineCampaign({
      title: 'errors',
      actors: [{ name: 'alice', funds: '1000000000untrn' }],
      setup: async ({ chains: { neutron } }) => void neutron.mock(contract, { label: 'double' }),
      contracts: [{ label: 'double', schema: { contract_name: 'double', execute: { oneOf: [MESSAGE] } } }],
    }),
  )
  const { runs, contracts } = await dryRun(start, known)
  await start.sandbox.close()
  return { tried: contracts[0]!.messages[0]!.tried, errors: joinErrors(runs.map(({ errors }) => errors)) }
}

test('a message with none but known errors is given up sooner than one with a new error', async () => {
  const [known, fresh] = ['insufficient funds: unauthorized', 'insufficient funds: unauthorized sender']
  const first = await triesOf([known])
  const again = await triesOf([known], first.errors)
  const other = await triesOf([known, fresh], first.errors)
  expect(other.tried).toBeGreaterThanOrEqual(first.tried)
  expect(again.tried).toBeLessThan(first.tried)
  expect(again.tried).toBe(105)
})
