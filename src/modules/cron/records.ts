import { ScheduleCount, type Params } from '../../codec/neutron/cron.js'

/** When in a block a schedule runs; the number is that of the enum. Source: neutron proto neutron.cron `ExecutionStage`. */
export const STAGES = ['EXECUTION_STAGE_END_BLOCKER', 'EXECUTION_STAGE_BEGIN_BLOCKER'] as const
export const END_BLOCKER = 0
export const BEGIN_BLOCKER = 1

/** Five schedules run in one stage of a block, and no contract may remove one. */
export const DEFAULT_PARAMS: Params = { securityAddress: '', limit: 5n }

export { MsgAddSchedule, MsgRemoveSchedule, MsgUpdateParams, Params, Schedule } from '../../codec/neutron/cron.js'

/** The number of schedules. */
export const encodeCount = (count: number): Uint8Array => ScheduleCount.encode({ count }).finish()
export const decodeCount = (bytes: Uint8Array): number => ScheduleCount.decode(bytes).count
