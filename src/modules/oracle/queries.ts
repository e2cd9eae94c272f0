import { plainError, query, rethrowing, type Context, type Module } from '../../chain/index.js'
import {
  GetAllCurrencyPairsRequest,
  GetAllCurrencyPairsResponse,
  GetCurrencyPairMappingListRequest,
  GetCurrencyPairMappingListResponse,
  GetCurrencyPairMappingRequest,
  GetCurrencyPairMappingResponse,
  GetPriceRequest,
  GetPriceResponse,
  GetPricesRequest,
  GetPricesResponse,
} from '../../codec/messages/slinky.oracle.v1.js'
import { checkPair, pairText, parsePair, type CurrencyPair } from '../../codec/neutron/currency-pair.js'
import type { OracleKeeper } from './keeper.js'
import { NO_PRICE } from './records.js'

const SERVICE = '/slinky.oracle.v1.Query'

/** The price of a pair, Go's zero value if it has none yet. @throws ChainError undefined/1. Source: slinky v1.2.0 x/oracle/keeper/grpc_query.go `GetPrice` */
export function priceOf(keeper: OracleKeeper, ctx: Context, pair: CurrencyPair): GetPriceResponse {
  rethrowing(
    (error) => plainError(`invalid currency pair: ${error.log}`, error),
    () => checkPair(pair),
  )
  return knownPrice(keeper, ctx, pair)
}

function knownPrice(keeper: OracleKeeper, ctx: Context, pair: CurrencyPair): GetPriceResponse {
  if (keeper.state(ctx, pair) === undefined)
    throw plainError(
      `no price / nonce reported for CurrencyPair: ${pairText(pair)}, the module is not tracking this CurrencyPair`,
    )
  // The nonce and the id are read apart, which costs gas.
  const { price = NO_PRICE, nonce } = keeper.state(ctx, pair)!
  const { id } = keeper.state(ctx, pair)!
  return { price, nonce, decimals: keeper.decimals(ctx, pair), id }
}

function priceOfText(keeper: OracleKeeper, ctx: Context, text: string): GetPriceResponse {
  const pair = rethrowing(
    (error) => plainError(`error unmarshalling CurrencyPairID: ${error.log}`, error),
    () => parsePair(text),
  )
  return knownPrice(keeper, ctx, pair)
}

/** Source: slinky v1.2.0 x/oracle/keeper/grpc_query.go. */
export const oracleQueries = (keeper: OracleKeeper): NonNullable<Module['queries']> => ({
  [`${SERVICE}/GetAllCurrencyPairs`]: query(GetAllCurrencyPairsRequest, GetAllCurrencyPairsResponse, (ctx) => ({
    currencyPairs: keeper.all(ctx).map(([pair]) => pair),
  })),
  [`${SERVICE}/GetPrice`]: query(GetPriceRequest, GetPriceResponse, (ctx, { currencyPair }) =>
    priceOf(keeper, ctx, currencyPair),
  ),
  [`${SERVICE}/GetPrices`]: query(GetPricesRequest, GetPricesResponse, (ctx, { currencyPairIds }) => ({
    prices: currencyPairIds.map((text) => priceOfText(keeper, ctx, text)),
  })),
  [`${SERVICE}/GetCurrencyPairMapping`]: query(
    GetCurrencyPairMappingRequest,
    GetCurrencyPairMappingResponse,
    (ctx) => ({ currencyPairMapping: keeper.byId(ctx) }),
  ),
  [`${SERVICE}/GetCurrencyPairMappingList`]: query(
    GetCurrencyPairMappingListRequest,
    GetCurrencyPairMappingListResponse,
    (ctx) => ({ mappings: keeper.all(ctx).map(([currencyPair, { id }]) => ({ id, currencyPair })) }),
  ),
})
