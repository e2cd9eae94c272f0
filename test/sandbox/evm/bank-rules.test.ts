import { MsgCreatePeriodicVestingAccount } from 'cosmjs-types/cosmos/vesting/v1beta1/tx'
import { describe, expect, test } from 'vitest'
import { EvmHost } from '../../../src/app/evm/host.js'
import { createEvmNode, type Hex } from '../../../src/evm/index.js'
import { ProtoWriter } from '../../../src/codec/proto.js'
import { addressText } from '../../../src/chain/address.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { allValidators } from '../../../src/modules/staking/index.js'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.js'

// What the bank does not allow, the EVM beside it does not do either: coins that are locked, accounts that nobody may pay, and transfers that a
// contract refuses. Source of the first two: cosmos/evm x/vm/keeper/statedb.go; a real node showed them (docs/differences.md).

const ETHER = 10n ** 18n
const BOB: Hex = '0x00000000000000000000000000000000000000b0'

const quantity = (value: bigint): Hex => `0x${value.toString(16)}`

/** An address that has no account yet, and its key in every sandbox. */
const vest = createSandbox().chains.neutron.account('vest', { key: 'eth' })

function start(options: SandboxOptions = {}) {
  const sandbox = createSandbox(options)
  const { neutron } = sandbox.chains
  const ask = <T = Hex>(method: string, ...params: unknown[]): Promise<T> =>
    sandbox.evm.request({ method, params }) as Promise<T>
  const alice = neutron.account('alice', { key: 'eth', funds: `${10n * ETHER}aevm,1000000000untrn` })
  const send = (to: string | undefined, value: bigint, more: object = {}): Promise<Hex> =>
    ask('eth_sendTransaction', { from: alice.evmAddress, ...(to && { to }), value: quantity(value), ...more })
  const status = async (hash: Hex): Promise<Hex | undefined> =>
    (await ask<{ status: Hex } | null>('eth_getTransactionReceipt', hash))?.status
  const balance = async (address: string, at = 'latest'): Promise<bigint> =>
    BigInt(await ask('eth_getBalance', address, at))
  /** That the EVM still works for everyone, on both sides. */
  const works = async (): Promise<void> => {
    expect(await ask<object>('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
    const before = await balance(BOB)
    expect(await status(await send(BOB, 1n))).toBe('0x1')
    neutron.nextBlock()
    await ask('evm_mine')
    expect(await status(await send(BOB, 1n))).toBe('0x1')
    expect(await balance(BOB)).toBe(before + 2n)
    expect(neutron.balance(BOB, 'aevm')).toBe(before + 2n)
    await expectWholeSupply(sandbox)
  }
  return { sandbox, neutron, alice, ask, send, status, balance, works }
}

/** The sum of all balances is the supply. */
async function expectWholeSupply(sandbox: Sandbox): Promise<void> {
  const { app } = sandbox.chains.neutron.host
  const { balances } = sandbox.chains.neutron.exportGenesis().app_state['bank'] as unknown as {
    balances: { coins: { denom: string; amount: string }[] }[]
  }
  const sum = balances
    .flatMap(({ coins }) => coins)
    .filter(({ denom }) => denom === 'aevm')
    .reduce((total, { amount }) => total + BigInt(amount), 0n)
  expect(app.keepers.bank.supply(app.context, 'aevm').amount).toBe(sum)
}

type Chain = ReturnType<typeof start>

const HALF = ETHER / 2n
const aevm = (amount: bigint) => [{ denom: 'aevm', amount: amount.toString() }]
const message = (typeUrl: string, write: (writer: ProtoWriter) => { finish(): Uint8Array }) => ({
  any: { typeUrl, value: Buffer.from(write(new ProtoWriter()).finish()).toString('base64') },
})
const coin = (amount: bigint): Uint8Array => new ProtoWriter().string(1, 'aevm').string(2, amount.toString()).finish()

/** Messages that open an account of each type with one coin, from a time on. */
const SCHEDULES: readonly (readonly [string, (from: string, start: bigint) => ReturnType<typeof message>])[] = [
  [
    'delayed',
    (from, start) =>
      message('/cosmos.vesting.v1beta1.MsgCreateVestingAccount', (w) =>
        w
          .string(1, from)
          .string(2, vest.address)
          .message(3, coin(ETHER))
          .uint64(4, start + 1000n)
          .bool(5, true),
      ),
  ],
  [
    'continuous',
    (from, start) =>
      message('/cosmos.vesting.v1beta1.MsgCreateVestingAccount', (w) =>
        w
          .string(1, from)
          .string(2, vest.address)
          .message(3, coin(ETHER))
          .uint64(4, start + 1000n),
      ),
  ],
  [
    'periodic',
    (from, start) => {
      const vestingPeriods = [
        { length: 300n, amount: aevm(ETHER / 4n) },
        { length: 500n, amount: aevm((3n * ETHER) / 4n) },
      ]
      const { typeUrl } = MsgCreatePeriodicVestingAccount
      const fields = { fromAddress: from, toAddress: vest.address, startTime: start, vestingPeriods }
      return message(typeUrl, () => MsgCreatePeriodicVestingAccount.encode(fields))
    },
  ],
  [
    'permanent',
    (from) =>
      message('/cosmos.vesting.v1beta1.MsgCreatePermanentLockedAccount', (w) =>
        w.string(1, from).string(2, vest.address).message(3, coin(ETHER)),
      ),
  ],
]

describe('locked coins', () => {
  test.each(SCHEDULES)('%s: the EVM sees what may be spent when it may be', async (kind, open) => {
    const chain = start()
    const { sandbox, neutron, alice, ask, send, status, balance, works } = chain
    const { app } = neutron.host
    const vestBytes = app.address(vest.address)
    const spendable = (): bigint => app.keepers.bank.spendableCoin(app.context, vestBytes, 'aevm').amount
    // Returns the balance that code sees.
    const code = `0x73${vest.evmAddress.slice(2)}315f5260205ff3`
    const seen: bigint[] = []
    const check = async (): Promise<void> => {
      const free = spendable()
      expect([await balance(vest.evmAddress), BigInt(await ask('eth_call', { data: code }, 'latest'))]).toEqual([
        free,
        free,
      ])
      expect(await ask('eth_getProof', vest.evmAddress, [], 'latest')).toMatchObject({ balance: quantity(free) })
      seen[Number(await ask('eth_blockNumber'))] = free
    }
    await ask('eth_chainId')
    // The time of the next block.
    const begin = app.baseApp.nextTime / 1_000_000_000n
    await alice.send([open(alice.address, begin)])
    neutron.account('vest', { key: 'eth' })
    const cost = HALF + 21_000n * 50_000_000_000n
    const spend = (): Promise<Hex> => send(BOB, HALF, { from: vest.evmAddress, gas: '0x5208', gasPrice: '0xba43b7400' })
    await check()
    await expect(spend()).rejects.toMatchObject({
      code: -32000,
      message: `insufficient funds for gas * price + value: balance ${spendable()}, tx cost ${cost}, overshot ${cost - spendable()}`,
    })
    expect(neutron.balance(vest, 'aevm')).toBe(ETHER)
    await works()
    await check()
    const id = await ask('evm_snapshot')
    const early = await balance(vest.evmAddress)
    const passed: bigint[] = []
    for (const [after, by] of [
      [300n, 'chain'],
      [500n, 'evm'],
      [999n, 'chain'],
      [1000n, 'evm'],
    ] as const) {
      if (by === 'chain') sandbox.advance(Number(begin + after - neutron.time / 1_000_000_000n))
      else {
        await ask('evm_setNextBlockTimestamp', quantity(begin + after))
        await ask('evm_mine')
      }
      expect(neutron.time / 1_000_000_000n).toBe(begin + after)
      await check()
      passed.push(seen.at(-1)!)
    }
    const quarter = ETHER / 4n
    expect(passed).toEqual(
      {
        delayed: [0n, 0n, 0n, ETHER],
        continuous: [(3n * ETHER) / 10n, HALF, (999n * ETHER) / 1000n, ETHER],
        periodic: [quarter, quarter, ETHER, ETHER],
        permanent: [0n, 0n, 0n, 0n],
      }[kind],
    )
    for (const [at, free] of seen.entries())
      if (free !== undefined) expect(await balance(vest.evmAddress, quantity(BigInt(at)))).toBe(free)

    // The EVM goes back in time, the bank does not: nothing is taken from the account.
    expect(await ask('evm_revert', id)).toBe(true)
    expect([await balance(vest.evmAddress), neutron.balance(vest, 'aevm')]).toEqual([early, ETHER])
    await ask('evm_mine')
    await check()
    if (kind !== 'permanent') {
      expect(await status(await spend())).toBe('0x1')
      await check()
      expect(neutron.balance(vest, 'aevm')).toBeLessThan(HALF)
    }
    await works()
  })

  test('coins that are delegated and taken back, and others, count as for the bank', async () => {
    const sandbox = createSandbox({ evm: { denom: 'untrn' } })
    const { neutron } = sandbox.chains
    const { app } = neutron.host
    const alice = neutron.account('alice', '10000000untrn')
    const free = (): bigint => app.keepers.bank.spendableCoin(app.context, app.address(vest.address), 'untrn').amount
    const seen = async (): Promise<bigint> =>
      BigInt((await sandbox.evm.request({ method: 'eth_getBalance', params: [vest.evmAddress, 'latest'] })) as Hex)
    expect(await seen()).toBe(0n)
    const coins = new ProtoWriter().string(1, 'untrn').string(2, '1000').finish()
    await alice.send([
      message('/cosmos.vesting.v1beta1.MsgCreatePermanentLockedAccount', (w) =>
        w.string(1, alice.address).string(2, vest.address).message(3, coins),
      ),
    ])
    const locked = neutron.account('vest', { key: 'eth' })
    await alice.transfer(locked, '600untrn')
    expect([free(), await seen()]).toEqual([600n, 600n])
    const [validator] = allValidators(app.context)
    const stake = (name: string, amount: string) =>
      message(`/cosmos.staking.v1beta1.${name}`, (w) =>
        w
          .string(1, locked.address)
          .string(2, validator!.operatorAddress)
          .message(3, new ProtoWriter().string(1, 'untrn').string(2, amount).finish()),
      )
    await locked.send([stake('MsgDelegate', '700')])
    // Of 1600 coins 700 are delegated, all of them locked ones.
    expect([free(), await seen()]).toEqual([600n, 600n])
    await locked.send([stake('MsgDelegate', '800')])
    expect([free(), await seen()]).toEqual([100n, 100n])
    await locked.send([stake('MsgUndelegate', '800')])
    sandbox.advance(22 * 24 * 3600)
    expect(await seen()).toBe(free())
    expect(free()).toBeGreaterThan(100n)
  })
})

/** Calls of the EVM that pay an account, each in the way of its own. */
const PAYMENTS: readonly (readonly [string, (chain: Chain, to: string) => Promise<unknown>])[] = [
  ['as the receiver of a transaction', ({ send }, to) => send(to, 5n, { gas: '0x5208' })],
  ['without a gas limit', ({ send }, to) => send(to, 5n)],
  // PUSH0 x4, CALLVALUE, PUSH20 to, GAS, CALL
  ['by a call of a contract', (chain, to) => paidBy(chain, `5f5f5f5f3473${to.slice(2)}5af100`)],
  ['by a contract that destroys itself', (chain, to) => paidBy(chain, `73${to.slice(2)}ff`)],
  [
    'by a constructor',
    ({ send }, to) => send(undefined, 5n, { data: `0x5f5f5f5f3473${to.slice(2)}5af100`, gas: '0x30d40' }),
  ],
  [
    'by a constructor that destroys its contract',
    ({ send }, to) => send(undefined, 5n, { data: `0x73${to.slice(2)}ff`, gas: '0x30d40' }),
  ],
  ['by a test method', ({ ask }, to) => ask('anvil_setBalance', to, '0x5')],
  ['as the account of the tips', ({ ask }, to) => ask('anvil_setCoinbase', to)],
]

/** Sends 5 to a contract with this code. */
async function paidBy({ ask, send }: Chain, code: string): Promise<Hex> {
  const contract = '0x00000000000000000000000000000000000000cc'
  await ask('anvil_setCode', contract, `0x${code}`)
  return send(contract, 5n, { gas: '0x30d40' })
}

describe('accounts of modules that the bank pays nothing to', () => {
  const MODULES = ['fee_collector', 'distribution', 'bonded_tokens_pool', 'gov', 'transfer', 'mint']
  const hexOf = (module: string): Hex => `0x${Buffer.from(moduleAddress(module)).toString('hex')}`
  const textOf = (module: string): string => addressText('neutron', moduleAddress(module))
  const refusal = (module: string) => ({
    code: -32000,
    message: `${textOf(module)} is not allowed to receive funds: unauthorized`,
  })

  test.each(MODULES)('%s', async (module) => {
    const { neutron, alice, send, works } = start()
    await expect(alice.transfer(textOf(module), '5aevm')).rejects.toThrow(refusal(module).message)
    await expect(send(hexOf(module), 5n)).rejects.toMatchObject(refusal(module))
    expect(neutron.balance(textOf(module), 'aevm')).toBe(0n)
    await works()
  })

  test.each(PAYMENTS)('are not paid %s', async (_, pay) => {
    const chain = start()
    const before = await chain.ask('eth_getTransactionCount', chain.alice.evmAddress)
    await expect(pay(chain, hexOf('gov'))).rejects.toMatchObject(refusal('gov'))
    expect(await chain.balance(hexOf('gov'))).toBe(0n)
    expect(await chain.ask('eth_getTransactionCount', chain.alice.evmAddress)).toBe(before)
    await chain.works()
  })

  test('are not paid by a call that is undone, which may be tried', async () => {
    const chain = start()
    const to = hexOf('gov').slice(2)
    // The inner contract pays and reverts; the outer one goes on.
    await chain.ask('anvil_setCode', BOB, `0x5f5f5f5f3473${to}5af15f5ffd`)
    await chain.ask(
      'anvil_setCode',
      '0x00000000000000000000000000000000000000cc',
      `0x5f5f5f5f3473${BOB.slice(2)}5af100`,
    )
    const hash = await chain.send('0x00000000000000000000000000000000000000cc', 5n, { gas: '0x30d40' })
    expect(await chain.status(hash)).toBe('0x1')
  })

  test.each([
    ['its own receiver of tips', { coinbase: hexOf('gov') }],
    ['its own accounts', { alloc: { [hexOf('gov')]: { balance: 5n } } }],
  ] as const)('are not paid by an EVM that starts with %s', async (_, evm) => {
    const sandbox = createSandbox()
    const host = new EvmHost(sandbox.chains.neutron.host.app, 'aevm', () => new Map())
    await expect(
      createEvmNode({ ...evm, denom: 'aevm', host }).request({ method: 'eth_chainId' }),
    ).rejects.toMatchObject(refusal('gov'))
    const { height } = sandbox.chains.neutron
    sandbox.chains.neutron.nextBlock()
    expect(sandbox.chains.neutron.height).toBe(height + 1n)
  })

  test('of many transactions in a block only those that pay them fail, and the pending block shows that', async () => {
    const { ask, send, status, works } = start()
    await ask('evm_setAutomine', false)
    const [first, second] = await ask<Hex[]>('eth_accounts')
    const good = await send(BOB, 1n, { from: first })
    const bad = await send(hexOf('gov'), 1n)
    const behind = await send(BOB, 1n)
    const other = await send(BOB, 1n, { from: second })
    const { transactions } = await ask<{ transactions: Hex[] }>('eth_getBlockByNumber', 'pending', false)
    expect(transactions).toEqual([good, other])
    await ask('evm_mine')
    expect([await status(good), await status(other)]).toEqual(['0x1', '0x1'])
    expect(await ask('eth_getTransactionByHash', bad)).toBeNull()
    expect(await ask<object>('txpool_status')).toEqual({ pending: '0x0', queued: '0x1' })
    expect(await ask('eth_getTransactionByHash', behind)).toMatchObject({ blockHash: null })
    await ask('anvil_dropAllTransactions')
    await ask('evm_setAutomine', true)
    await works()
  })
})

test('of transactions whose coins a contract may refuse only the refused ones fail', async () => {
  const creator = createSandbox().chains.neutron.account('alice', { key: 'eth' })
  const denom = `coinfactory.${creator.address}.gold`
  const { neutron, alice, ask, send, status } = start({ evm: { denom } })
  const frozen = neutron.account('frozen', { key: 'eth' })
  const hook = neutron.mock(
    {
      sudo: (_deps, _env, { block_before_send: asked }: { block_before_send?: { from: string } }) => {
        if (asked?.from === frozen.address) throw new Error('the account is frozen')
      },
    },
    { label: 'hook' },
  )
  neutron.setParams('coinfactory', { whitelisted_hooks: [{ code_id: '1', denom_creator: alice.address }] })
  const factory = (name: string, write: (writer: ProtoWriter) => ProtoWriter) =>
    message(`/neutron.coinfactory.v1beta1.${name}`, write)
  const coins = new ProtoWriter()
    .string(1, denom)
    .string(2, (4n * ETHER).toString())
    .finish()
  await alice.send([
    factory('MsgCreateDenom', (w) => w.string(1, alice.address).string(2, 'gold')),
    factory('MsgMint', (w) => w.string(1, alice.address).message(2, coins)),
  ])
  await alice.transfer(frozen, `${ETHER}${denom}`)
  await alice.send([
    factory('MsgSetBeforeSendHook', (w) => w.string(1, alice.address).string(2, denom).string(3, hook.address)),
  ])

  const from = { from: frozen.evmAddress }
  await expect(send(BOB, 1n, from)).rejects.toMatchObject({
    code: -32000,
    message: expect.stringContaining('the account is frozen') as string,
  })
  await ask('evm_setAutomine', false)
  const hashes = [await send(BOB, 1n), await send(BOB, 1n, from), await send(BOB, 1n)]
  await ask('evm_mine')
  expect(await Promise.all(hashes.map(status))).toEqual(['0x1', undefined, '0x1'])
  expect(await ask<object>('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  expect(neutron.balance(BOB, denom)).toBe(2n)
})

test('coins that the chain moves in the block of a transaction are seen in the next one', async () => {
  const { neutron, ask, send, status, balance } = start()
  const payer = neutron.mock({
    execute: () => ({ messages: [{ bank: { send: { to_address: vest.address, amount: aevm(7n) } } }] }),
  })
  await neutron.account('rich', '1000000aevm').transfer(payer, '1000aevm')
  await ask('eth_chainId')
  neutron.state.put('cron', 'schedule', {
    name: 'pay',
    period: '1',
    msgs: [{ contract: payer.address, msg: '{"go":{}}' }],
    last_execute_height: String(neutron.height),
    execution_stage: 'EXECUTION_STAGE_BEGIN_BLOCKER',
  })
  for (let made = 0; made < 3; made++) expect(await status(await send(BOB, 1n))).toBe('0x1')
  const paid = neutron.balance(vest.address, 'aevm')
  expect(paid).toBeGreaterThan(14n)
  // The last block's payment came when the EVM had made its own block.
  expect(await balance(vest.evmAddress)).toBe(paid - 7n)
  await ask('evm_mine')
  expect(await balance(vest.evmAddress)).toBe(paid)
  expect(await status(await send(BOB, 1n))).toBe('0x1')
})
