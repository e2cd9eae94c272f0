import { NotSupportedError } from '../../base/errors.js'
import { toUtf8 } from '../../base/bytes.js'
import type { AnteStep, PostStep } from '../../chain/ante/index.js'
import type { Context } from '../../chain/context.js'
import { GenesisReader } from '../../chain/genesis-json.js'
import type { Json, Module } from '../../chain/module.js'
import { ErrInvalidGasLimit } from '../../chain/sdk-errors.js'
import { decimalText, parseDecimal } from '../../codec/decimals.js'
import { remember } from '../../codec/memo.js'
import { protoBool, protoString, protoUint64, ProtoWriter, readProto } from '../../codec/proto.js'
import { byteKey } from '../../store/key.js'

const FEEMARKET_STORE = 'feemarket'
const PARAMS_KEY = byteKey(1)

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

/** Source: skip-mev/feemarket v1.1.1 proto feemarket.feemarket.v1 `Params`. Decimals are whole numbers of 10^-18. */
export interface FeeMarketParams {
  readonly decimals: Readonly<Record<(typeof DECIMALS)[number], bigint>>
  readonly maxBlockUtilization: bigint
  readonly window: bigint
  readonly feeDenom: string
  readonly enabled: boolean
  readonly distributeFees: boolean
}

function encodeParams(params: FeeMarketParams): Uint8Array {
  const writer = new ProtoWriter()
  for (const [i, name] of DECIMALS.entries()) writer.message(i + 1, toUtf8(params.decimals[name].toString()))
  return writer
    .uint64(8, params.maxBlockUtilization)
    .uint64(9, params.window)
    .string(10, params.feeDenom)
    .bool(11, params.enabled)
    .bool(12, params.distributeFees)
    .finish()
}

const decodeParams = remember((bytes): FeeMarketParams => {
  const fields = readProto(bytes)
  return {
    decimals: Object.fromEntries(
      DECIMALS.map((name, i) => [name, BigInt(protoString(fields, i + 1))]),
    ) as FeeMarketParams['decimals'],
    maxBlockUtilization: protoUint64(fields, 8),
    window: protoUint64(fields, 9),
    feeDenom: protoString(fields, 10),
    enabled: protoBool(fields, 11),
    distributeFees: protoBool(fields, 12),
  }
})

/** Undefined before genesis. */
function getFeeMarketParams(ctx: Context): FeeMarketParams | undefined {
  const bytes = ctx.store(FEEMARKET_STORE).get(PARAMS_KEY)
  return bytes && decodeParams(bytes)
}

/** The params read that every transaction pays for before its fee is deducted. Source: x/feemarket/ante/fee.go. */
export const checkFeeMarket: AnteStep = (ctx) => {
  assertOff(getFeeMarketParams(ctx))
  return ctx
}

/** The same read after the messages. Source: x/feemarket/post/fee.go. */
export const settleFeeMarket: PostStep = (ctx, tx, { simulate }) => {
  if (ctx.block.height === 0) return ctx
  if (!simulate && tx.fee!.gasLimit === 0n) throw ErrInvalidGasLimit.error('must provide positive gas')
  assertOff(getFeeMarketParams(ctx))
  return ctx
}

function assertOff(params: FeeMarketParams | undefined): void {
  if (params?.enabled)
    throw new NotSupportedError('the fee market is not supported while it is on: set feemarket params.enabled to false')
}

/** Disabled; the other values are those of Neutron's recordings. */
const DEFAULTS: Json = {
  params: {
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
  },
}

/** Only the params, which the ante and post steps read. Source: skip-mev/feemarket v1.1.1. */
export const feemarketModule = (): Module => ({
  name: 'feemarket',
  stores: [FEEMARKET_STORE],
  defaultGenesis: () => DEFAULTS,
  initGenesis: (ctx, state) => {
    const params = new GenesisReader(state, 'feemarket').at('params')
    ctx.store(FEEMARKET_STORE).set(PARAMS_KEY, encodeParams(readParams(params)))
  },
  exportGenesis: (ctx) => ({ params: paramsJson(getFeeMarketParams(ctx)!) }),
  params: {
    get: (ctx) => paramsJson(getFeeMarketParams(ctx)!),
    set: (ctx, params) =>
      ctx
        .store(FEEMARKET_STORE)
        .set(PARAMS_KEY, encodeParams(readParams(new GenesisReader(params, 'feemarket/params')))),
  },
  queries: {
    '/feemarket.feemarket.v1.Query/Params': (ctx) =>
      new ProtoWriter().message(1, encodeParams(getFeeMarketParams(ctx)!)).finish(),
  },
})

const readParams = (json: GenesisReader): FeeMarketParams => ({
  decimals: Object.fromEntries(DECIMALS.map((name) => [name, decimal(json.at(name))])) as FeeMarketParams['decimals'],
  maxBlockUtilization: json.at('max_block_utilization').integer(),
  window: json.at('window').integer(),
  feeDenom: json.at('fee_denom').string(),
  enabled: json.at('enabled').boolean(),
  distributeFees: json.at('distribute_fees').boolean(),
})

const paramsJson = (params: FeeMarketParams): Json => ({
  ...Object.fromEntries(DECIMALS.map((name) => [name, decimalText(params.decimals[name])])),
  max_block_utilization: String(params.maxBlockUtilization),
  window: String(params.window),
  fee_denom: params.feeDenom,
  enabled: params.enabled,
  distribute_fees: params.distributeFees,
})

function decimal(json: GenesisReader): bigint {
  const text = json.string()
  try {
    return parseDecimal(text)
  } catch (cause) {
    throw json.error((cause as Error).message, cause)
  }
}
