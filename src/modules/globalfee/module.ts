import type { Json } from '../../base/json-value.js'
import { GenesisReader, query, updateParamsMessage, type Context, type Module } from '../../chain/index.js'
import { decimalText, parseDecimal, remember } from '../../codec/index.js'
import { Params, QueryParamsRequest, QueryParamsResponse } from '../../codec/messages/gaia.globalfee.v1beta1.js'
import { byteKey } from '../../store/index.js'
import { globalFeeStep } from './fee.js'
import { validateParams } from './validate.js'

const GLOBALFEE_STORE = 'globalfee'
const PARAMS_KEY = byteKey(0)

const NO_PARAMS: Params = { minimumGasPrices: [], bypassMinFeeMsgTypes: [], maxTotalBypassMinFeeMsgGasUsage: 0n }

const known = remember(Params.decode)

/** Source: neutron x/globalfee/keeper. */
export function getGlobalFeeParams(ctx: Context): Params {
  const bytes = ctx.store(GLOBALFEE_STORE).get(PARAMS_KEY)
  return bytes === undefined ? NO_PARAMS : known(bytes)
}

const setParams = (ctx: Context, params: Params): void =>
  ctx.store(GLOBALFEE_STORE).set(PARAMS_KEY, Params.encode(params).finish())

/** Enforces the minimum gas prices. Source: neutron x/globalfee/ante/fee.go. */
export const checkGlobalFee = globalFeeStep(getGlobalFeeParams)

/** Source: neutron x/globalfee/types/params.go `DefaultParams`. */
const DEFAULTS: Json = {
  params: {
    minimum_gas_prices: [],
    bypass_min_fee_msg_types: [
      '/ibc.core.channel.v1.MsgRecvPacket',
      '/ibc.core.channel.v1.MsgAcknowledgement',
      '/ibc.core.client.v1.MsgUpdateClient',
      '/ibc.core.channel.v1.MsgTimeout',
      '/ibc.core.channel.v1.MsgTimeoutOnClose',
    ],
    max_total_bypass_min_fee_msg_gas_usage: '1000000',
  },
}

/** Minimum gas prices of a chain: the params and the ante step that enforces them. Source: neutron x/globalfee (06e81b9f). @param authority bech32 */
export const globalfeeModule = (authority: string): Module => ({
  name: 'globalfee',
  stores: [GLOBALFEE_STORE],
  messages: Object.fromEntries([
    updateParamsMessage({
      typeUrl: '/gaia.globalfee.v1beta1.MsgUpdateParams',
      authority,
      decode: Params.decode,
      set: (ctx, params) => {
        validateParams(params)
        setParams(ctx, params)
      },
    }),
  ]),
  defaultGenesis: () => DEFAULTS,
  initGenesis: (ctx, state) => {
    setParams(ctx, readParams(new GenesisReader(state, 'globalfee').at('params')))
  },
  exportGenesis: (ctx) => ({ params: paramsJson(getGlobalFeeParams(ctx)) }),
  params: {
    get: (ctx) => paramsJson(getGlobalFeeParams(ctx)),
    set: (ctx, params) => setParams(ctx, readParams(new GenesisReader(params, 'globalfee/params'))),
  },
  queries: {
    '/gaia.globalfee.v1beta1.Query/Params': query(QueryParamsRequest, QueryParamsResponse, (ctx) => ({
      params: getGlobalFeeParams(ctx),
    })),
  },
})

const paramsJson = (params: Params): Json => ({
  minimum_gas_prices: params.minimumGasPrices.map(({ denom, amount }) => ({ denom, amount: decimalText(amount) })),
  bypass_min_fee_msg_types: params.bypassMinFeeMsgTypes,
  max_total_bypass_min_fee_msg_gas_usage: String(params.maxTotalBypassMinFeeMsgGasUsage),
})

const readParams = (json: GenesisReader): Params => ({
  minimumGasPrices: json
    .at('minimum_gas_prices')
    .list()
    .map((price) => ({ denom: price.at('denom').string(), amount: decimal(price.at('amount')) })),
  bypassMinFeeMsgTypes: json
    .at('bypass_min_fee_msg_types')
    .list()
    .map((typeUrl) => typeUrl.string()),
  maxTotalBypassMinFeeMsgGasUsage: json.at('max_total_bypass_min_fee_msg_gas_usage').integer(),
})

function decimal(json: GenesisReader): bigint {
  const text = json.string()
  try {
    return parseDecimal(text)
  } catch (cause) {
    throw json.error((cause as Error).message, cause)
  }
}
