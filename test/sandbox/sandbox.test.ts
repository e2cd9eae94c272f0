import { createPublicClient, createWalletClient, custom } from 'viem'
import { createSandbox, RawMessage, TxError, UsageError } from 'sudobox'
import { expect, test } from 'sudobox/vitest'
import { describe } from 'vitest'
import erc20 from '../../contracts/artifacts/solidity/ERC20.json' with { type: 'json' }

const LAB = 'contracts/artifacts/callback_lab.wasm'

describe('a sandbox', () => {
  test('has two chains of their own', ({ sandbox }) => {
    const { neutron, hub } = sandbox.chains
    const alice = neutron.account('alice', '5untrn')
    const other = hub.account('alice', '7uatom')

    expect(alice.address).toMatch(/^neutron1/)
    expect(other.address).toMatch(/^cosmos1/)
    expect(other.publicKey).toEqual(alice.publicKey)
    expect(hub.balance(other, 'uatom')).toBe(7n)
    expect(neutron.balance(alice, 'uatom')).toBe(0n)
  })

  test('gives the same addresses, gas and events in every run', async () => {
    const run = async () => {
      const sandbox = createSandbox()
      const alice = sandbox.chains.neutron.account('alice', '10untrn')
      const lab = await alice.deploy(LAB, { on_timeout: 'error' })
      const timeout = await lab.callback({ timeout: {} })
      return JSON.stringify([lab.address, timeout, sandbox.log], (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      )
    }
    expect(await run()).toBe(await run())
  })

  test('keeps a log from which another sandbox does the same', async ({ sandbox }) => {
    const alice = sandbox.chains.neutron.account('alice', '10untrn')
    const lab = await alice.deploy(LAB, { on_timeout: 'error' })
    await lab.callback({ timeout: {} })
    await alice.execute(lab, { resubmit: { failure_id: 0 } }).catch(() => undefined)

    const other = createSandbox()
    for (const action of sandbox.log) await other.perform(action).catch(() => undefined)

    expect(other.chains.neutron.height).toBe(sandbox.chains.neutron.height)
    expect(other.chains.neutron.failures()).toEqual(sandbox.chains.neutron.failures())
  })

  test('moves time and blocks only on request', ({ sandbox }) => {
    const { neutron, hub } = sandbox.chains
    const [height, time] = [neutron.height, neutron.time]
    sandbox.advance(3600)
    expect(neutron.time - time).toBe(3_600_000_000_000n)
    expect(hub.time).toBe(neutron.time)
    neutron.nextBlock(10)
    expect(neutron.height - height).toBe(11n)
  })

  test('has several messages in one transaction succeed or fail together', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice', '10untrn')
    const bob = neutron.account('bob')
    await expect(
      alice.send([{ send: { to: 'bob', amount: '4untrn' } }, { send: { to: 'bob', amount: '400untrn' } }]),
    ).rejects.toFailWith({ codespace: 'sdk', code: 5 })
    expect(bob.balances()).toEqual([])
  })

  test('goes back to any snapshot, in any order, the EVM with it', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice', '1untrn')
    const balance = async () =>
      sandbox.evm.request({ method: 'eth_getBalance', params: [`0x${'11'.repeat(20)}`, 'latest'] })
    await balance()
    const one = await sandbox.snapshot()
    neutron.account('alice', '1untrn')
    await sandbox.evm.request({ method: 'anvil_setBalance', params: [`0x${'11'.repeat(20)}`, '0x5'] })
    const two = await sandbox.snapshot()

    await sandbox.restore(one)
    expect([neutron.balance(alice, 'untrn'), await balance()]).toEqual([1n, '0x0'])
    await sandbox.restore(two)
    expect([neutron.balance(alice, 'untrn'), await balance()]).toEqual([2n, '0x5'])
    await sandbox.restore(one)
    expect([neutron.balance(alice, 'untrn'), await balance()]).toEqual([1n, '0x0'])
  })

  test('keeps the EVM that a client holds, also over a snapshot from before its first use', async ({ sandbox }) => {
    const before = await sandbox.snapshot()
    const { evm } = sandbox
    const account = `0x${'22'.repeat(20)}`
    await evm.request({ method: 'anvil_setBalance', params: [account, '0x5'] })
    const after = await sandbox.snapshot()

    await sandbox.restore(before)
    expect(await evm.request({ method: 'eth_getBalance', params: [account, 'latest'] })).toBe('0x0')
    await sandbox.restore(after)
    expect(await evm.request({ method: 'eth_getBalance', params: [account, 'latest'] })).toBe('0x5')
    expect(sandbox.evm).toBe(evm)
  })

  test('has an EVM that viem talks to', async ({ sandbox }) => {
    const transport = custom(sandbox.evm)
    const wallet = createWalletClient({ transport })
    const client = createPublicClient({ transport })
    const [account] = await wallet.getAddresses()
    const hash = await wallet.deployContract({
      abi: erc20.abi,
      bytecode: erc20.bytecode as `0x${string}`,
      args: ['Lab', 'LAB', 1000n],
      account: account!,
      chain: null,
    })
    const { contractAddress } = await client.getTransactionReceipt({ hash })
    expect(
      await client.readContract({
        address: contractAddress!,
        abi: erc20.abi,
        functionName: 'balanceOf',
        args: [account],
      }),
    ).toBe(1000n)
    expect(
      await client.getContractEvents({
        address: contractAddress!,
        abi: erc20.abi,
        eventName: 'Transfer',
        fromBlock: 0n,
      }),
    ).toHaveLength(1)
  })
})

describe('what goes wrong', () => {
  test('a failing transaction throws an error that carries its result and prints the calls', async ({ sandbox }) => {
    const alice = sandbox.chains.neutron.account('alice')
    const lab = await alice.deploy(LAB)
    const error = await alice.execute(lab, { act: { behaviour: 'panic' } }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TxError)
    const { result, message } = error as TxError
    expect(result).toMatchObject({ codespace: 'wasm', code: 29 })
    expect(message).toContain('execute callback_lab {"act":{"behaviour":"panic"}}')
    expect(message).toContain('panicked at')
  })

  test('messages that are not JSON are refused before they are sent', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice')
    const lab = await alice.deploy(LAB)
    const height = neutron.height
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    await expect(alice.execute(lab, cycle)).rejects.toThrow(UsageError)
    await expect(alice.execute(lab, () => 1)).rejects.toThrow(
      'a function at the top of a message: JSON makes nothing of it',
    )
    expect(neutron.height).toBe(height)
    await expect(alice.execute(lab, new RawMessage('{nope'))).rejects.toFailWith({ message: /invalid/ })
  })

  test.each([
    [
      'an unknown option',
      () => createSandbox({ chains: { neutron: { vmm: '3.0.9' } } } as never),
      'at /chains/neutron/vmm: unknown member "vmm"',
    ],
    [
      'an unknown release of the VM',
      () => createSandbox({ chains: { neutron: { vm: '9.9.9' } } }),
      'no gas schedule for cosmwasm-vm 9.9.9',
    ],
    [
      'an unknown param',
      () => createSandbox({ chains: { neutron: { params: { bank: { x: 1 } } } } }),
      'bank has no param "x"',
    ],
    [
      'an unknown module',
      () => createSandbox({ chains: { hub: { params: { contractmanager: {} } } } }),
      'there is no module "contractmanager"',
    ],
  ])('%s is a UsageError that names it', (_, create, message) => {
    expect(create).toThrow(UsageError)
    expect(create).toThrow(message)
  })

  test('the EVM of a chain that has none', ({ sandbox }) => {
    expect(() => sandbox.chains.hub.evm).toThrow('hub has no EVM')
  })

  test('a snapshot that was not taken', async ({ sandbox }) => {
    await expect(sandbox.restore(7)).rejects.toThrow('there is no snapshot 7')
  })
})
