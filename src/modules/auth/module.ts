import { GenesisReader, type Module } from '../../chain/index.js'
import { defaultAuthGenesis, exportAuthGenesis, initAuthGenesis, paramsJson, readParams } from './genesis.js'
import { moduleAddress, type AccountKeeper } from './keeper.js'
import { AUTH_STORE } from './keys.js'
import { authMessages } from './messages.js'
import { authQueries } from './queries.js'

/** Accounts: keys, numbers, sequences. Source: cosmos-sdk v0.53.6 x/auth. */
export const authModule = (
  keeper: AccountKeeper,
  { acceptsUnordered = false }: { readonly acceptsUnordered?: boolean } = {},
): Module => ({
  name: 'auth',
  stores: [AUTH_STORE],
  messages: authMessages(keeper, keeper.text(moduleAddress('gov'))),
  queries: authQueries(keeper),
  defaultGenesis: defaultAuthGenesis,
  initGenesis: (ctx, state) => initAuthGenesis(keeper, ctx, state),
  exportGenesis: (ctx) => exportAuthGenesis(keeper, ctx),
  params: {
    get: (ctx) => paramsJson(keeper.params(ctx)),
    set: (ctx, params) =>
      keeper.setParams(ctx, readParams(new GenesisReader(params, 'auth/params'), ctx.release.texts)),
  },
  ...(acceptsUnordered && { preBlock: (ctx) => keeper.forgetTimeouts(ctx) }),
})
