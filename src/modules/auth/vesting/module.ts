import type { Module } from '../../../chain/index.js'
import type { AccountKeeper } from '../keeper.js'
import type { VestingBank } from './expected.js'
import { vestingMessages } from './messages.js'

/** Messages that open vesting accounts; it has no state of its own. Source: cosmos-sdk v0.53.6 x/auth/vesting. */
export const vestingModule = (accounts: AccountKeeper, bank: VestingBank): Module => ({
  name: 'vesting',
  messages: vestingMessages(accounts, bank),
})
