import {
  MsgCreatePeriodicVestingAccount,
  MsgCreatePeriodicVestingAccountResponse,
  MsgCreatePermanentLockedAccount,
  MsgCreatePermanentLockedAccountResponse,
  MsgCreateVestingAccount,
  MsgCreateVestingAccountResponse,
} from 'cosmjs-types/cosmos/vesting/v1beta1/tx'
import {
  ErrInvalidAddress,
  ErrInvalidCoins,
  ErrInvalidRequest,
  ErrUnauthorized,
  message,
  parseAddress,
  rethrowing,
  type Context,
  type Messages,
} from '../../../chain/index.js'
import { addCoins, coinsAreValid, coinsText, decodeCoin, momentOf, type Coin } from '../../../codec/index.js'
import type { AccountKeeper } from '../keeper.js'
import type { VestingBank } from './expected.js'
import { endOf, newVesting, vestingProblem, type Vesting } from './schedule.js'

/** Sender and receiver of the coins. */
interface Ends {
  readonly fromAddress: string
  readonly toAddress: string
}

/** With coins as numbers. */
type Parsed<T> = Omit<T, 'amount'> & { readonly amount: readonly Coin[] }
type ParsedPeriodic = Omit<MsgCreatePeriodicVestingAccount, 'vestingPeriods'> & {
  readonly periods: readonly { readonly length: bigint; readonly amount: readonly Coin[] }[]
}

/** What all messages do to open an account. */
export function opening(accounts: AccountKeeper, bank: VestingBank) {
  const assertFree = (ctx: Context, to: Uint8Array, text: string): void => {
    if (bank.isBlocked(to)) throw ErrUnauthorized.error(`${text} is not allowed to receive funds`)
    if (accounts.get(ctx, to) !== undefined) throw ErrInvalidRequest.error(`account ${text} already exists`)
  }
  /** @param checked what the chain checks of it */
  const open = (
    ctx: Context,
    { from, to }: { readonly from: Uint8Array; readonly to: Uint8Array },
    vesting: Vesting,
    checked = vesting,
  ): void => {
    const account = accounts.create(ctx, to)
    const problem = vestingProblem(checked)
    if (problem !== undefined) throw ErrInvalidRequest.error(problem)
    accounts.set(ctx, { ...account, vesting })
    bank.send(ctx, from, to, vesting.original)
  }
  return { assertFree, open }
}

/** Source: cosmos-sdk v0.53.6 x/auth/vesting/msg_server.go. */
export function vestingMessages(accounts: AccountKeeper, bank: VestingBank): Messages {
  const { assertFree, open } = opening(accounts, bank)
  return Object.fromEntries([
    message<Parsed<MsgCreateVestingAccount>>({
      typeUrl: MsgCreateVestingAccount.typeUrl,
      decode: (value) => withCoins(MsgCreateVestingAccount.decode(value)),
      signers: ({ fromAddress }) => [fromAddress],
      handle: (ctx, msg) => {
        const ends = endsOf(ctx, msg)
        assertCoins(msg.amount)
        if (msg.endTime <= 0n) throw ErrInvalidRequest.error('invalid end time')
        bank.assertSendEnabled(ctx, msg.amount)
        assertFree(ctx, ends.to, msg.toAddress)
        const startTime = momentOf(ctx.block.time).seconds
        const schedule = msg.delayed ? ({ kind: 'delayed' } as const) : ({ kind: 'continuous', startTime } as const)
        const vesting = newVesting(schedule, msg.amount, msg.endTime)
        // That the end is behind the start is not checked.
        open(ctx, ends, vesting, { ...vesting, schedule: { kind: 'base' } })
        return MsgCreateVestingAccountResponse.encode({}).finish()
      },
    }),
    message<Parsed<MsgCreatePermanentLockedAccount>>({
      typeUrl: MsgCreatePermanentLockedAccount.typeUrl,
      decode: (value) => withCoins(MsgCreatePermanentLockedAccount.decode(value)),
      signers: ({ fromAddress }) => [fromAddress],
      handle: (ctx, msg) => {
        const ends = endsOf(ctx, msg)
        assertCoins(msg.amount)
        bank.assertSendEnabled(ctx, msg.amount)
        assertFree(ctx, ends.to, msg.toAddress)
        open(ctx, ends, newVesting({ kind: 'permanent' }, msg.amount, 0n))
        return MsgCreatePermanentLockedAccountResponse.encode({}).finish()
      },
    }),
    message<ParsedPeriodic>({
      typeUrl: MsgCreatePeriodicVestingAccount.typeUrl,
      decode: (value) => {
        const { vestingPeriods, ...rest } = MsgCreatePeriodicVestingAccount.decode(value)
        return { ...rest, periods: vestingPeriods.map(withCoins) }
      },
      signers: ({ fromAddress }) => [fromAddress],
      handle: (ctx, msg) => {
        const ends = endsOf(ctx, msg)
        const { startTime, periods } = msg
        if (startTime < 1n)
          throw ErrInvalidRequest.error(`invalid start time of ${startTime}, length must be greater than 0`)
        for (const [at, { length, amount }] of periods.entries()) {
          if (length < 1n)
            throw ErrInvalidRequest.error(
              `invalid period length of ${length} in period ${at}, length must be greater than 0`,
            )
          assertCoins(amount)
        }
        assertFree(ctx, ends.to, msg.toAddress)
        const sum = addCoins(...periods.map(({ amount }) => amount))
        bank.assertSendEnabled(ctx, sum)
        open(ctx, ends, newVesting({ kind: 'periodic', startTime, periods }, sum, endOf(startTime, periods)))
        return MsgCreatePeriodicVestingAccountResponse.encode({}).finish()
      },
    }),
  ])
}

/** A message or a period with its coins as numbers. */
const withCoins = <T extends { readonly amount: readonly Parameters<typeof decodeCoin>[0][] }>(
  message: T,
): Parsed<T> => ({
  ...message,
  amount: message.amount.map(decodeCoin),
})

export function endsOf(reader: Pick<Context, 'prefix' | 'release'>, { fromAddress, toAddress }: Ends) {
  const within = (what: string, text: string): Uint8Array =>
    rethrowing(
      (error) => ErrInvalidAddress.error(`invalid '${what}' address: ${error.log}`),
      () => parseAddress(reader, text),
    )
  return { from: within('from', fromAddress), to: within('to', toAddress) }
}

export function assertCoins(coins: readonly Coin[]): void {
  if (coins.length === 0 || !coinsAreValid(coins)) throw ErrInvalidCoins.error(coinsText(coins))
}
