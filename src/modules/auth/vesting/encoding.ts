import * as types from 'cosmjs-types/cosmos/vesting/v1beta1/vesting'
import { NO_BYTES } from '../../../base/index.js'
import {
  decodeCoin,
  encodeCoin,
  protoMessages,
  ProtoWriter,
  readProto,
  type Any,
  type Coin,
} from '../../../codec/index.js'
import type { Schedule, Vesting } from './schedule.js'

type Kind = Schedule['kind']

const TYPE_URLS: Readonly<Record<Kind, string>> = {
  base: types.BaseVestingAccount.typeUrl,
  continuous: types.ContinuousVestingAccount.typeUrl,
  delayed: types.DelayedVestingAccount.typeUrl,
  periodic: types.PeriodicVestingAccount.typeUrl,
  permanent: types.PermanentLockedAccount.typeUrl,
}
const KINDS = new Map(Object.entries(TYPE_URLS).map(([kind, typeUrl]) => [typeUrl, kind as Kind]))

/** The kind of vesting account that a type is; undefined for another type. */
export const vestingKind = (typeUrl: string): Kind | undefined => KINDS.get(typeUrl)
export const vestingTypeUrl = ({ schedule }: Vesting): string => TYPE_URLS[schedule.kind]

/** @param base the account as a `BaseAccount`. Source: proto cosmos.vesting.v1beta1 */
export function vestingAny(base: Uint8Array, vesting: Vesting): Any {
  const typeUrl = vestingTypeUrl(vesting)
  const { schedule } = vesting
  const inner = encodeBase(base, vesting)
  if (schedule.kind === 'base') return { typeUrl, value: inner }
  const writer = new ProtoWriter().message(1, inner)
  if ('startTime' in schedule) writer.uint64(2, schedule.startTime)
  if (schedule.kind === 'periodic')
    for (const { length, amount } of schedule.periods)
      writer.message(3, types.Period.encode({ length, amount: amount.map(encodeCoin) }).finish())
  return { typeUrl, value: writer.finish() }
}

function encodeBase(base: Uint8Array, vesting: Vesting): Uint8Array {
  const writer = new ProtoWriter().message(1, base)
  for (const [field, coins] of [
    [2, vesting.original],
    [3, vesting.delegatedFree],
    [4, vesting.delegatedVesting],
  ] as const)
    for (const { denom, amount } of coins)
      writer.message(field, new ProtoWriter().string(1, denom).string(2, String(amount)))
  return writer.uint64(5, vesting.endTime).finish()
}

/** @returns the `BaseAccount` in it, too. @throws ProtoError */
export function decodeVesting(kind: Kind, value: Uint8Array): { readonly base: Uint8Array; readonly vesting: Vesting } {
  const inner = kind === 'base' ? value : (protoMessages(readProto(value), 1).at(-1) ?? NO_BYTES)
  const base = protoMessages(readProto(inner), 1).at(-1) ?? NO_BYTES
  const { originalVesting, delegatedFree, delegatedVesting, endTime } = types.BaseVestingAccount.decode(inner)
  const coins = (list: readonly { denom: string; amount: string }[]): readonly Coin[] => list.map(decodeCoin)
  return {
    base,
    vesting: {
      schedule: decodeSchedule(kind, value),
      original: coins(originalVesting),
      delegatedFree: coins(delegatedFree),
      delegatedVesting: coins(delegatedVesting),
      endTime,
    },
  }
}

function decodeSchedule(kind: Kind, value: Uint8Array): Schedule {
  if (kind === 'continuous') return { kind, startTime: types.ContinuousVestingAccount.decode(value).startTime }
  if (kind !== 'periodic') return { kind }
  const { startTime, vestingPeriods } = types.PeriodicVestingAccount.decode(value)
  const periods = vestingPeriods.map(({ length, amount }) => ({ length, amount: amount.map(decodeCoin) }))
  return { kind, startTime, periods }
}
