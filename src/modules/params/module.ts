import * as types from 'cosmjs-types/cosmos/params/v1beta1/query'
import { fromUtf8, NO_BYTES } from '../../base/index.js'
import { below, GrpcError, query, registerError, walk, type Module } from '../../chain/index.js'
import { textKey } from '../../store/index.js'
import { PARAMS_STORE } from './keys.js'

const SERVICE = '/cosmos.params.v1beta1.Query'

/** Source: cosmos-sdk x/params/types/proposal/errors.go. */
const ErrUnknownSubspace = registerError('params', 2, 'unknown subspace')

/**
 * Params that modules kept in a common store before each had its own. On a chain that starts today the store stays empty. Subspaces are sorted;
 * those of a node are in no order. Source: cosmos-sdk v0.53.6 x/params. @param subspaces their names
 */
export const paramsModule = (subspaces: readonly string[]): Module => ({
  name: 'params',
  stores: [PARAMS_STORE],
  queries: {
    [`${SERVICE}/Params`]: query(types.QueryParamsRequest, types.QueryParamsResponse, (ctx, { subspace, key }) => {
      if (subspace === '' || key === '') throw new GrpcError('InvalidArgument', 'invalid request')
      if (!subspaces.includes(subspace)) throw ErrUnknownSubspace.error(subspace)
      const value = ctx.store(PARAMS_STORE).get(textKey(`${subspace}/${key}`)) ?? NO_BYTES
      return { param: { subspace, key, value: fromUtf8(value) } }
    }),
    [`${SERVICE}/Subspaces`]: query(types.QuerySubspacesRequest, types.QuerySubspacesResponse, (ctx) => ({
      subspaces: subspaces.toSorted().map((subspace) => {
        const rows = walk(below(ctx.store(PARAMS_STORE), textKey(`${subspace}/`)), undefined)
        return { subspace, keys: [...rows].map(([key]) => Buffer.from(key, 'latin1').toString()) }
      }),
    })),
  },
})
