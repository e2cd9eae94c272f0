import type { Json } from '../../base/json-value.js'
import { GenesisReader, InfiniteGasMeter, type Context, type Module } from '../../chain/index.js'
import type { FactoryKeeper } from './keeper.js'
import { factoryMessages } from './messages.js'
import { DEFAULT_PARAMS, paramsJson, readParams } from './params.js'
import { factoryQueries } from './queries.js'

/** Denoms that anybody may create. Source: neutron x/tokenfactory, x/coinfactory (06e81b9f). */
export function factoryModule(keeper: FactoryKeeper): Module {
  const { name } = keeper.factory
  return {
    name,
    stores: [name],
    messages: factoryMessages(keeper),
    queries: factoryQueries(keeper),
    defaultGenesis: () => ({ params: paramsJson(DEFAULT_PARAMS), factory_denoms: [] }),
    initGenesis: (ctx, state) => initGenesis(keeper, ctx, state),
    exportGenesis: (ctx) => ({
      params: paramsJson(keeper.params(ctx)),
      factory_denoms: keeper.denoms(ctx).map((denom) => ({
        denom,
        authority_metadata: { Admin: keeper.admin(ctx, denom) },
        hook_contract_address: keeper.hook(ctx, denom),
      })),
    }),
    params: {
      get: (ctx) => paramsJson(keeper.params(ctx)),
      set: (ctx, params) => keeper.setParams(ctx, readParams(ctx.prefix, new GenesisReader(params, `${name}/params`))),
    },
  }
}

/** Sets up the module and opens the accounts of all modules, without gas: on a running chain each module has opened its own, and minting reads them. Source: neutron x/tokenfactory/keeper/genesis.go. */
function initGenesis(keeper: FactoryKeeper, ctx: Context, state: Json): void {
  const genesis = new GenesisReader(state, keeper.factory.name)
  const unmetered = ctx.withGasMeter(new InfiniteGasMeter())
  for (const name of keeper.knownModules) keeper.accounts.moduleAccount(unmetered, name)
  keeper.accounts.moduleAccount(ctx, keeper.factory.name)
  keeper.setParams(ctx, readParams(ctx.prefix, genesis.at('params')))
  for (const item of genesis.at('factory_denoms').list()) {
    const denom = item.at('denom').string()
    keeper.open(ctx, keeper.creatorOf(ctx, denom), denom)
    keeper.setAdmin(ctx, denom, item.at('authority_metadata').at('Admin').string())
    const hook = item.at('hook_contract_address').string()
    if (hook !== '') keeper.setHook(ctx, denom, hook)
  }
}
