import { addressText } from '../../chain/index.js'
import { moduleAddress } from '../../modules/auth/index.js'
import type { ContractManagerKeeper } from '../../modules/contractmanager/index.js'
import { checkConnectionId, getConnection } from '../../modules/ibc/index.js'
import {
  InterchainQueriesKeeper,
  interchainQueriesBindings,
  interchainQueriesQueriesOf,
} from '../../modules/interchainqueries/index.js'
import type { Bindings } from '../../modules/wasm/index.js'
import { queryCallbacksOf, type ChainOptions } from '../chain-options.js'
import type { Keepers } from '../chain-parts.js'
import type { NeutronIbc } from './ibc.js'

/** Interchain queries, with their custom messages for contracts. Source: neutron app/app.go. */
export function neutronInterchainQueries(
  options: ChainOptions,
  { bank, wasm }: Keepers,
  { core }: NeutronIbc,
  manager: ContractManagerKeeper,
  bindings: Bindings,
): InterchainQueriesKeeper {
  const { name, prefix, icq } = options
  const keeper = new InterchainQueriesKeeper({
    bank,
    ibc: { clients: core.clients, connection: getConnection, checkConnectionId },
    contracts: {
      hasContract: (ctx, address) => wasm.hasContract(ctx, address),
      callback: (ctx, contract, callback) => void manager.callback(ctx, contract, callback),
      directCallback: (ctx, contract, callback) => void manager.directCallback(ctx, contract, callback),
    },
    authority: addressText(prefix, moduleAddress('gov')),
    eventType: name,
    callbacks: queryCallbacksOf(options),
    emptyValues: icq?.emptyValues ?? 'reject',
  })
  const messages = interchainQueriesBindings(keeper)
  const queries = interchainQueriesQueriesOf(keeper)
  bindings
    .addMessage(messages.register)
    .addMessage(messages.update)
    .addMessage(messages.remove)
    .addQuery(queries.result)
    .addQuery(queries.registeredQueries)
    .addQuery(queries.registeredQuery)
  return keeper
}
