import { GenesisReader, query, type Module } from '../../chain/index.js'
import {
  QueryAllBlacklistedDenomsRequest,
  QueryAllBlacklistedDenomsResponse,
  QueryAllRateLimitsRequest,
  QueryAllRateLimitsResponse,
  QueryAllWhitelistedAddressesRequest,
  QueryAllWhitelistedAddressesResponse,
  QueryRateLimitRequest,
  QueryRateLimitResponse,
  QueryRateLimitsByChannelOrClientIdRequest,
  QueryRateLimitsByChannelOrClientIdResponse,
} from '../../codec/messages/ratelimit.v1.js'
import { defaultGenesis, exportGenesis, initGenesis, readLimit } from './genesis.js'
import type { RateLimitKeeper } from './keeper.js'
import { NAME } from './keys.js'
import { rateLimitMessages } from './messages.js'

const SERVICE = '/ratelimit.v1.Query'

/** Limits of what passes a channel. The query of limits by the chain at the other end is missing. Source: rate-limiting v10.1.0 module.go. */
export const rateLimitingModule = (keeper: RateLimitKeeper): Module => ({
  name: NAME,
  stores: [NAME],
  messages: rateLimitMessages(keeper),
  queries: {
    [`${SERVICE}/AllRateLimits`]: query(QueryAllRateLimitsRequest, QueryAllRateLimitsResponse, (ctx) => ({
      rateLimits: keeper.limits(ctx),
    })),
    [`${SERVICE}/RateLimit`]: query(QueryRateLimitRequest, QueryRateLimitResponse, (ctx, request) => ({
      rateLimit: keeper.limit(ctx, request.denom, request.channelOrClientId),
    })),
    [`${SERVICE}/RateLimitsByChannelOrClientId`]: query(
      QueryRateLimitsByChannelOrClientIdRequest,
      QueryRateLimitsByChannelOrClientIdResponse,
      (ctx, { channelOrClientId }) => ({
        rateLimits: keeper.limits(ctx).filter(({ path }) => path!.channelOrClientId === channelOrClientId),
      }),
    ),
    [`${SERVICE}/AllBlacklistedDenoms`]: query(
      QueryAllBlacklistedDenomsRequest,
      QueryAllBlacklistedDenomsResponse,
      (ctx) => ({ denoms: keeper.blacklisted(ctx) }),
    ),
    [`${SERVICE}/AllWhitelistedAddresses`]: query(
      QueryAllWhitelistedAddressesRequest,
      QueryAllWhitelistedAddressesResponse,
      (ctx) => ({ addressPairs: keeper.whitelisted(ctx) }),
    ),
  },
  defaultGenesis,
  initGenesis: (ctx, state) => initGenesis(keeper, ctx, new GenesisReader(state, NAME)),
  exportGenesis: (ctx) => exportGenesis(keeper, ctx),
  put: {
    rate_limit: (ctx, record) => keeper.setLimit(ctx, readLimit(new GenesisReader(record, `${NAME}/rate_limit`))),
  },
  beginBlock: (ctx) => keeper.beginBlock(ctx),
})
