import { GenesisReader, type Module } from '../../chain/index.js'
import { channelMessages } from './channels/messages.js'
import { channelQueries } from './channels/queries.js'
import { readClientParams } from './clients/genesis.js'
import { clientMessages } from './clients/messages.js'
import { clientQueries } from './clients/queries.js'
import { getClientParams, setClientParams } from './clients/params.js'
import { readConnectionParams } from './connections/genesis.js'
import { connectionMessages } from './connections/messages.js'
import { connectionQueries } from './connections/queries.js'
import { getConnectionParams, setConnectionParams } from './connections/state.js'
import { defaultGenesis, exportGenesis, initGenesis } from './genesis.js'
import type { IbcKeeper } from './keeper.js'
import { STORE } from './keys.js'
import { packetMessages } from './packets/messages.js'
import { counterpartyMessages } from './v2/counterparty.js'
import { packet2Messages } from './v2/messages.js'
import { packet2Queries } from './v2/queries.js'

/** Clients, connections, channels and packets. Source: ibc-go v10.5.0 modules/core. */
export const ibcModule = (keeper: IbcKeeper): Module => ({
  name: 'ibc',
  stores: [STORE],
  messages: Object.fromEntries([
    ...clientMessages(keeper.clients, keeper.authority),
    ...connectionMessages(keeper.connections, keeper.authority),
    ...channelMessages(keeper.channels, keeper.router),
    ...packetMessages(keeper.packets, keeper.router),
    ...counterpartyMessages(keeper.clients, keeper.authority),
    ...packet2Messages(keeper.packets2, keeper.router2),
  ]),
  queries: {
    ...clientQueries(keeper.clients),
    ...connectionQueries(keeper.clients),
    ...channelQueries(keeper.clients),
    ...packet2Queries,
  },
  defaultGenesis,
  initGenesis,
  exportGenesis,
  // Client and connection params in one object; their names do not collide.
  params: {
    get: (ctx) => ({
      allowed_clients: getClientParams(ctx).allowedClients,
      max_expected_time_per_block: String(getConnectionParams(ctx).maxExpectedTimePerBlock),
    }),
    set: (ctx, params) => {
      const json = new GenesisReader(params, 'ibc/params')
      setClientParams(ctx, readClientParams(json))
      setConnectionParams(ctx, readConnectionParams(json))
    },
  },
})
