import { expect, test } from 'vitest'
import { newVesting } from '../../../src/modules/auth/vesting/schedule.js'
import { claimAccount } from '../../../src/modules/wasm/claim-account.js'
import { refusal } from '../ibc/echo-pair.js'
import { FRED, ProbeChain } from './chain.js'

/** A chain where an account of some kind has 70untrn and 9other, before a contract gets its address. */
function setUp(change: object) {
  const chain = new ProbeChain()
  const { accounts, bank } = chain.app.keepers
  const ctx = chain.context()
  const coin = (denom: string, amount: bigint) => ({ denom, amount })
  chain.app.mint(ctx, FRED, [coin('other', 9n), coin('untrn', 70n)])
  const before = { ...accounts.create(ctx, FRED), ...change }
  accounts.set(ctx, before)
  const amounts = () => [
    bank.balance(ctx, FRED, 'untrn').amount,
    bank.balance(ctx, FRED, 'other').amount,
    bank.supply(ctx, 'untrn').amount,
  ]
  const supply = amounts()[2]!
  const claim = () => refusal(() => claimAccount({ accounts, bank }, ctx, FRED))
  return { claim, before, account: () => accounts.get(ctx, FRED), amounts, supply }
}

const CLAIMED = 'wasm/3 address is claimed by external account: contract account already exists'
const original = [{ denom: 'untrn', amount: 50n }]

/** Source: wasmd v0.61.14 x/wasm/keeper/keeper.go `instantiate`, `VestingCoinBurner`. */
test('a contract takes over a plain account that was never used, with its coins', () => {
  const { claim, before, account, amounts, supply } = setUp({})
  expect(claim()).toBe('nothing was refused')
  expect(account()).toEqual(before)
  expect(amounts()).toEqual([70n, 9n, supply])
})

test.each([
  ['are free', newVesting({ kind: 'delayed' }, original, 1n)],
  ['are locked', newVesting({ kind: 'permanent' }, original, 0n)],
])(
  'it replaces an unused vesting account whose coins %s: all coins of the vesting denoms are burned, also those that came later',
  (_, vesting) => {
    const { claim, before, account, amounts, supply } = setUp({ vesting })
    expect(claim()).toBe('nothing was refused')
    expect(account()?.vesting).toBeUndefined()
    expect(account()!.accountNumber).toBeGreaterThan(before.accountNumber)
    expect(amounts()).toEqual([0n, 9n, supply - 70n])
  },
)

test.each([
  ['has signed', { sequence: 1n }],
  ['has a key', { publicKey: { typeUrl: '/cosmos.crypto.secp256k1.PubKey', value: new Uint8Array(35) } }],
  ['is a module', { module: { name: 'm', permissions: [] } }],
  ['belongs to a controller', { owner: 'icacontroller-x' }],
])('it does not take over an account that %s', (_, change) => {
  const { claim, amounts, supply } = setUp(change)
  expect(claim()).toBe(CLAIMED)
  expect(amounts()).toEqual([70n, 9n, supply])
})
