import type { ChainHost } from '../host/chain-host.js'
import { newClient } from './client-actions.js'
import { openChannel, openConnection } from './handshakes.js'
import type { RelayerHost } from './relayer-host.js'

/** The ids of what connects two chains, by chain. */
interface Connected {
  readonly clients: Readonly<Record<string, string>>
  readonly connections: Readonly<Record<string, string>>
  readonly channels: Readonly<Record<string, string>>
}

/** Makes clients, a connection and a transfer channel between two chains, as a relayer does. @throws TxError for a step that is refused */
export function connect(relayer: RelayerHost, a: ChainHost, b: ChainHost): Connected {
  const client = (on: ChainHost, of: ChainHost): string =>
    newClient(relayer, on, { action: 'createClient', chain: on.key, of: of.key }).clientId
  const clients = { [a.key]: client(a, b), [b.key]: client(b, a) }
  const { connections } = openConnection(relayer, a, {
    action: 'openConnection',
    chain: a.key,
    client: clients[a.key]!,
    counterpartyClient: clients[b.key]!,
  })
  const { channels } = openChannel(relayer, a, {
    action: 'openChannel',
    chain: a.key,
    connection: connections[a.key]!,
    port: 'transfer',
    version: 'ics20-1',
    ordering: 'unordered',
  })
  return { clients, connections, channels }
}
