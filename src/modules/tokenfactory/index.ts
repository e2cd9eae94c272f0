import type { Context } from '../../chain/context.js'
import { GenesisReader } from '../../chain/genesis-json.js'
import type { Json, Module } from '../../chain/module.js'
import { creatorOf } from './denoms.js'
import { MODULE, type TokenFactoryKeeper } from './keeper.js'
import { TOKENFACTORY_STORE } from './keys.js'
import { tokenFactoryMessages } from './messages.js'
import { DEFAULT_PARAMS, paramsJson, readParams } from './params.js'
import { tokenFactoryQueries } from './queries.js'

export { tokenFactoryBindings, tokenFactoryQueriesOf } from './bindings.js'
export { sendHooks } from './hooks.js'
export { TokenFactoryKeeper } from './keeper.js'

/** Denoms that anybody may create. Source: neutron x/tokenfactory (06e81b9f). */
export const tokenFactoryModule = (keeper: TokenFactoryKeeper): Module => ({
  name: MODULE,
  stores: [TOKENFACTORY_STORE],
  messages: tokenFactoryMessages(keeper),
  queries: tokenFactoryQueries(keeper),
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
    set: (ctx, params) =>
      keeper.setParams(ctx, readParams(ctx.prefix, new GenesisReader(params, 'tokenfactory/params'))),
  },
})

/** Also creates all module accounts, as on a running chain, since minting reads each of them. Source: neutron x/tokenfactory/keeper/genesis.go. */
function initGenesis(keeper: TokenFactoryKeeper, ctx: Context, state: Json): void {
  const genesis = new GenesisReader(state, MODULE)
  for (const name of keeper.knownModules) keeper.accounts.moduleAccount(ctx, name)
  keeper.setParams(ctx, readParams(ctx.prefix, genesis.at('params')))
  for (const item of genesis.at('factory_denoms').list()) {
    const denom = item.at('denom').string()
    keeper.open(ctx, creatorOf(ctx.prefix, denom), denom)
    keeper.setAdmin(ctx, denom, item.at('authority_metadata').at('Admin').string())
    const hook = item.at('hook_contract_address').string()
    if (hook !== '') keeper.setHook(ctx, denom, hook)
  }
}
