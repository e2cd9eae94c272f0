import { GenesisReader, type Module } from '../../chain/index.js'
import { getParams, paramsJson, paramsQuery, readParams, setParams, STORE, updateParams } from './params.js'

/** A contract that limits transfers. Source: neutron x/ibc-rate-limit (06e81b9f). @param authority bech32 */
export const rateLimitModule = (authority: string): Module => ({
  name: 'rate-limited-ibc',
  stores: [STORE],
  messages: Object.fromEntries([updateParams(authority)]),
  queries: { '/neutron.ibcratelimit.v1beta1.Query/Params': paramsQuery },
  defaultGenesis: () => ({ params: paramsJson({ contractAddress: '' }) }),
  initGenesis: (ctx, state) => setParams(ctx, readParams(new GenesisReader(state, 'rate-limited-ibc').at('params'))),
  exportGenesis: (ctx) => ({ params: paramsJson(getParams(ctx)) }),
  params: {
    get: (ctx) => paramsJson(getParams(ctx)),
    set: (ctx, params) => setParams(ctx, readParams(new GenesisReader(params, 'rate-limited-ibc/params'))),
  },
})
