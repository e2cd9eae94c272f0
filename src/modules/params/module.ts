import * as types from 'cosmjs-types/cosmos/params/v1beta1/query'
import { NO_BYTES } from '../../base/index.js'
import { below, GrpcError, query, registerError, walk, type Module } from '../../chain/index.js'
import { ProtoWriter } from '../../codec/index.js'
import { textKey } from '../../store/index.js'
import { PARAMS_STORE } from './keys.js'

const SERVICE = '/cosmos.params.v1beta1.Query'

/** Source: cosmos-sdk x/params/types/proposal/errors.go. */
const ErrUnknownSubspace = registerError('params', 2, 'unknown subspace')

interface Param {
  readonly subspace: string
  readonly key: string
  readonly value: Uint8Array
}

/** A `QueryParamsResponse` whose value has the bytes of the store, be they a text or not, as Go writes it. */
const PARAMS_RESPONSE = {
  encode: ({ subspace, key, value }: Param): ProtoWriter =>
    new ProtoWriter().message(1, new ProtoWriter().string(1, subspace).string(2, key).bytes(3, value)),
}

/**
 * Params that modules kept in a common store before each had its own. On a chain that starts today the store stays empty. Subspaces are sorted;
 * those of a node are in no order. Source: cosmos-sdk v0.53.6 x/params. @param subspaces their names
 */
export const paramsModule = (subspaces: readonly string[]): Module => ({
  name: 'params',
  stores: [PARAMS_STORE],
  queries: {
    [`${SERVICE}/Params`]: query(types.QueryParamsRequest, PARAMS_RESPONSE, (ctx, { subspace, key }) => {
      if (subspace === '' || key === '') throw new GrpcError('InvalidArgument', 'invalid request')
      if (!subspaces.includes(subspace)) throw ErrUnknownSubspace.error(subspace)
      return { subspace, key, value: ctx.store(PARAMS_STORE).get(textKey(`${subspace}/${key}`)) ?? NO_BYTES }
    }),
    [`${SERVICE}/Subspaces`]: query(types.QuerySubspacesRequest, types.QuerySubspacesResponse, (ctx) => ({
      subspaces: subspaces.toSorted().map((subspace) => {
        const rows = walk(below(ctx.store(PARAMS_STORE), textKey(`${subspace}/`)), undefined)
        return { subspace, keys: [...rows].map(([key]) => Buffer.from(key, 'latin1').toString()) }
      }),
    })),
  },
})
