import type { Json } from '../../base/json-value.js'
import { plainError, type Context, type GenesisReader } from '../../chain/index.js'
import {
  DECIMAL_ONE,
  decimalText,
  decodeDecimal,
  decodeTime,
  durationText,
  encodeDuration,
  goDurationText,
  parseDecimal,
  parseDuration,
  protoBytes,
  protoUint64,
  ProtoWriter,
  readProto,
  remember,
} from '../../codec/index.js'
import { PARAMS_KEY, SLASHING_STORE } from './keys.js'

/** Durations in nanoseconds, fractions as decimals. Source: proto cosmos.slashing.v1beta1. */
export interface Params {
  readonly signedBlocksWindow: bigint
  readonly minSignedPerWindow: bigint
  readonly downtimeJailDuration: bigint
  readonly slashFractionDoubleSign: bigint
  readonly slashFractionDowntime: bigint
}

/** Source: cosmos-sdk x/slashing/types/params.go `DefaultParams`. */
export const DEFAULT_PARAMS: Params = {
  signedBlocksWindow: 100n,
  minSignedPerWindow: DECIMAL_ONE / 2n,
  downtimeJailDuration: 600_000_000_000n,
  slashFractionDoubleSign: DECIMAL_ONE / 20n,
  slashFractionDowntime: DECIMAL_ONE / 100n,
}

/** @throws ChainError undefined/1 with Go's text. Source: `Params.Validate` */
export function validateParams(params: Params): void {
  if (params.signedBlocksWindow <= 0n)
    throw plainError(`signed blocks window must be positive: ${params.signedBlocksWindow}`)
  checkFraction('min signed per window', params.minSignedPerWindow)
  if (params.downtimeJailDuration <= 0n)
    throw plainError(`downtime jail duration must be positive: ${goDurationText(params.downtimeJailDuration)}`)
  checkFraction('double sign slash fraction', params.slashFractionDoubleSign)
  checkFraction('downtime slash fraction', params.slashFractionDowntime)
}

function checkFraction(name: string, fraction: bigint): void {
  if (fraction < 0n) throw plainError(`${name} cannot be negative: ${decimalText(fraction)}`)
  if (fraction > DECIMAL_ONE) throw plainError(`${name} too large: ${decimalText(fraction)}`)
}

export const encodeParams = (params: Params): Uint8Array =>
  new ProtoWriter()
    .uint64(1, params.signedBlocksWindow)
    .string(2, String(params.minSignedPerWindow))
    .message(3, encodeDuration(params.downtimeJailDuration))
    .string(4, String(params.slashFractionDoubleSign))
    .string(5, String(params.slashFractionDowntime))
    .finish()

export const decodeParams = remember((bytes: Uint8Array): Params => {
  const fields = readProto(bytes)
  const fraction = (field: number) => decodeDecimal(Buffer.from(protoBytes(fields, field)).toString('latin1'))
  return {
    signedBlocksWindow: protoUint64(fields, 1),
    minSignedPerWindow: fraction(2),
    downtimeJailDuration: decodeTime(protoBytes(fields, 3)),
    slashFractionDoubleSign: fraction(4),
    slashFractionDowntime: fraction(5),
  }
})

export function getParams(ctx: Context): Params {
  const bytes = ctx.store(SLASHING_STORE).get(PARAMS_KEY)
  return bytes === undefined ? DEFAULT_PARAMS : decodeParams(bytes)
}
export const setParams = (ctx: Context, params: Params): void =>
  ctx.store(SLASHING_STORE).set(PARAMS_KEY, encodeParams(params))

export const paramsJson = (params: Params): Json => ({
  signed_blocks_window: String(params.signedBlocksWindow),
  min_signed_per_window: decimalText(params.minSignedPerWindow),
  downtime_jail_duration: durationText(params.downtimeJailDuration),
  slash_fraction_double_sign: decimalText(params.slashFractionDoubleSign),
  slash_fraction_downtime: decimalText(params.slashFractionDowntime),
})

/** @throws UsageError that names the place */
export function readParams(json: GenesisReader): Params {
  if (json.isAbsent) return DEFAULT_PARAMS
  const fraction = (name: string) => json.at(name).parsed(parseDecimal)
  const params: Params = {
    signedBlocksWindow: json.at('signed_blocks_window').integer(),
    minSignedPerWindow: fraction('min_signed_per_window'),
    downtimeJailDuration: json.at('downtime_jail_duration').parsed(parseDuration),
    slashFractionDoubleSign: fraction('slash_fraction_double_sign'),
    slashFractionDowntime: fraction('slash_fraction_downtime'),
  }
  json.check(() => validateParams(params))
  return params
}
