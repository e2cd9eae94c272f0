import type { Json } from '../../base/json-value.js'
import { NO_BYTES } from '../../base/index.js'
import {
  ErrInvalidRequest,
  GenesisReader,
  GoPanic,
  query,
  registerError,
  updateParamsMessage,
  type Context,
  type Module,
} from '../../chain/index.js'
import {
  decimalText,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  remember,
  type DecCoin,
} from '../../codec/index.js'
import { Params, QueryParamsRequest, QueryParamsResponse } from '../../codec/messages/neutron.dynamicfees.v1.js'
import { byteKey } from '../../store/index.js'

/** Source: neutron x/dynamicfees/types/keys.go, errors.go. */
const STORE = 'dynamicfees'
const PARAMS_KEY = byteKey(1)
const ErrUnknownDenom = registerError('dynamicfees', 1100, 'unknown denom')

/** Source: neutron app/params `DefaultDenom`. */
const NTRN = 'untrn'

const known = remember(Params.decode)

/** Prices in NTRN of what fees may be paid in. */
const getParams = (ctx: Context): Params => known(ctx.store(STORE).get(PARAMS_KEY) ?? NO_BYTES)
const setParams = (ctx: Context, params: Params): void =>
  ctx.store(STORE).set(PARAMS_KEY, Params.encode(params).finish())

/** Converts between NTRN and what has a price in it, for the fee market. Source: neutron x/dynamicfees/keeper/resolver.go. */
export const dynamicFees = {
  /** @throws ChainError dynamicfees/1100 */
  convert(ctx: Context, from: DecCoin, denom: string): DecCoin {
    for (const price of getParams(ctx).ntrnPrices) {
      if (price.denom === denom && from.denom === NTRN) {
        if (price.amount === 0n) throw new GoPanic('division by zero')
        return { denom, amount: divideDecimals(from.amount, price.amount) }
      }
      if (denom === NTRN && from.denom === price.denom)
        return { denom, amount: multiplyDecimals(from.amount, price.amount) }
    }
    throw ErrUnknownDenom.error()
  },
  extraDenoms: (ctx: Context): readonly string[] => getParams(ctx).ntrnPrices.map(({ denom }) => denom),
}

/** Prices of denominations for the fee market, set by governance. Source: neutron x/dynamicfees (06e81b9f). @param authority bech32 */
export const dynamicFeesModule = (authority: string): Module => ({
  name: 'dynamicfees',
  stores: [STORE],
  messages: Object.fromEntries([
    updateParamsMessage({
      typeUrl: '/neutron.dynamicfees.v1.MsgUpdateParams',
      authority,
      unauthorized: ErrInvalidRequest,
      decode: Params.decode,
      set: setParams,
    }),
  ]),
  queries: {
    '/neutron.dynamicfees.v1.Query/Params': query(QueryParamsRequest, QueryParamsResponse, (ctx) => ({
      params: getParams(ctx),
    })),
  },
  defaultGenesis: () => ({ params: { ntrn_prices: [] } }),
  initGenesis: (ctx, state) => setParams(ctx, readParams(new GenesisReader(state, 'dynamicfees').at('params'))),
  exportGenesis: (ctx) => ({ params: paramsJson(getParams(ctx)) }),
  params: {
    get: (ctx) => paramsJson(getParams(ctx)),
    set: (ctx, params) => setParams(ctx, readParams(new GenesisReader(params, 'dynamicfees/params'))),
  },
})

const paramsJson = ({ ntrnPrices }: Params): Json => ({
  ntrn_prices: ntrnPrices.map(({ denom, amount }) => ({ denom, amount: decimalText(amount) })),
})

const readParams = (json: GenesisReader): Params => ({
  ntrnPrices: json
    .at('ntrn_prices')
    .list()
    .map((price) => ({ denom: price.at('denom').string(), amount: price.at('amount').parsed(parseDecimal) })),
})
