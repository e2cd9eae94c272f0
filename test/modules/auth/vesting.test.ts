import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Json } from 'sudobox'
import {
  lockedCoins,
  newVesting,
  vestingProblem,
  withDelegation,
  withUndelegation,
  type Schedule,
  type Vesting,
} from '../../../src/modules/auth/vesting/schedule.js'

// Source: cosmos-sdk v0.53.6 x/auth/vesting, as the code.

const stake = (amount: number) => [{ denom: 'stake', amount: BigInt(amount) }]
const of = (schedule: Schedule, original = 100, endTime = 200n): Vesting =>
  newVesting(schedule, stake(original), endTime)
/** What is locked at a time in seconds. */
const locked = (vesting: Vesting, seconds: number): number =>
  Number(lockedCoins(vesting, BigInt(Math.round(seconds * 1e9)))[0]?.amount ?? 0n)

describe('coins become free', () => {
  test('evenly between start and end, rounded to the nearest, half to even', () => {
    const even = of({ kind: 'continuous', startTime: 100n })
    expect([99, 100, 101, 150, 199, 199.9, 200, 300].map((at) => locked(even, at))).toEqual([
      100, 100, 99, 50, 1, 1, 0, 0,
    ])
    const halves = of({ kind: 'continuous', startTime: 100n }, 5, 110n)
    expect([101, 102, 103, 105].map((at) => locked(halves, at))).toEqual([5, 4, 3, 3])
  })
  test('all at the end, or never', () => {
    expect([199, 199.9, 200].map((at) => locked(of({ kind: 'delayed' }), at))).toEqual([100, 100, 0])
    expect(locked(of({ kind: 'permanent' }, 100, 0n), 1e9)).toBe(100)
    expect(locked(of({ kind: 'base' }), 0)).toBe(0)
  })
  test('at the end of each period', () => {
    const periods = [
      { length: 10n, amount: stake(30) },
      { length: 90n, amount: stake(70) },
    ]
    const periodic = of({ kind: 'periodic', startTime: 100n, periods })
    expect([100, 109, 110, 199, 200].map((at) => locked(periodic, at))).toEqual([100, 100, 70, 70, 0])
    const atOnce = of({ kind: 'periodic', startTime: 100n, periods: [{ length: 0n, amount: stake(30) }, ...periods] })
    expect([100, 101].map((at) => locked(atOnce, at))).toEqual([100, 70])
  })
})

describe('delegated coins', () => {
  const half = of({ kind: 'continuous', startTime: 100n })
  const at = 150n * 1_000_000_000n
  const delegated = ({ delegatedVesting, delegatedFree }: Vesting) => [
    Number(delegatedVesting[0]?.amount ?? 0n),
    Number(delegatedFree[0]?.amount ?? 0n),
  ]

  test('are the locked ones first, which are then no longer locked', () => {
    const some = withDelegation(half, at, stake(100), stake(20))
    expect(delegated(some)).toEqual([20, 0])
    expect(locked(some, 150)).toBe(30)
    const more = withDelegation(some, at, stake(80), stake(45))
    expect(delegated(more)).toEqual([50, 15])
    expect(locked(more, 150)).toBe(0)
    // When more has become free than is delegated of it, all is new.
    expect(delegated(withDelegation(more, 190n * 1_000_000_000n, stake(35), stake(5)))).toEqual([50, 20])
    expect(() => withDelegation(half, at, stake(19), stake(20))).toThrow('insufficient funds')
  })
  test('come back free first, and never more than was delegated', () => {
    const both = withDelegation(half, at, stake(100), stake(65))
    expect(delegated(withUndelegation(both, stake(15)))).toEqual([50, 0])
    expect(delegated(withUndelegation(both, stake(25)))).toEqual([40, 0])
    expect(delegated(withUndelegation(both, stake(66)))).toEqual([0, 0])
  })
})

test('an invalid schedule is refused with its reason', () => {
  expect(vestingProblem(of({ kind: 'continuous', startTime: 200n }))).toBe(
    'vesting start-time cannot be before end-time',
  )
  expect(vestingProblem(of({ kind: 'permanent' }))).toBe('permanently vested accounts cannot have an end-time')
  expect(vestingProblem(of({ kind: 'delayed' }, 100, -1n))).toBe('end time cannot be negative')
  expect(vestingProblem(of({ kind: 'delayed' }, 0))).toBe('invalid coins: 0stake')
  expect(vestingProblem({ ...of({ kind: 'delayed' }), delegatedVesting: stake(101) })).toBe(
    'delegated vesting amount cannot be greater than original vesting amount',
  )
  const periodic = (length: bigint, amount: number) =>
    vestingProblem(of({ kind: 'periodic', startTime: 100n, periods: [{ length, amount: stake(amount) }] }))
  expect(periodic(100n, 100)).toBeUndefined()
  expect(periodic(99n, 100)).toBe('vesting end time does not match length of all vesting periods')
  expect(periodic(-1n, 100)).toBe('period #0 has a negative length: -1')
  expect(periodic(100n, 99)).toBe(
    'original vesting coins (100stake) does not match the sum of all coins in vesting periods (99stake)',
  )
})

describe('vesting accounts of a genesis', () => {
  const SECOND = 1_000_000_000n
  const START = 1_800_000_000n
  const ADDRESS = 'cosmos1qyqszqgpqyqszqgpqyqszqgpqyqszqgpjnp7du'
  const coins = (amount: number): Json => [{ denom: 'uatom', amount: String(amount) }]
  const inner = (end: bigint, original = 100): Record<string, Json> => ({
    base_account: { address: ADDRESS, pub_key: null, account_number: '0', sequence: '0' },
    original_vesting: coins(original),
    delegated_free: [],
    delegated_vesting: [],
    end_time: String(end),
  })
  const type = (name: string) => `/cosmos.vesting.v1beta1.${name}`
  const account = (name: string, end: bigint, more: Record<string, Json> = {}): Json => ({
    '@type': type(name),
    base_vesting_account: inner(end),
    ...more,
  })
  const start = (accounts: Json[], balance = 120) =>
    createSandbox({
      chains: {
        hub: {
          time: START * SECOND,
          genesis: {
            app_state: { auth: { accounts }, bank: { balances: [{ address: ADDRESS, coins: coins(balance) }] } },
          },
        },
      },
      links: [],
    }).chains.hub

  test.each([
    account('ContinuousVestingAccount', START + 100n, { start_time: String(START) }),
    account('DelayedVestingAccount', START + 100n),
    account('PeriodicVestingAccount', START + 100n, {
      start_time: String(START),
      vesting_periods: [
        { length: '40', amount: coins(30) },
        { length: '60', amount: coins(70) },
      ],
    }),
    account('PermanentLockedAccount', 0n),
    { '@type': type('BaseVestingAccount'), ...inner(START + 100n) },
  ])('are exported as they were: %j', (given) => {
    const { accounts } = start([given]).host.app.exportGenesis().app_state['auth'] as { accounts: Json[] }
    expect(accounts).toContainEqual(given)
  })

  test('spend what is free, and delegate all', async () => {
    const hub = start([account('DelayedVestingAccount', START + 1000n)])
    const owner = hub.actAs(ADDRESS)
    const { app } = hub.host
    const spendable = () => app.keepers.bank.spendable(app.context, app.address(ADDRESS))
    expect(spendable()).toEqual([{ denom: 'uatom', amount: 20n }])
    await expect(owner.transfer(hub.account('bob'), '21uatom')).rejects.toThrow(
      'spendable balance 20uatom is smaller than 21uatom: insufficient funds',
    )
    await owner.transfer(hub.account('bob'), '20uatom')
    expect(spendable()).toEqual([])
    const [validator] = (app.exportGenesis().app_state['staking'] as { validators: { operator_address: string }[] })
      .validators
    const delegate = MsgDelegate.encode({
      delegatorAddress: ADDRESS,
      validatorAddress: validator!.operator_address,
      amount: { denom: 'uatom', amount: '60' },
    }).finish()
    await owner.send([{ any: { typeUrl: MsgDelegate.typeUrl, value: Buffer.from(delegate).toString('base64') } }])
    const { accounts } = app.exportGenesis().app_state['auth'] as { accounts: Record<string, Json>[] }
    expect(accounts.find((one) => one['@type'] === type('DelayedVestingAccount'))).toMatchObject({
      base_vesting_account: { delegated_vesting: coins(60), delegated_free: [] },
    })
    hub.sandbox.advance(2000)
    await owner.transfer(hub.account('bob'), '40uatom')
  })

  test('of the base type do not track delegations', () => {
    const base = { '@type': type('BaseVestingAccount'), ...inner(START + 100n) }
    const { app } = start([base]).host
    app.runInBlock((ctx) => {
      const [address, amount] = [app.address(ADDRESS), [{ denom: 'uatom', amount: 60n }]]
      app.keepers.bank.delegate(ctx, address, 'bonded_tokens_pool', amount)
      expect(app.keepers.accounts.get(ctx, address)?.vesting).toMatchObject({ delegatedFree: [], delegatedVesting: [] })
      app.keepers.bank.undelegate(ctx, 'bonded_tokens_pool', address, amount)
    })
    const { accounts } = app.exportGenesis().app_state['auth'] as { accounts: Json[] }
    expect(accounts).toContainEqual(base)
  })

  test('with more locked than there is spend nothing', async () => {
    const hub = start([account('DelayedVestingAccount', START + 1000n)], 99)
    const { app } = hub.host
    expect(app.keepers.bank.spendable(app.context, app.address(ADDRESS))).toEqual([])
    await expect(hub.actAs(ADDRESS).transfer(hub.account('bob'), '1uatom')).rejects.toThrow(
      'locked amount exceeds account balance funds: 100uatom > 99uatom: insufficient funds',
    )
  })

  test('that are invalid are refused', () => {
    expect(() => start([account('ContinuousVestingAccount', START, { start_time: String(START) })])).toThrow(
      'genesis auth/accounts/0: vesting start-time cannot be before end-time',
    )
  })
})
