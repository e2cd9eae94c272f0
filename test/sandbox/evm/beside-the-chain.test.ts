import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../src/evm/index.js'
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js'

const ALICE: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const BOB: Hex = '0x00000000000000000000000000000000000000b0'
const FUNDS = 10_000n * 10n ** 18n

const ask = <T = Hex>(sandbox: Sandbox, method: string, ...params: unknown[]): Promise<T> =>
  sandbox.evm.request({ method, params }) as Promise<T>
const balance = async (sandbox: Sandbox, address: string, at = 'latest'): Promise<bigint> =>
  BigInt(await ask(sandbox, 'eth_getBalance', address, at))
const quantity = (value: bigint): Hex => `0x${value.toString(16)}`
const transfer = (sandbox: Sandbox, value: bigint, from: Hex = ALICE, to: Hex = BOB): Promise<Hex> =>
  ask(sandbox, 'eth_sendTransaction', { from, to, value: quantity(value), gas: '0x5208' })
const timeOf = async (sandbox: Sandbox, at = 'latest'): Promise<bigint> =>
  BigInt((await ask<{ timestamp: Hex }>(sandbox, 'eth_getBlockByNumber', at, false)).timestamp)
const bank = ({ chains: { neutron } }: Sandbox, address: string, denom = 'aevm'): bigint =>
  neutron.balance(address, denom)
const supply = ({ chains: { neutron } }: Sandbox): bigint => {
  const { app } = neutron.host
  return app.keepers.bank.supply(app.context, 'aevm').amount
}
/** The sum of all balances, as the chain's genesis export lists them. */
const sum = ({ chains: { neutron } }: Sandbox): bigint => {
  const { balances } = neutron.exportGenesis().app_state['bank'] as unknown as {
    balances: { coins: { denom: string; amount: string }[] }[]
  }
  return balances
    .flatMap(({ coins }) => coins)
    .filter(({ denom }) => denom === 'aevm')
    .reduce((total, { amount }) => total + BigInt(amount), 0n)
}

describe('the EVM beside a chain', () => {
  test('costs the chain nothing before its first use, then mints what development accounts have', async () => {
    const sandbox = createSandbox()
    const { neutron } = sandbox.chains
    void sandbox.evm
    expect(neutron.height).toBe(1n)
    expect(supply(sandbox)).toBe(0n)
    expect(await balance(sandbox, ALICE)).toBe(FUNDS)
    expect(neutron.height).toBe(2n)
    expect(supply(sandbox)).toBe(10n * FUNDS)
    expect(bank(sandbox, ALICE)).toBe(FUNDS)
    expect(await timeOf(sandbox)).toBe(neutron.time / 1_000_000_000n)
  })

  test('has its balances only in the bank: transfers, fees and burned base fees appear there', async () => {
    const sandbox = createSandbox()
    await ask(sandbox, 'eth_chainId')
    const before = supply(sandbox)
    const hash = await transfer(sandbox, 5n)
    expect(bank(sandbox, BOB)).toBe(5n)
    const receipt = await ask<{ gasUsed: Hex; effectiveGasPrice: Hex }>(sandbox, 'eth_getTransactionReceipt', hash)
    const paid = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
    expect(bank(sandbox, ALICE)).toBe(FUNDS - 5n - paid)
    const { baseFeePerGas } = await ask<{ baseFeePerGas: Hex }>(sandbox, 'eth_getBlockByNumber', 'latest', false)
    const burned = BigInt(receipt.gasUsed) * BigInt(baseFeePerGas)
    expect(burned).toBeGreaterThan(0n)
    expect(supply(sandbox)).toBe(before - burned)
    expect(sum(sandbox)).toBe(supply(sandbox))
    // The tip is the coinbase's, an account of the bank as others.
    expect(bank(sandbox, '0x0000000000000000000000000000000000000000')).toBe(paid - burned)
    const [event] = sandbox.chains.neutron.host.app.baseApp
      .block(Number(sandbox.chains.neutron.height))!
      .events.filter(({ type }) => type === 'burn')
    expect(event?.attributes).toContainEqual(['amount', `${burned}aevm`])
  })

  test('takes over what the chain moves in the block that it makes for it, and keeps earlier states', async () => {
    const sandbox = createSandbox()
    const { neutron } = sandbox.chains
    const carl = neutron.account('carl', '100aevm')
    // The bank knew him before the EVM began.
    expect(await balance(sandbox, carl.evmAddress, '0x0')).toBe(100n)
    const started = Number(neutron.height)
    await carl.send([{ send: { to: BOB, amount: '30aevm' } }])
    neutron.nextBlock(2)
    await carl.send([{ send: { to: BOB, amount: '1aevm' } }])
    expect(await ask(sandbox, 'eth_blockNumber')).toBe('0x4')
    const history = (address: string): Promise<bigint[]> =>
      Promise.all(['0x0', '0x1', '0x2', '0x3', '0x4'].map((at) => balance(sandbox, address, at)))
    expect(await history(BOB)).toEqual([0n, 30n, 30n, 30n, 31n])
    expect(await history(carl.evmAddress)).toEqual([100n, 70n, 70n, 70n, 69n])
    const { app } = neutron.host
    const then = (height: number): bigint =>
      app.keepers.bank.balance(app.baseApp.queryContext(height), app.address(carl.address), 'aevm').amount
    expect([0, 1, 2, 3, 4].map((block) => then(started + block))).toEqual(await history(carl.evmAddress))
    // The root of each block has them.
    for (const [at, amount] of [100n, 70n, 70n, 70n, 69n].entries())
      expect(await ask(sandbox, 'eth_getProof', carl.evmAddress, [], quantity(BigInt(at)))).toMatchObject({
        balance: quantity(amount),
      })
    expect(await ask(sandbox, 'eth_getBlockByNumber', '0x1', false)).not.toMatchObject({
      stateRoot: (await ask<{ stateRoot: Hex }>(sandbox, 'eth_getBlockByNumber', '0x0', false)).stateRoot,
    })
  })

  test('makes a block for each of the chain, of its time, and the chain one for each of its own', async () => {
    const sandbox = createSandbox()
    const { neutron } = sandbox.chains
    await ask(sandbox, 'eth_chainId')
    const started = neutron.height
    neutron.nextBlock(3)
    sandbox.advance(1000)
    expect(await timeOf(sandbox)).toBe(neutron.time / 1_000_000_000n)
    expect(await ask(sandbox, 'eth_blockNumber')).toBe('0x4')
    await transfer(sandbox, 1n)
    expect(neutron.height).toBe(started + 5n)
    expect(await ask(sandbox, 'eth_blockNumber')).toBe('0x5')
    expect(await timeOf(sandbox)).toBe(neutron.time / 1_000_000_000n)
    const before = neutron.time
    await ask(sandbox, 'evm_increaseTime', '0x3c')
    await ask(sandbox, 'evm_mine')
    expect(neutron.time).toBe(before + 65n * 1_000_000_000n)
    const next = neutron.time / 1_000_000_000n + 500n
    await ask(sandbox, 'evm_setNextBlockTimestamp', quantity(next))
    await transfer(sandbox, 1n)
    expect(neutron.time).toBe(next * 1_000_000_000n)
    expect(neutron.height).toBe(started + 7n)
    await expect(ask(sandbox, 'evm_setNextBlockTimestamp', quantity(1n << 60n))).rejects.toThrow('there is no time')
  })

  test('notifies subscribers of blocks that only the chain made', async () => {
    const sandbox = createSandbox()
    const heads: string[] = []
    sandbox.evm.on('message', ({ data }) => void heads.push((data.result as { number: string }).number))
    await ask(sandbox, 'eth_subscribe', 'newHeads')
    sandbox.chains.neutron.nextBlock(2)
    await sandbox.evm.settled()
    expect(heads).toEqual(['0x1', '0x2'])
  })

  test('makes its block anew when the chain moves on while it is being made', async () => {
    const sandbox = createSandbox()
    const { neutron } = sandbox.chains
    const dora = neutron.account('dora', { key: 'eth', funds: '1000000000000000000aevm' })
    await ask(sandbox, 'eth_chainId')
    const sent = transfer(sandbox, 5n, dora.evmAddress)
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    neutron.nextBlock()
    neutron.account('dora', '7aevm')
    await sent
    const [mine, theirs] = await Promise.all([balance(sandbox, dora.evmAddress), balance(sandbox, BOB)])
    expect([mine, theirs]).toEqual([bank(sandbox, dora.address), 5n])
    const receipt = await ask<{ gasUsed: Hex; effectiveGasPrice: Hex }>(
      sandbox,
      'eth_getTransactionReceipt',
      await sent,
    )
    expect(mine).toBe(10n ** 18n + 7n - 5n - BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice))
    expect(sum(sandbox)).toBe(supply(sandbox))
    expect(await ask(sandbox, 'eth_blockNumber')).toBe(quantity(neutron.height - 3n))
  })

  test('puts what test-control methods set into the bank, and nothing when the bank cannot take it', async () => {
    const sandbox = createSandbox()
    await ask(sandbox, 'anvil_setBalance', BOB, '0x64')
    expect(bank(sandbox, BOB)).toBe(100n)
    expect(supply(sandbox)).toBe(10n * FUNDS + 100n)
    const { height } = sandbox.chains.neutron
    const most = quantity((1n << 256n) - 1n)
    await expect(ask(sandbox, 'anvil_setBalance', BOB, most)).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining('integer overflow') as string,
    })
    expect([bank(sandbox, BOB), await balance(sandbox, BOB)]).toEqual([100n, 100n])
    expect(sandbox.chains.neutron.height).toBe(height)
    await transfer(sandbox, 1n)
    expect(bank(sandbox, BOB)).toBe(101n)

    const id = await ask(sandbox, 'evm_snapshot')
    await transfer(sandbox, 50n)
    await sandbox.chains.neutron.account('erin', '9aevm').send([{ send: { to: BOB, amount: '9aevm' } }])
    expect(await balance(sandbox, BOB)).toBe(160n)
    expect(await ask(sandbox, 'evm_revert', id)).toBe(true)
    expect([bank(sandbox, BOB), await balance(sandbox, BOB)]).toEqual([101n, 101n])
    expect(sum(sandbox)).toBe(supply(sandbox))
    await transfer(sandbox, 1n)
    expect(bank(sandbox, BOB)).toBe(102n)
    await expect(sandbox.evm.importChain(new Uint8Array(0))).rejects.toThrow('cannot import blocks')
  })

  test('goes back and forth with the chain, also to before it had started', async () => {
    const sandbox = createSandbox()
    const { neutron } = sandbox.chains
    const before = await sandbox.snapshot()
    await transfer(sandbox, 5n)
    neutron.nextBlock()
    const middle = await sandbox.snapshot()
    const state = async (): Promise<unknown> => [
      neutron.height,
      supply(sandbox),
      bank(sandbox, BOB),
      await ask(sandbox, 'eth_getBlockByNumber', 'latest', false),
      await Promise.all(['0x0', '0x1', '0x2'].map((at) => balance(sandbox, BOB, at))),
    ]
    const then = await state()
    await transfer(sandbox, 7n)
    const late = await sandbox.snapshot()
    const after = await balance(sandbox, ALICE)

    await sandbox.restore(before)
    expect([neutron.height, supply(sandbox)]).toEqual([1n, 0n])
    neutron.nextBlock(4)
    // It starts anew, at another height.
    expect(await ask(sandbox, 'eth_blockNumber')).toBe('0x0')
    expect(neutron.height).toBe(6n)
    await transfer(sandbox, 11n)
    expect(bank(sandbox, BOB)).toBe(11n)

    await sandbox.restore(middle)
    expect(await state()).toEqual(then)
    await sandbox.restore(late)
    expect([bank(sandbox, BOB), await balance(sandbox, BOB), await balance(sandbox, ALICE)]).toEqual([12n, 12n, after])
    await sandbox.restore(middle)
    expect(await state()).toEqual(then)
    await transfer(sandbox, 7n)
    expect([bank(sandbox, BOB), await balance(sandbox, ALICE)]).toEqual([12n, after])
    expect(sum(sandbox)).toBe(supply(sandbox))
  })

  test('gives the same chain in every run', async () => {
    const run = async (): Promise<unknown> => {
      const sandbox = createSandbox()
      const { neutron } = sandbox.chains
      const fay = neutron.account('fay', { key: 'eth', funds: '1000000000000000000aevm' })
      await transfer(sandbox, 5n, fay.evmAddress)
      neutron.nextBlock(2)
      await transfer(sandbox, 6n)
      return neutron.host.app.baseApp.block(Number(neutron.height))!.signed.header
    }
    expect(await run()).toEqual(await run())
  })

  test('counts in the denomination that it is given', async () => {
    const sandbox = createSandbox({ evm: { denom: 'awei' } })
    await transfer(sandbox, 5n)
    expect([bank(sandbox, BOB, 'awei'), bank(sandbox, BOB)]).toEqual([5n, 0n])
    expect(() => createSandbox({ evm: { denom: '1' } })).toThrow('/evm/denom')
  })
})
