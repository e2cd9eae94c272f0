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

/** How often a message was tried that is never accepted. @param error what the contract answers */
async function triesOf(error: string, known?: KnownErrors) {
  const contract: Double = {
    execute: () => {
      throw new Error(error)
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
  const first = await triesOf('insufficient funds: unauthorized')
  const again = await triesOf('insufficient funds: unauthorized', first.errors)
  const other = await triesOf('insufficient funds: unauthorized sender', first.errors)
  expect(other.tried).toBe(first.tried)
  expect(again.tried).toBeLessThan(first.tried)
  expect(again.tried).toBe(105)
})
