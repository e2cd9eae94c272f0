import type { Json } from '../../base/json-value.js'
import { GenesisReader, type Context } from '../../chain/index.js'
import { DEFAULT_CHANNEL_GENESIS, exportChannelGenesis, initChannelGenesis } from './channels/genesis.js'
import { DEFAULT_CLIENT_GENESIS, exportClientGenesis, initClientGenesis } from './clients/genesis.js'
import { DEFAULT_GENESIS_2, exportGenesis2, initGenesis2 } from './v2/genesis.js'
import { DEFAULT_CONNECTION_GENESIS, exportConnectionGenesis, initConnectionGenesis } from './connections/genesis.js'

/** Source: ibc-go v10.5.0 core/types/genesis.go. */
export const defaultGenesis = (): Json => ({
  client_genesis: DEFAULT_CLIENT_GENESIS,
  connection_genesis: DEFAULT_CONNECTION_GENESIS,
  channel_genesis: DEFAULT_CHANNEL_GENESIS,
  ...DEFAULT_GENESIS_2,
})

/** @throws UsageError that names the place */
export function initGenesis(ctx: Context, state: Json): void {
  const genesis = new GenesisReader(state, 'ibc')
  initClientGenesis(ctx, genesis.at('client_genesis'))
  initConnectionGenesis(ctx, genesis.at('connection_genesis'))
  initChannelGenesis(ctx, genesis.at('channel_genesis'))
  initGenesis2(ctx, genesis)
}

export function exportGenesis(ctx: Context): Json {
  const clients = exportClientGenesis(ctx) as { readonly clients: readonly { readonly client_id: string }[] }
  const ids = clients.clients.map(({ client_id: id }) => id)
  return {
    client_genesis: clients as unknown as Json,
    connection_genesis: exportConnectionGenesis(ctx, ids),
    channel_genesis: exportChannelGenesis(ctx),
    ...exportGenesis2(ctx, ids),
  }
}
