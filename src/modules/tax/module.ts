import { addressText, GenesisReader, query, updateParamsMessage, type Context, type Module } from '../../chain/index.js'
import { Params, QueryParamsRequest, QueryParamsResponse } from '../../codec/messages/nolus.tax.v2.js'
import { defaultParams, getParams, paramsJson, readParams, setParams, TAX_STORE, validateParams } from './params.js'

const PACKAGE = '/nolus.tax.v2'

/** The part of fees that goes to the treasury, and what else fees may be paid in. Source: nolus-core x/tax. */
export function taxModule(options: {
  readonly prefix: string
  /** The base denomination. */
  readonly denom: string
  /** Bech32 address that may change the params: the gov module's. */
  readonly authority: string
}): Module {
  const { prefix } = options
  const defaults = defaultParams(options.denom, (bytes) => addressText(prefix, bytes))
  const set = (ctx: Context, json: GenesisReader): void => setParams(ctx, readParams(prefix, json, defaults))
  return {
    name: 'tax',
    stores: [TAX_STORE],
    messages: Object.fromEntries([
      updateParamsMessage({
        typeUrl: `${PACKAGE}.MsgUpdateParams`,
        authority: options.authority,
        decode: Params.decode,
        validate: (params) => validateParams(prefix, params),
        set: setParams,
      }),
    ]),
    queries: {
      [`${PACKAGE}.Query/Params`]: query(QueryParamsRequest, QueryParamsResponse, (ctx) => ({
        params: getParams(ctx),
      })),
    },
    defaultGenesis: () => ({ params: paramsJson(defaults) }),
    initGenesis: (ctx, state) => set(ctx, new GenesisReader(state, 'tax').at('params')),
    exportGenesis: (ctx) => ({ params: paramsJson(getParams(ctx)) }),
    params: {
      get: (ctx) => paramsJson(getParams(ctx)),
      set: (ctx, params) => set(ctx, new GenesisReader(params, 'tax/params')),
    },
  }
}
