import { below, GrpcError, paginate, query, rethrowing, type Module } from '../../chain/index.js'
import {
  QueryGetScheduleRequest,
  QueryGetScheduleResponse,
  QueryParamsRequest,
  QueryParamsResponse,
  QuerySchedulesRequest,
  QuerySchedulesResponse,
  Schedule,
} from '../../codec/neutron/cron.js'
import type { CronKeeper } from './keeper.js'
import { SCHEDULES_PREFIX, STORE } from './keys.js'

const SERVICE = '/neutron.cron.Query'

/** Source: neutron x/cron/keeper/grpc_query_params.go, grpc_query_schedule.go (06e81b9f). */
export const cronQueries = (keeper: CronKeeper): NonNullable<Module['queries']> => ({
  [`${SERVICE}/Params`]: query(QueryParamsRequest, QueryParamsResponse, (ctx) => ({ params: keeper.params(ctx) })),
  [`${SERVICE}/Schedule`]: query(QueryGetScheduleRequest, QueryGetScheduleResponse, (ctx, { name }) => {
    const schedule = keeper.schedule(ctx, name)
    if (schedule === undefined) throw new GrpcError('NotFound', 'schedule not found')
    return { schedule }
  }),
  [`${SERVICE}/Schedules`]: query(QuerySchedulesRequest, QuerySchedulesResponse, (ctx, { pagination: page }) => {
    const schedules: Schedule[] = []
    const pagination = rethrowing(
      (error) => new GrpcError('Internal', error.log),
      () =>
        paginate(
          below(ctx.store(STORE), SCHEDULES_PREFIX),
          page,
          (_, value) => void schedules.push(Schedule.decode(value)),
        ),
    )
    return { schedules, pagination }
  }),
})
