import { protoBytes, protoMessages, protoString, protoUint64, ProtoWriter, readProto } from '../../codec/index.js'

/** When in a block a schedule runs; the number is that of the enum. Source: neutron proto neutron.cron `ExecutionStage`. */
export const STAGES = ['EXECUTION_STAGE_END_BLOCKER', 'EXECUTION_STAGE_BEGIN_BLOCKER'] as const
export const END_BLOCKER = 0
export const BEGIN_BLOCKER = 1

/** A message of a schedule: JSON for a contract. */
interface ScheduledMessage {
  /** Bech32; not checked before the run. */
  readonly contract: string
  readonly msg: string
}

/** Source: neutron proto neutron.cron `Schedule` (06e81b9f). */
export interface Schedule {
  readonly name: string
  /** In blocks. */
  readonly period: bigint
  readonly msgs: readonly ScheduledMessage[]
  readonly lastExecuteHeight: bigint
  /** A number of the enum; messages may not have another one. */
  readonly stage: number
}

export interface Params {
  /** Bech32 of the contract that may remove schedules; empty for none. */
  readonly securityAddress: string
  /** How many schedules run in one stage of a block. */
  readonly limit: bigint
}

export const DEFAULT_PARAMS: Params = { securityAddress: '', limit: 5n }

const encodeMessages = (writer: ProtoWriter, field: number, msgs: readonly ScheduledMessage[]): ProtoWriter => {
  for (const { contract, msg } of msgs) writer.message(field, new ProtoWriter().string(1, contract).string(2, msg))
  return writer
}

const decodeMessages = (items: readonly Uint8Array[]): readonly ScheduledMessage[] =>
  items.map((bytes) => {
    const fields = readProto(bytes)
    return { contract: protoString(fields, 1), msg: protoString(fields, 2) }
  })

/** An enum, which is a signed number of 32 bits. */
const enumOf = (number: bigint): number => Number(BigInt.asIntN(32, number))

export const encodeSchedule = ({ name, period, msgs, lastExecuteHeight, stage }: Schedule): Uint8Array =>
  encodeMessages(new ProtoWriter().string(1, name).uint64(2, period), 3, msgs)
    .uint64(4, lastExecuteHeight)
    .uint64(5, BigInt(stage))
    .finish()

export function decodeSchedule(bytes: Uint8Array): Schedule {
  const fields = readProto(bytes)
  return {
    name: protoString(fields, 1),
    period: protoUint64(fields, 2),
    msgs: decodeMessages(protoMessages(fields, 3)),
    lastExecuteHeight: protoUint64(fields, 4),
    stage: enumOf(protoUint64(fields, 5)),
  }
}

export const encodeParams = ({ securityAddress, limit }: Params): Uint8Array =>
  new ProtoWriter().string(1, securityAddress).uint64(2, limit).finish()

export function decodeParams(bytes: Uint8Array): Params {
  const fields = readProto(bytes)
  return { securityAddress: protoString(fields, 1), limit: protoUint64(fields, 2) }
}

/** The number of schedules. Source: neutron proto neutron.cron `ScheduleCount`. */
export const encodeCount = (count: number): Uint8Array => new ProtoWriter().uint64(1, BigInt(count)).finish()
export const decodeCount = (bytes: Uint8Array): number => enumOf(protoUint64(readProto(bytes), 1))

export interface MsgAddSchedule extends Pick<Schedule, 'name' | 'period' | 'msgs' | 'stage'> {
  /** Bech32. */
  readonly authority: string
}

export function decodeMsgAddSchedule(bytes: Uint8Array): MsgAddSchedule {
  const fields = readProto(bytes)
  return {
    authority: protoString(fields, 1),
    name: protoString(fields, 2),
    period: protoUint64(fields, 3),
    msgs: decodeMessages(protoMessages(fields, 4)),
    stage: enumOf(protoUint64(fields, 5)),
  }
}

export interface MsgRemoveSchedule {
  /** Bech32. */
  readonly authority: string
  readonly name: string
}

export function decodeMsgRemoveSchedule(bytes: Uint8Array): MsgRemoveSchedule {
  const fields = readProto(bytes)
  return { authority: protoString(fields, 1), name: protoString(fields, 2) }
}

export interface MsgUpdateParams {
  /** Bech32. */
  readonly authority: string
  readonly params: Params
}

export function decodeMsgUpdateParams(bytes: Uint8Array): MsgUpdateParams {
  const fields = readProto(bytes)
  return { authority: protoString(fields, 1), params: decodeParams(protoBytes(fields, 2)) }
}
