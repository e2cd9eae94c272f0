import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TimeLimit } from '../../../src/fuzz/time-limit.js'
import { createSandbox } from '../../../src/sandbox/index.js'
import { prepareCampaign } from '../../../src/scaffold/campaign/index.js'
import { writeContract } from '../../scaffold/campaign/forwarder.js'
import { assemble } from '../../vm/wat.js'
import { hostile, LOOP, NOWHERE, RUBBISH, type Bodies } from './hostile-contract.js'

test('a query that never ends, or that responds with rubbish, is an error of the chain', async () => {
  const sandbox = createSandbox()
  try {
    const alice = sandbox.chains.neutron.account('alice', '1000untrn')
    const asked = async (query: string): Promise<() => unknown> => {
      const contract = await alice.deploy(assemble(hostile({ query })), {})
      return () => contract.query({ any: {} })
    }
    expect(await asked(LOOP)).toThrow('out of gas in location: ')
    expect(await asked(RUBBISH)).toThrow('invalid character')
    expect(await asked(NOWHERE)).toThrow('Error')
  } finally {
    await sandbox.close()
  }
})

describe.each(Object.entries({ LOOP, RUBBISH, NOWHERE }))('a contract with %s', (name, body) => {
  const bodies: readonly [string, Bodies][] = [
    ['in query', { query: body }],
    ['everywhere but in instantiate', { execute: body, query: body, others: body }],
  ]
  test.each(bodies)('%s gets a campaign', { timeout: 60_000 }, async (_, parts) => {
    const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
    try {
      const limit = new TimeLimit()
      limit.begin(() => performance.now(), performance.now() + 3000)
      const wasm = writeContract(folder, 'hostile', hostile(parts), {}, ['poke'])
      const { contracts } = await prepareCampaign({
        wasms: [wasm],
        out: join(folder, 'campaign.yaml'),
        onStep: () => undefined,
        limit,
      })
      expect(contracts[0]!.messages[0]!.accepted > 0, name).toBe(parts.execute === undefined)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('in instantiate gets none, with the reason', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
    try {
      const wasm = writeContract(folder, 'hostile', hostile({ instantiate: body }), {}, ['poke'])
      const limit = new TimeLimit()
      limit.begin(() => performance.now(), performance.now() + 3000)
      const out = join(folder, 'campaign.yaml')
      const prepared = prepareCampaign({ wasms: [wasm], out, onStep: () => undefined, limit })
      await expect(prepared).rejects.toThrow('found no message that instantiates hostile')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
