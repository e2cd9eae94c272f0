// The first kind of user: unit tests of a contract that lives by callbacks.
import { describe, expect, test } from 'sudobox/vitest'

const LAB = 'contracts/artifacts/callback_lab.wasm'

describe('callback_lab', () => {
  test('a callback that needs too much gas is recorded and can be resubmitted', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice', '10000000untrn')
    const lab = await alice.deploy(LAB, { on_timeout: { spend_gas: '1500000' } })

    const timeout = await lab.callback({ timeout: {} })

    expect(timeout).toBeDelivered()
    expect(timeout).toUseGas({ sudo: 1_000_000n })
    expect(timeout).toEmit('sudo', { _contract_address: lab.address, failure_id: '0' })
    expect(neutron.failures(lab)).toMatchObject([
      {
        id: 0n,
        error: 'codespace: contractmanager, code: 1103',
        details: 'sudo handling went beyond the gas limit allowed by the module',
      },
    ])

    const resubmitted = await alice.execute(lab, { resubmit: { failure_id: 0 } })

    expect(resubmitted.gasUsed).toBeGreaterThan(1_500_000n)
    expect(lab.failures()).toEqual([])
    expect(lab.query({ counters: {} })).toMatchObject({ timeout: 1 })
  })

  test('a failed callback leaves no write of the contract behind', async ({ sandbox }) => {
    const alice = sandbox.chains.neutron.account('alice')
    const lab = await alice.deploy(LAB, { on_response: 'panic' })

    await lab.callback({ response: { request: { sequence: 7n }, data: 'AQ==' } })

    expect(lab.query({ received: {} })).toEqual({ received: [] })
    expect(lab.failures()).toMatchObject([{ id: 0n, error: 'codespace: wasm, code: 29' }])
  })

  test('a resubmission that fails again keeps the failure', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice')
    const lab = await alice.deploy(LAB, { on_kv_query_result: 'error' })
    await lab.callback({ kv_query_result: { query_id: 1 } })

    await expect(alice.execute(lab, { resubmit: { failure_id: 0 } })).rejects.toFailWith({
      codespace: 'contractmanager',
      code: 1102,
    })
    expect(lab.failures()).toHaveLength(1)
  })

  test('nobody resubmits the failure of another contract', async ({ sandbox }) => {
    const alice = sandbox.chains.neutron.account('alice')
    const lab = await alice.deploy(LAB, { on_timeout: 'error' })
    const other = await alice.deploy(LAB)
    await lab.callback({ timeout: {} })

    await expect(alice.execute(other, { resubmit: { failure_id: 0 } })).rejects.toFailWith({
      message: /no failure found for contractAddress = neutron1\w+ and failureId = 0: key not found/,
    })
    expect(lab.failures()).toHaveLength(1)
  })

  test('the limit is a parameter of the chain', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const lab = await neutron.account('alice').deploy(LAB, { on_timeout: 'loop' })

    neutron.setParams('contractmanager', { sudo_call_gas_limit: '200000' })

    expect(await lab.callback({ timeout: {} })).toUseGas({ sudo: 200_000n })
  })

  test('a snapshot brings everything back', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice', '5untrn')
    const lab = await alice.deploy(LAB, { on_timeout: 'error' })
    const before = await sandbox.snapshot()
    const height = neutron.height

    await lab.callback({ timeout: {} })
    neutron.account('bob', '7untrn')
    await alice.deploy(LAB, {}, { label: 'second' })
    await sandbox.restore(before)

    expect(neutron.height).toBe(height)
    expect(lab.failures()).toEqual([])
    expect(neutron.addressOf('bob')).toBeUndefined()
    expect(neutron.addressOf('second')).toBeUndefined()
    expect(alice.balances()).toEqual([{ denom: 'untrn', amount: 5n }])
  })
})

describe("with icq.callbacks: 'direct', as on the live chain", () => {
  const direct = test.extend({ sandboxOptions: { chains: { neutron: { icq: { callbacks: 'direct' as const } } } } })

  direct('a failing query callback fails as a whole and leaves no failure', async ({ sandbox }) => {
    const lab = await sandbox.chains.neutron.account('alice').deploy(LAB, { on_kv_query_result: 'error' })

    await expect(lab.callback({ kv_query_result: { query_id: 3 } })).rejects.toFailWith({
      message: /^contract neutron1\w+ rejected KV query result \(query_id: 3\): failed to sudo: /,
    })
    expect(lab.failures()).toEqual([])
  })

  direct('a failing TX result is told in the words of the live chain', async ({ sandbox }) => {
    const lab = await sandbox.chains.neutron.account('alice').deploy(LAB, { on_tx_query_result: 'error' })
    const rejected = `contract ${lab.address} rejected transaction query result (tx_hash: 6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d): failed to sudo: told to fail: execute wasm contract failed`

    await expect(lab.callback({ tx_query_result: { query_id: 3, data: 'AA==' } })).rejects.toFailWith({
      codespace: 'undefined',
      code: 1,
      message: `failed to ProcessBlock: ${rejected}: ${rejected}`,
    })
  })

  direct('a failing timeout is recorded all the same', async ({ sandbox }) => {
    const lab = await sandbox.chains.neutron.account('alice').deploy(LAB, { on_timeout: 'error' })

    expect(await lab.callback({ timeout: {} })).toBeDelivered()
    expect(lab.failures()).toHaveLength(1)
  })
})
