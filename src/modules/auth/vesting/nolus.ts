import { Coin as WireCoin } from 'cosmjs-types/cosmos/base/v1beta1/coin'
import { NO_BYTES } from '../../../base/index.js'
import { ErrInvalidRequest, message, type Module } from '../../../chain/index.js'
import {
  decodeCoin,
  protoBool,
  protoMessages,
  protoString,
  protoUint64,
  readProto,
  type Coin,
} from '../../../codec/index.js'
import type { AccountKeeper } from '../keeper.js'
import type { VestingBank } from './expected.js'
import { assertCoins, endsOf, opening } from './messages.js'
import { newVesting } from './schedule.js'

interface MsgCreateVestingAccount {
  readonly fromAddress: string
  readonly toAddress: string
  readonly amount: readonly Coin[]
  /** Seconds since 1970. */
  readonly startTime: bigint
  readonly endTime: bigint
  readonly delayed: boolean
}

function decode(bytes: Uint8Array): MsgCreateVestingAccount {
  const fields = readProto(bytes)
  return {
    fromAddress: protoString(fields, 1),
    toAddress: protoString(fields, 2),
    amount: protoMessages(fields, 3).map((coin) => decodeCoin(WireCoin.decode(coin))),
    startTime: BigInt.asIntN(64, protoUint64(fields, 4)),
    endTime: BigInt.asIntN(64, protoUint64(fields, 5)),
    delayed: protoBool(fields, 6),
  }
}

/** Opens vesting accounts with a start of their own; its store stays empty. Source: nolus-core x/vestings. */
export function vestingsModule(accounts: AccountKeeper, bank: VestingBank): Module {
  const { assertFree, open } = opening(accounts, bank)
  return {
    name: 'vestings',
    stores: ['vestings'],
    messages: Object.fromEntries([
      message<MsgCreateVestingAccount>({
        typeUrl: '/nolus.vestings.v1beta1.MsgCreateVestingAccount',
        decode,
        signers: ({ fromAddress }) => [fromAddress],
        validateBasic: (msg, prefix) => {
          endsOf({ prefix }, msg)
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
