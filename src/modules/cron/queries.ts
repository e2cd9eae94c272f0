import { PageRequest, PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { below, decoding, GrpcError, paginate, rethrowing, type Module } from '../../chain/index.js'
import { protoMessages, protoString, ProtoWriter, readProto } from '../../codec/index.js'
import type { CronKeeper } from './keeper.js'
import { SCHEDULES_PREFIX, STORE } from './keys.js'
import { encodeParams, encodeSchedule } from './records.js'

const SERVICE = '/neutron.cron.Query'

/** Source: neutron x/cron/keeper/grpc_query_params.go, grpc_query_schedule.go (06e81b9f). */
export const cronQueries = (keeper: CronKeeper): NonNullable<Module['queries']> => ({
  [`${SERVICE}/Params`]: (ctx) => new ProtoWriter().message(1, encodeParams(keeper.params(ctx))).finish(),
  [`${SERVICE}/Schedule`]: (ctx, bytes) => {
    const name = decoding(() => protoString(readProto(bytes), 1))
    const schedule = keeper.schedule(ctx, name)
    if (schedule === undefined) throw new GrpcError('NotFound', 'schedule not found')
    return new ProtoWriter().message(1, encodeSchedule(schedule)).finish()
  },
  [`${SERVICE}/Schedules`]: (ctx, bytes) => {
    const page = decoding(() =>
      protoMessages(readProto(bytes), 1)
        .map((item) => PageRequest.decode(item))
        .at(-1),
    )
    const writer = new ProtoWriter()
    const pagination = rethrowing(
      (error) => new GrpcError('Internal', error.log),
      () => paginate(below(ctx.store(STORE), SCHEDULES_PREFIX), page, (_, value) => void writer.message(1, value)),
    )
    return writer.message(2, PageResponse.encode(pagination).finish()).finish()
  },
})
