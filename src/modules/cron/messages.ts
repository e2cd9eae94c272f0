import { NO_BYTES } from '../../base/index.js'
import {
  assertAuthority,
  ErrInvalidRequest,
  message,
  parseAccAddress,
  wrapping,
  type Context,
  type Messages,
} from '../../chain/index.js'
import type { CronKeeper } from './keeper.js'
import { STAGES, MsgAddSchedule, MsgRemoveSchedule, MsgUpdateParams } from './records.js'

/** Source: neutron x/cron/types/tx.go. */
const validated = (type: string, prefix: string, authority: string, rest: () => void): void =>
  wrapping(`failed to validate ${type}`, () => {
    wrapping('authority is invalid', () => parseAccAddress(prefix, authority))
    rest()
  })

function checkSchedule({ name, period, msgs, executionStage }: MsgAddSchedule): void {
  if (name === '') throw ErrInvalidRequest.error('name is invalid')
  if (period === 0n) throw ErrInvalidRequest.error('period is invalid')
  if (msgs.length === 0) throw ErrInvalidRequest.error('msgs should not be empty')
  if (STAGES[executionStage] === undefined) throw ErrInvalidRequest.error('execution stage is invalid')
}

/** What `MsgRemoveSchedule` does. @throws ChainError sdk/18 */
export function handleRemove(keeper: CronKeeper, ctx: Context, authority: string, name: string): void {
  validated('MsgRemoveSchedule', ctx.prefix, authority, () => {
    if (name === '') throw ErrInvalidRequest.error('name is invalid')
  })
  assertAuthority(ctx, keeper.authority, authority, ErrInvalidRequest)
  keeper.remove(ctx, name)
}

/** Source: neutron x/cron/keeper/msg_server.go (06e81b9f). */
export const cronMessages = (keeper: CronKeeper): Messages => {
  const onlyAuthority = (ctx: Context, given: string) =>
    assertAuthority(ctx, keeper.authority, given, ErrInvalidRequest)
  return Object.fromEntries([
    message<MsgAddSchedule>({
      typeUrl: '/neutron.cron.MsgAddSchedule',
      decode: MsgAddSchedule.decode,
      signers: ({ authority }) => [authority],
      handle: (ctx, msg) => {
        validated('MsgAddSchedule', ctx.prefix, msg.authority, () => checkSchedule(msg))
        onlyAuthority(ctx, msg.authority)
        const { name, period, msgs, executionStage } = msg
        wrapping('failed to add schedule', () =>
          keeper.add(ctx, { name, period, msgs, executionStage, lastExecuteHeight: BigInt(ctx.block.height) }),
        )
        return NO_BYTES
      },
    }),
    message<MsgRemoveSchedule>({
      typeUrl: '/neutron.cron.MsgRemoveSchedule',
      decode: MsgRemoveSchedule.decode,
      signers: ({ authority }) => [authority],
      handle: (ctx, { authority, name }) => {
        handleRemove(keeper, ctx, authority, name)
        return NO_BYTES
      },
    }),
    message<MsgUpdateParams>({
      typeUrl: '/neutron.cron.MsgUpdateParams',
      decode: MsgUpdateParams.decode,
      signers: ({ authority }) => [authority],
      handle: (ctx, { authority, params }) => {
        validated('MsgUpdateParams', ctx.prefix, authority, () => {
          wrapping('security_address is invalid', () => parseAccAddress(ctx.prefix, params.securityAddress))
        })
        onlyAuthority(ctx, authority)
        keeper.setParams(ctx, params)
        return NO_BYTES
      },
    }),
  ])
}
