import { decoding, plainError, rethrowing, type Context, type Module } from '../../chain/index.js'
import {
  checkPair,
  decodePair,
  encodePair,
  pairText,
  parsePair,
  type CurrencyPair,
} from '../../codec/neutron/currency-pair.js'
import { protoBytes, protoStrings, ProtoWriter, readProto } from '../../codec/index.js'
import type { OracleKeeper } from './keeper.js'
import { encodePrice, NO_PRICE, type QuotePrice } from './records.js'

const SERVICE = '/slinky.oracle.v1.Query'

/** Source: slinky proto slinky.oracle.v1 `GetPriceResponse`. */
export interface Price {
  readonly price: QuotePrice
  readonly nonce: bigint
  readonly decimals: bigint
  readonly id: bigint
}

/** The price of a pair, Go's zero value if it has none yet. @throws ChainError undefined/1. Source: slinky v1.2.0 x/oracle/keeper/grpc_query.go `GetPrice` */
export function priceOf(keeper: OracleKeeper, ctx: Context, pair: CurrencyPair): Price {
  rethrowing(
    (error) => plainError(`invalid currency pair: ${error.log}`, error),
    () => checkPair(pair),
  )
  return knownPrice(keeper, ctx, pair)
}

function knownPrice(keeper: OracleKeeper, ctx: Context, pair: CurrencyPair): Price {
  if (keeper.state(ctx, pair) === undefined)
    throw plainError(
      `no price / nonce reported for CurrencyPair: ${pairText(pair)}, the module is not tracking this CurrencyPair`,
    )
  // The nonce and the id are read apart, which costs gas.
  const { price = NO_PRICE, nonce } = keeper.state(ctx, pair)!
  const { id } = keeper.state(ctx, pair)!
  return { price, nonce, decimals: keeper.decimals(ctx, pair), id }
}

const encodeResponse = ({ price, nonce, decimals, id }: Price): Uint8Array =>
  new ProtoWriter().message(1, encodePrice(price)).uint64(2, nonce).uint64(3, decimals).uint64(4, id).finish()

/** Source: slinky v1.2.0 x/oracle/keeper/grpc_query.go. */
export const oracleQueries = (keeper: OracleKeeper): NonNullable<Module['queries']> => ({
  [`${SERVICE}/GetAllCurrencyPairs`]: (ctx) => {
    const writer = new ProtoWriter()
    for (const [pair] of keeper.all(ctx)) writer.message(1, encodePair(pair))
    return writer.finish()
  },
  [`${SERVICE}/GetPrice`]: (ctx, bytes) => {
    const pair = decoding(() => decodePair(protoBytes(readProto(bytes), 1)))
    return encodeResponse(priceOf(keeper, ctx, pair))
  },
  [`${SERVICE}/GetPrices`]: (ctx, bytes) => {
    const writer = new ProtoWriter()
    for (const text of decoding(() => protoStrings(readProto(bytes), 1))) {
      const pair = rethrowing(
        (error) => plainError(`error unmarshalling CurrencyPairID: ${error.log}`, error),
        () => parsePair(text),
      )
      writer.message(1, encodeResponse(knownPrice(keeper, ctx, pair)))
    }
    return writer.finish()
  },
  [`${SERVICE}/GetCurrencyPairMappingList`]: (ctx) => {
    const writer = new ProtoWriter()
    for (const [pair, { id }] of keeper.all(ctx))
      writer.message(1, new ProtoWriter().uint64(1, id).message(2, encodePair(pair)))
    return writer.finish()
  },
})
