import type { Json } from '../../base/json-value.js'
import type { Context, GenesisReader } from '../../chain/index.js'
import { checkPair, pairText, type CurrencyPair } from '../../codec/neutron/currency-pair.js'
import type { CurrencyPairState, QuotePrice } from '../../codec/messages/slinky.oracle.v1.js'
import { parseRfc3339, rfc3339Nano } from '../../codec/index.js'
import type { OracleKeeper } from './keeper.js'

/** Source: slinky v1.2.0 x/oracle/keeper/genesis.go, types/genesis.go. */

export const defaultGenesis = (): Json => ({ currency_pair_genesis: [], next_id: '0' })

export const exportGenesis = (keeper: OracleKeeper, ctx: Context): Json => ({
  currency_pair_genesis: keeper.all(ctx).map(([{ base, quote }, { price, nonce, id }]) => ({
    currency_pair: { Base: base, Quote: quote },
    currency_pair_price: price === undefined ? null : priceJson(price),
    nonce: String(nonce),
    id: String(id),
  })),
  next_id: String(keeper.nextId(ctx)),
})

const priceJson = ({ price, blockTimestamp, blockHeight }: QuotePrice): Json => ({
  price: String(price),
  block_timestamp: rfc3339Nano(blockTimestamp),
  block_height: String(blockHeight),
})

/** @throws UsageError that names the place */
export function initGenesis(keeper: OracleKeeper, ctx: Context, genesis: GenesisReader): void {
  const nextId = genesis.at('next_id').integer()
  const [ids, pairs] = [new Set<bigint>(), new Set<string>()]
  const items = genesis.at('currency_pair_genesis').list()
  for (const item of items) {
    const [pair, state] = [readPair(item.at('currency_pair')), readState(item)]
    if (state.id >= nextId) throw item.error(`invalid id: ${state.id}, must be less than next id: ${nextId}`)
    if (ids.has(state.id)) throw item.error(`repeated id: ${state.id}`)
    if (pairs.has(pairText(pair))) throw item.error(`repeated currency-pair: ${pairText(pair)}`)
    ids.add(state.id)
    pairs.add(pairText(pair))
    keeper.put(ctx, pair, state)
  }
  keeper.setNextId(ctx, nextId)
  keeper.setCount(ctx, BigInt(items.length))
  keeper.resetRemoved(ctx)
}

function readPair(json: GenesisReader): CurrencyPair {
  const pair = { base: json.at('Base').string(), quote: json.at('Quote').string() }
  json.check(() => checkPair(pair))
  return pair
}

function readState(item: GenesisReader): CurrencyPairState {
  const json = item.at('currency_pair_price')
  const nonce = item.at('nonce').integer()
  if (json.isAbsent && nonce !== 0n) throw item.error(`invalid nonce, no price update but non-zero nonce: ${nonce}`)
  const price = json.isAbsent
    ? undefined
    : {
        price: json.at('price').integer(),
        blockTimestamp: json.at('block_timestamp').parsed(parseRfc3339),
        blockHeight: json.at('block_height').integer(),
      }
  return { price, nonce, id: item.at('id').integer() }
}
