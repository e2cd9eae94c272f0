import { NO_BYTES } from '../../base/index.js'
import {
  event,
  message,
  parseAccAddress,
  plainError,
  wrapping,
  type Context,
  type Messages,
} from '../../chain/index.js'
import {
  Market,
  MsgCreateMarkets,
  MsgParams,
  MsgRemoveMarketAuthorities,
  MsgRemoveMarkets,
  MsgRemoveMarketsResponse,
  MsgUpdateMarkets,
  MsgUpsertMarkets,
} from '../../codec/messages/slinky.marketmap.v1.js'
import { pairText, parsePair } from '../../codec/neutron/currency-pair.js'
import type { MarketMapKeeper } from './keeper.js'
import { checkAuthorities, checkMarket, checkMarkets, checkParams } from './validate.js'

type Outcome = 'create_market' | 'update_market'

/** Messages that make and change markets. Their signer is one of those that the params name. Source: connect v1.3.1 x/marketmap/types/msg.go */
const changing = <T extends { readonly authority: string }>(
  keeper: MarketMapKeeper,
  spec: {
    readonly type: { readonly typeUrl: string; readonly decode: (value: Uint8Array) => T }
    readonly marketsOf: (msg: T) => readonly Market[]
    /** What is done, in the error for no markets. */
    readonly verb: string
    readonly change: (ctx: Context, market: Market) => Outcome
    /** Checks what came of it. */
    readonly outcome: (check: () => void) => void
  },
) =>
  message<T>({
    ...spec.type,
    signers: ({ authority }) => [authority],
    validateBasic: (msg, prefix) => {
      parseAccAddress(prefix, msg.authority)
      const markets = spec.marketsOf(msg)
      if (markets.length === 0) throw plainError(`no markets to ${spec.verb}`)
      const seen = new Set<string>()
      for (const market of markets) {
        const pair = pairText(market.ticker.currencyPair)
        if (spec.verb === 'upsert' && seen.has(pair)) throw plainError(`duplicate ticker: ${pair}`)
        checkMarket(market)
        seen.add(pair)
      }
    },
    handle: (ctx, msg) => {
      const markets = spec.marketsOf(msg)
      assertMarketAuthority(keeper, ctx, msg.authority)
      for (const market of markets) {
        const type = spec.change(ctx, market)
        const { currencyPair, decimals, minProviderCount, metadataJSON } = market.ticker
        ctx.events.emit(
          event(
            type,
            ['currency_pair', pairText(currencyPair)],
            ['decimals', String(decimals)],
            ['min_provider_count', String(minProviderCount)],
            ['metadata', metadataJSON],
          ),
        )
      }
      spec.outcome(() => {
        for (const market of markets) assertNormalized(keeper, ctx, market)
      })
      keeper.setLastUpdated(ctx, BigInt(ctx.block.height))
      return NO_BYTES
    },
  })

/** Source: `verifyMarketAuthorities`. */
function assertMarketAuthority(keeper: MarketMapKeeper, ctx: Context, authority: string): void {
  if (!keeper.params(ctx).marketAuthorities.includes(authority))
    throw plainError(
      `unable to verify market authorities: request signer ${authority} does not match module market authorities`,
    )
}

/** The pairs by which its prices are multiplied have markets, and these are enabled if it is. Source: `IsMarketValid` */
function assertNormalized(keeper: MarketMapKeeper, ctx: Context, { ticker, providerConfigs }: Market): void {
  for (const { normalizeByPair } of providerConfigs) {
    if (normalizeByPair === undefined) continue
    const [needed, of] = [pairText(normalizeByPair), pairText(ticker.currencyPair)]
    const other = wrapping(`unable to get normalize market ${needed} for market ${of}`, () => keeper.known(ctx, needed))
    if (ticker.enabled && !other.ticker.enabled)
      throw plainError(`needed normalize market ${needed} for market ${of} is not enabled`)
  }
}

/**
 * Removes addresses as the chain does: while the list shrinks, each place of the old one is still visited, so the address
 * after a removed one is skipped. Source: `RemoveMarketAuthorities`
 */
function without(authorities: readonly string[], removed: readonly string[]): readonly string[] {
  const left = [...authorities]
  for (let i = 0; i < left.length; i++) if (removed.includes(left[i]!)) left.splice(i, 1)
  return left
}

/** Source: connect v1.3.1 x/marketmap/keeper/msg_server.go. @param authority bech32 of the account that sets the params */
export const marketMapMessages = (keeper: MarketMapKeeper, authority: string): Messages => {
  const create = (ctx: Context, market: Market): Outcome => {
    keeper.create(ctx, market)
    return 'create_market'
  }
  const update = (ctx: Context, market: Market): Outcome => {
    keeper.update(ctx, market)
    return 'update_market'
  }
  const resulting = (check: () => void) => wrapping('invalid state resulting from update', check)
  return Object.fromEntries([
    changing(keeper, {
      type: MsgCreateMarkets,
      marketsOf: (msg) => msg.createMarkets,
      verb: 'create',
      change: (ctx, market) => {
        const type = create(ctx, market)
        wrapping('unable to run create market hook', () => keeper.onCreated(ctx, market.ticker.currencyPair))
        return type
      },
      outcome: resulting,
    }),
    changing(keeper, {
      type: MsgUpdateMarkets,
      marketsOf: (msg) => msg.updateMarkets,
      verb: 'update',
      change: (ctx, market) => wrapping('unable to update market', () => update(ctx, market)),
      outcome: resulting,
    }),
    changing(keeper, {
      type: MsgUpsertMarkets,
      marketsOf: (msg) => msg.markets,
      verb: 'upsert',
      change: (ctx, market) => {
        if (keeper.has(ctx, pairText(market.ticker.currencyPair))) return update(ctx, market)
        const type = create(ctx, market)
        keeper.onCreated(ctx, market.ticker.currencyPair)
        return type
      },
      outcome: (check) => check(),
    }),
    message<MsgRemoveMarkets>({
      ...MsgRemoveMarkets,
      signers: (msg) => [msg.authority],
      validateBasic: (msg, prefix) => {
        parseAccAddress(prefix, msg.authority)
        if (msg.markets.length === 0) throw plainError('markets to remove cannot be nil')
        const seen = new Set<string>()
        for (const market of msg.markets) {
          if (seen.has(market)) throw plainError(`duplicate market ${market} found`)
          wrapping('invalid market pair string', () => parsePair(market))
          seen.add(market)
        }
      },
      handle: (ctx, msg) => {
        assertMarketAuthority(keeper, ctx, msg.authority)
        const deletedMarkets = msg.markets.filter((market) =>
          wrapping('unable to delete market', () => keeper.delete(ctx, market)),
        )
        wrapping('invalid state resulting from removals', () => checkMarkets(keeper.byPair(ctx)))
        return MsgRemoveMarketsResponse.encode({ deletedMarkets }).finish()
      },
    }),
    message<MsgParams>({
      ...MsgParams,
      signers: (msg) => [msg.authority],
      validateBasic: (msg, prefix) => {
        parseAccAddress(prefix, msg.authority)
        checkParams(prefix, msg.params)
      },
      handle: (ctx, msg) => {
        if (msg.authority !== authority)
          throw plainError(`request authority ${msg.authority} does not match module keeper authority ${authority}`)
        keeper.setParams(ctx, msg.params)
        return NO_BYTES
      },
    }),
    message<MsgRemoveMarketAuthorities>({
      ...MsgRemoveMarketAuthorities,
      signers: ({ admin }) => [admin],
      validateBasic: ({ admin, removeAddresses }, prefix) => {
        parseAccAddress(prefix, admin)
        if (removeAddresses.length === 0) throw plainError('addresses to remove cannot be nil')
        checkAuthorities(prefix, 'address', removeAddresses)
      },
      handle: (ctx, { admin, removeAddresses }) => {
        const params = keeper.params(ctx)
        if (admin !== params.admin)
          throw plainError(`request admin ${admin} does not match module admin ${params.admin}`)
        if (removeAddresses.length > params.marketAuthorities.length)
          throw plainError('remove addresses must be a subset of the current market authorities')
        keeper.setParams(ctx, { ...params, marketAuthorities: without(params.marketAuthorities, removeAddresses) })
        return NO_BYTES
      },
    }),
  ])
}
