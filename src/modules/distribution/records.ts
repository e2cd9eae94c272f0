import {
  decodeDecimal,
  protoBool,
  protoString,
  protoUint64,
  ProtoWriter,
  readDecCoins,
  readProto,
  remember,
  rememberCodec,
  writeDecCoins,
  type DecCoins,
} from '../../codec/index.js'
import { NO_BYTES, toUtf8 } from '../../base/index.js'
import type { Context } from '../../chain/index.js'
import type { Key } from '../../store/index.js'
import {
  commissionKey,
  currentKey,
  DISTRIBUTION_STORE,
  FEE_POOL_KEY,
  historicalKey,
  outstandingKey,
  PARAMS_KEY,
  startingInfoKey,
} from './keys.js'

/** The stored records. Decimals are whole numbers of 10^-18. Source: proto cosmos.distribution.v1beta1, x/distribution/keeper/store.go. */

/** Cumulative rewards per token of a validator up to the end of a period. */
export interface HistoricalRewards {
  readonly cumulativeRewardRatio: DecCoins
  /** How many references this record has: delegations that start here, the next period, slashes. */
  readonly referenceCount: bigint
}
/** Rewards of the current period. */
export interface CurrentRewards {
  readonly rewards: DecCoins
  readonly period: bigint
}
/** From where the rewards of a delegation count. */
export interface StartingInfo {
  readonly previousPeriod: bigint
  readonly stake: bigint
  readonly height: bigint
}
export interface SlashEvent {
  readonly validatorPeriod: bigint
  readonly fraction: bigint
}
export interface Params {
  readonly communityTax: bigint
  /** Without effect, as the next one. */
  readonly baseProposerReward: bigint
  readonly bonusProposerReward: bigint
  readonly withdrawAddrEnabled: boolean
}

const decimal = (value: bigint): Uint8Array => toUtf8(String(value))
const readDecimal = (fields: ReturnType<typeof readProto>, field: number): bigint => BigInt(protoString(fields, field))

/** A message of one set of coins: outstanding rewards, commission, the pool. Each block writes those of each validator, mostly unchanged. */
const coinSets = rememberCodec<DecCoins>({
  encode: (coins) => writeDecCoins(new ProtoWriter(), 1, coins).finish(),
  decode: (bytes) => readDecCoins(readProto(bytes), 1),
})
export const encodeCoinSet = (coins: DecCoins): Uint8Array => (coins.length === 0 ? NO_BYTES : coinSets.encode(coins))
export const decodeCoinSet = coinSets.decode

const encodeHistorical = ({ cumulativeRewardRatio, referenceCount }: HistoricalRewards): Uint8Array =>
  writeDecCoins(new ProtoWriter(), 1, cumulativeRewardRatio).uint64(2, referenceCount).finish()
export const decodeHistorical = remember((bytes): HistoricalRewards => {
  const fields = readProto(bytes)
  return { cumulativeRewardRatio: readDecCoins(fields, 1), referenceCount: protoUint64(fields, 2) }
})

const current = rememberCodec<CurrentRewards>({
  encode: ({ rewards, period }) => writeDecCoins(new ProtoWriter(), 1, rewards).uint64(2, period).finish(),
  decode: (bytes) => {
    const fields = readProto(bytes)
    return { rewards: readDecCoins(fields, 1), period: protoUint64(fields, 2) }
  },
})
export const decodeCurrent = current.decode

const encodeStartingInfo = ({ previousPeriod, stake, height }: StartingInfo): Uint8Array =>
  new ProtoWriter().uint64(1, previousPeriod).message(2, decimal(stake)).uint64(3, height).finish()
export const decodeStartingInfo = remember((bytes): StartingInfo => {
  const fields = readProto(bytes)
  return { previousPeriod: protoUint64(fields, 1), stake: readDecimal(fields, 2), height: protoUint64(fields, 3) }
})

export const encodeSlash = ({ validatorPeriod, fraction }: SlashEvent): Uint8Array =>
  new ProtoWriter().uint64(1, validatorPeriod).message(2, decimal(fraction)).finish()
export const decodeSlash = remember((bytes): SlashEvent => {
  const fields = readProto(bytes)
  return { validatorPeriod: protoUint64(fields, 1), fraction: readDecimal(fields, 2) }
})

export const encodeParams = (params: Params): Uint8Array =>
  new ProtoWriter()
    .message(1, decimal(params.communityTax))
    .message(2, decimal(params.baseProposerReward))
    .message(3, decimal(params.bonusProposerReward))
    .bool(4, params.withdrawAddrEnabled)
    .finish()
export const decodeParams = remember((bytes): Params => {
  const fields = readProto(bytes)
  return {
    communityTax: decodeDecimal(protoString(fields, 1)),
    baseProposerReward: decodeDecimal(protoString(fields, 2)),
    bonusProposerReward: decodeDecimal(protoString(fields, 3)),
    withdrawAddrEnabled: protoBool(fields, 4),
  }
})

/** An absent record reads as an empty one. */
const read = (ctx: Context, key: Key): Uint8Array => ctx.store(DISTRIBUTION_STORE).get(key) ?? NO_BYTES
const write = (ctx: Context, key: Key, bytes: Uint8Array): void => ctx.store(DISTRIBUTION_STORE).set(key, bytes)

export const getParams = (ctx: Context): Params => decodeParams(read(ctx, PARAMS_KEY))
export const setParams = (ctx: Context, params: Params): void => write(ctx, PARAMS_KEY, encodeParams(params))

/** The community pool. */
export const getPool = (ctx: Context): DecCoins => decodeCoinSet(read(ctx, FEE_POOL_KEY))
export const setPool = (ctx: Context, coins: DecCoins): void => write(ctx, FEE_POOL_KEY, encodeCoinSet(coins))

/** What a validator and its delegators have earned but not yet withdrawn. */
export const getOutstanding = (ctx: Context, validator: Uint8Array): DecCoins =>
  decodeCoinSet(read(ctx, outstandingKey(validator)))
export const setOutstanding = (ctx: Context, validator: Uint8Array, coins: DecCoins): void =>
  write(ctx, outstandingKey(validator), encodeCoinSet(coins))

export const getCommission = (ctx: Context, validator: Uint8Array): DecCoins =>
  decodeCoinSet(read(ctx, commissionKey(validator)))
export const setCommission = (ctx: Context, validator: Uint8Array, coins: DecCoins): void =>
  write(ctx, commissionKey(validator), encodeCoinSet(coins))

export const getHistorical = (ctx: Context, validator: Uint8Array, period: bigint): HistoricalRewards =>
  decodeHistorical(read(ctx, historicalKey(validator, period)))
export const setHistorical = (ctx: Context, validator: Uint8Array, period: bigint, rewards: HistoricalRewards): void =>
  write(ctx, historicalKey(validator, period), encodeHistorical(rewards))

export const getCurrent = (ctx: Context, validator: Uint8Array): CurrentRewards =>
  decodeCurrent(read(ctx, currentKey(validator)))
export const setCurrent = (ctx: Context, validator: Uint8Array, rewards: CurrentRewards): void =>
  write(ctx, currentKey(validator), current.encode(rewards))

export const getStartingInfo = (ctx: Context, validator: Uint8Array, delegator: Uint8Array): StartingInfo =>
  decodeStartingInfo(read(ctx, startingInfoKey(validator, delegator)))
export const setStartingInfo = (ctx: Context, validator: Uint8Array, delegator: Uint8Array, info: StartingInfo): void =>
  write(ctx, startingInfoKey(validator, delegator), encodeStartingInfo(info))
