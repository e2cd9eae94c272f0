import { createHash } from 'node:crypto'
import { describe, expect, prepared, test } from 'sudobox/vitest'
import { Interface } from 'ethers'
import { createPublicClient, createWalletClient, custom, defineChain, encodeFunctionData, type Abi } from 'viem'
import emitter from '../../contracts/artifacts/solidity/EventEmitter.json' with { type: 'json' }
import reverter from '../../contracts/artifacts/solidity/Reverter.json' with { type: 'json' }

const LAB = 'contracts/artifacts/callback_lab.wasm'
const TOKEN = 'contracts/artifacts/cw20_base.wasm'
const READER = 'contracts/artifacts/remote_reader.wasm'

/** What a matcher says that does not hold. */
const refusal = async (run: () => unknown): Promise<string> => {
  try {
    await run()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error('it held')
}

describe('failures', () => {
  test('of a contract and of a chain, by number, all of them, or one', async ({ neutron }) => {
    const lab = await neutron.account('alice').deploy(LAB, { on_timeout: 'error' })
    expect(lab).not.toHaveFailures()
    expect(lab).toHaveFailures(0)
    await lab.callback({ timeout: { request: { sequence: 9n } } })

    expect(lab).toHaveFailures()
    expect(neutron).toHaveFailures(1)
    expect(neutron).not.toHaveFailures(2)
    expect(lab).toHaveFailures([{ id: 0n, error: 'codespace: wasm, code: 5' }])
    expect(lab).toHaveFailure({
      id: expect.any(BigInt),
      details: /told to fail/,
      message: { timeout: { request: { sequence: 9 } } },
    })
    expect(lab).not.toHaveFailure({ error: /1103/ })

    expect(await refusal(() => expect(lab).toHaveFailures([]))).toContain('to have the failed callbacks []')
    await lab.callback({ timeout: { request: { sequence: 10n } } })
    // One of several is enough.
    expect(lab).toHaveFailure({ message: { timeout: { request: { sequence: 9 } } } })
    expect(lab).toHaveFailure({ message: { timeout: { request: { sequence: 10 } } } })
    expect(lab).not.toHaveFailure({ id: 0n, message: { timeout: { request: { sequence: 10 } } } })
    expect(lab).not.toHaveFailures([{ id: 0n }])
    expect(lab).toHaveFailures([{ id: 0n }, { id: 1n }])
    expect(lab).not.toHaveFailures([{ id: 1n }, { id: 0n }])

    expect(await refusal(() => expect(lab).toHaveFailures(3))).toMatch(
      /to have 3 failed callbacks, but the recorded failures are\n {2}0 of neutron1.*: codespace: wasm, code: 5\n.*told to fail.*\n.*"timeout"/s,
    )
    expect(await refusal(() => expect(lab).toHaveFailure({ error: /1103/ }))).toContain('{"error":"/1103/"}')
    expect(await refusal(() => expect(lab).not.toHaveFailures())).toContain('not to have failed callbacks')
    expect(await refusal(() => expect('lab').toHaveFailures())).toMatch(
      /toHaveFailures\(\) needs the failed callbacks.*given: "lab".*right: expect\(contract\)/s,
    )
  })
})

describe('balances', () => {
  test('as they are, and as an action changes them', async ({ neutron }) => {
    const alice = neutron.account('alice', '100untrn')
    const bob = neutron.account('bob')
    expect(alice).toHaveBalance('untrn', 100)
    expect(bob).toHaveBalance('untrn', 0n)
    await expect(() => alice.transfer(bob, '7untrn')).toChangeBalance(alice, 'untrn', -7)
    await expect(() => alice.transfer(bob, '5untrn')).toChangeBalances([
      [alice, 'untrn', -5n],
      [bob, 'untrn', expect.toSatisfy((delta: bigint) => delta > 4n)],
      [bob, 'uatom', 0n],
    ])
    await expect(() => alice.transfer(bob, '1untrn')).not.toChangeBalance(bob, 'untrn', 2n)

    // One that is right does not make up for another.
    const mixed = await refusal(() =>
      expect(() => bob.transfer(alice, '1untrn')).toChangeBalances([
        [alice, 'untrn', 1n],
        [bob, 'untrn', 1n],
      ]),
    )
    expect(mixed).toMatch(/ {4}alice untrn: expected \+1, changed \+1 .*\n {2}✗ bob untrn: expected \+1, changed -1 /)

    const told = await refusal(() => expect(() => alice.transfer(bob, '3untrn')).toChangeBalance(bob, 'untrn', 4n))
    expect(told).toMatch(/✗ bob untrn: expected \+4, changed \+3 \(from 12 to 15\)\nit succeeded/)
    expect(await refusal(() => expect(alice).toHaveBalance('untrn', 5n))).toContain('to have 5 untrn, but it has 85')
    // @ts-expect-error an await is missing
    expect(await refusal(() => expect(alice.transfer(bob, '1untrn')).toChangeBalance(bob, 'untrn', 1n))).toMatch(
      /a function, so that it can read the balances before the action.*right: expect\(\(\) => alice\.execute\(…\)\)\.toChangeBalance/s,
    )
    // What fails is told by its own error.
    expect(
      await refusal(() => expect(() => alice.transfer(bob, '1000untrn')).toChangeBalance(bob, 'untrn', 1n)),
    ).toContain('insufficient funds')
    expect(await refusal(() => expect(5).toHaveBalance('untrn', 5n))).toContain('an account or a contract')
    expect(await refusal(() => expect(() => undefined).toChangeBalance('alice' as never, 'untrn', 1n))).toContain(
      'accounts and contracts of the sandbox',
    )
  })
})

describe('state', () => {
  test('by key, by the key of a map, and by query', async ({ neutron }) => {
    const alice = neutron.account('alice')
    const token = await alice.deploy(TOKEN, {
      name: 'Coin',
      symbol: 'COIN',
      decimals: 6,
      initial_balances: [{ address: alice.address, amount: '12' }],
    })
    expect(token).toHaveState('token_info', { symbol: 'COIN', name: /^C/ })
    expect(token).toHaveState(['balance', alice.address], '12')
    expect(token).toHaveState('token_info')
    expect(token).not.toHaveState('elsewhere')
    expect(token).toHaveState({ balance: { address: alice.address } }, { balance: '12' })
    expect(token).toHaveState({ token_info: {} }, { total_supply: expect.stringMatching(/^\d+$/) })
    expect(token).not.toHaveState({ token_info: {} }, { symbol: 'X' })

    expect(await refusal(() => expect(token).toHaveState(['balance', alice.address], '13'))).toContain(
      `expected the key balance/${alice.address} of cw20_base to be "13", but it is "12"`,
    )
    expect(await refusal(() => expect(token).toHaveState('elsewhere', 1))).toContain('but it does not exist')
    expect(await refusal(() => expect(token).toHaveState('token_inf'))).toMatch(
      /to be something, but it does not exist\nthe most similar keys are: token_info/,
    )
    expect(await refusal(() => expect(token).toHaveState('zzzzzzzzzz'))).toContain('its first keys are: ')
    expect(await refusal(() => expect(token).not.toHaveState('token_info'))).toMatch(
      /^expected the key token_info of cw20_base not to be something, but it is \{.*\}$/,
    )
    expect(await refusal(() => expect(token).toHaveState([] as never))).toContain('received an empty key')
    expect(await refusal(() => expect(neutron).toHaveState('config'))).toContain('needs a contract')
  })
})

describe('packets', () => {
  test('under way, delivered, acknowledged, and timed out', async ({ sandbox, neutron, hub, relayer }) => {
    const alice = neutron.account('alice', '1000untrn')
    const bob = hub.account('bob')
    expect(relayer).not.toHavePending()
    await alice.ibcTransfer(bob, '300untrn')
    expect(sandbox).toHavePending(1)
    expect(relayer).toHavePending({ from: 'neutron', state: 'sent', data: { amount: '300' } })
    expect(relayer).not.toHavePending({ sequence: 2n })
    expect(await refusal(() => expect(relayer).toHavePending(2))).toMatch(
      /2 packets pending, but pending packets are\n {2}sent, next recv: neutron transfer\/channel-0 → hub transfer\/channel-0 #1 \{.*"amount":"300"/,
    )

    const delivered = await relayer.relay()
    expect(delivered).toDeliver('recv')
    expect(delivered).toDeliver('ack', { sequence: 1n, data: { sender: alice.address } })
    expect(delivered).toBeAcknowledged()
    expect(delivered).toBeAcknowledged('success')
    expect(delivered).toBeAcknowledged({ result: 'AQ==' })
    expect(delivered).not.toBeAcknowledged('error')
    expect(delivered).not.toTimeOut()
    expect(await refusal(() => expect(delivered).toTimeOut())).toMatch(
      /delivered packets are\n {2}recv neutron .*\n.*it succeeded/s,
    )
    expect(await refusal(() => expect(delivered).toBeAcknowledged('error'))).toContain('acknowledged {"result":"AQ=="}')

    await alice.ibcTransfer(bob, '5untrn', { timeoutSeconds: 10 })
    await hub.skipPastTimeout()
    const late = await relayer.relay()
    expect(late).toTimeOut({ sequence: 2n })
    expect(late[0]).toTimeOut()
    expect(late).not.toBeAcknowledged()
    await alice.ibcTransfer('nobody', '5untrn')
    expect(await relayer.relay()).toBeAcknowledged('error')

    // @ts-expect-error an await is missing
    expect(await refusal(() => expect(relayer.relay()).toTimeOut())).toContain(
      'right: expect(await sandbox.relayer.relay())',
    )
    expect(await refusal(() => expect([1]).toDeliver('ack'))).toContain('deliveries of the relayer')
    expect(await refusal(() => expect(delivered).toDeliver({} as never))).toContain(
      'the kind of the delivery as its first argument',
    )
  })
})

test('interchain queries that are registered', async ({ sandbox, neutron, queryRelayer }) => {
  const alice = neutron.account('alice', '100000000untrn')
  const reader = await alice.deploy(READER, {}, { funds: '100000000untrn' })
  expect(reader).not.toHaveQuery()
  await alice.execute(reader, { register: { connection_id: 'connection-0', update_period: 5, what: { fee_pool: {} } } })
  expect(reader).toHaveQuery({ type: 'kv', queryId: 1n, connectionId: 'connection-0' })
  expect(queryRelayer).toHaveQuery(1)
  expect(sandbox).toHaveQuery({ owner: reader.address, due: true })
  expect(await refusal(() => expect(reader).toHaveQuery({ type: 'tx' }))).toMatch(
    /the registered queries are\n {2}\{"queryId":1n,"type":"kv"/,
  )
  expect(await refusal(() => expect(1).toHaveQuery())).toContain('registered interchain queries')
})

describe('the EVM', () => {
  test('reverts with reasons, panics and errors; receipts have events', async ({ neutron, evm }) => {
    const alice = neutron.account('alice', { key: 'eth', funds: '1000000000000000000aevm' })
    const chain = defineChain({
      id: Number(evm.chainId),
      name: 'sandbox',
      nativeCurrency: { name: 'EVM', symbol: 'EVM', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    })
    const transport = custom(evm, { retryCount: 0 })
    const reader = createPublicClient({ chain, transport })
    const writer = createWalletClient({ chain, transport, account: alice.evmAddress })
    const deploy = async ({ abi, bytecode }: { abi: unknown; bytecode: string }) => {
      const hash = await writer.deployContract({
        abi: abi as Abi,
        bytecode: bytecode as `0x${string}`,
        gas: 2_000_000n,
      })
      return { address: (await reader.getTransactionReceipt({ hash })).contractAddress!, abi: abi as Abi }
    }
    const broken = await deploy(reverter)
    const speaker = await deploy(emitter)
    const call = (functionName: string, args: unknown[] = []) =>
      reader.simulateContract({ ...broken, functionName, args })
    const raw = (functionName: string, args: unknown[] = []) =>
      evm.request({
        method: 'eth_call',
        params: [{ to: broken.address, data: encodeFunctionData({ ...broken, functionName, args }) }],
      })

    for (const way of [call, raw]) {
      await expect(way('revertWithReason', ['no luck'])).toBeRevertedWith('no luck')
      await expect(() => way('revertWithReason', ['no luck'])).toBeRevertedWith(/luck$/)
      await expect(way('overflow')).toBeRevertedWithPanic(0x11)
      await expect(way('revertWithoutData')).toBeReverted()
      await expect(way('revertWithError', [7n, 'because'])).toBeRevertedWithCustomError(
        broken.abi as never,
        'Refused',
        [expect.anything(), 7, 'because'],
      )
      await expect(way('revertWithError', [7n, 'x'])).rejects.toBeRevertedWithCustomError(
        ['error Refused(address caller, uint256 code, string reason)'],
        'Refused',
      )
      await expect(way('count')).not.toBeReverted()
    }
    const refused = () => raw('revertWithError', [7n, 'x'])
    await expect(refused()).toBeRevertedWithCustomError(new Interface(reverter.abi), 'Refused')
    expect(
      await refusal(() =>
        expect(refused()).toBeRevertedWithCustomError(reverter as never, 'Refused', [expect.anything(), 8n, 'x']),
      ),
    ).toMatch(/to revert with Refused\(.*, 8n, "x"\), but it reverted with Refused\("0x0{40}", 7n, "x"\)/)
    expect(await refusal(() => expect(refused()).toBeRevertedWithCustomError(reverter as never, 'Broke'))).toMatch(
      /the ABI has no error "Broke".*errors: Refused/s,
    )
    expect(await refusal(() => expect(raw('revertWithReason', ['a'])).toBeRevertedWith('b'))).toContain(
      'to revert with the reason "b", but it reverted with Error("a")',
    )
    expect(await refusal(() => expect(raw('count')).toBeReverted())).toContain('but it did not revert')
    expect(await refusal(() => expect({}).toBeReverted())).toContain('a call or transaction of the EVM')
    expect(await refusal(() => expect(Promise.reject(new Error('no network'))).toBeReverted())).toBe('no network')
    expect(await refusal(() => expect(raw('count')).toBeRevertedWithCustomError(5 as never, 'X'))).toContain(
      'not an ABI',
    )

    const hash = await writer.writeContract({ ...speaker, functionName: 'emitPlain', args: [5n, 'five'] })
    const receipt = await reader.getTransactionReceipt({ hash })
    await expect(receipt).toEmitEvent(emitter, 'Plain', [5n, 'five'])
    await expect(evm.request({ method: 'eth_getTransactionReceipt', params: [hash] })).toEmitEvent(
      ['event Plain(uint256 number, string text)'],
      'Plain',
      [5, expect.stringMatching('f')],
    )
    await expect(receipt).not.toEmitEvent(emitter, 'Nothing')
    expect(await refusal(() => expect(receipt).toEmitEvent(emitter, 'Plain', [6n, 'five']))).toMatch(
      /to emit Plain\(6n, "five"\), but the emitted events are\n {2}Plain\(5n, "five"\) by 0x/,
    )
    expect(await refusal(() => expect(hash).toEmitEvent(emitter, 'Plain'))).toContain('the receipt of a transaction')
    const indexed = await writer.writeContract({
      ...speaker,
      functionName: 'emitIndexed',
      args: [3n, `0x${'11'.repeat(32)}`, -1n],
    })
    await expect(reader.getTransactionReceipt({ hash: indexed })).toEmitEvent(emitter, 'Indexed', [
      alice.evmAddress,
      3n,
      `0x${'11'.repeat(32)}`,
      -1n,
    ])
  })
})

describe('a prepared sandbox', () => {
  let setUps = 0
  const ready = prepared(
    async ({ chains }) => {
      setUps++
      const alice = chains.neutron.account('alice', '10untrn')
      return { alice, lab: await alice.deploy(LAB) }
    },
    { chains: { neutron: { chainId: 'prepared-1' } } },
  )

  for (const time of [1, 2])
    ready(`is as the set-up left it, time ${time}`, async ({ world: { alice, lab }, neutron }) => {
      expect(setUps).toBe(1)
      expect(neutron.chainId).toBe('prepared-1')
      expect(alice).toHaveBalance('untrn', 10n)
      await alice.transfer(lab, '4untrn')
    })
})

describe('options of a suite', () => {
  test.override({ sandboxOptions: { chains: { neutron: { chainId: 'suite-1' } } } })
  test('hold in it', ({ neutron }) => {
    expect(neutron.chainId).toBe('suite-1')
  })
})

test('and not beside it', ({ neutron, sandbox }) => {
  expect(neutron.chainId).toBe('neutron-sandbox-1')
  // No test has named its EVM.
  expect(sandbox.chains.neutron.host.settled()).toBeUndefined()
})

describe('supplies', () => {
  test('as an action mints and burns, on one chain and on two', async ({ neutron, hub, relayer }) => {
    const alice = neutron.account('alice', '100untrn')
    const burner = neutron.mock({
      execute: (_deps, _env, info) => ({ messages: [{ bank: { burn: { amount: info.funds } } }] }),
    })
    const burn = (funds: string) => () => alice.execute(burner, {}, { funds })
    const before = neutron.supply('untrn')
    await expect(burn('5untrn')).toChangeSupply(neutron, 'untrn', -5n)
    await expect(burn('5untrn')).toChangeSupply(neutron, 'untrn', -5)
    await expect(() => alice.transfer('alice', '1untrn')).not.toChangeSupply(neutron, 'untrn', -1n)
    expect(neutron.supply('untrn')).toBe(before - 10n)

    neutron.account('alice', '7uusd')
    await alice.ibcTransfer(hub.account('bob'), '7uusd')
    const voucher = `ibc/${createHash('sha256').update('transfer/channel-0/uusd').digest('hex').toUpperCase()}`
    await expect(() => relayer.relay()).toChangeSupplies([
      [hub, voucher, 7n],
      [neutron, 'uusd', 0],
    ])

    const refused = await refusal(() => expect(burn('2untrn')).toChangeSupply(neutron, 'untrn', 3n))
    expect(refused).toMatch(
      /^expected these supplies to change as follows\n {2}✗ neutron untrn: expected \+3, changed -2 \(from \d+ to \d+\)\nit succeeded/,
    )
    expect(refused).toMatch(/execute double \(double\)/)
    expect(await refusal(() => expect(burn('2untrn')).toChangeSupply(alice as never, 'untrn', 3n))).toMatch(
      /toChangeSupply\(\) takes chains of the sandbox\n {2}given: .*\n {2}right: toChangeSupply\(neutron, 'untrn', -5n\)/,
    )
    // @ts-expect-error an await is missing
    expect(await refusal(() => expect(burn('1untrn')()).toChangeSupply(neutron, 'untrn', -1n))).toMatch(
      /it can read the supplies before the action\n {2}given: .*a promise, whose action has already started/,
    )
  })
})
