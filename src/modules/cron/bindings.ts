import { addressText, ErrUnauthorized, wrapping, type Context } from '../../chain/index.js'
import { string, struct, type ValueOf } from '../../codec/go-json/index.js'
import type { CronKeeper } from './keeper.js'
import { handleRemove } from './messages.js'

const RemoveSchedule = struct('RemoveSchedule', { name: string }, 'bindings.RemoveSchedule')

/**
 * `{"remove_schedule":{"name":…}}`, for the contract that the params name. Schedules are added by governance only.
 * Source: neutron wasmbinding/message_plugin.go `removeSchedule` (06e81b9f).
 */
export const removeScheduleBinding = (keeper: CronKeeper) => ({
  name: 'remove_schedule',
  type: RemoveSchedule,
  send: (ctx: Context, contract: Uint8Array, { name }: ValueOf<typeof RemoveSchedule>) => {
    if (addressText(ctx.prefix, contract) !== keeper.params(ctx).securityAddress)
      throw ErrUnauthorized.error('only the security dao can remove schedule')
    wrapping(`failed to remove ${name} schedule`, () => handleRemove(keeper, ctx, keeper.authority, name))
    return { events: [], data: [], msgResponses: [] }
  },
})
