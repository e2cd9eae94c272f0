// Actors and doubles
import { expect, test } from 'sudobox/vitest'

const TOKEN = 'contracts/artifacts/cw20_base.wasm'
const LAB = 'contracts/artifacts/callback_lab.wasm'
const MULTISIG = 'contracts/artifacts/cw3_flex_multisig.wasm'

/** Sends what a DAO, a module account or a user without a key could send: it runs like any other transaction, without a signature and a fee. */
test('Act as a contract', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const dao = await alice.deploy(LAB, {}, { label: 'dao' })
  const initial_balances = [{ address: dao.address, amount: '100' }]
  const token = await alice.deploy(TOKEN, { name: 'Token', symbol: 'TOK', decimals: 6, initial_balances })

  const paid = await neutron.actAs(dao).execute(token, { transfer: { recipient: alice.address, amount: '40' } })

  expect(token).toHaveState(['balance', alice.address], '40')
  expect(paid.trace[0]).toMatchObject({ sender: dao.address, impersonated: 'dao' })
})

/** A contract in TypeScript that another one queries: here the group of a multisig, which reads the weights of its members in the group's storage. */
test('A double for a contract that yours queries', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const group = neutron.mock({
    instantiate: ({ storage }) => {
      storage.save('total', 10)
      storage.save(['members', alice.address], 10)
    },
    query: () => ({ weight: 10 }),
  })
  const multisig = await alice.deploy(MULTISIG, {
    group_addr: group.address,
    threshold: { absolute_count: { weight: 6 } },
    max_voting_period: { height: 100 },
  })

  const proposal = { propose: { title: 'a vote', description: '', msgs: [] } }
  expect(await alice.execute(multisig, proposal)).toEmit('wasm', { status: 'Passed' })
})

/** A double in the place of a contract fails where the contract would not; then the real code comes back, with its state. */
test('A callback that fails on demand', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const lab = await alice.deploy(LAB)
  const fail = () => {
    throw new Error('not now')
  }

  neutron.mock({ sudo: fail }, { address: lab })
  await lab.callback({ timeout: {} })
  expect(lab).toHaveFailure({ id: 0n, details: /not now/ })

  await neutron.actAs('gov').migrate(lab, 1n, {})
  await alice.execute(lab, { resubmit: { failure_id: 0 } })
  expect(lab).not.toHaveFailures()
})
