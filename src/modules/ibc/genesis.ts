import type { Context } from '../../chain/context.js'
import { GenesisReader } from '../../chain/genesis-json.js'
import type { Json } from '../../chain/module.js'
import { DEFAULT_CHANNEL_GENESIS, exportChannelGenesis, initChannelGenesis } from './channels/genesis.js'
import { DEFAULT_CLIENT_GENESIS, exportClientGenesis, initClientGenesis } from './clients/genesis.js'
import { DEFAULT_CONNECTION_GENESIS, exportConnectionGenesis, initConnectionGenesis } from './connections/genesis.js'

/** Nothing of IBC v2. */
const V2: { readonly [member: string]: Json } = {
  client_v2_genesis: { counterparty_infos: [] },
  channel_v2_genesis: { acknowledgements: [], commitments: [], receipts: [], async_packets: [], send_sequences: [] },
}

/** Source: ibc-go v10.5.0 core/types/genesis.go. */
export const defaultGenesis = (): Json => ({
  client_genesis: DEFAULT_CLIENT_GENESIS,
  connection_genesis: DEFAULT_CONNECTION_GENESIS,
  channel_genesis: DEFAULT_CHANNEL_GENESIS,
  ...V2,
})

/** @throws UsageError that names the place; for state of IBC v2, which is not supported */
export function initGenesis(ctx: Context, state: Json): void {
  const genesis = new GenesisReader(state, 'ibc')
  for (const [member, empty] of Object.entries(V2))
    for (const part of Object.keys(empty as object))
      if (genesis.at(member).at(part).list().length > 0)
        throw genesis.at(member).at(part).error('state of IBC v2 is not supported')
  initClientGenesis(ctx, genesis.at('client_genesis'))
  initConnectionGenesis(ctx, genesis.at('connection_genesis'))
  initChannelGenesis(ctx, genesis.at('channel_genesis'))
}

export function exportGenesis(ctx: Context): Json {
  const clients = exportClientGenesis(ctx) as { readonly clients: readonly { readonly client_id: string }[] }
  const ids = clients.clients.map(({ client_id: id }) => id)
  return {
    client_genesis: clients as unknown as Json,
    connection_genesis: exportConnectionGenesis(ctx, ids),
    channel_genesis: exportChannelGenesis(ctx),
    ...V2,
  }
}
