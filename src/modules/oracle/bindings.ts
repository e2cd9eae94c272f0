import { toUtf8 } from '../../base/index.js'
import { wrapping, type Context } from '../../chain/index.js'
import { goArray, goObject, goString, pointer, string, struct, type ValueOf } from '../../codec/go-json/index.js'
import type { GetPriceResponse } from '../../codec/messages/slinky.oracle.v1.js'
import type { CurrencyPair } from '../../codec/neutron/currency-pair.js'
import { rfc3339Nano } from '../../codec/index.js'
import { unsupportedRequest } from '../../codec/wasm/index.js'
import type { OracleKeeper } from './keeper.js'
import { priceOf } from './queries.js'
import { NO_PRICE } from './records.js'

const Pair = struct('CurrencyPair', { Base: string, Quote: string })
const OracleQuery = struct(
  'OracleQuery',
  {
    get_all_currency_pairs: pointer(struct('GetAllCurrencyPairsRequest', {})),
    get_price: pointer(struct('GetPriceRequest', { currency_pair: Pair })),
  },
  'bindings.OracleQuery',
)

const text = (value: string): string | undefined => (value === '' ? undefined : goString(value))
const number = (value: bigint): string | undefined => (value === 0n ? undefined : String(value))

const pairJson = ({ base, quote }: CurrencyPair): string => goObject({ Base: text(base), Quote: text(quote) })

const priceJson = ({ price = NO_PRICE, nonce, decimals, id }: GetPriceResponse): string =>
  goObject({
    price: goObject({
      price: goString(String(price.price)),
      block_timestamp: goString(rfc3339Nano(price.blockTimestamp)),
      block_height: number(price.blockHeight),
    }),
    nonce: number(nonce),
    decimals: number(decimals),
    id: number(id),
  })

/** `{"oracle":{"get_price":{"currency_pair":{"Base":"BTC","Quote":"USD"}}}}`. Source: neutron wasmbinding/queries.go `OracleQuery`. */
export const oracleBinding = (keeper: OracleKeeper) => ({
  name: 'oracle',
  type: OracleQuery,
  answer: (ctx: Context, _contract: Uint8Array, query: ValueOf<typeof OracleQuery>): Uint8Array => {
    if (query.get_all_currency_pairs !== undefined)
      return toUtf8(goObject({ currency_pairs: goArray(keeper.all(ctx).map(([pair]) => pairJson(pair))) }))
    if (query.get_price === undefined) throw unsupportedRequest('unknown neutron.oracle query type')
    const { Base: base, Quote: quote } = query.get_price.currency_pair
    const price = wrapping('failed to process request *types.GetPriceResponse', () =>
      priceOf(keeper, ctx, { base, quote }),
    )
    return toUtf8(priceJson(price))
  },
})
