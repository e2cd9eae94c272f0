// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import { PageRequest, PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { all, codec, one, optional, protoInt32, protoString, protoUint64, type Codec } from '../message.js'

export interface Params {
  readonly securityAddress: string
  readonly limit: bigint
}
export const Params: Codec<Params> = codec(
  'neutron.cron.Params',
  (writer, message) => {
    writer.string(1, message.securityAddress)
    writer.uint64(2, message.limit)
    return writer
  },
  (fields) => ({ securityAddress: protoString(fields, 1), limit: protoUint64(fields, 2) }),
)

export interface Schedule {
  readonly name: string
  readonly period: bigint
  readonly msgs: readonly MsgExecuteContract[]
  readonly lastExecuteHeight: bigint
  readonly executionStage: number
}
export const Schedule: Codec<Schedule> = codec(
  'neutron.cron.Schedule',
  (writer, message) => {
    writer.string(1, message.name)
    writer.uint64(2, message.period)
    for (const each of message.msgs) writer.message(3, MsgExecuteContract.encode(each))
    writer.uint64(4, message.lastExecuteHeight)
    writer.uint64(5, BigInt(message.executionStage))
    return writer
  },
  (fields) => ({
    name: protoString(fields, 1),
    period: protoUint64(fields, 2),
    msgs: all(fields, 3, MsgExecuteContract),
    lastExecuteHeight: protoUint64(fields, 4),
    executionStage: protoInt32(fields, 5),
  }),
)

export interface MsgExecuteContract {
  readonly contract: string
  readonly msg: string
}
export const MsgExecuteContract: Codec<MsgExecuteContract> = codec(
  'neutron.cron.MsgExecuteContract',
  (writer, message) => {
    writer.string(1, message.contract)
    writer.string(2, message.msg)
    return writer
  },
  (fields) => ({ contract: protoString(fields, 1), msg: protoString(fields, 2) }),
)

export interface ScheduleCount {
  readonly count: number
}
export const ScheduleCount: Codec<ScheduleCount> = codec(
  'neutron.cron.ScheduleCount',
  (writer, message) => {
    writer.uint64(1, BigInt(message.count))
    return writer
  },
  (fields) => ({ count: protoInt32(fields, 1) }),
)

export interface GenesisState {
  readonly scheduleList: readonly Schedule[]
  readonly params: Params
}
export const GenesisState: Codec<GenesisState> = codec(
  'neutron.cron.GenesisState',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    for (const each of message.scheduleList) writer.message(2, Schedule.encode(each))
    return writer
  },
  (fields) => ({ scheduleList: all(fields, 2, Schedule), params: one(fields, 1, Params) }),
)

export const QueryParamsRequest: Codec<object> = codec(
  'neutron.cron.QueryParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryParamsResponse {
  readonly params: Params
}
export const QueryParamsResponse: Codec<QueryParamsResponse> = codec(
  'neutron.cron.QueryParamsResponse',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export interface QueryGetScheduleRequest {
  readonly name: string
}
export const QueryGetScheduleRequest: Codec<QueryGetScheduleRequest> = codec(
  'neutron.cron.QueryGetScheduleRequest',
  (writer, message) => {
    writer.string(1, message.name)
    return writer
  },
  (fields) => ({ name: protoString(fields, 1) }),
)

export interface QueryGetScheduleResponse {
  readonly schedule: Schedule
}
export const QueryGetScheduleResponse: Codec<QueryGetScheduleResponse> = codec(
  'neutron.cron.QueryGetScheduleResponse',
  (writer, message) => {
    writer.message(1, Schedule.encode(message.schedule))
    return writer
  },
  (fields) => ({ schedule: one(fields, 1, Schedule) }),
)

export interface QuerySchedulesRequest {
  readonly pagination: PageRequest | undefined
}
export const QuerySchedulesRequest: Codec<QuerySchedulesRequest> = codec(
  'neutron.cron.QuerySchedulesRequest',
  (writer, message) => {
    if (message.pagination !== undefined) writer.message(1, PageRequest.encode(message.pagination).finish())
    return writer
  },
  (fields) => ({ pagination: optional(fields, 1, PageRequest) }),
)

export interface QuerySchedulesResponse {
  readonly schedules: readonly Schedule[]
  readonly pagination: PageResponse | undefined
}
export const QuerySchedulesResponse: Codec<QuerySchedulesResponse> = codec(
  'neutron.cron.QuerySchedulesResponse',
  (writer, message) => {
    for (const each of message.schedules) writer.message(1, Schedule.encode(each))
    if (message.pagination !== undefined) writer.message(2, PageResponse.encode(message.pagination).finish())
    return writer
  },
  (fields) => ({ schedules: all(fields, 1, Schedule), pagination: optional(fields, 2, PageResponse) }),
)

export interface MsgAddSchedule {
  readonly authority: string
  readonly name: string
  readonly period: bigint
  readonly msgs: readonly MsgExecuteContract[]
  readonly executionStage: number
}
export const MsgAddSchedule: Codec<MsgAddSchedule> = codec(
  'neutron.cron.MsgAddSchedule',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.string(2, message.name)
    writer.uint64(3, message.period)
    for (const each of message.msgs) writer.message(4, MsgExecuteContract.encode(each))
    writer.uint64(5, BigInt(message.executionStage))
    return writer
  },
  (fields) => ({
    authority: protoString(fields, 1),
    name: protoString(fields, 2),
    period: protoUint64(fields, 3),
    msgs: all(fields, 4, MsgExecuteContract),
    executionStage: protoInt32(fields, 5),
  }),
)

export const MsgAddScheduleResponse: Codec<object> = codec(
  'neutron.cron.MsgAddScheduleResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgRemoveSchedule {
  readonly authority: string
  readonly name: string
}
export const MsgRemoveSchedule: Codec<MsgRemoveSchedule> = codec(
  'neutron.cron.MsgRemoveSchedule',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.string(2, message.name)
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), name: protoString(fields, 2) }),
)

export const MsgRemoveScheduleResponse: Codec<object> = codec(
  'neutron.cron.MsgRemoveScheduleResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgUpdateParams {
  readonly authority: string
  readonly params: Params
}
export const MsgUpdateParams: Codec<MsgUpdateParams> = codec(
  'neutron.cron.MsgUpdateParams',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.message(2, Params.encode(message.params))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), params: one(fields, 2, Params) }),
)

export const MsgUpdateParamsResponse: Codec<object> = codec(
  'neutron.cron.MsgUpdateParamsResponse',
  (writer) => writer,
  () => ({}),
)
