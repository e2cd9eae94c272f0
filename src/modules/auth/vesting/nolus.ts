import { NO_BYTES } from '../../../base/index.js'
import { ErrInvalidRequest, message, type Module } from '../../../chain/index.js'
import { MsgCreateVestingAccount } from '../../../codec/messages/nolus.vestings.v1beta1.js'
import type { AccountKeeper } from '../keeper.js'
import type { VestingBank } from './expected.js'
import { assertCoins, endsOf, opening } from './messages.js'
import { newVesting } from './schedule.js'

/** Opens vesting accounts with a start of their own; its store stays empty. Source: nolus-core x/vestings. */
export function vestingsModule(accounts: AccountKeeper, bank: VestingBank): Module {
  const { assertFree, open } = opening(accounts, bank)
  return {
    name: 'vestings',
    stores: ['vestings'],
    messages: Object.fromEntries([
      message<MsgCreateVestingAccount>({
        ...MsgCreateVestingAccount,
        signers: ({ fromAddress }) => [fromAddress],
        validateBasic: (msg, prefix, release) => {
          endsOf({ prefix, release }, msg)
          assertCoins(msg.amount)
          if (msg.startTime <= 0n) throw ErrInvalidRequest.error('invalid start time')
          if (msg.endTime <= 0n) throw ErrInvalidRequest.error('invalid end time')
          if (msg.startTime >= msg.endTime) throw ErrInvalidRequest.error('invalid start time')
        },
        handle: (ctx, msg) => {
          const { amount, startTime, endTime, delayed, toAddress } = msg
          bank.assertSendEnabled(ctx, amount)
          const ends = endsOf(ctx, msg)
          assertFree(ctx, ends.to, toAddress)
          const schedule = delayed ? ({ kind: 'delayed' } as const) : ({ kind: 'continuous', startTime } as const)
          const vesting = newVesting(schedule, amount, endTime)
          open(ctx, ends, vesting, { ...vesting, schedule: { kind: 'base' } })
          return NO_BYTES
        },
      }),
    ]),
    defaultGenesis: () => ({}),
    initGenesis: () => undefined,
    exportGenesis: () => ({}),
  }
}
