import type { Json } from '../../../base/json-value.js'
import { GenesisReader, query, type Module } from '../../../chain/index.js'
import type { Params } from '../../../codec/messages/osmosis.tokenfactory.js'
import {
  QueryDenomsFromCreatorRequest,
  QueryDenomsFromCreatorResponse,
  QueryParamsRequest,
  QueryParamsResponse,
} from '../../../codec/messages/osmosis.tokenfactory.v1beta1.js'
import { creatorOf } from '../denoms.js'
import { TOKEN_FACTORY } from '../factory.js'
import type { CosmosFactoryKeeper } from './keeper.js'
import { cosmosFactoryMessages, validateParams } from './messages.js'

const SERVICE = '/osmosis.tokenfactory.v1beta1.Query'

const paramsJson = ({ denomCreationFee, denomCreationGasConsume }: Params): Json => ({
  denom_creation_fee: denomCreationFee.map(({ denom, amount }) => ({ denom, amount: String(amount) })),
  denom_creation_gas_consume: String(denomCreationGasConsume),
})

/** @throws UsageError that names the place */
function readParams(json: GenesisReader): Params {
  const params: Params = {
    denomCreationFee: json.at('denom_creation_fee').coins(),
    denomCreationGasConsume: json.at('denom_creation_gas_consume').integer(),
    feeCollectorAddress: '',
    whitelistedHooks: [],
  }
  try {
    validateParams(params)
  } catch (cause) {
    throw json.error((cause as Error).message, cause)
  }
  return params
}

/**
 * Denoms that anybody may create. Queries about admins are missing: their requests are other messages than Neutron's under the same names.
 * Source: cosmos/tokenfactory v0.53.5 x/tokenfactory. @param fee for a new denom by default
 */
export const cosmosFactoryModule = (keeper: CosmosFactoryKeeper, defaults: Params): Module => ({
  name: 'tokenfactory',
  stores: ['tokenfactory'],
  messages: cosmosFactoryMessages(keeper),
  queries: {
    [`${SERVICE}/Params`]: query(QueryParamsRequest, QueryParamsResponse, (ctx) => ({ params: keeper.params(ctx) })),
    [`${SERVICE}/DenomsFromCreator`]: query(
      QueryDenomsFromCreatorRequest,
      QueryDenomsFromCreatorResponse,
      (ctx, { creator }) => ({ denoms: keeper.denoms(ctx, creator) }),
    ),
  },
  defaultGenesis: () => ({ params: paramsJson(defaults), factory_denoms: [] }),
  initGenesis: (ctx, state) => {
    const json = new GenesisReader(state, 'tokenfactory')
    keeper.setParams(ctx, readParams(json.at('params')))
    for (const one of json.at('factory_denoms').list()) {
      const denom = one.at('denom').string()
      keeper.open(ctx, creatorOf(TOKEN_FACTORY, ctx.prefix, denom), denom)
      keeper.setAdmin(ctx, denom, one.at('authority_metadata').at('admin').string())
    }
  },
  exportGenesis: (ctx) => ({
    params: paramsJson(keeper.params(ctx)),
    factory_denoms: keeper.denoms(ctx).map((denom) => ({
      denom,
      authority_metadata: { admin: keeper.admin(ctx, denom) },
    })),
  }),
  params: {
    get: (ctx) => paramsJson(keeper.params(ctx)),
    set: (ctx, params) => keeper.setParams(ctx, readParams(new GenesisReader(params, 'tokenfactory/params'))),
  },
})
