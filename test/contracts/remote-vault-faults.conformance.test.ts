// Each fault of the remote vault by its shortest trigger, beside the same steps on the vault without faults.
import { beforeAll, expect, test } from '../../src/vitest/index.js'
import { ATOM, FEE, Vault } from './remote-vault.js'

let clean: Vault
let start: number
beforeAll(async () => {
  clean = await Vault.open()
  start = await clean.sandbox.snapshot()
  return () => clean.sandbox.close()
})

/** What a trigger comes to on the vault without faults, and on one with a fault. */
async function both<Result>(variant: string, trigger: (vault: Vault) => Promise<Result>): Promise<[Result, Result]> {
  await clean.sandbox.restore(start)
  const without = await trigger(clean)
  return [without, await on(variant, trigger)]
}

async function on<Result>(variant: string, trigger: (vault: Vault) => Promise<Result>): Promise<Result> {
  const vault = await Vault.open(variant)
  try {
    return await trigger(vault)
  } finally {
    await vault.sandbox.close()
  }
}

test('p1: a deposit that timed out is gone', async () => {
  const [without, faulty] = await both('p1', async (vault) => {
    await vault.deposit(vault.alice, 100)
    await vault.timeOut()
    return [vault.coins(vault.alice), vault.claim(vault.alice), vault.coins(vault.contract)]
  })
  expect(without).toEqual([1000n, 0n, 0n])
  expect(faulty).toEqual([900n, 0n, 100n])
})

test('p2: after an error nothing moves the account again', async () => {
  const [without, faulty] = await both('p2', async (vault) => {
    await vault.deposited(vault.alice, 100)
    await vault.tick()
    await vault.refuse()
    const next = await vault.tick().catch((error: Error) => error.message)
    await vault.relay()
    return typeof next === 'string' ? next : vault.state().pool.delegated
  })
  expect(without).toBe('100')
  expect(faulty).toMatch(/the account failed/)
})

test('p3: a second failure takes the depositors’ coins out of the books', async () => {
  const [without, faulty] = await both('p3', async (vault) => {
    await vault.deposited(vault.alice, 100)
    await vault.tick()
    await vault.refuse()
    await vault.tick()
    const before = vault.claim(vault.alice)
    await vault.refuse()
    return [before, vault.claim(vault.alice), vault.remote()]
  })
  expect(without).toEqual([100n, 100n, 100n])
  expect(faulty).toEqual([100n, 0n, 100n])
})

test('p4: of two packets with one number, one settles the other’s deposit', async () => {
  const [without, faulty] = await both('p4', async (vault) => {
    const { alice, bob } = vault
    await vault.deposit(alice, 100)
    await vault.deposit(bob, 70, 'channel-1')
    await vault.relay({ filter: { channel: 'channel-0' }, receiver: { errorCode: 5 } })
    const refunds = [vault.coins(alice), vault.coins(bob)]
    await vault.relay()
    return [refunds, vault.claim(alice), vault.claim(bob), vault.failures().length]
  })
  expect(without).toEqual([[1000n, 1000n], 0n, 70n, 0])
  expect(faulty).toEqual([[900n, 1070n], 100n, 0n, 1])
})

test('p5: a transfer between others counts as a gift', async () => {
  const [without, faulty] = await both('p5', async (vault) => {
    const { sandbox, hub, admin } = vault
    await hub.account('bank').transfer(hub.account('other'), '30uatom')
    await sandbox.queryRelayer.deliver(vault.state().watched.tx, { lie: 'otherTx' })
    return [vault.claim(admin), vault.remote()]
  })
  expect(without).toEqual([0n, 0n])
  expect(faulty).toEqual([30n, 0n])
})

test('p6: of two deposits in one message the first is booked as the second', async () => {
  const [without, faulty] = await both('p6', async (vault) => {
    await vault.depositParts(vault.alice, 40, 60)
    await vault.relay({ filter: { sequence: 1 } })
    await vault.refuse()
    return [vault.coins(vault.alice), vault.claim(vault.alice), vault.remote()]
  })
  expect(without).toEqual([960n, 40n, 40n])
  expect(faulty).toEqual([960n, 60n, 40n])
})

test('p7: a payout that fails is forgotten', async () => {
  const [without, faulty] = await both('p7', async (vault) => {
    await vault.deposit(vault.alice, 100)
    vault.neutron.fault({ contract: vault.contract, entryPoint: 'sudo', fail: { child: 1 } })
    await vault.timeOut()
    return [vault.coins(vault.alice), vault.claim(vault.alice), vault.coins(vault.contract)]
  })
  expect(without).toEqual([900n, 100n, 100n])
  expect(faulty).toEqual([900n, 0n, 100n])
})

/** Of so many deposits on their way, 144 are too many. */
const DUST = 150

test('p8: with many deposits in flight acknowledgements run out of gas', { timeout: 120_000 }, async () => {
  const [without, faulty] = await both('p8', async (vault) => {
    const execute = { contract: vault.contract.address, msg: { deposit: { channel: 'channel-0' } } }
    await vault.sandbox.repeat(DUST, {
      action: 'tx',
      from: 'bob',
      messages: [{ execute: { ...execute, funds: `1${ATOM},${FEE}` } }],
    })
    const [, ack] = await vault.relay({ filter: { sequence: 1 } })
    return { gas: ack!.sudo[0]!.gasUsed, failures: vault.failures().map(({ error }) => error) }
  })
  expect(without.failures).toEqual([])
  expect(without.gas).toBeLessThan(300_000n)
  expect(faulty).toEqual({ gas: 1_000_000n, failures: ['codespace: contractmanager, code: 1103'] })
})

test('p9: a delegation that is seen before it is acknowledged counts twice', async () => {
  const [without, faulty] = await both('p9', async (vault) => {
    await vault.deposited(vault.alice, 100)
    await vault.tick()
    await vault.relay({ limit: 1 })
    await vault.seeDelegation()
    const seen = vault.claim(vault.alice)
    await vault.relay()
    return [seen, vault.claim(vault.alice), vault.remote()]
  })
  expect(without).toEqual([100n, 100n, 100n])
  expect(faulty).toEqual([200n, 200n, 100n])
})

test('p10: a fee of nothing keeps a failed deposit from going back, and a stranger takes it', async () => {
  const [without, faulty] = await both('p10', async (vault) => {
    const { neutron, alice, bob } = vault
    neutron.setParams('feerefunder', {
      min_fee: { recv_fee: [], ack_fee: [], timeout_fee: [] },
      fee_enabled: false,
    })
    await vault.deposit(alice, 100)
    await vault.refuse()
    const failures = vault.failures().length
    const parts = [{ channel: 'channel-0', amount: '100' }]
    const swept = await bob.execute(vault.contract, { deposit_parts: { parts } }).then(
      () => true,
      () => false,
    )
    return [failures, swept, vault.coins(alice), vault.coins(bob), vault.claim(bob)]
  })
  expect(without).toEqual([0, false, 1000n, 1000n, 0n])
  expect(faulty).toEqual([1, true, 900n, 1000n, 100n])
})

test(
  'a fault shows only with its trigger: otherwise each variant behaves like the clean one',
  { timeout: 120_000 },
  async () => {
    for (const variant of Array.from({ length: 10 }, (_, i) => `p${i + 1}`)) {
      const end = await on(variant, async (vault) => {
        const { alice, sandbox } = vault
        await vault.deposited(alice, 300)
        await vault.tick()
        await vault.relay()
        await vault.seeDelegation()
        await vault.withdraw(alice, 300)
        await vault.tick()
        await vault.relay()
        sandbox.advance(1300)
        await vault.tick()
        await vault.relay()
        await vault.tick()
        await vault.collect(alice)
        return [vault.coins(alice), vault.claims(), vault.failures()]
      })
      expect(end, variant).toEqual([1000n, 0n, []])
    }
  },
)
