// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const NEUTRON_CRON: PackageTable = {
  messages: {
    Params: 'security_address string 1, limit uint64 2',
    Schedule:
      'name string 1, period uint64 2, msgs .MsgExecuteContract[] 3, last_execute_height uint64 4, execution_stage .ExecutionStage 5',
    MsgExecuteContract: 'contract string 1, msg string 2',
    ScheduleCount: 'count int32 1',
    GenesisState: 'scheduleList .Schedule[] 2, params .Params 1',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params 1',
    QueryGetScheduleRequest: 'name string 1',
    QueryGetScheduleResponse: 'schedule .Schedule 1',
    QuerySchedulesRequest: 'pagination cosmos.base.query.v1beta1.PageRequest? 1',
    QuerySchedulesResponse: 'schedules .Schedule[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    MsgAddSchedule:
      'authority string 1, name string 2, period uint64 3, msgs .MsgExecuteContract[] 4, execution_stage .ExecutionStage 5',
    MsgAddScheduleResponse: '',
    MsgRemoveSchedule: 'authority string 1, name string 2',
    MsgRemoveScheduleResponse: '',
    MsgUpdateParams: 'authority string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
  },
  enums: { ExecutionStage: 'EXECUTION_STAGE_END_BLOCKER 0, EXECUTION_STAGE_BEGIN_BLOCKER 1' },
  services: {
    Query:
      'Params .QueryParamsRequest .QueryParamsResponse, Schedule .QueryGetScheduleRequest .QueryGetScheduleResponse, Schedules .QuerySchedulesRequest .QuerySchedulesResponse',
    Msg: 'AddSchedule .MsgAddSchedule .MsgAddScheduleResponse, RemoveSchedule .MsgRemoveSchedule .MsgRemoveScheduleResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
  },
}
