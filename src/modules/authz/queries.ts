import { Grant, type GrantAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import * as types from 'cosmjs-types/cosmos/authz/v1beta1/query'
import { equalBytes } from '../../base/index.js'
import {
  addressText,
  below,
  filteredPaginate,
  parseAddress,
  query,
  type Context,
  type Module,
  type PageRequest,
  type PageResponse,
} from '../../chain/index.js'
import { joinKeys, type Key } from '../../store/index.js'
import { ErrNoAuthorizationFound } from './errors.js'
import type { AuthzKeeper } from './keeper.js'
import { AUTHZ_STORE, GRANT_PREFIX, granterKey, grantParts, pairKey } from './keys.js'

const SERVICE = '/cosmos.authz.v1beta1.Query'

/** Source: cosmos-sdk v0.53.6 x/authz/keeper/grpc_query.go. */
export const authzQueries = (keeper: AuthzKeeper): NonNullable<Module['queries']> => ({
  [`${SERVICE}/Grants`]: query(types.QueryGrantsRequest, types.QueryGrantsResponse, (ctx, request) => {
    const granter = parseAddress(ctx, request.granter)
    const grantee = parseAddress(ctx, request.grantee)
    const { msgTypeUrl } = request
    if (msgTypeUrl !== '') {
      const grant = keeper.find(ctx, granter, grantee, msgTypeUrl)
      if (grant === undefined) throw ErrNoAuthorizationFound.error(`authorization not found for ${msgTypeUrl} type`)
      return { grants: [grant] }
    }
    const { rows, pagination } = page(ctx, pairKey(granter, grantee), request.pagination, (_, grant) => grant)
    return { grants: rows, pagination }
  }),
  [`${SERVICE}/GranterGrants`]: query(
    types.QueryGranterGrantsRequest,
    types.QueryGranterGrantsResponse,
    (ctx, request) => {
      const granter = parseAddress(ctx, request.granter)
      const { rows, pagination } = page(ctx, granterKey(granter), request.pagination, (key, grant) =>
        between(ctx, key, grant),
      )
      return { grants: rows, pagination }
    },
  ),
  [`${SERVICE}/GranteeGrants`]: query(
    types.QueryGranteeGrantsRequest,
    types.QueryGranteeGrantsResponse,
    (ctx, request) => {
      const grantee = parseAddress(ctx, request.grantee)
      const { rows, pagination } = page(ctx, GRANT_PREFIX, request.pagination, (key, grant) =>
        equalBytes(grantParts(key).grantee, grantee) ? between(ctx, key, grant) : undefined,
      )
      return { grants: rows, pagination }
    },
  ),
})

/** A grant with its accounts. */
function between(ctx: Context, key: Key, grant: Grant): GrantAuthorization {
  const { granter, grantee } = grantParts(key)
  return { granter: addressText(ctx.prefix, granter), grantee: addressText(ctx.prefix, grantee), ...grant }
}

/** One page of the grants below a prefix. @param row undefined for one that does not count */
function page<T>(
  ctx: Context,
  prefix: Key,
  request: PageRequest | undefined,
  row: (key: Key, grant: Grant) => T | undefined,
): { readonly rows: T[]; readonly pagination: PageResponse } {
  const rows: T[] = []
  const store = below(ctx.store(AUTHZ_STORE), prefix)
  const pagination = filteredPaginate(store, request, (key, value, accumulate) => {
    const found = row(joinKeys(prefix, key), Grant.decode(value))
    if (found !== undefined && accumulate) rows.push(found)
    return found !== undefined
  })
  return { rows, pagination }
}
