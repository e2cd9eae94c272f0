import type { Json } from '../../base/json-value.js'
import { GenesisReader, updateParamsMessage, type Context, type Module } from '../../chain/index.js'
import {
  decimalText,
  decodeDecimal,
  parseDecimal,
  protoMessages,
  protoString,
  protoStrings,
  protoUint64,
  ProtoWriter,
  readProto,
  remember,
} from '../../codec/index.js'
import { toUtf8 } from '../../base/index.js'
import { byteKey } from '../../store/index.js'
import { globalFeeStep } from './fee.js'
import type { GasPrice, GlobalFeeParams } from './params.js'
import { validateParams } from './validate.js'

export type { GasPrice, GlobalFeeParams } from './params.js'

const GLOBALFEE_STORE = 'globalfee'
const PARAMS_KEY = byteKey(0)

const NO_PARAMS: GlobalFeeParams = { minimumGasPrices: [], bypassMessages: [], bypassGas: 0n }

function encodeParams(params: GlobalFeeParams): Uint8Array {
  const writer = new ProtoWriter()
  for (const { denom, amount } of params.minimumGasPrices)
    writer.message(1, new ProtoWriter().string(1, denom).message(2, toUtf8(amount.toString())).finish())
  return writer.strings(2, params.bypassMessages).uint64(3, params.bypassGas).finish()
}

/** @throws ProtoError, ChainError undefined/1 */
const decodeParams = (bytes: Uint8Array): GlobalFeeParams => {
  const fields = readProto(bytes)
  return {
    minimumGasPrices: protoMessages(fields, 1).map((price): GasPrice => {
      const parts = readProto(price)
      return { denom: protoString(parts, 1), amount: decodeDecimal(protoString(parts, 2)) }
    }),
    bypassMessages: protoStrings(fields, 2),
    bypassGas: protoUint64(fields, 3),
  }
}
const known = remember(decodeParams)

/** Source: neutron x/globalfee/keeper. */
export function getGlobalFeeParams(ctx: Context): GlobalFeeParams {
  const bytes = ctx.store(GLOBALFEE_STORE).get(PARAMS_KEY)
  return bytes === undefined ? NO_PARAMS : known(bytes)
}

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
      decode: decodeParams,
      set: (ctx, params) => {
        validateParams(params)
        ctx.store(GLOBALFEE_STORE).set(PARAMS_KEY, encodeParams(params))
      },
    }),
  ]),
  defaultGenesis: () => DEFAULTS,
  initGenesis: (ctx, state) => {
    const params = new GenesisReader(state, 'globalfee').at('params')
    ctx.store(GLOBALFEE_STORE).set(PARAMS_KEY, encodeParams(readParams(params)))
  },
  exportGenesis: (ctx) => ({ params: paramsJson(getGlobalFeeParams(ctx)) }),
  params: {
    get: (ctx) => paramsJson(getGlobalFeeParams(ctx)),
    set: (ctx, params) =>
      ctx
        .store(GLOBALFEE_STORE)
        .set(PARAMS_KEY, encodeParams(readParams(new GenesisReader(params, 'globalfee/params')))),
  },
  queries: {
    '/gaia.globalfee.v1beta1.Query/Params': (ctx) =>
      new ProtoWriter().message(1, encodeParams(getGlobalFeeParams(ctx))).finish(),
  },
})

const paramsJson = ({ minimumGasPrices, bypassMessages, bypassGas }: GlobalFeeParams): Json => ({
  minimum_gas_prices: minimumGasPrices.map(({ denom, amount }) => ({ denom, amount: decimalText(amount) })),
  bypass_min_fee_msg_types: bypassMessages,
  max_total_bypass_min_fee_msg_gas_usage: String(bypassGas),
})

const readParams = (json: GenesisReader): GlobalFeeParams => ({
  minimumGasPrices: json
    .at('minimum_gas_prices')
    .list()
    .map((price) => ({ denom: price.at('denom').string(), amount: decimal(price.at('amount')) })),
  bypassMessages: json
    .at('bypass_min_fee_msg_types')
    .list()
    .map((typeUrl) => typeUrl.string()),
  bypassGas: json.at('max_total_bypass_min_fee_msg_gas_usage').integer(),
})

function decimal(json: GenesisReader): bigint {
  const text = json.string()
  try {
    return parseDecimal(text)
  } catch (cause) {
    throw json.error((cause as Error).message, cause)
  }
}
