import type { Module } from '../../chain/index.js'
import type { AuthzParts } from './expected.js'
import { exportGenesis, initGenesis } from './genesis.js'
import { AuthzKeeper } from './keeper.js'
import { AUTHZ_STORE } from './keys.js'
import { authzMessages } from './messages.js'
import { authzQueries } from './queries.js'

/** Grants: rights to send messages in another account's name. Source: cosmos-sdk v0.53.6 x/authz. */
export function authzModule(parts: AuthzParts, prefix: string): Module {
  const keeper = new AuthzKeeper(parts)
  return {
    name: 'authz',
    stores: [AUTHZ_STORE],
    messages: authzMessages(keeper, parts, prefix),
    queries: authzQueries(keeper),
    defaultGenesis: () => ({ authorization: [] }),
    initGenesis: (ctx, state) => initGenesis(keeper, ctx, state),
    exportGenesis: (ctx) => exportGenesis(keeper, ctx),
    beginBlock: (ctx) => keeper.deleteExpired(ctx),
  }
}
