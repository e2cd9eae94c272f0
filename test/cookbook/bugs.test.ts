// Bugs
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from 'sudobox'
import { campaign, CampaignFailure } from 'sudobox/fuzz'
import { readFixture, replay } from 'sudobox/replay'
import { expect, test } from 'sudobox/vitest'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const TOKEN = 'contracts/artifacts/cw20_base.wasm'
const SCRATCH = mkdtempSync(join(tmpdir(), 'cookbook-'))

/** Exact gas is worth committing: every change in cost shows. `vitest -u` accepts the new values. */
test('A gas snapshot', async ({ neutron }) => {
  const lab = await neutron.account('alice').deploy(LAB)

  expect(await lab.callback({ timeout: {} })).toMatchGasSnapshot('timeout')
  expect(await lab.callback({ response: { data: 'AQ==' } })).toMatchGasSnapshot('response')
})

/** A known bug is a file of actions and expected outcomes. `replayFixtures('fixtures/*.yaml')` turns such files into tests. */
test('Replay a bug', async () => {
  const file = 'fixtures/scenarios/stuck-refund.yaml'

  const report = await replay(readFixture(file), file)

  expect(report.steps.find(({ difference }) => difference)).toBeUndefined()
  expect(report.passed).toBe(true)
})

/** Records all actions on a sandbox as a fixture that replays them exactly, in any process. */
test('Record a session', async () => {
  const sandbox = createSandbox()
  const recording = sandbox.record(join(SCRATCH, 'session.yaml'))
  const { neutron } = sandbox.chains
  const lab = await neutron.account('alice').deploy(LAB, { on_timeout: 'error' })
  await lab.callback({ timeout: {} })
  await sandbox.close()

  const report = await replay(readFixture(recording.file), recording.file)
  expect(report.passed).toBe(true)
})

/** A campaign runs random action sequences on a contract and checks invariants after each step. It shrinks, saves and prints what it finds. */
test('A campaign with an invariant of your own', async () => {
  const found = campaign(
    {
      title: 'token',
      found: SCRATCH,
      actors: [{ name: 'alice' }, { name: 'bob' }],
      setup: async ({ chains: { neutron } }) => {
        const alice = neutron.account('alice')
        const initial_balances = [{ address: alice.address, amount: '1000' }]
        const token = { name: 'Token', symbol: 'TOK', decimals: 6, initial_balances, mint: { minter: alice.address } }
        await alice.deploy(TOKEN, token, { label: 'token' })
      },
      contracts: [{ label: 'token', schema: 'contracts/artifacts/schema/cw20_base.json' }],
      own: [
        {
          name: 'supply',
          check: ({ chains: { neutron } }) => {
            const { total_supply } = neutron.query<{ total_supply: string }>('token', { token_info: {} })
            return BigInt(total_supply) > 1000n ? `there are ${total_supply}, more than there were` : undefined
          },
        },
      ],
    },
    { sequences: 50, findings: 1 },
  )

  const error = await found.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(CampaignFailure)
  expect(error).toMatchObject({ findings: [{ invariant: 'supply', actions: [{ messages: [{}] }] }] })
})
