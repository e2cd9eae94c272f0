import { Grant } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import * as types from 'cosmjs-types/cosmos/feegrant/v1beta1/query'
import { ChainError, equalBytes } from '../../base/index.js'
import {
  below,
  collectionPaginate,
  filteredPaginate,
  GrpcError,
  parseAddress,
  query,
  rethrowing,
  type Context,
  type Module,
  type PageRequest,
  type PageResponse,
} from '../../chain/index.js'
import { joinKeys, type Key } from '../../store/index.js'
import type { FeegrantKeeper } from './keeper.js'
import { allowanceAccounts, ALLOWANCE_PREFIX, FEEGRANT_STORE, granteeKey } from './keys.js'

const SERVICE = '/cosmos.feegrant.v1beta1.Query'

/** Source: cosmossdk.io/x/feegrant v0.2.0 keeper/grpc_query.go. */
export const feegrantQueries = (keeper: FeegrantKeeper): NonNullable<Module['queries']> => ({
  [`${SERVICE}/Allowance`]: query(types.QueryAllowanceRequest, types.QueryAllowanceResponse, (ctx, request) => {
    const granter = parseAddress(ctx, request.granter)
    const grantee = parseAddress(ctx, request.grantee)
    const { packed } = asInternal(() => keeper.get(ctx, granter, grantee))
    return { allowance: { granter: request.granter, grantee: request.grantee, allowance: packed } }
  }),
  [`${SERVICE}/Allowances`]: query(types.QueryAllowancesRequest, types.QueryAllowancesResponse, (ctx, request) =>
    page(ctx, granteeKey(parseAddress(ctx, request.grantee)), request.pagination),
  ),
  [`${SERVICE}/AllowancesByGranter`]: query(
    types.QueryAllowancesByGranterRequest,
    types.QueryAllowancesByGranterResponse,
    (ctx, request) => {
      const granter = parseAddress(ctx, request.granter)
      return page(ctx, ALLOWANCE_PREFIX, request.pagination, (key) =>
        equalBytes(allowanceAccounts(key).granter, granter),
      )
    },
  ),
})

interface Page {
  readonly allowances: Grant[]
  readonly pagination: PageResponse
}

/** One page of the allowances below a prefix. @param counts by key */
function page(
  ctx: Context,
  prefix: Key,
  request: PageRequest | undefined,
  counts: (key: Key) => boolean = () => true,
): Page {
  if (ctx.release.allowances.listsAllRead) return allRead(ctx, prefix, request, counts)
  const allowances: Grant[] = []
  const pagination = asInternal(() =>
    filteredPaginate(below(ctx.store(FEEGRANT_STORE), prefix), request, (key, value, accumulate) => {
      if (!counts(joinKeys(prefix, key))) return false
      if (accumulate) allowances.push(Grant.decode(value))
      return true
    }),
  )
  return { allowances, pagination }
}

/** The allowances that count among those that are read for a page, which are more than the page. Source: cosmos-sdk v0.54.0 x/feegrant/keeper/grpc_query.go. */
function allRead(ctx: Context, prefix: Key, request: PageRequest | undefined, counts: (key: Key) => boolean): Page {
  const allowances: Grant[] = []
  const { pagination } = asInternal(() =>
    collectionPaginate(ctx, below(ctx.store(FEEGRANT_STORE), ALLOWANCE_PREFIX), request, {
      prefix: prefix.slice(ALLOWANCE_PREFIX.length) as Key,
      include: (key, value) => {
        const included = counts(joinKeys(ALLOWANCE_PREFIX, key))
        if (included) allowances.push(Grant.decode(value))
        return included
      },
      row: () => undefined,
    }),
  )
  return { allowances, pagination }
}

const asInternal = <T>(read: () => T): T =>
  rethrowing((error: ChainError) => new GrpcError('Internal', error.log), read)
