import { beforeAll, describe, expect, test } from '../../src/vitest/index.js'
import { ATOM, ATOM1, FEE, Vault } from './remote-vault.js'

describe.each([{ ordered: true }, { ordered: false }])('the vault without faults, ordered: $ordered', ({ ordered }) => {
  let vault: Vault
  let start: number
  beforeAll(async () => {
    vault = await Vault.open('', { ordered })
    start = await vault.sandbox.snapshot()
    return () => vault.sandbox.close()
  })
  const fresh = async () => {
    await vault.sandbox.restore(start)
    return vault
  }

  test('deposits arrive, are delegated together, reported by a query, and paid back on request', async () => {
    const { alice, bob, sandbox, hub } = await fresh()
    await vault.deposited(alice, 300)
    await vault.deposited(bob, 200)
    await vault.tick()
    await vault.relay()
    expect(vault.state().pool).toMatchObject({ liquid: '0', delegated: '500', shares: '500' })
    const [seen] = await vault.seeDelegation()
    expect(seen).toMatchObject({ code: 0, type: 'kv' })
    expect(vault.state().pool.delegated).toBe('500')

    await vault.withdraw(alice, 250)
    await vault.tick()
    await vault.relay()
    expect(vault.state().pool).toMatchObject({ delegated: '250', leaving: { step: { unbonding: {} } } })
    await expect(vault.collect(alice)).rejects.toFailWith({ message: /nothing to collect yet/ })
    sandbox.advance(1300)
    await vault.tick()
    await vault.relay()
    expect(vault.coins(vault.contract)).toBe(250n)
    expect(hub.balance(vault.state().account, 'uatom')).toBe(0n)
    await vault.tick()
    await vault.collect(alice)
    expect(vault.coins(alice)).toBe(950n)
    expect([vault.claim(alice), vault.claim(bob), vault.remote()]).toEqual([50n, 200n, 250n])
    expect(vault.failures()).toEqual([])
    expect(vault.neutron.balance(vault.contract, 'untrn')).toBe(0n)
  })

  test('what is not delegated yet comes back without waiting', async () => {
    const { alice } = await fresh()
    await vault.deposited(alice, 300)
    await vault.withdraw(alice, 300)
    await vault.tick()
    await vault.relay()
    await vault.tick()
    await vault.collect(alice)
    expect([vault.coins(alice), vault.claims(), vault.remote()]).toEqual([1000n, 0n, 0n])
  })

  test('a deposit that fails or times out is back at once, and half the fee with it', async () => {
    const { alice, neutron } = await fresh()
    const before = neutron.balance(alice, 'untrn')
    await vault.deposit(alice, 100)
    await vault.timeOut()
    expect([vault.coins(alice), vault.claims(), neutron.balance(alice, 'untrn')]).toEqual([1000n, 0n, before - 1000n])
    await vault.deposit(alice, 100, 'channel-1')
    await vault.refuse()
    expect([vault.coins(alice, ATOM1), vault.claims(), neutron.balance(alice, 'untrn')]).toEqual([
      1000n,
      0n,
      before - 2000n,
    ])
    expect(vault.failures()).toEqual([])
  })

  test('what cannot be paid in the callback is recorded as owed, and collected later', async () => {
    const { alice, neutron, contract } = await fresh()
    await vault.deposit(alice, 100)
    neutron.fault({ contract, entryPoint: 'sudo', fail: { child: 1 } })
    await vault.timeOut()
    expect([vault.coins(alice), vault.claim(alice), vault.failures()]).toEqual([900n, 100n, []])
    await vault.collect(alice)
    expect([vault.coins(alice), vault.claim(alice)]).toEqual([1000n, 0n])
  })

  test('a callback that ran out of gas is delivered again, however late', async () => {
    const { alice, bob, neutron, contract } = await fresh()
    await vault.deposit(alice, 100)
    neutron.fault({ contract, fail: { gas: 1000 } })
    await vault.timeOut()
    expect(vault.failures()).toHaveLength(1)
    // The coins are here, but nobody else's: not those that bob waits for.
    await vault.deposited(bob, 100)
    await vault.withdraw(bob, 100)
    await vault.tick()
    await vault.relay({ filter: { from: 'neutron' } })
    expect([vault.coins(contract), vault.state().flight]).toEqual([100n, null])
    await vault.tick()
    await expect(vault.collect(bob)).rejects.toFailWith({ message: /nothing to collect yet/ })
    await vault.resubmit()
    await vault.relay()
    await vault.tick()
    await vault.collect(bob)
    expect([vault.coins(alice), vault.coins(bob), vault.claims(), vault.failures()]).toEqual([1000n, 1000n, 0n, []])
  })

  test('a delegation that fails is tried again by the next tick; one that fails again can be withdrawn', async () => {
    const { alice } = await fresh()
    await vault.deposited(alice, 100)
    for (const pool of [{ liquid: '0' }, { liquid: '100' }]) {
      await vault.tick()
      await vault.refuse()
      expect(vault.state().pool).toMatchObject(pool)
      expect(vault.claim(alice)).toBe(100n)
    }
    await vault.tick()
    await vault.relay()
    expect(vault.state().pool).toMatchObject({ liquid: '0', delegated: '100' })
    expect(vault.remote()).toBe(100n)
  })

  test('a timeout of the account: it is opened again if it must be, and goes on', async () => {
    const { alice } = await fresh()
    await vault.deposited(alice, 100)
    await vault.tick()
    const { channel } = vault.state().flight!
    await vault.timeOut()
    expect(vault.state().flight).toMatchObject({ failed: true, channel, sequence: 1 })
    if (ordered) {
      await expect(vault.tick()).rejects.toFailWith({ codespace: 'interchainaccounts', code: 11 })
      await vault.register()
    }
    await vault.tick()
    const flight = vault.state().flight!
    expect(flight.sequence).toBe(ordered ? 1 : 2)
    expect(flight.channel !== channel).toBe(ordered)
    await vault.relay()
    expect([vault.state().pool.delegated, vault.remote(), vault.claim(alice)]).toEqual(['100', 100n, 100n])
  })

  test('coins that do not arrive in time are sent back once more', async () => {
    const { alice, neutron } = await fresh()
    await vault.deposited(alice, 100)
    await vault.withdraw(alice, 100)
    await vault.tick()
    await vault.relay({ filter: { from: 'neutron' } })
    await vault.tick()
    expect(vault.state().flight).toBeNull()
    await neutron.skipPastTimeout()
    await vault.relay()
    expect(vault.remote()).toBe(100n)
    await vault.tick()
    await vault.relay()
    await vault.tick()
    await vault.collect(alice)
    expect([vault.coins(alice), vault.remote(), vault.failures()]).toEqual([1000n, 0n, []])
  })

  test('coins that only pass through with a tick do not count as returned', async () => {
    const { alice, bob, contract } = await fresh()
    await vault.deposited(alice, 100)
    await vault.withdraw(alice, 100)
    await vault.tick()
    await vault.relay({ filter: { from: 'neutron' } })
    await bob.execute(contract, { tick: {} }, { funds: `100${ATOM},${FEE}` })
    expect(vault.coins(bob)).toBe(1000n)
    await expect(vault.collect(alice)).rejects.toFailWith({ message: /nothing to collect yet/ })
  })

  test('a gift is the admin’s; what was not given to the account is not', async () => {
    const { sandbox, hub, admin } = await fresh()
    const { account, watched } = vault.state()
    await hub.account('bank').transfer(account, '70uatom')
    await hub.account('bank').transfer(hub.account('other'), '30uatom')
    await sandbox.queryRelayer.deliver(watched.tx)
    await sandbox.queryRelayer.deliver(watched.tx, { lie: 'otherTx' })
    expect([vault.claim(admin), vault.remote(), vault.failures()]).toEqual([70n, 70n, []])
  })

  test('several deposits at once, and what is too much comes back', async () => {
    const { alice, neutron, contract } = await fresh()
    const before = neutron.balance(alice, 'untrn')
    await alice.execute(
      contract,
      { deposit_parts: { parts: [60, 40].map((amount) => ({ channel: 'channel-0', amount: String(amount) })) } },
      { funds: `150${ATOM},9000untrn` },
    )
    expect([vault.coins(alice), vault.claim(alice), neutron.balance(alice, 'untrn')]).toEqual([
      900n,
      100n,
      before - 4000n,
    ])
    await vault.relay()
    expect([vault.remote(), vault.claim(alice)]).toEqual([100n, 100n])
  })

  test('only the admin changes the configuration, and invalid numbers are refused', async () => {
    const { alice, admin, contract, neutron } = await fresh()
    const to = (configure: object) => ({ configure: { ...configure } }) as const
    await expect(alice.execute(contract, to({ timeout: 60 }))).rejects.toFailWith({ message: /only the admin may/ })
    await expect(admin.execute(contract, to({ timeout: 59 }))).rejects.toFailWith({ message: /60 to 15768000/ })
    await admin.execute(contract, to({ timeout: 60, home: 'channel-1' }))
    expect(neutron.query(contract, { config: {} })).toMatchObject({ timeout: 60, home: 1 })
  })
})
