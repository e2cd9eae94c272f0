// The genesis of a node with vesting accounts and fee grants. Their times are those of the machine, as those of the blocks.

/** Accounts that are made vesting accounts, the last ones. */
export const VESTING_USERS = 5

const coin = (amount, denom = 'stake') => ({ denom, amount: String(amount) })
const FEEGRANT = '/cosmos.feegrant.v1beta1'

function vestingAccounts(bases, start) {
  const inner = (index, original, end) => ({
    base_account: bases[index],
    original_vesting: original,
    delegated_free: [],
    delegated_vesting: [],
    end_time: String(end),
  })
  const both = [coin(900_000_000), coin(3_000_000, 'uone')]
  const half = { length: '15', amount: [coin(450_000_000), coin(1_500_000, 'uone')] }
  const account = (kind, base_vesting_account, more) => ({
    '@type': `/cosmos.vesting.v1beta1.${kind}`,
    base_vesting_account,
    ...more,
  })
  return [
    account('ContinuousVestingAccount', inner(0, both, start + 60), { start_time: String(start + 5) }),
    account('DelayedVestingAccount', inner(1, both, start + 40)),
    account('PeriodicVestingAccount', inner(2, both, start + 35), {
      start_time: String(start + 5),
      vesting_periods: [half, half],
    }),
    // More than it has.
    account('ContinuousVestingAccount', inner(3, [coin(3_000_000_000)], start + 3000), { start_time: '1' }),
    account('PermanentLockedAccount', inner(4, [coin(999_000_000)], 0)),
  ]
}

/** @param state of the modules, which it changes @param addresses of all users */
export function feegrantGenesis(state, addresses) {
  const start = Math.floor(Date.now() / 1000)
  const plain = state.auth.accounts.slice(0, -VESTING_USERS)
  const bases = state.auth.accounts.slice(-VESTING_USERS)
  for (const base of bases) delete base['@type']
  state.auth.accounts = [...plain, ...vestingAccounts(bases, start)]
  const vesting = new Set(bases.map(({ address }) => address))
  for (const balance of state.bank.balances)
    if (vesting.has(balance.address)) balance.coins = [coin(1e9), coin(5e6, 'uone'), coin(7e6, 'utwo')]
  const [one, two, three] = addresses
  const basic = { '@type': `${FEEGRANT}.BasicAllowance`, spend_limit: [coin(5000)], expiration: null }
  const until = new Date((start + 20) * 1000).toISOString()
  const periodic = {
    '@type': `${FEEGRANT}.PeriodicAllowance`,
    basic: { spend_limit: [], expiration: until },
    period: '2s',
    period_spend_limit: [coin(400)],
    period_can_spend: [],
    period_reset: until,
  }
  const allowed = {
    '@type': `${FEEGRANT}.AllowedMsgAllowance`,
    allowance: basic,
    allowed_messages: ['/cosmos.bank.v1beta1.MsgSend', '/cosmos.staking.v1beta1.MsgDelegate'],
  }
  const unlimited = { ...basic, spend_limit: [] }
  state.feegrant.allowances = [
    { granter: one, grantee: two, allowance: { ...basic, expiration: until } },
    { granter: one, grantee: three, allowance: periodic },
    { granter: two, grantee: addresses.at(-1), allowance: allowed },
    { granter: two, grantee: addresses.at(-2), allowance: unlimited },
  ]
}
