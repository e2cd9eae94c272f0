import { NO_BYTES, toUtf8 } from '../../base/index.js'
import {
  event,
  message,
  parseAccAddress,
  plainError,
  wrapping,
  type Context,
  type Messages,
} from '../../chain/index.js'
import { pairText, parsePair } from '../../codec/neutron/currency-pair.js'
import { protoBytes, protoMessages, protoString, protoStrings, ProtoWriter, readProto } from '../../codec/index.js'
import type { MarketMapKeeper } from './keeper.js'
import { decodeMarket, decodeParams, type Market, type Params } from './records.js'
import { checkAuthorities, checkMarket, checkMarkets, checkParams } from './validate.js'

const PACKAGE = '/slinky.marketmap.v1'

type Outcome = 'create_market' | 'update_market'

/** Messages that make and change markets. Their signer is one of those that the params name. Source: connect v1.3.1 x/marketmap/types/msg.go */
const changing = (
  keeper: MarketMapKeeper,
  spec: {
    readonly name: string
    /** What is done, in the error for no markets. */
    readonly verb: string
    readonly change: (ctx: Context, market: Market) => Outcome
    /** Checks what came of it. */
    readonly outcome: (check: () => void) => void
  },
) =>
  message<{ readonly authority: string; readonly markets: readonly Market[] }>({
    typeUrl: `${PACKAGE}.${spec.name}`,
    decode: (value) => {
      const fields = readProto(value)
      return { authority: protoString(fields, 1), markets: protoMessages(fields, 2).map(decodeMarket) }
    },
    signers: ({ authority }) => [authority],
    validateBasic: ({ authority, markets }, prefix) => {
      parseAccAddress(prefix, authority)
      if (markets.length === 0) throw plainError(`no markets to ${spec.verb}`)
      const seen = new Set<string>()
      for (const market of markets) {
        const pair = pairText(market.ticker.pair)
        if (spec.verb === 'upsert' && seen.has(pair)) throw plainError(`duplicate ticker: ${pair}`)
        checkMarket(market)
        seen.add(pair)
      }
    },
    handle: (ctx, { authority, markets }) => {
      assertMarketAuthority(keeper, ctx, authority)
      for (const market of markets) {
        const type = spec.change(ctx, market)
        const { pair, decimals, minProviderCount, metadata } = market.ticker
        ctx.events.emit(
          event(
            type,
            ['currency_pair', pairText(pair)],
            ['decimals', String(decimals)],
            ['min_provider_count', String(minProviderCount)],
            ['metadata', metadata],
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
  if (!keeper.params(ctx).authorities.includes(authority))
    throw plainError(
      `unable to verify market authorities: request signer ${authority} does not match module market authorities`,
    )
}

/** The pairs by which its prices are multiplied have markets, and these are enabled if it is. Source: `IsMarketValid` */
function assertNormalized(keeper: MarketMapKeeper, ctx: Context, { ticker, providers }: Market): void {
  for (const { normalizeBy } of providers) {
    if (normalizeBy === undefined) continue
    const [needed, of] = [pairText(normalizeBy), pairText(ticker.pair)]
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
      name: 'MsgCreateMarkets',
      verb: 'create',
      change: (ctx, market) => {
        const type = create(ctx, market)
        wrapping('unable to run create market hook', () => keeper.onCreated(ctx, market.ticker.pair))
        return type
      },
      outcome: resulting,
    }),
    changing(keeper, {
      name: 'MsgUpdateMarkets',
      verb: 'update',
      change: (ctx, market) => wrapping('unable to update market', () => update(ctx, market)),
      outcome: resulting,
    }),
    changing(keeper, {
      name: 'MsgUpsertMarkets',
      verb: 'upsert',
      change: (ctx, market) => {
        if (keeper.has(ctx, pairText(market.ticker.pair))) return update(ctx, market)
        const type = create(ctx, market)
        keeper.onCreated(ctx, market.ticker.pair)
        return type
      },
      outcome: (check) => check(),
    }),
    message<{ readonly authority: string; readonly markets: readonly string[] }>({
      typeUrl: `${PACKAGE}.MsgRemoveMarkets`,
      decode: (value) => {
        const fields = readProto(value)
        return { authority: protoString(fields, 1), markets: protoStrings(fields, 2) }
      },
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
        const writer = new ProtoWriter()
        for (const market of msg.markets)
          if (wrapping('unable to delete market', () => keeper.delete(ctx, market))) writer.message(1, toUtf8(market))
        const left = new Map(keeper.all(ctx).map((market) => [pairText(market.ticker.pair), market]))
        wrapping('invalid state resulting from removals', () => checkMarkets(left))
        return writer.finish()
      },
    }),
    message<{ readonly authority: string; readonly params: Params }>({
      typeUrl: `${PACKAGE}.MsgParams`,
      decode: (value) => {
        const fields = readProto(value)
        return { authority: protoString(fields, 2), params: decodeParams(protoBytes(fields, 1)) }
      },
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
    message<{ readonly admin: string; readonly addresses: readonly string[] }>({
      typeUrl: `${PACKAGE}.MsgRemoveMarketAuthorities`,
      decode: (value) => {
        const fields = readProto(value)
        return { admin: protoString(fields, 2), addresses: protoStrings(fields, 1) }
      },
      signers: ({ admin }) => [admin],
      validateBasic: ({ admin, addresses }, prefix) => {
        parseAccAddress(prefix, admin)
        if (addresses.length === 0) throw plainError('addresses to remove cannot be nil')
        checkAuthorities(prefix, 'address', addresses)
      },
      handle: (ctx, { admin, addresses }) => {
        const params = keeper.params(ctx)
        if (admin !== params.admin)
          throw plainError(`request admin ${admin} does not match module admin ${params.admin}`)
        if (addresses.length > params.authorities.length)
          throw plainError('remove addresses must be a subset of the current market authorities')
        keeper.setParams(ctx, { ...params, authorities: without(params.authorities, addresses) })
        return NO_BYTES
      },
    }),
  ])
}
