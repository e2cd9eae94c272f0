import { parseAccAddress, query, type Module } from '../../chain/index.js'
import {
  QueryBeforeSendHookAddressRequest,
  QueryBeforeSendHookAddressResponse,
  QueryDenomAuthorityMetadataRequest,
  QueryDenomAuthorityMetadataResponse,
  QueryDenomsFromCreatorRequest,
  QueryDenomsFromCreatorResponse,
  QueryFullDenomRequest,
  QueryFullDenomResponse,
  QueryParamsRequest,
  QueryParamsResponse,
} from '../../codec/messages/osmosis.tokenfactory.v1beta1.js'
import { denomText, tokenDenom } from './denoms.js'
import type { FactoryKeeper } from './keeper.js'

/** Queries of both packages, whose messages are equal. Source: neutron x/tokenfactory/keeper/grpc_query.go, x/coinfactory/keeper/grpc_query.go. */
export function factoryQueries(keeper: FactoryKeeper): NonNullable<Module['queries']> {
  const { factory } = keeper
  const denomOf = ({ creator, subdenom }: { readonly creator: string; readonly subdenom: string }) =>
    (factory.checksQueries ? tokenDenom : denomText)(factory, creator, subdenom)
  const service = `/${factory.package}.Query`
  return {
    [`${service}/Params`]: query(QueryParamsRequest, QueryParamsResponse, (ctx) => ({ params: keeper.params(ctx) })),
    [`${service}/DenomAuthorityMetadata`]: query(
      QueryDenomAuthorityMetadataRequest,
      QueryDenomAuthorityMetadataResponse,
      (ctx, request) => ({ authorityMetadata: { admin: keeper.admin(ctx, denomOf(request)) } }),
    ),
    [`${service}/DenomsFromCreator`]: query(
      QueryDenomsFromCreatorRequest,
      QueryDenomsFromCreatorResponse,
      (ctx, { creator }) => ({ denoms: [...keeper.denoms(ctx, creator)] }),
    ),
    [`${service}/BeforeSendHookAddress`]: query(
      QueryBeforeSendHookAddressRequest,
      QueryBeforeSendHookAddressResponse,
      (ctx, request) => ({ contractAddr: keeper.hook(ctx, denomOf(request)) }),
    ),
    [`${service}/FullDenom`]: query(QueryFullDenomRequest, QueryFullDenomResponse, (ctx, { creator, subdenom }) => {
      parseAccAddress(ctx.prefix, creator)
      return { fullDenom: tokenDenom(factory, creator, subdenom) }
    }),
  }
}
