import { createSandbox } from 'sudobox'
import { expect, test } from 'vitest'

const RICH = '1000000000000000000000atest'

test('accounts have an address of both forms, pay for their gas, and their coins go to another chain and back', async () => {
  const sandbox = createSandbox({ chains: { evm: { kind: 'evmd' }, neutron: {} } })
  const { evm, neutron } = sandbox.chains
  const alice = evm.account('alice', RICH)
  const bob = evm.account('bob')
  expect(evm.addressOf(alice.evmAddress)).toBe(alice.address)
  const sent = await alice.transfer(bob, '5atest')
  expect(evm.balance(bob, 'atest')).toBe(5n)
  expect(sent.events.find(({ type }) => type === 'tx')?.attributes).toContainEqual(['fee_payer', alice.address])

  const carol = neutron.account('carol')
  await alice.ibcTransfer(carol, '1000000atest')
  await sandbox.relayer.relay()
  const [voucher] = neutron.balances(carol)
  expect(voucher?.amount).toBe(1_000_000n)
  await carol.ibcTransfer(bob, `400000${voucher!.denom}`)
  await sandbox.relayer.relay()
  expect(evm.balance(bob, 'atest')).toBe(400_005n)
})

test('its contracts are not those of CosmWasm, and the error says so', async () => {
  const { evm } = createSandbox({ chains: { evm: { kind: 'evmd' } } }).chains
  const alice = evm.account('alice', RICH)
  await expect(alice.store(Uint8Array.of(0))).rejects.toThrow('evmd runs no CosmWasm contracts')
  const none = 'evmd runs no CosmWasm contracts'
  expect(() => evm.query('cosmos1', {})).toThrow(none)
  expect(() => evm.predictAddress(1n, alice, Uint8Array.of(1))).toThrow(none)
  expect(() => evm.fault({ contract: 'vault', entryPoint: 'sudo', fail: { child: 1 } })).toThrow(none)
  await expect(evm.callback('vault', { error: { request: {} } })).rejects.toThrow(
    'contracts in Solidity: their functions are in contract.read and contract.write, and packets call them back',
  )
})

test('who is impersonated has an address of both forms, and signs no transaction of Ethereum', async () => {
  const { evm, neutron } = createSandbox({ chains: { evm: { kind: 'evmd' }, neutron: {} } }).chains
  const alice = evm.account('alice', RICH)
  const token = await evm.deploy('contracts/artifacts/solidity/ERC20.json', { from: alice, args: ['Gold', 'GLD', 9n] })
  const impersonated = evm.actAs(token)
  expect(impersonated.evmAddress).toBe(token.evmAddress)
  expect(() => neutron.actAs(neutron.account('bob')).evmAddress).toThrow('there is no key of it')
  for (const from of [impersonated, 'alice' as never])
    await expect(token.write['transfer']!([alice, 1n], { from })).rejects.toThrow(
      from === impersonated
        ? 'transactions of Ethereum need a signature'
        : 'the sender is no account, but the text "alice"',
    )
  expect(token.read['balanceOf']!([impersonated])).toBe(0n)
})
