import type { Json } from '../../base/json-value.js'
import { toUtf8 } from '../../base/index.js'
import type { GenesisReader } from '../../chain/index.js'
import {
  decimalText,
  decodeDecimal,
  parseDecimal,
  protoBool,
  protoString,
  protoUint64,
  ProtoWriter,
  readProto,
} from '../../codec/index.js'

/** The decimals of the params, in the order of their field numbers. */
const DECIMALS = [
  'alpha',
  'beta',
  'gamma',
  'delta',
  'min_base_gas_price',
  'min_learning_rate',
  'max_learning_rate',
] as const

/** Decimals are whole numbers of 10^-18. Source: neutron-org/feemarket (4ffcf3d) proto feemarket.feemarket.v1 `Params`. */
export interface FeeMarketParams {
  readonly decimals: Readonly<Record<(typeof DECIMALS)[number], bigint>>
  /** Gas of a block. */
  readonly maxBlockUtilization: bigint
  /** Number of blocks that the learning rate looks at. */
  readonly window: bigint
  readonly feeDenom: string
  readonly enabled: boolean
  readonly distributeFees: boolean
  readonly sendTipToProposer: boolean
}

export function encodeParams(params: FeeMarketParams): Uint8Array {
  const writer = new ProtoWriter()
  for (const [i, name] of DECIMALS.entries()) writer.message(i + 1, toUtf8(params.decimals[name].toString()))
  return writer
    .uint64(8, params.maxBlockUtilization)
    .uint64(9, params.window)
    .string(10, params.feeDenom)
    .bool(11, params.enabled)
    .bool(12, params.distributeFees)
    .bool(13, params.sendTipToProposer)
    .finish()
}

/** @throws ProtoError, ChainError undefined/1 */
export function decodeParams(bytes: Uint8Array): FeeMarketParams {
  const fields = readProto(bytes)
  return {
    decimals: Object.fromEntries(
      DECIMALS.map((name, i) => [name, decodeDecimal(protoString(fields, i + 1))]),
    ) as FeeMarketParams['decimals'],
    maxBlockUtilization: protoUint64(fields, 8),
    window: protoUint64(fields, 9),
    feeDenom: protoString(fields, 10),
    enabled: protoBool(fields, 11),
    distributeFees: protoBool(fields, 12),
    sendTipToProposer: protoBool(fields, 13),
  }
}

/** Off; the other values are those of Neutron's recordings. */
export const DEFAULT_PARAMS: Json = {
  alpha: '1.000000000000000000',
  beta: '1.000000000000000000',
  gamma: '0.000000000000000000',
  delta: '1.000000000000000000',
  min_base_gas_price: '0.002500000000000000',
  min_learning_rate: '0.500000000000000000',
  max_learning_rate: '1.500000000000000000',
  max_block_utilization: '30000000',
  window: '1',
  fee_denom: 'untrn',
  enabled: false,
  distribute_fees: true,
  send_tip_to_proposer: false,
}

export const readParams = (json: GenesisReader): FeeMarketParams => ({
  decimals: Object.fromEntries(
    DECIMALS.map((name) => [name, json.at(name).parsed(parseDecimal)]),
  ) as FeeMarketParams['decimals'],
  maxBlockUtilization: json.at('max_block_utilization').integer(),
  window: json.at('window').integer(),
  feeDenom: json.at('fee_denom').string(),
  enabled: json.at('enabled').boolean(),
  distributeFees: json.at('distribute_fees').boolean(),
  sendTipToProposer: json.at('send_tip_to_proposer').boolean(),
})

export const paramsJson = (params: FeeMarketParams): Json => ({
  ...Object.fromEntries(DECIMALS.map((name) => [name, decimalText(params.decimals[name])])),
  max_block_utilization: String(params.maxBlockUtilization),
  window: String(params.window),
  fee_denom: params.feeDenom,
  enabled: params.enabled,
  distribute_fees: params.distributeFees,
  send_tip_to_proposer: params.sendTipToProposer,
})
