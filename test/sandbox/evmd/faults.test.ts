import { createSandbox } from 'sudobox'
import { expect, test } from 'vitest'
import type { PatchedFault } from '../../../src/chain/index.js'

const SOLIDITY = 'contracts/artifacts/solidity'
const COIN = `0x${'0'.repeat(40)}`
const RICH = '1000000000000000000000atest'
const SEND_AGAIN = 3

/** A chain that lacks patches of cosmos/evm, and one that it sends packets to. */
function world(...unpatched: PatchedFault[]) {
  const sandbox = createSandbox({ chains: { evm: { kind: 'evmd', unpatched }, hub: {} }, links: [['evm', 'hub']] })
  const { evm, hub } = sandbox.chains
  const [alice, mallory] = [evm.account('alice', RICH), evm.account('mallory', RICH)]
  const bob = hub.account('bob')
  const channel = sandbox.link('evm', 'hub').channels['evm']!
  const deploy = (name: string, ...args: readonly string[]) =>
    evm.deploy(`${SOLIDITY}/${name}.json`, { from: alice, args })
  /** Nanoseconds. */
  const soon = () => evm.time + 10_000_000_000n
  const timeOut = () => {
    sandbox.advance(20)
    return sandbox.relayer.relay()
  }
  return { sandbox, evm, alice, mallory, bob, channel, deploy, soon, timeOut }
}

/** What the owner of coins that timed out can withdraw from a vault whose callbacks have so much gas. */
async function claimAfterTimeout(gasLimit: string, ...unpatched: PatchedFault[]) {
  const { evm, alice, bob, channel, deploy, soon, timeOut } = world(...unpatched)
  const vault = await deploy('PacketVault', 'atest', gasLimit)
  await vault.write['send']!([channel, COIN, 1000n, bob.address, soon()], { value: 1000n })
  await timeOut()
  expect(evm.balance(vault, 'atest')).toBe(1000n)
  return vault.read['claims']!([alice, COIN])
}

test('cosmos/evm#965: a vault with just enough gas loses the coins of a timeout, one with twice as much does not', async () => {
  expect(await claimAfterTimeout('100000')).toBe(1000n)
  expect(await claimAfterTimeout('100000', 'cosmos/evm#965')).toBe(0n)
  expect(await claimAfterTimeout('250000', 'cosmos/evm#965')).toBe(1000n)
})

test('cosmos/evm#993: the packet of a stranger calls a contract, in the name of the stranger', async () => {
  for (const unpatched of [[], ['cosmos/evm#993']] as const) {
    const { evm, mallory, bob, channel, deploy, timeOut } = world(...unpatched)
    const notes = await deploy('CallbackNotes')
    const memo = JSON.stringify({ src_callback: { address: notes.evmAddress, gas_limit: '200000' } })
    await mallory.ibcTransfer(bob, '1atest', { channel, memo, timeoutSeconds: 10 })
    await timeOut()
    const caller = unpatched.length === 0 ? COIN : mallory.evmAddress
    expect(String(notes.read['caller']!()).toLowerCase()).toBe(caller.toLowerCase())
    expect(evm.failures().length).toBe(unpatched.length === 0 ? 1 : 0)
  }
})

test('cosmos/evm#992: a callback sees more gas than its limit, and may use it if it is refunded', async () => {
  const seen = []
  for (const unpatched of [[], ['cosmos/evm#992']] as const) {
    const { bob, alice, channel, deploy, soon, timeOut } = world(...unpatched)
    const notes = await deploy('CallbackNotes')
    await alice.transfer(notes.address, '10atest')
    await notes.write['become']!([10n])
    const memo = JSON.stringify({ src_callback: { address: notes.evmAddress, gas_limit: '150000' } })
    await notes.write['send']!([channel, 'atest', 1n, bob.address, soon(), memo])
    await timeOut()
    seen.push(notes.read['seen']!())
  }
  expect(seen[0]).toBe(0n)
  expect(seen[1]).toBeGreaterThan(24_000_000n)
})

test('cosmos/evm#1061: a callback transfers', async () => {
  for (const unpatched of [[], ['cosmos/evm#1061']] as const) {
    const { sandbox, evm, bob, alice, channel, deploy, soon, timeOut } = world(...unpatched)
    const probe = await deploy('CallbackProbe')
    await alice.transfer(probe.address, '10atest')
    await probe.write['become']!([SEND_AGAIN, alice, bob.address])
    const memo = JSON.stringify({ src_callback: { address: probe.evmAddress, gas_limit: '500000' } })
    await probe.write['send']!([channel, 'atest', 5n, bob.address, soon(), memo])
    await timeOut()
    await sandbox.relayer.relay()
    expect(evm.balance(probe, 'atest')).toBe(unpatched.length === 0 ? 10n : 9n)
    expect(evm.failures().length).toBe(unpatched.length === 0 ? 1 : 0)
  }
})

test('a fault of what runs no contracts of the chain is refused', () => {
  const unpatched: PatchedFault[] = ['cosmos/evm#965']
  expect(() => createSandbox({ chains: { hub: { unpatched: ['CWA-2025-004', ...unpatched] } } })).toThrow(
    'at /chains/hub/unpatched/1: expected one of CWA-2025-004, CWA-2025-005, CWA-2025-006, CWA-2025-007 on a chain of kind hub, got "cosmos/evm#965"',
  )
  expect(() => createSandbox({ chains: { evm: { kind: 'evmd', unpatched: ['CWA-2025-004'] } } })).toThrow(
    '/chains/evm/unpatched/0: expected one of cosmos/evm#965',
  )
  const unknown = ['cosmos/evm#759' as PatchedFault]
  expect(() => createSandbox({ chains: { evm: { kind: 'evmd', unpatched: unknown } } })).toThrow(
    '/chains/evm/unpatched/0',
  )
})
