import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { runCampaign } from '../../src/fuzz/campaign.js'
import { defineCampaign, type CampaignConfigInput } from '../../src/fuzz/config.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import { migrationOf } from '../../src/fuzz/model/migrations.js'
import { lineOf } from '../../src/fuzz/step-text.js'
import { Story } from '../../src/fuzz/story.js'
import type { ActionInput } from '../../src/sandbox/index.js'
import { judged, started } from './stories.js'

const wasm = (name: string): string => resolve(`contracts/artifacts/${name}.wasm`)

const tx = (message: object) => ({ do: { action: 'tx', from: 'alice', messages: [message] } })
const init = { connection_id: 'connection-0', host_connection_id: 'connection-0', report_to: null }

const campaign = (migrateTo?: string, admin: object = { admin: 'alice' }) =>
  defineCampaign({
    title: 'migrations',
    actors: [{ name: 'alice', funds: '1000untrn' }],
    setup: [
      tx({ store: { wasm: { path: wasm('account_owner') } } }),
      tx({ instantiate: { codeId: 1, label: 'owner', msg: init, ...admin } }),
      { do: { action: 'relay' } },
    ],
    contracts: [
      {
        label: 'owner',
        schema: 'contracts/artifacts/schema/account_owner.json',
        ...(migrateTo !== undefined && { migrateTo: wasm(migrateTo) }),
      },
    ],
  } as CampaignConfigInput)

const submit: ActionInput = {
  action: 'tx',
  from: 'alice',
  messages: [{ execute: { contract: 'owner', msg: { submit: {} } } }],
}
const migrate = (codeId: string): ActionInput => ({
  action: 'tx',
  from: 'alice',
  messages: [{ migrate: { contract: 'owner', codeId, msg: {} } }],
})
const relay: ActionInput = { action: 'relay' }

test.each([
  ['account_owner_v2f', 'requests are lost', false],
  ['account_owner_v2', 'requests are moved', true],
])('a migration to %s between a request and its answer: %s', async (release, _, accepted) => {
  await started(campaign(release), async (start) => {
    const story = [submit, migrate('2'), relay]
    const found = await judged(start, 'I2', story)
    if (accepted) expect(found).toBeUndefined()
    else expect(found?.verdict.text).toContain('ibc_packet_ack')
    // Without a request in flight both work.
    expect(await judged(start, 'I2', [migrate('2'), submit, relay])).toBeUndefined()
  })
})

test('the admin migrates to the given release, else to the code that the contract has; without an admin nobody does', async () => {
  await started(campaign('account_owner_v2'), async (start) => {
    expect(migrationOf({ start }, start.subjects[0]!)).toMatchObject(migrate('2'))
    const story = await Story.begin(start)
    const step = await story.execute(migrate('2'))
    expect(lineOf(1, step)).toBe('1. alice: migrates owner to code 2')
    expect(step.error).toBeUndefined()
  })
  await started(campaign(undefined, {}), (start) => {
    expect(migrationOf({ start }, start.subjects[0]!)).toBeUndefined()
    return Promise.resolve()
  })
})

test('a campaign finds that a release loses requests which are in flight', async () => {
  const { findings } = await runCampaign(campaign('account_owner_v2f'), {
    seed: 1,
    budget: { sequences: 100, findings: 1 },
    clock: () => 0,
    corpus: Corpus.open(undefined),
  })
  const about = expect.stringMatching(/^owner\/ibc_packet_(ack|timeout)$/) as string
  expect(findings[0]).toMatchObject({ invariant: 'I2', level: 'error', about })
  expect(findings[0]!.lines.join('\n')).toContain('alice: migrates owner to code 2')
}, 120_000)
